import { posix } from 'node:path';
import type { CycleReport } from '../../src/sync/index.ts';
import { isPagePath, markdownEnding } from './actor.ts';
import { Broken } from './broken.ts';
import { commitsAsMirrored, home, joinsByHand, resetToMirror, takeUpAgain } from './git-work.ts';
import { judgeConflicts, judgeRequests, judgeTakenBack } from './judge.ts';
import type { Ledger } from './ledger.ts';
import { isOdd, mended } from './odd-texts.ts';
import { joinTwo } from '../simulation/person-git.ts';
import { archive, merge } from './reviewing.ts';
import { bothSides } from './texts.ts';
import { nothingAside, unfinished } from './world.ts';
import type { CloneStage, Setting, Stage } from './world.ts';

/** How often people may be asked for something before everything is said. */
const mostRounds = 8;
/** So many cycles of each clone may write after people have done something. */
const cyclesToSettle = 3;
/** How often people wait a little for the service to show what was written. */
const mostWaits = 8;
const waitMs = 4000;

export interface Ending {
  readonly stage: Stage;
  readonly ledger: Ledger;
  readonly told: string[];
  readonly setting: Setting;
}

/**
 * The end of a schedule: nothing fails any more, everybody finishes what they began, reviewers merge, and writers do what the
 * program asks them for. Gives the last report of each clone.
 */
export async function settle(ending: Ending): Promise<Map<CloneStage, CycleReport>> {
  const { stage, told } = ending;
  const isOnCommit = ending.setting.trigger === 'commit';
  told.push('— From here on nothing fails, and everybody finishes what they began. —');
  stage.endTroubles();
  // The program comes to rest while people are still in the middle of things.
  await calmDown(ending);
  await judgeRequests(stage);
  for (const clone of stage.clones) await finish(clone, ending);
  // What a kill has cut is done first: whoever commits in the middle of it commits half of it.
  if (isOnCommit) await calmDown(ending);
  for (let round = 0; round < mostRounds; round++) {
    if (isOnCommit) for (const clone of stage.clones) await clone.git({ do: 'commit' });
    const reports = await calmDown(ending);
    await judgeRequests(stage);
    await judgeTakenBack(ending, reports.values());
    const archived = await archivesWhatStays(ending, reports.values());
    if ((await reviewersMerge(ending)) || archived) continue;
    let asked = false;
    for (const [clone, report] of reports) asked = (await answer(ending, clone, report)) || asked;
    if (!asked) return reports;
  }
  throw new Broken(
    'people and program come to an end',
    `after ${mostRounds} rounds there is still something to do`,
  );
}

/** A writer goes home, and mends what cannot be sent. */
async function finish(clone: CloneStage, { told, ledger }: Pick<Ending, 'told' | 'ledger'>): Promise<void> {
  while ((await clone.branch()) !== home) {
    await clone.git({ do: 'commit' });
    const said = await clone.git({ do: 'switch', branch: home });
    told.push(`${clone.name} goes back to ${home}${said === '' ? '' : ` (${said})`}`);
    // A sync that was cut while it moved the branch has to end first.
    if ((await clone.branch()) !== home) told.push(`${clone.name}: sync: ${(await clone.cycle(null)).said}`);
  }
  for (;;) {
    const said = await takeUpAgain({ clone, ledger });
    if (said === nothingAside) break;
    told.push(`${clone.name} takes up again what was put aside (${said})`);
    if (said === unfinished) told.push(`${clone.name}: sync: ${(await clone.cycle(null)).said}`);
  }
  const files = await clone.files();
  for (const [path, text] of files)
    if (markdownEnding.test(path) && isOdd(text)) {
      if (path === clone.contents) {
        await clone.git({ do: 'restore', path });
        await clone.git({ do: 'commit' });
      } else await clone.save(path, mended(text), 'in place');
      told.push(`${clone.name} mends ${path}`);
    }
  const { contents: summary } = clone;
  if (!files.has(summary) && (await clone.mirrored(summary)) !== null) {
    await clone.git({ do: 'restore', path: summary });
    await clone.git({ do: 'commit' });
    told.push(`${clone.name} puts ${summary} back, and commits`);
  }
}

/** Runs cycles until a pass over all clones writes nothing. */
export async function calmDown({
  stage,
  told,
  setting,
  ledger,
}: Ending): Promise<Map<CloneStage, CycleReport>> {
  const passes = cyclesToSettle + stage.clones.length;
  const reports = new Map<CloneStage, CycleReport>();
  let before = await fingerprintOf(stage);
  const changes: string[] = [];
  let patience = mostWaits;
  for (let pass = 0; pass < passes; pass++) {
    for (const clone of stage.clones) {
      const { report, said, failure } = await clone.cycle(null);
      told.push(`${clone.name}: sync: ${said}`);
      told.push(...stage.heard.splice(0).map((line) => `     ${line}`));
      if (!report) throw new Broken('a cycle without a fault ends well', `${clone.name}: ${failure ?? said}`);
      await judgeConflicts({ setting, ledger, service: stage.service }, clone, report);
      reports.set(clone, report);
    }
    // What became of a write is known for certain once the service's own time limit has passed.
    if ([...reports.values()].some(isWaiting) && patience-- > 0) {
      await stage.wait(waitMs);
      pass--;
      continue;
    }
    const after = await fingerprintOf(stage);
    const changed = [...after].filter(([what, value]) => before.get(what) !== value).map(([what]) => what);
    if (changed.length === 0) return reports;
    changes.push(changed.join(' and '));
    before = after;
  }
  throw new Broken(
    'a further cycle writes nothing',
    `${passes} cycles in which nobody did anything wrote, one after the other: ${changes.join('; ')}`,
  );
}

