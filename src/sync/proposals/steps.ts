import { setTitle, splitEmoji, titleOf } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import type { ContentChange, PageFields, PagePosition } from '../remote/port.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import { linkKey } from './page-tree.ts';
import type { PageFile } from './untold.ts';

/** One content change whose pages are still named by keys: new pages get their ids with the answer. */
export type Step =
  | {
      readonly do: 'insert';
      readonly key: PageKey;
      readonly edit: TextEdit;
      readonly into: PageKey | null;
      readonly at: number;
    }
  | {
      readonly do: 'update';
      readonly key: PageKey;
      readonly edit: TextEdit | null;
      readonly place: { readonly into: PageKey | null; readonly at: number } | null;
    }
  | {
      readonly do: 'delete';
      readonly key: PageKey;
      readonly path: string;
      /** The paths of deleted pages below this page, which go with it. */
      readonly below?: readonly string[];
    }
  | {
      readonly do: 'files';
      readonly files: readonly SentFile[];
    };

/** A file to send. */
export interface SentFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The local file, where that is not what is sent. */
  readonly local?: Uint8Array;
}

export interface StepPlan {
  readonly steps: readonly Step[];
  readonly unsaid: readonly string[];
}

/** A plan, and the pages whose place or deletion is not in the plan. */
export interface TreePlan extends StepPlan {
  readonly left: readonly PageFile[];
}

export interface StepInput {
  readonly edits: FolderEdits;
  /** The change request as it is now. */
  readonly content: Revision;
  /** The texts to write, by key; a page without one is right as it is, or must not be written. */
  readonly texts: ReadonlyMap<PageKey, TextEdit>;
  readonly files: readonly SentFile[];
  /** Of the pages whose deletion is an edit, those that nobody else changed. */
  readonly deletable: ReadonlySet<PageKey>;
}

const filesPerStep = 20;

/**
 * Plans the changes that bring the local edits, and nothing else, into a change request. When the change request says them all,
 * the plan is empty.
 */
export function planSteps({ edits, content, texts, files, deletable }: StepInput): TreePlan {
  const tree = new OrderedTree(content.pages);
  const steps: Step[] = [];
  const unsaid: string[] = [];
  const left: PageFile[] = [];
  const assets = files.filter(({ path }) => path !== edits.contents);
  for (let at = 0; at < assets.length; at += filesPerStep)
    steps.push({ do: 'files', files: assets.slice(at, at + filesPerStep) });

  const placed = placeSteps(tree, { edits, texts });
  unsaid.push(...placed.unsaid);
  left.push(...placed.left);
  steps.push(...placed.steps);
  const written = new Set(placed.steps.map(({ key }) => key));
  for (const [key, edit] of texts)
    if (!written.has(key) && tree.has(key)) steps.push({ do: 'update', key, edit, place: null });

  const goes = (key: PageKey): boolean => [key, ...tree.below(key)].every((each) => deletable.has(each));
  for (const { key, path } of edits.deletes) {
    if (!tree.has(key) || tree.ancestors(key).some(goes)) continue;
    if (goes(key)) {
      const below = new Set(tree.below(key));
      const gone = edits.deletes.filter((each) => below.has(each.key)).map((each) => each.path);
      steps.push({ do: 'delete', key, path, ...(gone.length > 0 ? { below: gone } : {}) });
    } else {
      unsaid.push(keptPageMessage(path, deletable.has(key)));
      left.push({ path });
    }
  }
  // The table of contents comes last, because everything in a table that was sent counts as told.
  const contents = files.filter(({ path }) => path === edits.contents);
  if (contents.length > 0) steps.push({ do: 'files', files: contents });
  return { steps, unsaid, left };
}

/** Tells that a page is not deleted: somebody changed it, or the service would delete a page below it that stays. */
function keptPageMessage(path: string, isBecauseOfBelow: boolean): string {
  return isBecauseOfBelow
    ? `${path} is not deleted: a page below it stays, or was changed in the service meanwhile; delete that page as well, or move it`
    : `${path} is not deleted: it was changed in the service meanwhile; look at the change, and delete the page there`;
}

type PlaceStep = Extract<Step, { readonly do: 'insert' | 'update' }>;

