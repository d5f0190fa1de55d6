import type { ChangeRequest, Revision } from '../../contract/index.ts';
import { fileMark, pageMark } from '../mirror/marks.ts';
import { documentsIn } from '../remote/tree.ts';
import { archiveAsSeen } from '../remote/window.ts';
import { lostChangeRequestsIn } from './adopt.ts';
import type { ProposingPorts } from './propose.ts';
import { readProposals } from '../state/proposals.ts';
import type { ContentPlace } from '../remote/port.ts';
import { textOfPage } from '../remote/page-text.ts';
import { baseRevisionOf } from '../remote/change-request.ts';

/**
 * Archives change requests of this clone that no proposal is in, and that only repeat what the space or the change request of a
 * proposal says (SYNC-54). Returns a sentence for each of those, and for each one that stays because it has content of its own.
 */
export async function archiveRepeated(
  ports: Pick<ProposingPorts, 'context'>,
  { isDry }: { isDry: boolean },
): Promise<string[]> {
  const { remote, state, seen } = ports.context;
  const told: string[] = [];
  for (const space of state.spaces().values()) {
    if (!seen.has(space.id)) continue;
    for (const { id, number } of await lostChangeRequestsIn(ports, space.id)) {
      const request = await remote.changeRequest(space.id, id);
      if (request === null) continue;
      const name = `Change request #${number} of ${space.path} is an earlier one of this clone`;
      if (!(await saysNothingNew(ports, space.id, request)))
        told.push(`${name} and has changes of its own: it stays as it is`);
      else if (isDry)
        told.push(`${name} and only repeats what the service has elsewhere: a repair archives it`);
      else if (await archiveAsSeen(remote, space.id, request))
        told.push(`${name} and only repeats what the service has elsewhere: it is archived`);
    }
  }
  return told;
}

/** Whether the space, or the change request of another proposal, has everything that a change request changes. */
export async function saysNothingNew(
  { context }: Pick<ProposingPorts, 'context'>,
  space: string,
  request: ChangeRequest,
): Promise<boolean> {
  const { remote, state } = context;
  if (request.revision === request.revisionInitial) return true;
  if (!(await remote.readsRevisions(space))) return false;
  const place: ContentPlace = { kind: 'change-request', space, id: request.id };
  const base = baseRevisionOf(request);
  const content = await remote.content(place);
  const before = await remote.content({ kind: 'revision', space, revision: base });
  const { revision } = state.spaces().get(space)!;
  const others: ContentPlace[] = [{ kind: 'revision', space, revision }];
  for (const { space: own, changeRequest, state: is } of await readProposals(state))
    if (own === space && changeRequest && changeRequest.id !== request.id && is === 'open')
      others.push({ kind: 'change-request', space, id: changeRequest.id });
  for (const other of others)
    if (await containsChanges(context, { place, content, before, other })) return true;
  return false;
}

/** Whether another content has every page, file and deletion that a content has added to its start. */
async function containsChanges(
  { remote }: Pick<ProposingPorts['context'], 'remote'>,
  of: { place: ContentPlace; content: Revision; before: Revision; other: ContentPlace },
): Promise<boolean> {
  const there = await remote.content(of.other);
  const [pages, started] = [documentsIn(of.content.pages), documentsIn(of.before.pages)];
  const [theirs, now] = [documentsIn(there.pages), new Set(pages.map(({ id }) => id))];
  const marks = new Map(started.map((page) => [page.id, pageMark(page)]));
  const textOf = async (place: ContentPlace, id: string): Promise<string> => textOfPage(remote, place, id);
  for (const page of pages) {
    const mark = pageMark(page);
    if (mark !== null && mark === marks.get(page.id)) continue;
    const same = marks.has(page.id)
      ? theirs.filter(({ id }) => id === page.id)
      : theirs.filter(({ id, title }) => title === page.title && !marks.has(id));
    const text = await textOf(of.place, page.id);
    const texts = await Promise.all(same.map(({ id }) => textOf(of.other, id)));
    if (!texts.includes(text)) return false;
  }
  const gone = started.filter(({ id }) => !now.has(id));
  if (gone.some(({ id }) => theirs.some((page) => page.id === id))) return false;
  const files = new Set([...of.before.files, ...there.files].map(fileMark));
  return of.content.files.every((file) => files.has(fileMark(file)));
}
