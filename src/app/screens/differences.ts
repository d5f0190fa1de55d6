import { sidesOf } from '../../content/index.ts';
import type { PageNode } from '../../content/index.ts';
import type { RevisionChange } from '../../contract/index.ts';
import type { SpaceReader } from '../../site/index.ts';
import { differenceParts, type ShownPart } from '../diff/rendered.ts';
import { sourceDiff, type Hunk } from '../diff/source.ts';
import { undecidedBody, undecidedParts, type Sides } from '../diff/undecided.ts';
import { withoutElementNames } from '../html.ts';
import { pagesInOrder } from './tree.ts';

/** The ways to look at differences. */
const diffModes = ['rendered', 'unified', 'split'] as const;
export type DiffMode = (typeof diffModes)[number];

/** The mode that an address asks for. */
export function diffModeOf(query: URLSearchParams): DiffMode {
  return diffModes.find((mode) => mode === query.get('view')) ?? 'rendered';
}

/** What happened to a page, before its texts are compared. */
export interface PageChange {
  readonly id: string;
  readonly title: string;
  readonly kind: 'created' | 'edited' | 'moved' | 'deleted';
  /** The page's old and new place, in words; undefined for a page that did not move. */
  readonly move: { readonly from: string; readonly to: string } | undefined;
  /** Fields that changed, except the text. */
  readonly fields: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly path: string;
}

/** What changed in the text of a page. */
export interface TextDifference {
  /** Whether the texts were compared; the others are compared when somebody asks for them. */
  readonly compared: boolean;
  /** The rendered difference; undefined where sources are compared. */
  readonly parts: readonly ShownPart[] | undefined;
  readonly hunks: readonly Hunk[] | undefined;
}

/** What is compared, and how it is shown. */
export interface Compared {
  readonly before: SpaceReader;
  readonly after: SpaceReader;
  readonly mode: DiffMode;
}

/** The page changes that an operation of the interface reports, one entry for each page, and the other changes beside them. */
export function pageChangesOf(changes: readonly RevisionChange[]): PageChange[] {
  const found = new Map<string, PageChange>();
  const add = (change: PageChange): void => {
    const known = found.get(change.id);
    if (known === undefined) found.set(change.id, change);
    else
      found.set(change.id, {
        ...known,
        move: known.move ?? change.move,
        fields: [...known.fields, ...change.fields],
        kind: known.kind === 'moved' ? change.kind : known.kind,
      });
  };
  for (const change of changes) {
    if (!('page' in change)) continue;
    const { page } = change;
    const base = {
      id: page.id,
      title: page.title,
      path: 'path' in page ? page.path : '',
      move: undefined,
      fields: [],
    };
    if (change.type === 'page_created') add({ ...base, kind: 'created' });
    else if (change.type === 'page_deleted') add({ ...base, kind: 'deleted' });
    else if (change.type === 'page_moved') {
      const place = (parent: { title: string } | undefined): string => parent?.title ?? 'the top level';
      const move = { from: place(change.parent?.before), to: place(change.parent?.after) };
      add({ ...base, kind: 'moved', move });
    } else if (change.type === 'page_edited')
      add({ ...base, kind: 'edited', fields: fieldsIn(change.attributes) });
  }
  return [...found.values()];
}

/** Fields that are not shown to people: the text has its own place, the others are for programs. */
const unsaid = new Set([
  'document',
  'file',
  'metaLinks',
  'target',
  'computed',
  'layout',
  'tags',
  'variables',
  'cover',
]);

function fieldsIn(attributes: Readonly<Record<string, unknown>> | undefined): PageChange['fields'] {
  return Object.entries(attributes ?? {})
    .filter(([name]) => !unsaid.has(name))
    .map(([name, value]) => {
      const { before, after } = value as { before?: unknown; after?: unknown };
      const words = (each: unknown): string =>
        each === undefined ? '' : typeof each === 'string' ? each : JSON.stringify(each);
      return { name, before: words(before), after: words(after) };
    });
}