function isWaiting({ problems }: CycleReport): boolean {
  return problems.some(({ code }) => code === 'NOT_SHOWN_YET');
}

async function fingerprintOf(stage: Stage): Promise<Map<string, string>> {
  const prints = new Map([
    ['the service', await stage.service.fingerprint()],
    ['the git host', await stage.hostFingerprint()],
  ]);
  for (const clone of stage.clones) prints.set(`the clone of ${clone.name}`, await clone.fingerprint());
  return prints;
}

async function reviewersMerge({ stage, told, ledger }: Ending): Promise<boolean> {
  const open = (await stage.service.requests()).filter(
    ({ status }) => status === 'draft' || status === 'open',
  );
  for (const { id, number } of open) {
    const result = await merge({ stage, ledger }, id);
    told.push(`a reviewer merges #${number}: ${result}`);
    if (result !== 'merge') {
      await archive({ stage, ledger }, id);
      told.push(`a reviewer archives #${number}`);
    }
  }
  return open.length > 0;
}

/**
 * A deletion that its writer took back, and that no change takes out of a change request, goes away with the change request; says
 * whether there was one.
 */
async function archivesWhatStays(
  { stage, told, ledger }: Ending,
  reports: Iterable<CycleReport>,
): Promise<boolean> {
  let archived = false;
  for (const { proposals } of reports)
    for (const { unsaid, number } of proposals) {
      if (!hasDeletionTakenBack(unsaid)) continue;
      const request = (await stage.service.requests()).find((each) => each.number === number);
      if (request) await archive({ stage, ledger }, request.id);
      told.push(`a reviewer archives #${number}, from which a deletion was taken back`);
      archived = true;
    }
  return archived;
}

function hasDeletionTakenBack(unsaid: readonly string[]): boolean {
  return unsaid.some((line) => line.startsWith('not withdrawn: the deletion'));
}

/** A writer does what the program asks for; says whether it asked for anything. */
async function answer(
  { ledger, told, stage, setting }: Ending,
  clone: CloneStage,
  report: CycleReport,
): Promise<boolean> {
  if (await takesSavesBesidePages(clone, told)) return true;
  const { branch, proposals, problems } = report;
  // Some edits of a branch may be turned down with one change request, and the rest be merged with the next one.
  const declined = proposals.find(
    ({ state, unsaid, branch: of }) =>
      state === 'archived' ||
      state === 'deleted' ||
      unsaid.some((line) => line.includes('was turned down')) ||
      (of !== home && unsaid.some((line) => line.includes('was deleted in the service'))),
  );
  if (declined) {
    await givesUp(clone, declined.branch, { ledger, stage, setting });
    told.push(`${clone.name} accepts what was turned down, and gives up what ${declined.branch} says`);
    return true;
  }
  if (problems.some(({ message }) => message.includes('has gone different ways here and on the git host'))) {
    told.push(
      `${clone.name} commits everything, and pulls (${await joinsByHand({ clone, ledger }, { do: 'pull' })})`,
    );
    return true;
  }
  if (await keepsOneOfTwo(clone, problems, told)) return true;
  const notSent = problems.flatMap(({ code, path }) => (code === 'NOT_SENDABLE' && path ? [path] : []));
  if (notSent.length > 0 && (await mendsElsewhere(clone, notSent, told))) return true;
  const elsewhere = proposals.find((each) => each.state === 'conflict' && each.branch !== home);
  if (elsewhere) {
    await clone.git({ do: 'commit' });
    await clone.git({ do: 'switch', branch: elsewhere.branch });
    const joined = await joinsByHand({ clone, ledger }, { do: 'merge' });
    await clone.git({ do: 'switch', branch: home });
    told.push(`${clone.name} merges docs/main by hand on ${elsewhere.branch} (${joined}), and comes back`);
    if (!/nothing to merge/u.test(joined)) return true;
  }
  // Whoever took a deletion back does not merge the change request that still has it.
  const waits =
    branch.conflicts.length > 0 ||
    proposals.some(({ state, unsaid }) => state === 'conflict' && !hasDeletionTakenBack(unsaid));
  if (!waits && branch.state !== 'left') return false;
  const said = await joinsByHand({ clone, ledger }, { do: 'merge' });
  told.push(`${clone.name} commits everything, and merges docs/main by hand (${said})`);
  const request = proposals.find(
    ({ branch: of, state, number }) => of === home && state === 'conflict' && number !== null,
  );
  if (/nothing to merge/u.test(said) && request) {
    const branchOfRequest = `docs/cr/${request.number}`;
    const joined = await joinsByHand({ clone, ledger }, { do: 'merge', branch: branchOfRequest });
    told.push(`${clone.name} merges ${branchOfRequest} by hand (${joined})`);
  }
  if (/nothing to merge/u.test(said))
    for (const { path } of branch.conflicts) await joinsFile(clone, path, told);
  return true;
}

