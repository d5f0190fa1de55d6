import { contentsAmong } from './contents-among.ts';
import type { CycleContext } from '../mirror/context.ts';
import { documentsIn } from '../remote/tree.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { rememberAsDeclined } from './declined.ts';
import { deletedPagesOf } from './deleted-after-merge.ts';
import { entryNames } from './untold.ts';
import { nameOfNewPage } from './requested-changes.ts';

/**
 * The record of a merged change request without the new pages that a reviewer had taken out of it before the merge. The service never had
 * these pages: they count as turned down (SYNC-12), and the service counts as never told of their entries in the table of contents.
 */
export async function withoutTakenOut(
  context: CycleContext,
  record: ProposalRecord,
): Promise<ProposalRecord> {
  const { state, remote } = context;
  const absent = (await deletedPagesOf(state, record)).filter(([key]) => key.startsWith('new:'));
  if (absent.length === 0) return record;
  const place = { kind: 'change-request', space: record.space, id: record.changeRequest!.id } as const;
  const merged = new Set(documentsIn((await remote.content(place)).pages).map(({ id }) => id));
  const takenOut = new Map(absent.filter(([, { id }]) => !merged.has(id)));
  if (takenOut.size === 0) return record;
  const paths = [...takenOut.values()].map(({ path }) => path);
  const names = new Set(paths.map(nameOfNewPage));
  const requested = Object.entries(record.wishes ?? {}).filter(([name]) => names.has(name));
  await rememberAsDeclined(state, record, Object.fromEntries(requested));
  const contents = await contentsAmong(state, record.space, record.files);
  const entries =
    contents === undefined
      ? []
      : entryNames(
          contents,
          paths.map((path) => ({ path })),
        );
  return {
    ...record,
    pages: Object.fromEntries(Object.entries(record.pages).filter(([key]) => !takenOut.has(key))),
    ...(entries.length === 0 ? {} : { untold: [...new Set([...(record.untold ?? []), ...entries])] }),
  };
}