/** What changed between two states of a space, found by their trees. */
export function treeChanges(before: readonly PageNode[], after: readonly PageNode[]): PageChange[] {
  const former = placesIn(before);
  const changes: PageChange[] = [];
  for (const [id, { node, parent }] of placesIn(after)) {
    const old = former.get(id);
    former.delete(id);
    const path = 'path' in node ? node.path : '';
    const base = { id, title: node.title, path, move: undefined, fields: [] };
    if (old === undefined) {
      changes.push({ ...base, kind: 'created' });
      continue;
    }
    const fields =
      old.node.title === node.title ? [] : [{ name: 'title', before: old.node.title, after: node.title }];
    const isEdited = documentOf(old.node) !== documentOf(node) || fields.length > 0;
    const isMoved = old.parent?.id !== parent?.id;
    if (!isEdited && !isMoved) continue;
    const move = isMoved
      ? { from: old.parent?.title ?? 'the top level', to: parent?.title ?? 'the top level' }
      : undefined;
    changes.push({ ...base, fields, move, kind: isEdited ? 'edited' : 'moved' });
  }
  for (const [id, { node }] of former)
    changes.push({ id, title: node.title, path: '', move: undefined, fields: [], kind: 'deleted' });
  return changes;
}

function placesIn(pages: readonly PageNode[]): Map<string, { node: PageNode; parent: PageNode | undefined }> {
  const places = new Map<string, { node: PageNode; parent: PageNode | undefined }>();
  for (const { node } of pagesInOrder(pages)) {
    if (!places.has(node.id)) places.set(node.id, { node, parent: undefined });
    if ('pages' in node) for (const child of node.pages) places.set(child.id, { node: child, parent: node });
  }
  return places;
}

function documentOf(node: PageNode): string | undefined {
  return node.type === 'document' ? node.documentId : undefined;
}

/** How many pages are compared at once; the others wait until somebody looks at them. */
export const comparedAtOnce = 8;

/** The difference of one page between two readers; blocks named in `open` are not folded away. */
export async function differenceOf(
  change: PageChange,
  { before, after, mode }: Compared,
  open: ReadonlySet<string> = new Set(),
): Promise<TextDifference> {
  if (mode === 'rendered')
    return {
      compared: true,
      parts: await compareRendered(change, { before, after }, open),
      hunks: undefined,
    };
  const texts = [(await before.text(change.id)) ?? '', (await after.text(change.id)) ?? ''] as const;
  return { compared: true, parts: undefined, hunks: sourceDiff(...texts) };
}

async function compareRendered(
  { id, kind }: PageChange,
  { before, after }: Omit<Compared, 'mode'>,
  open: ReadonlySet<string>,
): Promise<ShownPart[]> {
  const former = kind === 'created' ? undefined : await before.page(id);
  const present = kind === 'deleted' ? undefined : await after.page(id);
  const sides = kind === 'deleted' ? undefined : await renderedSides(after, id);
  if (sides === undefined && former?.html === present?.html) return [];
  const parts =
    sides === undefined
      ? differenceParts(former?.html ?? '', present?.html ?? '', open)
      : undecidedParts(former?.html ?? '', sides, open);
  return parts.map((part) => ({ ...part, html: withoutElementNames(part.html) }));
}

/** The body of a page, in which a place that waits for a decision has both texts instead of the marks of a merge. */
export async function bodyOf(reader: SpaceReader, id: string): Promise<string> {
  const sides = await renderedSides(reader, id);
  if (sides !== undefined) return undecidedBody(sides);
  return (await reader.page(id))?.html ?? '';
}

/** The bodies of both sides of a page that waits for a decision. */
async function renderedSides(reader: SpaceReader, id: string): Promise<Sides | undefined> {
  const texts = sidesOf((await reader.text(id)) ?? '');
  if (texts === undefined) return undefined;
  const body = async (text: string): Promise<string> => (await reader.page(id, text))?.html ?? '';
  return { ours: await body(texts.ours), theirs: await body(texts.theirs) };
}
