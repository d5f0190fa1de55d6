import { choose, mapVersions, type Versions } from './merge-lines.ts';
import { updateSayings } from './summary-update.ts';
import { normalTarget, parseSummary, type SummarySaying } from './summary.ts';

/** An entry that both sides changed in different ways. `field` says what of it. */
export interface SummaryConflict {
  entry: string;
  field: 'title' | 'place' | 'target';
  base: string;
  ours: string;
  theirs: string;
}

export interface SummaryMerge {
  /** Our text with the fewest line edits that make it say the merged tree; where sides disagree, ours. */
  text: string;
  conflicts: readonly SummaryConflict[];
}

/**
 * What an entry is, whatever its title and place: by default its target, so that a page whose file moved is another entry.
 * A caller who knows the pages behind the files gives their ids.
 */
export type EntryIdentity = (target: string) => string;

const root = '';

interface TreeEntry {
  saying: SummarySaying;
  parent: string;
}

/** A table of contents by identity, and the order of each parent's children. */
interface Tree {
  entries: Map<string, TreeEntry>;
  children: Map<string, string[]>;
}

/**
 * Merges tables of contents as trees: an entry that was added, removed, renamed or moved on one side is so in the result, and
 * sides that touched different entries never conflict. An entry that one side removed and the other changed stays.
 */
export function mergeSummary(
  versions: Versions<string>,
  identities: Partial<Versions<EntryIdentity>> = {},
): SummaryMerge {
  const whole = choose(versions);
  if (whole !== undefined) return { text: whole, conflicts: [] };

  const trees: Versions<Tree> = {
    base: treeOf(versions.base, identities.base),
    ours: treeOf(versions.ours, identities.ours),
    theirs: treeOf(versions.theirs, identities.theirs),
  };
  const conflicts: SummaryConflict[] = [];
  const merged = new Map<string, TreeEntry>();
  for (const identity of identitiesOf(trees)) {
    const entry = mergeEntry(
      mapVersions(trees, ({ entries }) => entries.get(identity)),
      conflicts,
    );
    if (entry !== undefined) merged.set(identity, entry);
  }
  anchor(merged, trees.ours);
  return { text: updateSayings(versions.ours, flatten(merged, trees)), conflicts };
}

function treeOf(text: string, identityOf: EntryIdentity = (target) => target): Tree {
  const entries = new Map<string, TreeEntry>();
  const children = new Map<string, string[]>();
  const open: string[] = [];
  let group = root;
  for (const saying of parseSummary(text).entries) {
    const depth = 'depth' in saying ? saying.depth : 0;
    const parent = 'depth' in saying ? (depth === 0 ? group : (open[depth - 1] ?? group)) : root;
    const identity = unused(entries, nameOf(saying, identityOf));
    entries.set(identity, { saying: plainSaying(saying), parent });
    children.set(parent, [...(children.get(parent) ?? []), identity]);
    if (saying.kind === 'group' || saying.kind === 'divider') group = identity;
    else open.splice(depth, open.length, identity);
  }
  return { entries, children };
}

function nameOf(saying: SummarySaying, identityOf: EntryIdentity): string {
  switch (saying.kind) {
    case 'item':
      return `item ${identityOf(normalTarget(saying.target))}`;
    case 'computed':
      return `computed ${JSON.stringify(saying.computed)}`;
    case 'group':
      return `group ${saying.slug}`;
    case 'divider':
      return 'divider';
  }
}

function unused(taken: ReadonlyMap<string, unknown>, name: string): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count += 1;
  return `${name} (${count})`;
}

/** What an entry says, without where it stands in one text. */
export function plainSaying(saying: SummarySaying): SummarySaying {
  switch (saying.kind) {
    case 'item': {
      const { kind, depth, title, target, linkTitle } = saying;
      return { kind, depth, title, target, ...(linkTitle === undefined ? {} : { linkTitle }) };
    }
    case 'computed':
      return { kind: saying.kind, depth: saying.depth, computed: saying.computed };
    case 'group':
      return { kind: saying.kind, title: saying.title, slug: saying.slug };
    case 'divider':
      return { kind: 'divider' };
  }
}

function identitiesOf({ base, ours, theirs }: Versions<Tree>): Set<string> {
  return new Set([...ours.entries.keys(), ...theirs.entries.keys(), ...base.entries.keys()]);
}