/**
 * Plans inserts and moves, and changes the tree as they do. They stay in their order, because each index counts on the steps before it.
 * Pages that would only change places until all are where they were stay: two pages may both belong behind the same third one.
 */
function placeSteps(
  tree: OrderedTree,
  { edits, texts }: Pick<StepInput, 'edits' | 'texts'>,
): Omit<TreePlan, 'steps'> & { readonly steps: readonly PlaceStep[] } {
  const steps: PlaceStep[] = [];
  const unsaid: string[] = [];
  const left: PageFile[] = [];
  const before = tree.orders();
  /** Parents that a page came to or left. */
  const changed = new Set<PageKey | null>();
  for (const place of edits.places) {
    const { key, parent, path, after } = place;
    if (!tree.has(parent)) {
      unsaid.push(
        `${path} cannot be placed: the page or group above it is not in the change request; list it below another page, or move it in the service`,
      );
      left.push(place);
      continue;
    }
    const index = tree.indexAfter(parent, after, key);
    const edit = texts.get(key) ?? null;
    if (!tree.has(key)) {
      if (!edit) continue;
      tree.insert(key, parent, index);
      changed.add(parent);
      steps.push({ do: 'insert', key, edit, into: parent, at: index });
      continue;
    }
    if (tree.isAt(key, parent, index)) continue;
    if (tree.isWithin(parent, key)) {
      unsaid.push(
        `${path} cannot be placed below itself: list it elsewhere in ${edits.contents}, or move it in the service`,
      );
      left.push(place);
      continue;
    }
    const old = tree.parentOf(key);
    if (old !== parent) changed.add(old).add(parent);
    tree.move(key, parent, index);
    steps.push({ do: 'update', key, edit, place: { into: parent, at: index } });
  }
  const now = tree.orders();
  const stays = (parent: PageKey | null): boolean =>
    !changed.has(parent) && before.get(parent)!.join('\n') === now.get(parent)!.join('\n');
  return {
    steps: steps.filter((step) => step.do === 'insert' || !step.place || !stays(step.place.into)),
    unsaid,
    left,
  };
}

/** A change in the form that the interface takes; `idOf` gives ids, or the batch's own names of pages that it makes. */
export function changeOf(
  step: Step,
  idOf: (key: PageKey | null) => string | null,
  ref?: string,
): ContentChange {
  switch (step.do) {
    case 'insert':
      return {
        type: 'insert_page',
        document: { markdown: documentOf(step.edit) },
        ...fieldsOf(step.edit),
        into: idOf(step.into),
        at: step.at,
        ...hintOf(step.edit),
        ...(ref === undefined ? {} : { ref }),
      };
    case 'update':
      return {
        type: 'update_page',
        page: idOf(step.key)!,
        ...(step.edit && step.edit.text !== step.edit.baseText
          ? { document: { markdown: documentOf(step.edit) } }
          : {}),
        ...(step.edit ? fieldsOf(step.edit) : {}),
        ...(step.place ? { into: idOf(step.place.into), at: step.place.at } : {}),
        ...hintOf(step.edit),
      };
    case 'delete':
      return { type: 'delete_page', page: idOf(step.key)! };
    case 'files':
      return {
        type: 'insert_files',
        files: step.files.map(({ path, bytes }) => ({
          name: path,
          contentType: contentTypeOf(path),
          base64: Buffer.from(bytes).toString('base64'),
        })),
      };
  }
}

/**
 * The text to write. Its heading is the title that is sent: a service would put the title above any other heading.
 * Front matter that was removed is sent as an empty block, because a missing block means "unchanged".
 */
export function documentOf({ text, baseText, title }: TextEdit): string {
  const titled = title === null || titleOf(text) === null ? text : setTitle(text, title);
  const had = baseText !== null && /^---\r?\n/u.test(baseText);
  return had && !/^---\r?\n/u.test(titled) ? `---\n---\n\n${titled}` : titled;
}

function fieldsOf({ title, slug }: TextEdit): PageFields {
  const name = title === null ? null : splitEmoji(title);
  return {
    ...(name === null
      ? {}
      : { title: name.title, ...(name.emoji === undefined ? {} : { emoji: name.emoji }) }),
    ...(slug === null ? {} : { slug }),
  };
}

