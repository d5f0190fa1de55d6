/** What waits for a decision in a change request: the list, and both sides of each conflict to decide between. */
import type { ChangeRequestConflict } from '../../contract/index.ts';
import { decodeText, mergePage, piecesOf, undecidedLabels } from '../../content/index.ts';
import type { SpaceReader, SpaceSource } from '../../site/index.ts';
import { changePath } from '../paths.ts';
import type { Outcome, View, Visit } from '../visit.ts';
import { openContent, openReader, type OpenedContent } from './content.ts';
import { nodeIn, pagesInOrder } from './tree.ts';

/** The most bytes that a file may have to be shown as text. */
const longestText = 200_000;
/** The field of an address that names a conflict, for each kind. */
const fieldOf = { page: 'page', file: 'file', tree: 'place' } as const;
type Kind = ChangeRequestConflict['kind'];

/** The reason why something waits, in words. */
const words: Readonly<Record<ChangeRequestConflict['reason'], string>> = {
  text: 'Both sides changed the same words.',
  fields: 'Both sides changed the name or the address.',
  place: 'Both sides moved it.',
  bytes: 'Both sides changed the file.',
  'both-added': 'Both sides added a file with this name.',
  'deleted-in-space': 'The space deleted it, and this change request changed it.',
  'deleted-in-change-request': 'This change request deleted it, and the space changed it.',
};

/** One side of a conflict with what its revision holds. */
export interface Side {
  readonly id: string;
  readonly revision: string;
  readonly reader: SpaceReader;
  readonly source: SpaceSource;
}

/** A conflict with the content of its sides; a side without the content is undefined. */
export interface OpenedConflict {
  readonly conflict: ChangeRequestConflict;
  readonly base: Side | undefined;
  readonly ours: Side | undefined;
  readonly theirs: Side | undefined;
}

/** What a person may have typed, and a problem that the page has to tell. */
export interface ConflictInput {
  readonly text?: string;
  readonly problem?: string;
  readonly status?: number;
}

/** The conflicts of the change request that is open. */
export async function conflictsIn(
  visit: Visit,
  { space, change }: Pick<OpenedContent, 'space' | 'change'>,
): Promise<readonly ChangeRequestConflict[]> {
  const params = { spaceId: space.id, changeRequestId: change!.id };
  return (await visit.call('getChangeRequestConflicts', { params })).conflicts;
}

/** The page on which a conflict is decided. */
export function conflictPath(
  { space, change }: OpenedContent,
  { kind, id }: { kind: Kind; id: string },
): string {
  return `${changePath(space.id, change!.number, 'fix')}?${fieldOf[kind]}=${encodeURIComponent(id)}`;
}

/** Which conflict an address or a form names. */
export function namedConflict(has: (name: string) => string | null | undefined): { kind: Kind; id: string } {
  const kind =
    (['page', 'file', 'tree'] as const).find((each) => (has(fieldOf[each]) ?? '') !== '') ?? 'page';
  return { kind, id: has(fieldOf[kind]) ?? '' };
}

/** Everything that waits for a decision. */
export async function conflicts(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const found = await conflictsIn(visit, content);
  return {
    template: 'conflicts',
    title: 'What waits for a decision',
    ...content.frame('changes'),
    data: {
      number: content.change!.number,
      subject: content.change!.subject,
      back: changePath(content.space.id, content.change!.number),
      mayDecide: mayDecide(content),
      conflicts: found.map((each) => ({
        title: each.title,
        why: words[each.reason],
        kind: each.kind === 'file' ? 'file' : 'page',
        blocks: each.blocks,
        href: conflictPath(content, each),
      })),
    },
  };
}

/** Both sides of a conflict, to decide between. */
export async function conflict(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  return conflictView(
    visit,
    content,
    namedConflict((name) => visit.query.get(name)),
  );
}

/** Shows a conflict, with the text that a person has typed already. */
export async function conflictView(
  visit: Visit,
  content: OpenedContent,
  named: { kind: Kind; id: string },
  typed: ConflictInput = {},
): Promise<View> {
  const all = await conflictsIn(visit, content);
  const found = all.find(({ kind, id }) => kind === named.kind && id === named.id);
  const number = content.change!.number;
  const back = changePath(content.space.id, number);
  const frame = { wide: true, ...content.frame('changes'), ...(typed.status && { status: typed.status }) };
  if (found === undefined) {
    const name = nodeIn(content.reader.pages, named.id)?.node.title ?? 'This file or page';
    return {
      template: 'decided',
      title: 'Nothing to decide',
      ...frame,
      data: { name, number, back, ...typed, edit: editPath(content, named) },
    };
  }
  const opened = openConflict(visit, content, found);
  return {
    template: 'conflict',
    title: `Decide: ${found.title}`,
    ...frame,
    data: {
      ...(await shownSides(visit, content, opened)),
      name: found.title,
      why: words[found.reason],
      reason: found.reason,
      blocks: found.blocks,
      field: fieldOf[found.kind],
      id: found.id,
      base: stateOfConflict(content, found),
      place: all.indexOf(found) + 1,
      total: all.length,
      list: changePath(content.space.id, number, 'conflicts'),
      action: changePath(content.space.id, number, 'fix'),
      edit: editPath(content, found),
      mayDecide: mayDecide(content),
      problem: typed.problem,
      typed: typed.text,
      back,
      number,
    },
  };
}