function mergeEntry(
  { base, ours, theirs }: Versions<TreeEntry | undefined>,
  conflicts: SummaryConflict[],
): TreeEntry | undefined {
  if (ours === undefined && theirs === undefined) return undefined;
  if (ours === undefined) return base !== undefined && sameEntry(base, theirs) ? undefined : theirs;
  if (theirs === undefined) return base !== undefined && sameEntry(base, ours) ? undefined : ours;

  const pick = (field: SummaryConflict['field'], versions: Versions<string>): string => {
    const chosen = choose(versions);
    if (chosen === undefined) conflicts.push({ entry: titleOf(ours.saying), field, ...versions });
    return chosen ?? versions.ours;
  };
  const from = base ?? nothing;
  const entries = { base: from, ours, theirs };
  const parent = pick(
    'place',
    mapVersions(entries, (entry) => entry.parent),
  );
  if (ours.saying.kind !== 'item' || theirs.saying.kind !== 'item' || from.saying.kind !== 'item') {
    return {
      saying:
        choose(
          mapVersions(entries, ({ saying }) => saying),
          sameSaying,
        ) ?? ours.saying,
      parent,
    };
  }
  const items = { base: from.saying, ours: ours.saying, theirs: theirs.saying };
  const title = pick(
    'title',
    mapVersions(items, (item) => item.title),
  );
  const target = pick(
    'target',
    mapVersions(items, (item) => item.target),
  );
  const linkTitle = choose(mapVersions(items, (item) => item.linkTitle)) ?? items.ours.linkTitle;
  return {
    saying: { kind: 'item', depth: 0, title, target, ...(linkTitle === undefined ? {} : { linkTitle }) },
    parent,
  };
}

/** The base of an entry that both sides added: like neither of them, so that where they differ is a conflict. */
const nothing: TreeEntry = {
  saying: { kind: 'item', depth: 0, title: '\0', target: '\0', linkTitle: '\0' },
  parent: '\0',
};

function titleOf(saying: SummarySaying): string {
  return 'title' in saying ? saying.title : saying.kind;
}

function sameSaying(one: SummarySaying, other: SummarySaying): boolean {
  return JSON.stringify({ ...one, depth: 0 }) === JSON.stringify({ ...other, depth: 0 });
}

function sameEntry(one: TreeEntry, other: TreeEntry | undefined): boolean {
  return other !== undefined && one.parent === other.parent && sameSaying(one.saying, other.saying);
}

/** Gives each entry a parent that is there and is not below itself: moves of both sides may cross. */
function anchor(merged: Map<string, TreeEntry>, ours: Tree): void {
  for (const [identity, entry] of merged) {
    if (entry.parent !== root && !merged.has(entry.parent)) merged.set(identity, { ...entry, parent: root });
  }
  for (const identity of merged.keys()) {
    const seen = new Set<string>();
    for (let at = identity; at !== root; at = merged.get(at)?.parent ?? root) {
      if (!seen.has(at)) {
        seen.add(at);
        continue;
      }
      const entry = merged.get(at);
      const before = ours.entries.get(at)?.parent ?? root;
      const safe = before !== entry?.parent && !seen.has(before) ? before : root;
      if (entry) merged.set(at, { ...entry, parent: safe });
      break;
    }
  }
}

function flatten(merged: Map<string, TreeEntry>, trees: Versions<Tree>): SummarySaying[] {
  const sayings: SummarySaying[] = [];
  const visit = (parent: string, depth: number): void => {
    const present = (list: readonly string[] = []): string[] =>
      list.filter((identity) => merged.get(identity)?.parent === parent);
    const lists = mapVersions(trees, ({ children }) => present(children.get(parent)));
    const strays = [...merged].filter(([, entry]) => entry.parent === parent).map(([identity]) => identity);
    for (const identity of mergeOrder(lists, strays)) {
      const saying = merged.get(identity)?.saying;
      if (saying === undefined) continue;
      sayings.push('depth' in saying ? { ...saying, depth } : saying);
      visit(identity, saying.kind === 'group' || saying.kind === 'divider' ? 0 : depth + 1);
    }
  };
  visit(root, 0);
  return sayings;
}

/** One order from three: that of the side that reordered (ours when both did), the other side's newcomers behind their neighbours. */
export function mergeOrder(
  { base, ours, theirs }: Versions<readonly string[]>,
  all: readonly string[],
): string[] {
  const common = (list: readonly string[], other: readonly string[]): string =>
    list.filter((item) => other.includes(item)).join('\n');
  const oursMoved = common(ours, base) !== common(base, ours);
  const [first, second] =
    oursMoved || common(theirs, base) === common(base, theirs) ? [ours, theirs] : [theirs, ours];
  const order = [...first];
  for (const [index, item] of second.entries()) {
    if (order.includes(item)) continue;
    const before = second.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, item);
  }
  for (const item of all) if (!order.includes(item)) order.push(item);
  return order;
}