function hintOf(edit: TextEdit | null): Pick<PagePosition, 'git'> {
  return edit?.file === undefined ? {} : { git: { path: edit.file } };
}

function contentTypeOf(path: string): string {
  const types: Readonly<Record<string, string>> = {
    md: 'text/markdown',
    yaml: 'application/yaml',
    yml: 'application/yaml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    svg: 'image/svg+xml',
    pdf: 'application/pdf',
    json: 'application/json',
    txt: 'text/plain',
  };
  return types[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** The nodes of a change request by their keys, in order, after the changes that were planned so far. */
class OrderedTree {
  readonly #children = new Map<PageKey | null, PageKey[]>([[null, []]]);
  readonly #parents = new Map<PageKey, PageKey | null>();

  constructor(pages: readonly Page[]) {
    for (const { key, parent } of nodesIn(pages)) {
      this.#parents.set(key, parent);
      this.#children.get(parent)!.push(key);
      this.#children.set(key, []);
    }
  }

  has(key: PageKey | null): boolean {
    return key === null || this.#parents.has(key);
  }

  /** The keys below each node, in their order. */
  orders(): ReadonlyMap<PageKey | null, readonly PageKey[]> {
    return new Map([...this.#children].map(([parent, keys]) => [parent, [...keys]]));
  }

  parentOf(key: PageKey): PageKey | null {
    return this.#parents.get(key) ?? null;
  }

  isAt(key: PageKey, parent: PageKey | null, index: number): boolean {
    return this.#parents.get(key) === parent && this.#children.get(parent)!.indexOf(key) === index;
  }

  /** The index behind the nearest key of `after` that the parent has; `key` itself is not counted. */
  indexAfter(parent: PageKey | null, after: readonly PageKey[], key: PageKey): number {
    const siblings = this.#children.get(parent)!.filter((each) => each !== key);
    const nearest = after.find((each) => siblings.includes(each));
    return nearest === undefined ? 0 : siblings.indexOf(nearest) + 1;
  }

  isWithin(key: PageKey | null, ancestor: PageKey): boolean {
    return key !== null && (key === ancestor || this.ancestors(key).includes(ancestor));
  }

  ancestors(key: PageKey): PageKey[] {
    const found: PageKey[] = [];
    for (let at = this.#parents.get(key) ?? null; at !== null; at = this.#parents.get(at) ?? null)
      found.push(at);
    return found;
  }

  below(key: PageKey): PageKey[] {
    return (this.#children.get(key) ?? []).flatMap((child) => [child, ...this.below(child)]);
  }

  insert(key: PageKey, parent: PageKey | null, index: number): void {
    this.#children.get(parent)!.splice(index, 0, key);
    this.#parents.set(key, parent);
    this.#children.set(key, []);
  }

  move(key: PageKey, parent: PageKey | null, index: number): void {
    const old = this.#children.get(this.#parents.get(key) ?? null)!;
    old.splice(old.indexOf(key), 1);
    this.#children.get(parent)!.splice(index, 0, key);
    this.#parents.set(key, parent);
  }
}

export function nodeKey(page: Page): PageKey {
  if (page.type === 'group') return `group:${page.slug}`;
  const url = page.type === 'link' && page.target.kind === 'url' ? linkKey(page.target.url) : null;
  return url ?? page.id;
}

/** The nodes of a change request in reading order, with their keys and the key of the node above; null: the node is at the top. */
export function* nodesIn(
  pages: readonly Page[],
  parent: PageKey | null = null,
): Generator<{ readonly page: Page; readonly key: PageKey; readonly parent: PageKey | null }> {
  for (const page of pages) {
    const key = nodeKey(page);
    yield { page, key, parent };
    if ('pages' in page) yield* nodesIn(page.pages, key);
  }
}

/** What each node of a change request lies below, by keys; null: nothing. */
export function parentKeys(pages: readonly Page[]): ReadonlyMap<PageKey, PageKey | null> {
  return new Map([...nodesIn(pages)].map(({ key, parent }) => [key, parent]));
}

/** The ids of a change request's nodes, by key. */
export function nodeIds(pages: readonly Page[]): Map<PageKey, string> {
  return new Map([...nodesIn(pages)].map(({ key, page }) => [key, page.id]));
}
