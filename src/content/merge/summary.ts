import { chooseSide, mapVersions, type Versions } from './lines.ts';
import { mergeWords, wordsIn } from './summary-words.ts';
import type { Side } from './tree.ts';
import { mergeTree } from './tree.ts';
import type { MergedTree, Tree } from './tree.ts';
import { hasSameStyle, updateSummaryLines, withStyleOf } from '../summary-update.ts';
import { parseSummary, type SummaryLine } from '../summary.ts';
import { isExternalTarget } from '../targets.ts';

/** An entry that both sides changed in different ways; `field` says which part of the entry. */
export interface SummaryConflict {
  entry: string;
  field: 'title' | 'place' | 'target';
  base: string;
  ours: string;
  theirs: string;
}

export interface SummaryMerge {
  /** Our text, with the fewest line edits that express the merged tree. Where the sides disagree, ours wins. */
  text: string;
  conflicts: readonly SummaryConflict[];
}

/**
 * The identity of an entry, apart from its title and place. The default is the target, so a page whose file moved is another
 * entry. A caller who knows the pages behind the files passes their ids.
 */
export type EntryIdentity = (target: string) => string;

/** The pages behind the entries of three versions. */
export interface EntryPages extends Partial<Versions<EntryIdentity>> {
  /** The file is a table of contents; absent: it is one where its name is `SUMMARY.md`. */
  readonly isContents?: boolean;
  /**
   * Identities of entries that only our side has placed and named. Nobody chose their place and title in theirs, so those count as
   * the base that both sides began with.
   */
  readonly unplaced?: ReadonlySet<string>;
  /**
   * Entries, as `findUntoldEntries` names them, that our side added or removed without telling theirs. The merge takes their version of these
   * entries as the base, so that our change of them stays.
   */
  readonly untold?: ReadonlySet<string>;
  /** Our side sent its table of contents. Theirs may lack words of it that people wrote between the entries, because not every service keeps them. */
  readonly mayLackWords?: boolean;
  /** Identities of pages that theirs deleted, and that the merge deletes, too: of their entries, only another title here stays. */
  readonly deleted?: ReadonlySet<string>;
  /** Titles that our side sent. Where theirs has such a title and our side has another one by now, ours is newer. */
  readonly sentTitles?: ReadonlySet<string>;
  /** Identities of entries whose places our side sent although no line said them. Where the sides disagree about such a place, ours is newer. */
  readonly sentPlaces?: ReadonlySet<string>;
}

/** An entry of a table of contents, and its parent. */
interface Entry {
  readonly saying: SummaryLine;
  readonly parent: string | null;
}

/**
 * Merges tables of contents as trees: what one side added, removed, renamed or moved is so in the result, and
 * sides that touched different entries never conflict. An entry that one side removed and the other changed stays.
 */
export function mergeSummary(versions: Versions<string>, pages: EntryPages = {}): SummaryMerge {
  const { untold = new Set<string>() } = pages;
  const whole = untold.size === 0 ? chooseSide(versions) : undefined;
  if (whole !== undefined) return { text: whole, conflicts: [] };

  const theirs = treeOf(versions.theirs, pages.theirs);
  const [sent, ours] = [treeOf(versions.base, pages.base), treeOf(versions.ours, pages.ours)];
  // An entry that our side never had is new to it, wherever theirs put it.
  const unplaced = new Set(
    [...(pages.unplaced ?? [])].map(entryName).filter((name) => sent.nodes.has(name) || ours.nodes.has(name)),
  );
  const base = withDeleted(sharedBase(sent, theirs, { untold, unplaced }), { ours, theirs }, pages.deleted);
  const trees: Versions<Tree<Entry>> = {
    base,
    ours: withKnownGroups(ours, { base, other: theirs }),
    theirs: withKnownGroups(theirs, { base, other: ours }),
  };
  const conflicts: SummaryConflict[] = [];
  const merged = mergeTree(trees, {
    prefers: 'ours',
    orphans: 'to-the-top',
    same: (one, other) => sameSaying(one.saying, other.saying),
    join: (entry) => joinEntry(entry, pages.sentTitles ?? new Set(), conflicts),
  });
  const sentPlaces = new Set([...(pages.sentPlaces ?? [])].map(entryName));
  for (const { id, why, places } of merged.conflicts)
    if (why === 'place' && places !== undefined && !sentPlaces.has(id) && !wasMovedUp(trees, places)) {
      const names = mapVersions(places, (parent) => parent ?? '');
      conflicts.push({ entry: titleOf(trees.ours.nodes.get(id)!.saying), field: 'place', ...names });
    }
  const printed = updateSummaryLines(printedOn(versions), flatten(merged));
  const text = mergeWords(printed, versions, { mayLack: pages.mayLackWords ?? false });
  const formatted = formattedSide(versions);
  return { text: formatted === undefined ? text : withStyleOf(text, versions[formatted]), conflicts };
}

