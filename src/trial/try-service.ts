import { AppError } from '../base/index.ts';
import { lookUntilFound } from '../sync/look-again.ts';
import type { WriteMethod } from '../sync/proposals/writing.ts';
import { isTrialSubject } from '../sync/remote/window.ts';
import type { Finding, Property } from './properties.ts';
import { Trial } from './trial.ts';
import type { Tree, TrialOptions, TrialPorts } from './trial.ts';
import { archive, cleanUp, tryMerge } from './try-merge.ts';
import { compareOtherPages, moveAndDelete, writeNewPages, writeOver } from './write-pages.ts';
import type { WrittenPages } from './write-pages.ts';
import type { LateRead } from './watched.ts';

/** What a trial of a service found. */
export interface TrialReport {
  readonly space: { readonly id: string; readonly title: string };
  readonly findings: readonly Finding[];
  /** What the trial made and could not take away, so that a person can do it. */
  readonly left: readonly string[];
}

const written: readonly Property[] = ['revisions', 'bytes', 'names', 'order', 'files', 'moves'];

/**
 * Tries on a space what sync relies on. The trial writes only into its own change requests, which it archives, and touches only
 * its own pages: one of them is merged and deleted again.
 *
 * @throws FORBIDDEN when the token may not edit the space; nothing was made then.
 */
export async function tryService(ports: TrialPorts, options: TrialOptions): Promise<TrialReport> {
  const space = await ports.remote.space(options.space);
  if (space === null)
    throw new AppError('NOT_FOUND', `There is no space ${options.space}, or the token may not see it`);
  if (!space.permissions.edit)
    throw new AppError('FORBIDDEN', `The token may not edit the space ${space.title}: nothing was tried`);
  const trial = new Trial(ports, options, space);
  let left: string[] = [];
  try {
    await play(trial);
  } finally {
    left = await cleanUp(trial);
  }
  return {
    space: { id: space.id, title: space.title },
    findings: trial.findings.rows('Not tried, because an earlier step that it needs did not work.'),
    left,
  };
}

async function play(trial: Trial): Promise<void> {
  const { findings, remote, space } = trial;
  for (const each of await trial.watched.remote.changeRequests(space.id, 'draft'))
    if (isTrialSubject(each.subject)) {
      trial.open.add(each.id);
      await archive(trial, remote, each.id);
    }
  const at = await open(trial);
  if (!at) return judgeLateness(trial);
  const { place } = at;
  await trial.stage('how edits can be written', ['writing', 'imports'], async () => {
    trial.way = await trial.findWay(place);
    findings.pass('writing', wordsOf(trial.way));
    if (trial.way.kind === 'import') judgeImport(trial, trial.way);
  });
  const { way } = trial;
  if (way) await writeAll(trial, way, place);
  await trial.stage('a change request put aside', ['archives'], async () => {
    await archive(trial, remote, place.id);
    const { ports, options } = trial;
    const shown = await lookUntilFound(
      { clock: ports.clock, signal: options.signal, restMs: options.lagMs },
      async () => {
        const now = await remote.changeRequest(space.id, place.id);
        return now?.status === 'archived' ? now : null;
      },
    );
    const no = 'A change request that was archived is not shown as archived.';
    findings.holds('archives', shown !== null, { yes: 'An archived change request says so.', no });
  });
  if (way) await trial.stage('a merge', ['merges'], () => tryMerge(trial, way));
  judgeLateness(trial);
}

type Opened = Awaited<ReturnType<Trial['create']>>;

async function open(trial: Trial): Promise<Opened | null> {
  let opened: Opened | null = null;
  await trial.stage('a change request', ['made'], async () => {
    const { made, place } = await trial.create();
    const listed = await trial.watched.remote.changeRequests(trial.space.id, 'draft');
    if (!listed.some(({ id }) => id === made.id))
      trial.watched.missedIn('a change request, in the list,', made.id);
    const now = await trial.remote.changeRequest(trial.space.id, made.id);
    if (now?.subject !== trial.subject)
      trial.findings.fail('made', 'A change request has not the subject that it was made with.');
    opened = { made, place };
  });
  return opened;
}

async function writeAll(trial: Trial, way: WriteMethod, place: Opened['place']): Promise<void> {
  const { findings } = trial;
  const done: { before?: Tree; made?: WrittenPages } = {};
  await trial.stage('new pages and a file', written, async () => {
    done.before = await trial.remote.content(place);
    done.made = await writeNewPages(trial, { way, place, before: done.before });
  });
  const { before, made } = done;
  if (!before || !made) return;
  await trial.stage('a page that is written over', ['identities'], () => writeOver(trial, way, made));
  if (way.kind === 'content') {
    await trial.stage('a move and a deletion', ['moves'], () => moveAndDelete(trial, way, made));
    await tryImport(trial, made);
  } else findings.cannot('moves', 'An import neither moves nor deletes pages.');
  await trial.stage('the pages of others', ['others'], async () =>
    compareOtherPages(trial, before, { after: made.content }),
  );
}

/** Tries imports besides content changes: a service may lose the latter one day, and `push.via` may ask for imports. */
async function tryImport(trial: Trial, pages: WrittenPages): Promise<void> {
  const { findings, options } = trial;
  if (options.via === 'content') {
    findings.cannot('imports', 'It was not tried: push.via asks for content changes alone.');
    return;
  }
  await trial.stage('an import', ['imports'], async () => {
    let way;
    try {
      way = await trial.findImport(pages.place);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      findings.cannot('imports', `${error.message.replace(/\.+$/u, '')}. Content changes do not need it.`);
      return;
    }
    judgeImport(trial, way);
    await writeOver(trial, way, pages);
  });
}

function judgeImport({ findings }: Trial, way: Extract<WriteMethod, { kind: 'import' }>): void {
  findings.holds('imports', way.form === 'archive', {
    yes: 'The service fetches an archive of pages and files from here.',
    no: 'The service fetches single pages from here, and takes no archives.',
  });
}

function wordsOf(way: WriteMethod): string {
  if (way.kind === 'content') return 'The service takes content changes.';
  return way.form === 'archive'
    ? 'The service takes no content changes, and imports archives.'
    : 'The service takes no content changes, and imports single pages.';
}

function judgeLateness({ findings, watched: { lateness }, options }: Trial): void {
  const { missing, old } = lateness;
  findings.holds('made', missing === null, {
    yes: 'A change request is there, and in its list, at once.',
    no: `${told(missing)} was not there ${after(missing)} after it was made; a sync waits up to ${options.lagMs / 1000} s.`,
  });
  findings.holds('reads', old === null, {
    yes: 'Reads show the write before them at once.',
    no: `${told(old)} showed what was there before, ${after(old)} after a write; a sync waits up to ${options.lagMs / 1000} s.`,
  });
}

function told(late: LateRead | null): string {
  const what = late?.what ?? '';
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
}

function after(late: LateRead | null): string {
  return `${((late?.ms ?? 0) / 1000).toFixed(1)} s`;
}