/** Opens the revisions of both sides of a conflict, and the revision that both began with. */
export function openConflict(
  visit: Visit,
  { space, scope }: OpenedContent,
  found: ChangeRequestConflict,
): OpenedConflict {
  const side = (at: ChangeRequestConflict['base']): Side | undefined =>
    at && { ...at, ...openReader(visit, space, at.revision, scope) };
  return { conflict: found, base: side(found.base), ours: side(found.ours), theirs: side(found.theirs) };
}

/** Names what a person saw when they decided: with another text, or another side of the space, the question is another one. */
export function stateOfConflict({ reader }: OpenedContent, { id, ours }: ChangeRequestConflict): string {
  const node = nodeIn(reader.pages, id)?.node;
  const document = node?.type === 'document' ? (node.documentId ?? '') : '';
  return `${ours?.revision ?? ''}.${document}`;
}

/** The text of a page at a side; undefined where the side has no such page. */
export async function textAt(side: Side | undefined): Promise<string | undefined> {
  return side?.reader.text(side.id);
}

/** The bytes of a file at a side, with its path. */
export async function fileAt(
  side: Side | undefined,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const found = side?.source.assets.find(({ id }) => id === side.id);
  return found && { path: found.path, bytes: await found.read() };
}

/** The place of a page at a side. */
export function placeAt(
  side: Side | undefined,
): { readonly parent: string | null; readonly title: string; readonly at: number } | undefined {
  const found = side && nodeIn(side.reader.pages, side.id);
  return (
    found && { parent: found.parent?.id ?? null, title: found.parent?.title ?? 'the top level', at: found.at }
  );
}

function mayDecide({ space, change }: OpenedContent): boolean {
  return space.permissions.edit && (change!.status === 'draft' || change!.status === 'open');
}

function editPath(content: OpenedContent, { kind, id }: { kind: Kind; id: string }): string | undefined {
  return kind === 'page' && nodeIn(content.reader.pages, id)?.node.type === 'document'
    ? `${changePath(content.space.id, content.change!.number, 'edit')}?page=${encodeURIComponent(id)}`
    : undefined;
}

/** What the page shows of a side. */
interface ShownSide {
  readonly text?: string | undefined;
  readonly picture?: string | undefined;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** What the page shows of both sides and the base, and the text to begin with. */
async function shownSides(visit: Visit, content: OpenedContent, opened: OpenedConflict) {
  const { kind, id, reason } = opened.conflict;
  const show = async (side: Side | undefined): Promise<ShownSide | undefined> => {
    if (side === undefined) return undefined;
    if (kind === 'file') return shownFile(visit.call, content.space.id, side);
    return kind === 'tree' || reason === 'fields' ? shownName(side) : { text: await textAt(side), facts: [] };
  };
  const sides = {
    base: await show(opened.base),
    ours: await show(opened.ours),
    theirs: await show(opened.theirs),
  };
  const present = await currentText(content, opened, sides);
  const pieces = kind === 'page' && reason === 'text' ? piecesOf(present ?? '') : [];
  const node = nodeIn(content.reader.pages, id)?.node;
  return {
    sides,
    result: present,
    pieces: pieces.map((piece) =>
      piece.kind === 'open' ? piece : { ...piece, text: shortened(piece.text) },
    ),
    open: pieces.filter((piece) => piece.kind === 'open').length,
    below: node !== undefined && 'pages' in node ? [...pagesInOrder(node.pages)].length : 0,
  };
}

/** The text to edit: what the change request says of a page now, or the merge of a file; undefined where there is no text. */
async function currentText(
  { reader }: OpenedContent,
  { conflict: found }: OpenedConflict,
  sides: Readonly<Record<'base' | 'ours' | 'theirs', { readonly text?: string | undefined } | undefined>>,
): Promise<string | undefined> {
  if (found.kind === 'tree' || found.reason === 'fields') return undefined;
  if (found.kind === 'page') return reader.text(found.id);
  const { base, ours, theirs } = sides;
  if (ours?.text === undefined || theirs?.text === undefined) return (ours ?? theirs)?.text;
  const versions = { base: base?.text ?? '', ours: ours.text, theirs: theirs.text };
  return mergePage(versions, undecidedLabels).text;
}

async function shownFile(call: Visit['call'], spaceId: string, side: Side): Promise<ShownSide> {
  const found = await fileAt(side);
  if (found === undefined) return { facts: [] };
  const { path, bytes } = found;
  const text = bytes.byteLength > longestText ? null : decodeText(bytes);
  const params = { spaceId, revisionId: side.revision, fileId: side.id };
  const { downloadURL } = await call('getFileInRevisionById', { params });
  const isPicture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path);
  return {
    text: isPicture || text === null ? undefined : text,
    picture: isPicture ? downloadURL : undefined,
    facts: [{ name: 'Size', value: `${bytes.byteLength.toLocaleString('en')} bytes` }],
  };
}

function shownName(side: Side): ShownSide {
  const node = nodeIn(side.reader.pages, side.id)?.node;
  const place = placeAt(side);
  return {
    facts: [
      { name: 'Title', value: node?.title ?? '' },
      ...(node !== undefined && 'slug' in node ? [{ name: 'Name in the address', value: node.slug }] : []),
      { name: 'Below', value: place?.title ?? '' },
    ],
  };
}

/** The lines around a conflict: enough to see where it is. */
function shortened(text: string): string {
  const lines = text.split('\n');
  return lines.length <= 7 ? text : [...lines.slice(0, 3), '…', ...lines.slice(-4)].join('\n');
}