/**
 * Whether the service moved an entry one level up, and no person did: when a page is deleted, the pages below it move up, and the
 * service keeps no pages below a link to another site.
 */
function wasMovedUp(
  { base, theirs }: Versions<Tree<Entry>>,
  places: Versions<string | null | undefined>,
): boolean {
  const above = base.nodes.get(places.base ?? '');
  if (above === undefined || above.parent !== places.theirs) return false;
  const isLink = above.saying.kind === 'item' && isExternalTarget(above.saying.target);
  return isLink || !theirs.nodes.has(places.base!);
}

/**
 * The text whose lines stay as they are: ours, unless theirs alone has words of its own between the entries, or other bullets or another
 * indentation than the base, as after a formatter.
 */
function printedOn(versions: Versions<string>): string {
  const { ours, theirs } = versions;
  const words = mapVersions(versions, wordsIn);
  const areIn = (side: Side, other: Side): boolean =>
    [...words[side]].every((line) => words.base.has(line) || words[other].has(line));
  if (!areIn('ours', 'theirs')) return ours;
  return formattedSide(versions) === 'theirs' || !areIn('theirs', 'ours') ? theirs : ours;
}

/** The side whose table of contents a formatter went over, if it is one side alone. */
function formattedSide({ base, ours, theirs }: Versions<string>): Side | undefined {
  const [mine, others] = [!hasSameStyle(base, ours), !hasSameStyle(base, theirs)];
  if (base === '' || mine === others) return undefined;
  return mine ? 'ours' : 'theirs';
}

function treeOf(text: string, identityOf: EntryIdentity = (target) => target): Tree<Entry> {
  const nodes = new Map<string, Entry>();
  const children = new Map<string | null, string[]>();
  const open: string[] = [];
  let group: string | null = null;
  for (const saying of parseSummary(text).entries) {
    const depth = 'depth' in saying ? saying.depth : 0;
    const parent = 'depth' in saying ? (depth === 0 ? group : (open[depth - 1] ?? group)) : null;
    const identity = unused(nodes, nameOf(saying, identityOf));
    nodes.set(identity, { saying: plainSummaryLine(saying), parent });
    children.set(parent, [...(children.get(parent) ?? []), identity]);
    if (saying.kind === 'group' || saying.kind === 'divider') group = identity;
    else open.splice(depth, open.length, identity);
  }
  return { nodes, children: (parent) => children.get(parent) ?? [] };
}

/**
 * Names the entries that only one of two tables of contents has and that are no pages: groups, links, computed entries and missing
 * files. A sync tells a service about pages alone, so the service does not learn of these entries.
 */
export function findUntoldEntries(
  before: { readonly text: string; readonly isPage: (target: string) => boolean },
  here: { readonly text: string; readonly isPage: (target: string) => boolean },
): string[] {
  const namesOf = ({ text, isPage }: typeof before): string[] =>
    [...treeOf(text).nodes].flatMap(([name, { saying }]) => {
      // The first entry for a page is the page; any further entry for it is a link.
      const isOfPage = saying.kind === 'item' && isPage(saying.target) && name === entryName(saying.target);
      return saying.kind === 'divider' || isOfPage ? [] : [name];
    });
  const [old, now] = [namesOf(before), namesOf(here)];
  return [...now.filter((name) => !old.includes(name)), ...old.filter((name) => !now.includes(name))];
}

/**
 * The base that both sides began with, from the text that our side sent: theirs knows nothing of the untold entries, so the entries
 * below these are where theirs has them. Of untold and unplaced entries, and all below them, the base has their version.
 */