/** A writer who has two files of one page takes all of it into one, and deletes the other. */
async function keepsOneOfTwo(
  clone: CloneStage,
  problems: CycleReport['problems'],
  told: string[],
): Promise<boolean> {
  const twice = problems.filter(({ cause }) => cause === 'twice');
  const files = await clone.files();
  for (const { path = '', message } of twice) {
    const other = /is not sent: (.+) is the same page/u.exec(message)?.[1] ?? '';
    const [mine, theirs] = [files.get(path), files.get(other)];
    if (mine === undefined || theirs === undefined) continue;
    await clone.save(path, joinTwo(mine, theirs), 'in place');
    await clone.remove(other);
    told.push(`${clone.name} takes ${other} into ${path}, and deletes it`);
    return true;
  }
  return false;
}

/** A writer mends on the other branch what cannot be sent of it; says whether there was anything. */
async function mendsElsewhere(
  clone: CloneStage,
  notSent: readonly string[],
  told: string[],
): Promise<boolean> {
  const oddFiles = async (): Promise<(readonly [string, string])[]> =>
    [...(await clone.files())].filter(([path, text]) => isPagePath(path, clone.root) && isOdd(text));
  if ((await oddFiles()).some(([path]) => notSent.includes(path))) return false;
  await clone.git({ do: 'commit' });
  await clone.git({ do: 'switch', branch: 'idea' });
  const odd = await oddFiles();
  for (const [path, text] of odd) await clone.save(path, mended(text), 'in place');
  await clone.git({ do: 'commit' });
  await clone.git({ do: 'switch', branch: home });
  told.push(`${clone.name} mends ${odd.map(([path]) => path).join(', ')} on idea, and comes back`);
  return odd.length > 0;
}

/** A writer gives up a branch, or takes what docs/main has on the one at home. */
async function givesUp(
  clone: CloneStage,
  branch: string,
  { ledger, stage, setting }: Pick<Ending, 'ledger' | 'stage' | 'setting'>,
): Promise<void> {
  // With a git host, the next sync would bring back what a reset takes out of the branch.
  if (branch === home && setting.gitHost) return commitsAsMirrored({ clone, ledger, stage });
  if (branch === home) return resetToMirror({ clone, ledger, stage });
  await clone.git({ do: 'commit' });
  await clone.git({ do: 'switch', branch });
  await resetToMirror({ clone, ledger, stage });
  await clone.git({ do: 'switch', branch: home });
  await clone.git({ do: 'delete branch', branch });
}

/**
 * A writer puts the lines of the service into a file that was saved on an older text. Where one of these lines does not stay, the writer
 * first takes the service's text, as the advice says.
 */
async function joinsFile(clone: CloneStage, path: string, told: string[]): Promise<void> {
  const mine = (await clone.files()).get(path);
  const theirs = await clone.mirrored(path);
  if (mine === undefined || theirs === null || mine === theirs) return;
  const joined = bothSides(`<<<<<<< mine\n${mine}=======\n${theirs}>>>>>>> theirs\n`);
  const lines = new Set(joined.split('\n'));
  if (theirs.split('\n').some((line) => !lines.has(line))) {
    await clone.save(path, theirs, 'in place');
    told.push(`${clone.name} takes what the service has of ${path}: sync: ${(await clone.cycle(null)).said}`);
  }
  await clone.save(path, joined, 'in place');
  told.push(`${clone.name} puts the lines of both sides into ${path}`);
}

/** A save that could not be joined is beside its page: the writer joins it, and takes it away. */
async function takesSavesBesidePages(clone: CloneStage, told: string[]): Promise<boolean> {
  const files = await clone.files();
  let any = false;
  for (const [path, text] of files) {
    const name = /^\.(.+)\.saved-[0-9a-f]+$/u.exec(posix.basename(path))?.[1];
    const page = name === undefined ? undefined : posix.join(posix.dirname(path), name);
    if (page === undefined || !isPagePath(page, clone.root)) continue;
    const mine = files.get(page) ?? '';
    await clone.save(page, bothSides(`<<<<<<< mine\n${mine}=======\n${text}>>>>>>> theirs\n`), 'in place');
    await clone.remove(path);
    told.push(`${clone.name} joins ${path} with ${page}`);
    any = true;
  }
  return any;
}
