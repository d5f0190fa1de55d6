import type { ChangeRequest, Space } from '../../contract/index.ts';
import type { SpaceReader, SpaceSource } from '../../site/index.ts';
import type { Scope } from '../paths.ts';
import type { OpenedReader } from '../readers.ts';
import { param, type Visit } from '../visit.ts';
import { openSpace, type OpenedSpace } from './frame.ts';

/** Content of a space that a page shows: the present content, a change request's, or a revision's. */
export interface OpenedContent extends OpenedSpace {
  readonly scope: Scope;
  readonly revision: string;
  readonly change: ChangeRequest | undefined;
  readonly reader: SpaceReader;
  readonly source: SpaceSource;
}

/** Opens the content that the path names: the `space`, and a change request (`number`) or a `revision` where the path has one. */
export async function openContent(visit: Visit): Promise<OpenedContent> {
  const opened = await openSpace(visit);
  const { space } = opened;
  const number = visit.params['number'];
  const revision = visit.params['revision'];
  if (number !== undefined) {
    const change = await openChange(visit, space.id);
    const scope: Scope = { space: space.id, change: String(change.number) };
    const opening = openReader(visit, space, change.revision, scope);
    return { ...opened, ...opening, scope, revision: change.revision, change };
  }
  const scope: Scope = revision === undefined ? { space: space.id } : { space: space.id, revision };
  const opening = openReader(visit, space, revision ?? space.revision, scope);
  return { ...opened, ...opening, scope, revision: revision ?? space.revision, change: undefined };
}

/** The change request that the path names by its number or id. */
export function openChange(visit: Visit, spaceId: string): Promise<ChangeRequest> {
  return visit.call('getChangeRequestById', {
    params: { spaceId, changeRequestId: param(visit, 'number') },
  });
}

/** The reader of a revision of a space. */
export function readerOf(visit: Visit, space: Space, revision: string, scope: Scope): SpaceReader {
  return openReader(visit, space, revision, scope).reader;
}

/** The reader of a revision of a space, with the content that it reads. */
export function openReader(visit: Visit, space: Space, revision: string, scope: Scope): OpenedReader {
  const { id, title, emoji } = space;
  return visit.readers.of(visit.caller, {
    space: { id, title, ...(emoji === undefined ? {} : { emoji }) },
    revision,
    scope,
  });
}

/** The revision of the space that a change request is based on. */
export function ancestorOf({ revisionMergedAncestor, revisionInitial }: ChangeRequest): string {
  return revisionMergedAncestor ?? revisionInitial;
}