function sharedBase(
  sent: Tree<Entry>,
  theirs: Tree<Entry>,
  { untold, unplaced }: { untold: ReadonlySet<string>; unplaced: ReadonlySet<string> },
): Tree<Entry> {
  if (untold.size + unplaced.size === 0) return sent;
  const nodes = new Map<string, Entry>();
  // An untold entry may point to a file that was not sent, while theirs has its page at another path. The entry is then named by the page.
  // Of two entries for one page, the second is a link, which theirs never has.
  const isUntold = (name: string, { saying }: Entry): boolean => {
    const [suffix = ''] = / \(\d+\)$/u.exec(name) ?? [];
    const isKnown = suffix !== '' || theirs.nodes.has(name);
    return untold.has(name) || (isKnown && untold.has(nameOf(saying) + suffix));
  };
  const moved = new Set<string>();
  for (const [name, entry] of sent.nodes) {
    if (isUntold(name, entry)) {
      moved.add(name);
      continue;
    }
    const there = moved.has(entry.parent ?? '') ? theirs.nodes.get(name) : undefined;
    // Our side deleted the page of this entry, so theirs moved the entries that were below it.
    if (there !== undefined || untold.has(nameOf(entry.saying))) moved.add(name);
    nodes.set(name, there === undefined ? entry : { ...entry, parent: there.parent });
  }
  const added = new Set(unplaced);
  for (const [name, entry] of theirs.nodes)
    if (
      !nodes.has(name) &&
      (isUntold(name, entry) || moved.has(name) || added.has(name) || added.has(entry.parent ?? ''))
    ) {
      added.add(name);
      nodes.set(name, entry);
    }
  return { nodes, children: (parent) => childrenIn({ nodes, added }, parent, [sent, theirs]) };
}

/** The base with our side's versions of the entries of deleted pages, unless our side gave them other titles. */
function withDeleted(
  base: Tree<Entry>,
  { ours, theirs }: Pick<Versions<Tree<Entry>>, 'ours' | 'theirs'>,
  deleted: ReadonlySet<string> = new Set(),
): Tree<Entry> {
  if (deleted.size === 0) return base;
  const nodes = new Map(base.nodes);
  for (const name of [...deleted].map(entryName)) {
    const [was, entry] = [nodes.get(name), ours.nodes.get(name)];
    if (was && entry && !theirs.nodes.has(name) && titleOf(was.saying) === titleOf(entry.saying))
      nodes.set(name, entry);
  }
  return { nodes, children: (parent) => base.children(parent) };
}

/**
 * One side's tree, in which each group with a new title has the identity that the group had in the base. Nothing but its title names a group,
 * so we know a group by what is in it: the same group has more than half of its entries in both versions. Otherwise, all entries of such a
 * group would seem to have moved.
 */
function withKnownGroups(
  side: Tree<Entry>,
  { base, other }: { base: Tree<Entry>; other: Tree<Entry> },
): Tree<Entry> {
  const gone = [...base.nodes].flatMap(([was, { saying }]) =>
    saying.kind === 'group' && !side.nodes.has(was) ? [was] : [],
  );
  const former = new Map<string, string>();
  for (const [name, { saying }] of side.nodes) {
    if (saying.kind !== 'group' || base.nodes.has(name) || other.nodes.has(name)) continue;
    const inside = new Set(side.children(name));
    for (const was of gone) {
      const members = base.children(was);
      const stayed = members.filter((each) => inside.has(each)).length;
      if (2 * stayed > Math.max(members.length, inside.size)) former.set(name, was);
    }
  }
  if (former.size === 0) return side;
  const present = new Map([...former].map(([name, was]) => [was, name]));
  const known = (name: string): string => former.get(name) ?? name;
  return {
    nodes: new Map(
      [...side.nodes].map(([name, entry]) => [
        known(name),
        entry.parent === null ? entry : { ...entry, parent: known(entry.parent) },
      ]),
    ),
    children: (parent) => side.children(present.get(parent ?? '') ?? parent).map(known),
  };
}

