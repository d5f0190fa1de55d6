import { isAppError } from '../base/index.ts';
import { lookUntilFound } from '../sync/look-again.ts';
import { documentsIn } from '../sync/remote/tree.ts';
import type { DocumentPage } from '../sync/remote/tree.ts';
import type { WriteMethod } from '../sync/proposals/writing.ts';
import type { ContentPlace, Remote } from '../sync/remote/port.ts';
import { isPageOfTrial, trialPageTitle, mergedSample } from './samples.ts';
import type { Sample } from './samples.ts';
import { properties } from './properties.ts';
import { insertOf, keyOf, updateOf } from './trial.ts';
import type { Tree, Trial } from './trial.ts';
import { compareOtherPages } from './write-pages.ts';

/** Merges a page of the trial, and takes it away again. Where nothing can be deleted, the trial uses a page that was lent for this. */
export async function tryMerge(trial: Trial, way: WriteMethod): Promise<void> {
  if (!trial.space.permissions.merge) {
    trial.findings.cannot('merges', 'The token may not merge.');
    return;
  }
  if (isUnsafe(trial)) return;
  const sample = way.kind === 'content' ? await mergeNewPage(trial, way) : await mergeLentPage(trial, way);
  if (sample === null) return;
  const { place } = await trial.create();
  const content = await trial.remote.content(place);
  const page = documentsIn(content.pages).find(({ id }) => id === sample.id);
  const isWhole = page !== undefined && (await trial.textOf(place, sample.id)) === sample.text;
  trial.findings.holds('merges', isWhole, {
    yes: 'The merged page is in the space: the same page with the same text.',
    no:
      page === undefined
        ? 'The merged page is not in the space, or is another page there.'
        : 'The merged page has another text in the space.',
  });
  if (way.kind === 'content') await takeAway(trial, trial.remote, { place, content });
  else await archive(trial, trial.remote, place.id);
}

/** Whether the service changed other pages than it was asked to change, so that a merge could harm the space. */
function isUnsafe({ findings }: Trial): boolean {
  const failed = (['identities', 'others'] as const).find((property) => findings.failed(property));
  if (failed === undefined) return false;
  findings.cannot('merges', `Nothing was merged, because of “${properties[failed].title}”.`);
  return true;
}

type MergedPage = Pick<Sample, 'text'> & { readonly id: string };

async function mergeNewPage(trial: Trial, way: WriteMethod): Promise<MergedPage | null> {
  const sample = mergedSample(trial.mark);
  const { place } = await trial.create();
  const before = await trial.remote.content(place);
  const steps = [insertOf(sample, { into: null, at: before.pages.length })];
  const { made, content } = await trial.write(way, { place, content: before, steps });
  compareOtherPages(trial, before, { after: content });
  if (isUnsafe(trial)) return null;
  // The answer to the merge may get lost.
  trial.merged = sample.title;
  if (!(await merge(trial, place.id))) {
    trial.merged = null;
    return null;
  }
  return { id: made.get(keyOf(sample)) ?? '', text: sample.text };
}

async function mergeLentPage(trial: Trial, way: WriteMethod): Promise<MergedPage | null> {
  const { place } = await trial.create();
  const content = await trial.remote.content(place);
  const lent = documentsIn(content.pages).find(({ title }) => title === trialPageTitle);
  if (lent === undefined) {
    await archive(trial, trial.remote, place.id);
    trial.findings.cannot(
      'merges',
      `An import cannot delete pages, so that a merged page would stay: add a page named “${trialPageTitle}” to the space, and that one is written and merged.`,
    );
    return null;
  }
  const { id, path } = lent;
  const text = `# ${trialPageTitle}\n\n\`tidemark doctor --deep\` writes over this page: ${trial.mark}.\n`;
  const sample: Sample = { trait: 'a merge', title: trialPageTitle, path: `${path}.md`, text };
  const steps = [updateOf(sample, { id, text })];
  const { content: after } = await trial.write(way, { place, content, steps });
  compareOtherPages(trial, content, { after, written: [id] });
  if (isUnsafe(trial)) return null;
  return (await merge(trial, place.id)) ? { id, text } : null;
}

/** Merges a change request, and checks that the change request and its space both show the merge. */
async function merge(trial: Trial, id: string): Promise<boolean> {
  const { space, findings, remote, ports, options } = trial;
  const answer = await remote.merge(space.id, id);
  if (answer.result !== 'merge') {
    findings.fail('merges', `The service answered ${answer.result} to a merge that nobody else touched.`);
    return false;
  }
  trial.open.delete(id);
  const shown = await lookUntilFound(
    { clock: ports.clock, signal: options.signal, restMs: options.lagMs },
    async () => {
      const request = await remote.changeRequest(space.id, id);
      const now = await remote.space(space.id);
      return request?.status === 'merged' && now?.revision === answer.revision ? { request } : null;
    },
  );
  if (shown?.request.revisionMerged !== answer.revision) {
    const lag = `${options.lagMs / 1000} s`;
    const no = shown ? 'The change request does not name the revision that it became.' : null;
    findings.fail('merges', no ?? `The space does not show the merge after ${lag}.`);
  }
  return true;
}

/** Deletes the pages that this trial, or one that was killed, merged into the space. */
async function takeAway(
  trial: Trial,
  remote: Remote,
  { place, content }: { place: Extract<ContentPlace, { kind: 'change-request' }>; content: Tree },
): Promise<void> {
  const left = documentsIn(content.pages).filter(isPageOfTrial).filter(hasNothingBelow);
  if (left.length > 0) {
    const deletes = left.map(({ id }) => ({ type: 'delete_page', page: id }) as const);
    await remote.changeContent(place.space, place.id, deletes);
    const { result } = await remote.merge(place.space, place.id);
    if (result === 'merge') {
      trial.open.delete(place.id);
      trial.merged = null;
    }
  } else trial.merged = null;
  await archive(trial, remote, place.id);
}

/** Somebody may have put a page below this page. */
function hasNothingBelow({ pages }: DocumentPage): boolean {
  return pages.length === 0;
}

/** Archives one of the trial's change requests, unless it was merged. */
export async function archive(trial: Trial, remote: Remote, id: string): Promise<void> {
  if (!trial.open.has(id)) return;
  try {
    await remote.setChangeRequest(trial.space.id, id, { status: 'archived' });
  } catch (error) {
    // The answer to an earlier attempt was lost, or somebody else was faster.
    if (!isAppError(error, 'WRONG_STATE', 'CONFLICT')) throw error;
  }
  trial.open.delete(id);
}

/** Takes away what the trial has made. Returns what could not be taken away, so that a person can do it. */
export async function cleanUp(trial: Trial): Promise<string[]> {
  const remote = trial.uncut();
  const left: string[] = [];
  if (trial.merged !== null)
    try {
      const made = await remote.createChangeRequest(trial.space.id, trial.subject);
      trial.open.add(made.id);
      const place = { kind: 'change-request', space: trial.space.id, id: made.id } as const;
      await takeAway(trial, remote, { place, content: await remote.content(place) });
    } catch {
      // The lines below name what is left.
    }
  if (trial.merged !== null) left.push(`the page “${trial.merged}”`);
  for (const id of [...trial.open])
    try {
      await archive(trial, remote, id);
    } catch {
      left.push(`the change request ${id} (“${trial.subject}”)`);
    }
  return left;
}
