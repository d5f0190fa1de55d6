import { sameValue } from '../../content/index.ts';
import type { ChangeRequest, RevisionChange, RevisionChanges } from '../../contract/index.ts';
import { changeRequestJson } from '../change-requests/change-request.ts';
import type { ChangeRequestRow } from '../change-requests/change-request.ts';
import type { Context } from '../context.ts';
import { readFiles, readReusable } from '../content/lists.ts';
import type { StoredFile, StoredReusable } from '../content/lists.ts';
import { fileJson, singlePageJson } from '../content/page-json.ts';
import type { Scope } from '../content/page-json.ts';
import { parentsOf } from '../content/revisions.ts';
import type { ContentHashes, RevisionRow } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { PageRecord, Placed, Tree } from '../tree/tree.ts';
import { variablesOf } from '../content/variables.ts';

/** How many changes the published clients expect when they give no limit. */
const defaultChangesLimit = 10;

type Attributes = Record<string, { before?: unknown; after?: unknown }>;

/** The changes from `before` to `after`, as the interface lists them; for a first revision, `before` is empty. */
export function changesBetween(
  ctx: Context,
  {
    before,
    after,
    scope,
    limit = defaultChangesLimit,
    metadata = true,
  }: {
    before: ContentHashes;
    after: RevisionRow;
    scope: Scope;
    limit?: number | undefined;
    metadata?: boolean | undefined;
  },
): RevisionChanges & { revision: object } {
  const all = [
    ...pageChanges(ctx, { before, after, scope, metadata }),
    ...fileChanges(ctx, { before, after, scope, metadata }),
    ...reusableChanges(ctx, before, after).map((change) => () => change),
    ...variableChanges(ctx, before, after).map((change) => () => change),
  ];
  return {
    revision: {
      id: after.id,
      parents: parentsOf(after),
      type: after.type,
      createdAt: after.created_at,
    },
    ...mergedFrom(ctx, after),
    changes: all.slice(0, limit).map((show) => show()),
    ...(all.length > limit ? { more: all.length - limit } : {}),
  };
}

function mergedFrom(ctx: Context, { merged_from: id }: RevisionRow): { mergedFrom?: ChangeRequest } {
  const row =
    id === null
      ? undefined
      : ctx.store.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', id);
  return row === undefined ? {} : { mergedFrom: changeRequestJson(ctx, row) };
}

/** A change that is described only when it is shown: a first revision has as many changes as pages. */
type Change = () => RevisionChange;

interface Comparing {
  readonly before: ContentHashes;
  readonly after: ContentHashes;
  readonly scope: Scope;
  readonly metadata: boolean;
}

function pageChanges(ctx: Context, { before, after, scope, metadata }: Comparing): Change[] {
  const { edited, moved, created, deleted } = diffTrees(
    readTree(ctx, before.root),
    readTree(ctx, after.root),
  );
  const show = (placed: Placed): Extract<RevisionChange, { type: 'page_created' }>['page'] =>
    // The list needs only the id, type, title and path of a page, so its children may be missing.
    singlePageJson(ctx, scope, placed, { metadata });
  return [
    ...created.map((placed): Change => () => ({ type: 'page_created', page: show(placed) })),
    ...moved.map(({ from, to }): Change => () => ({
      type: 'page_moved',
      page: show(to),
      parent: {
        ...(from.parent === undefined ? {} : { before: show(from.parent) }),
        ...(to.parent === undefined ? {} : { after: show(to.parent) }),
      },
    })),
    ...edited.map(({ from, to }): Change => () => ({
      type: 'page_edited',
      page: show(to),
      attributes: attributesOf(from.page, to.page, shownAttributes),
    })),
    ...deleted.map((placed): Change => () => ({ type: 'page_deleted', page: show(placed) })),
  ];
}

const shownAttributes = [
  ...[
    'title',
    'description',
    'slug',
    'document',
    'cover',
    'emoji',
    'icon',
    'layout',
    'variables',
    'hidden',
    'noIndex',
  ],
  ...['noRobotsIndex', 'condition', 'linkTitle', 'tags', 'metaLinks', 'target', 'href', 'computed', 'file'],
] as readonly (keyof PageRecord)[];