/** The nodes below a parent, in the order of one tree. Each added or other node comes behind the one that it follows in the second tree. */
function childrenIn(
  { nodes, added }: { nodes: ReadonlyMap<string, Entry>; added: ReadonlySet<string> },
  parent: string | null,
  [first, second]: readonly [Tree<Entry>, Tree<Entry>],
): readonly string[] {
  const isHere = (name: string): boolean => nodes.get(name)?.parent === parent;
  const names = first.children(parent).filter((name) => isHere(name) && !added.has(name));
  const there = second.children(parent);
  for (const [at, name] of there.entries())
    if (isHere(name) && !names.includes(name)) names.splice(names.indexOf(there[at - 1] ?? '') + 1, 0, name);
  return names;
}

function nameOf(saying: SummaryLine, identityOf: EntryIdentity = (target) => target): string {
  switch (saying.kind) {
    case 'item':
      return entryName(identityOf(saying.target));
    case 'computed':
      return `computed ${JSON.stringify(saying.computed)}`;
    case 'group':
      return `group ${saying.slug}`;
    case 'divider':
      return 'divider';
  }
}

/** The name of an entry for a page or another file, as `findUntoldEntries` names it: by its identity, or by its normal target. */
export function entryName(identity: string): string {
  return `item ${identity}`;
}

function unused(taken: ReadonlyMap<string, unknown>, name: string): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count += 1;
  return `${name} (${count})`;
}

/** What an entry says, without its place in a text. */
export function plainSummaryLine(saying: SummaryLine): SummaryLine {
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

/** Joins the title and the target of an entry that both sides changed, each separately. */
function joinEntry(
  { base = nothing, ours, theirs }: { base: Entry | undefined; ours: Entry; theirs: Entry },
  sentTitles: ReadonlySet<string>,
  conflicts: SummaryConflict[],
): Entry {
  const sayings = { base: base.saying, ours: ours.saying, theirs: theirs.saying };
  if (!areItems(sayings)) return { ...ours, saying: chooseSide(sayings, sameSaying) ?? ours.saying };
  const pick = (field: 'title' | 'target'): string => {
    const versions = mapVersions(sayings, (item) => item[field]);
    const chosen = chooseSide(versions);
    // If both sides have the file of one page at different paths, our path counts.
    const isDecided = field === 'target' || sentTitles.has(versions.theirs);
    if (chosen === undefined && !isDecided)
      conflicts.push({ entry: titleOf(ours.saying), field, ...versions });
    return chosen ?? versions.ours;
  };
  const [title, target] = [pick('title'), pick('target')];
  const linkTitle = chooseSide(mapVersions(sayings, (item) => item.linkTitle)) ?? sayings.ours.linkTitle;
  const rest = linkTitle === undefined ? {} : { linkTitle };
  return { ...ours, saying: { kind: 'item', depth: 0, title, target, ...rest } };
}

type Item = Extract<SummaryLine, { kind: 'item' }>;

function areItems(sayings: Versions<SummaryLine>): sayings is Versions<Item> {
  return [sayings.base, sayings.ours, sayings.theirs].every(({ kind }) => kind === 'item');
}

/** The base of an entry that both sides added. It equals neither of them, so every difference is a conflict. */
const nothing: Entry = {
  saying: { kind: 'item', depth: 0, title: '\0', target: '\0', linkTitle: '\0' },
  parent: null,
};

function titleOf(saying: SummaryLine): string {
  return 'title' in saying ? saying.title : saying.kind;
}

function sameSaying(one: SummaryLine, other: SummaryLine): boolean {
  return JSON.stringify({ ...one, depth: 0 }) === JSON.stringify({ ...other, depth: 0 });
}

/** The entries in the order of a text. A divider stands exactly where entries of no group follow a group. */
function flatten({ nodes, children }: MergedTree<Entry>): SummaryLine[] {
  const sayings: SummaryLine[] = [];
  let isInGroup = false;
  const visit = (parent: string | null, depth: number): void => {
    for (const identity of children(parent)) {
      const { saying } = nodes.get(identity)!;
      const isOfNoGroup = parent === null && 'depth' in saying;
      if (isInGroup && (isOfNoGroup || (saying.kind === 'divider' && children(identity).length > 0))) {
        sayings.push({ kind: 'divider' });
        isInGroup = false;
      }
      isInGroup ||= saying.kind === 'group';
      if (saying.kind !== 'divider') sayings.push('depth' in saying ? { ...saying, depth } : saying);
      visit(identity, saying.kind === 'group' || saying.kind === 'divider' ? 0 : depth + 1);
    }
  };
  visit(null, 0);
  return sayings;
}
