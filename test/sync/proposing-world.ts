import { withPageId } from '../../src/content/index.ts';
import type { ManualClock } from '../../src/clock/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import { ArchivedHere } from '../../src/sync/mirror/archived-here.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import { fileMark, pageMark } from '../../src/sync/mirror/marks.ts';
import { mirrorRef } from '../../src/sync/mirror/tip.ts';
import { documentsIn } from '../../src/sync/remote/tree.ts';
import { nothingSent } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import type { ContentRecord } from '../../src/sync/state/records.ts';
import { StateStore } from '../../src/sync/state/store.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';
import { syncConfig } from './memory-world.ts';

/** A clone with one mirrored space in the middle of a cycle, for tests of what a single part of the sync decides. */
export interface ProposingWorld {
  readonly service: MemoryService;
  readonly space: string;
  readonly git: MemoryRepository;
  readonly state: StateStore;
  readonly clock: ManualClock;
  readonly context: CycleContext;
  /** The state and the mirror get what the space has now; returns the mirror's commit. */
  mirrors(): Promise<string>;
  /** Somebody makes a change request, and perhaps writes into it. */
  request(
    subject: string,
    change?: (pages: readonly ModelPage[]) => readonly ModelPage[],
  ): Promise<ChangeRequest>;
  /** A proposal of the branch `main`, by default one that is in a change request and has sent nothing. */
  proposal(request: ChangeRequest | null, change?: Partial<ProposalRecord>): ProposalRecord;
}

/** The path that the mirror of such a world has a page at. */
export const pathOf = ({ file, slug }: ModelPage): string => file ?? `${slug}.md`;

export async function proposingWorld(
  pages: (service: MemoryService) => readonly ModelPage[],
  { service = new MemoryService() }: { service?: MemoryService } = {},
): Promise<ProposingWorld> {
  const space = service.addSpace('Guides', pages(service));
  const git = new MemoryRepository();
  const state = new StateStore(git, { known: async () => 'this clone', drawn: async () => 'this clone' });
  await state.nameClone();
  const clock = new SleeplessClock();
  const context = {
    ...{ remote: service, git, state, clock, config: syncConfig(), options: {}, problems: [] },
    ...{ kept: { read: () => null, keepWritten: () => undefined }, obeyedHere: async () => new Set() },
    ...{
      readBack: new Map(),
      own: new Set(),
      seen: new Set(),
      halfSeen: new Set(),
      commits: 0,
      archivedHere: new ArchivedHere(undefined),
    },
    tip: { commit: null, tree: null },
  } as unknown as CycleContext;
  const mirrors = async (): Promise<string> => {
    const head = service.headOf(space);
    const content = await service.content({ kind: 'revision', space, revision: head.id });
    const documents = new Map(documentsIn(content.pages).map((page) => [page.id, page]));
    const texts = service.pagesOf(space).flatMap((page) => {
      const mark = documents.get(page.id);
      return mark === undefined ? [] : [{ page, mark: pageMark(mark) ?? '' }];
    });
    const files = Object.fromEntries([
      ...texts.map(({ page }) => [`guides/${pathOf(page)}`, withPageId(page.text, page.id)] as const),
      ...head.files.map(({ path, bytes }) => [`guides/${path}`, new TextDecoder().decode(bytes)] as const),
    ]);
    const earlier = await git.resolveRef(mirrorRef);
    const gone =
      earlier === null ? [] : (await git.listTree(earlier)).map(({ path }) => [path, null] as const);
    const commit = await commitFiles(git, earlier, { ...Object.fromEntries(gone), ...files });
    git.force(mirrorRef, commit);
    context.tip = { commit, tree: await git.treeOf(commit) };
    const recordAt = async (path: string, mark: string): Promise<ContentRecord> => ({
      ...{ path, mark },
      oid: (await git.entryAt(commit, `guides/${path}`))!.oid,
    });
    const [table, pagesNow, filesNow] = [state.table(space), new Map(), new Map()];
    for (const { page, mark } of texts) pagesNow.set(page.id, await recordAt(pathOf(page), mark));
    for (const file of content.files)
      filesNow.set(file.id, await recordAt(file.git?.path ?? file.name, fileMark(file)));
    await table.replaceAll('page', pagesNow);
    await table.replaceAll('file', filesNow);
    state.setSpace({
      ...{ id: space, title: 'Guides', path: 'guides', revision: head.id, token: 't', organization: 'org1' },
      ...{ pages: texts.length, changeRequests: [], commits: [] },
    });
    return commit;
  };
  await mirrors();
  return {
    ...{ service, space, git, state, clock, context, mirrors },
    request: async (subject, change) => {
      const { id } = await service.createChangeRequest(space, subject);
      if (change) service.editChangeRequest(id, change);
      return (await service.changeRequest(space, id))!;
    },
    proposal: (request, change = {}) => ({
      ...{ branch: 'main', space, marker: '0123456789', subject: 'Mine', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: request && { id: request.id, number: request.number, url: request.urls.app },
      ...change,
    }),
  };
}