/** The difference of two trees. Parts with equal hashes are never looked into, so the cost depends on the size of the change. */
function diffTrees(
  before: Tree,
  after: Tree,
): {
  created: Placed[];
  edited: { from: Placed; to: Placed }[];
  moved: { from: Placed; to: Placed }[];
  deleted: Placed[];
} {
  const edited: { from: Placed; to: Placed }[] = [];
  const moved: { from: Placed; to: Placed }[] = [];
  const gone = new Map<string, Placed>();
  const arrived = new Map<string, Placed>();
  const both = (from: Placed, to: Placed): void => {
    if (from.hash === to.hash) return;
    if (!samePage(from.page, to.page)) edited.push({ from, to });
    lists(from.children, to.children);
  };
  const lists = (from: readonly Placed[], to: readonly Placed[]): void => {
    const left = new Map(from.map((placed) => [placed.page.id, placed]));
    const right = new Set(to.map((placed) => placed.page.id));
    for (const placed of from) if (!right.has(placed.page.id)) collect(placed, gone);
    const order: number[] = [];
    const index = new Map(from.map((placed, at) => [placed.page.id, at]));
    const common: Placed[] = [];
    for (const placed of to) {
      const former = left.get(placed.page.id);
      if (former === undefined) {
        collect(placed, arrived);
      } else {
        both(former, placed);
        common.push(placed);
        order.push(index.get(placed.page.id)!);
      }
    }
    for (const at of outOfOrder(order)) moved.push({ from: left.get(common[at]!.page.id)!, to: common[at]! });
  };
  lists(before.pages, after.pages);

  const created: Placed[] = [];
  for (const [id, to] of arrived) {
    const from = gone.get(id) ?? before.byId.get(id);
    if (from === undefined) {
      created.push(to);
      continue;
    }
    gone.delete(id);
    if (from.parent?.page.id !== to.parent?.page.id) moved.push({ from, to });
    if (!samePage(from.page, to.page)) edited.push({ from, to });
  }
  return {
    created,
    edited,
    moved,
    deleted: [...gone.values()].filter(({ page }) => !after.byId.has(page.id)),
  };
}

function collect(placed: Placed, into: Map<string, Placed>): void {
  into.set(placed.page.id, placed);
  for (const child of placed.children) collect(child, into);
}

/** The fewest places that have to move until `order` rises: those outside a longest rising run. */
function outOfOrder(order: readonly number[]): number[] {
  if (order.every((value, at) => at === 0 || order[at - 1]! < value)) return [];
  const tails: number[] = [];
  const previous = new Map<number, number>();
  for (const [at, value] of order.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous.set(at, tails[low - 1]!);
    tails[low] = at;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return [...order.keys()].filter((at) => !kept.has(at));
}

/** Says whether two nodes are the same page, except for the times of edits. */
function samePage(one: PageRecord, other: PageRecord): boolean {
  return one.type === other.type && Object.keys(attributesOf(one, other, shownAttributes)).length === 0;
}

function attributesOf<Value extends object>(
  before: Value,
  after: Value,
  keys: readonly (keyof Value)[],
): Attributes {
  const attributes: Attributes = {};
  for (const key of keys) {
    if (sameValue(before[key], after[key])) continue;
    attributes[key as string] = {
      ...(before[key] === undefined ? {} : { before: before[key] }),
      ...(after[key] === undefined ? {} : { after: after[key] }),
    };
  }
  return attributes;
}

function fileChanges(ctx: Context, { before, after, scope, metadata }: Comparing): Change[] {
  if (before.files === after.files) return [];
  const former = new Map(readFiles(ctx, before.files).map((file) => [file.id, file]));
  const changes: Change[] = [];
  const show = (file: StoredFile) => fileJson(ctx, scope.space, file, { metadata });
  for (const file of readFiles(ctx, after.files)) {
    const old = former.get(file.id);
    former.delete(file.id);
    if (old === undefined) {
      changes.push(() => ({ type: 'file_created', file: show(file) }));
      continue;
    }
    const attributes = attributesOf(old, file, ['name', 'contentType', 'size', 'oid', 'path']);
    if (Object.keys(attributes).length === 0) continue;
    changes.push(() => ({
      type: 'file_edited',
      file: show(file),
      attributes: {
        ...attributes,
        downloadURL: { before: show(old).downloadURL, after: show(file).downloadURL },
      },
    }));
  }
  for (const file of former.values()) changes.push(() => ({ type: 'file_deleted', file: show(file) }));
  return changes;
}

function reusableChanges(ctx: Context, before: ContentHashes, after: ContentHashes): RevisionChange[] {
  if (before.reusable === after.reusable) return [];
  const former = new Map(readReusable(ctx, before.reusable).map((content) => [content.id, content]));
  const changes: RevisionChange[] = [];
  const show = ({ id, title, document }: StoredReusable) => ({ id, title, document });
  for (const content of readReusable(ctx, after.reusable)) {
    const old = former.get(content.id);
    former.delete(content.id);
    if (old === undefined) {
      changes.push({ type: 'reusable_content_created', reusableContent: show(content) });
      continue;
    }
    const attributes = attributesOf(old, content, ['title', 'document']);
    if (Object.keys(attributes).length === 0) continue;
    changes.push({ type: 'reusable_content_edited', reusableContent: show(content), attributes });
  }
  for (const content of former.values()) {
    changes.push({ type: 'reusable_content_deleted', reusableContent: show(content) });
  }
  return changes;
}

function variableChanges(ctx: Context, before: ContentHashes, after: ContentHashes): RevisionChange[] {
  if (before.files === after.files) return [];
  const one = variablesOf(ctx, readFiles(ctx, before.files)) ?? {};
  const other = variablesOf(ctx, readFiles(ctx, after.files)) ?? {};
  const variables = attributesOf<Record<string, unknown>>(one, other, [
    ...new Set([...Object.keys(one), ...Object.keys(other)]),
  ]);
  return Object.keys(variables).length === 0 ? [] : [{ type: 'variables_edited', variables }];
}
