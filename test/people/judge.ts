import { withoutPageId } from '../../src/content/index.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import { isPagePath, markdownEnding } from './actor.ts';
import { Broken } from './broken.ts';
import type { Ledger } from './ledger.ts';
import { birthOf } from './texts.ts';
import { markOf, takesNoEdits } from './world.ts';
import type { CloneStage, Setting, Stage } from './world.ts';

/** What must be true when everything has settled. */
export async function judge({
  stage,
  ledger,
  reports,
  setting,
}: {
  stage: Stage;
  ledger: Ledger;
  reports: ReadonlyMap<CloneStage, CycleReport>;
  setting: Setting;
}): Promise<void> {
  if (takesNoEdits(setting)) {
    await judgeNothingSent(stage);
    // What nobody can send is in one clone and in no other.
    for (const clone of stage.clones) await retireApart(clone, ledger);
  }
  const there = (await stage.service.pages()).filter(({ kind }) => kind === 'document');
  const unlisted = await stage.service.markdownFiles();
  const textsThere = [...there.map(({ markdown }) => markdown), ...unlisted.values()];
  demandNone('no line is twice', ledger.doubles(textsThere, 'in the service'));
  demandNone('a page has one heading', there.flatMap(secondHeading));
  for (const clone of stage.clones) {
    const files = await clone.files();
    const pages = [...files].filter(([path]) => isPagePath(path, clone.root));
    const here = pages.map(([, text]) => text);
    const where = `in the clone of ${clone.name}`;
    demandNone('no line is twice', ledger.doubles(here, where));
    demandNone('every line is where it belongs', ledger.faults(here, where));
    const told = tellings(reports.get(clone));
    const apart = await clone.differing();
    const isToldWhole =
      takesNoEdits(setting) && told.some((each) => each.includes('Tidemark cannot send edits'));
    const untold = isToldWhole ? [] : apart.filter((path) => !isTold(path, told, clone.contents));
    demandNone(
      'both sides say the same, or it is told',
      untold.map((path) => `${path} is not as docs/main has it ${where}`),
    );
    // What nobody can send stays in the clone.
    await retireApart(clone, ledger);
    if (apart.length === 0) demandSamePages({ where, pages, there, unlisted });
    demandNone('git fsck is clean', (await clone.fsck()).split('\n').filter(Boolean));
  }
  demandNone('every line is where it belongs', ledger.faults(textsThere, 'in the service'));
}

/**
 * A writer who is alone gets back only what they sent, so no file is ever in conflict, with two exceptions. A page that is not a text (it has a
 * NUL byte, or is not UTF-8) cannot be joined. And a page whose writer took it back to docs/main, and wrote in the place of a line that was
 * sent before and is merged now, is joined by a person (SYNC-7). The same goes for a line that its writer put aside after it was sent, and wrote
 * and committed in its place, and for a table of contents in which git has mixed the lines of two tables.
 */
export async function judgeConflicts(
  { setting, ledger, service }: { setting: Setting; ledger: Ledger; service: Stage['service'] },
  clone: CloneStage,
  { branch, proposals }: CycleReport,
): Promise<void> {
  if (setting.company !== 'alone') return;
  const there = (await service.pages()).map(({ markdown }) => markdown);
  const isMixed = (path: string): boolean => path === clone.contents && ledger.bullets === 'mixed';
  const isBack = async (path: string): Promise<boolean> =>
    isMixed(path) || isBackBefore(await fileAt(clone, path), there, ledger);
  const faults: string[] = [];
  for (const { path, kind } of branch.conflicts) {
    if (kind === 'binary' && markdownEnding.test(path)) continue;
    if (kind !== 'text' || !(await isBack(path))) faults.push(`${path} is in conflict (${kind})`);
  }
  for (const { state, number, unsaid } of proposals) {
    if (state !== 'conflict') continue;
    const paths = pathsInConflict(unsaid);
    const areBack = await Promise.all(paths.map(isBack));
    if (paths.length === 0 || areBack.includes(false))
      faults.push(`the change request #${number} is in conflict`);
  }
  demandNone('a writer alone has no conflict', faults);
}

/** The text of a page here, by its path, or, where its writer has moved it, by the path in docs/main. */
async function fileAt(clone: CloneStage, path: string): Promise<string | undefined> {
  const files = await clone.files();
  const birth = birthOf((await clone.mirrored(path)) ?? '');
  return files.get(path) ?? [...files.values()].find((text) => birth !== null && birthOf(text) === birth);
}

/** Whether a file lacks a line that the service now has in its page, because the writer went back to a version from before that line. */
function isBackBefore(file: string | undefined, there: readonly string[], ledger: Ledger): boolean {
  const birth = file === undefined ? null : birthOf(file);
  if (file === undefined || birth === null) return false;
  const here = ledger.linesIn([file]);
  // A page that was written anew before the writer went back has another birth.
  const isOf = (text: string): boolean =>
    birthOf(text) === birth || ledger.wentBackOf([birthOf(text) ?? '']).length > 0;
  const merged = ledger.linesIn(there.filter(isOf));
  if (ledger.putAsideOf(merged).length > 0) return true;
  return ledger.wentBackOf(merged).some((line) => !here.has(line));
}

/** The paths in conflict with the service. A conflict within a change request is another thing, and is named by its whole line. */
function pathsInConflict(unsaid: readonly string[]): readonly string[] {
  return unsaid
    .filter((line) => / in the same lines|^not withdrawn/u.test(line))
    .map((line) => /^(.+) was changed in the service in the same lines/u.exec(line)?.[1] ?? line);
}

/** People write no second heading into a page: one comes from a title that was sent beside a text with the old title. */
function secondHeading({ title, markdown }: { title: string; markdown: string }): string[] {
  const [, second] = markdown.match(/^# .*$/gmu) ?? [];
  return second === undefined ? [] : [`the page ${title} has a second heading, ${second}`];
}

/** Lines of files that are not as the mirror has them, on either side, need not be anywhere else. */
async function retireApart(clone: CloneStage, ledger: Ledger): Promise<void> {
  const files = await clone.files();
  for (const path of await clone.differing())
    for (const text of [files.get(path) ?? '', (await clone.mirrored(path)) ?? '']) ledger.retire(text);
}

/** A service that makes copies gets no change request that somebody could merge. */
async function judgeNothingSent(stage: Stage): Promise<void> {
  const sent = await stage.service.requests();
  demandNone(
    'nothing is sent to a service that makes copies',
    sent.map(({ number, subject, status }) => `#${number} “${subject}” is ${status}`),
  );
}

/** At most one change request for each clone and branch, and no mark twice. */
export async function judgeRequests(stage: Stage): Promise<void> {
  const requests = await stage.service.requests();
  const open = requests.filter(({ status }) => status === 'draft' || status === 'open');
  if (open.length > stage.mostRequests)
    demandNone(
      'one change request for each clone and branch',
      open.map(({ number, subject }) => `#${number} “${subject}” is open`),
    );
  const marks = requests.flatMap(({ subject }) => markOf(subject) ?? []);
  const twice = marks.filter((mark, at) => marks.indexOf(mark) !== at);
  demandNone(
    'one change request for a batch',
    twice.map((mark) => `${mark} is the mark of two change requests`),
  );
}

/**
 * What writers took back is in no change request that a reviewer could merge, once everybody has synced; nor does one delete a page that its
 * writer has put back. It may stay where a person is told so, and where a branch that is not checked out has it.
 */
export async function judgeTakenBack(
  { stage, ledger, setting }: { readonly stage: Stage; readonly ledger: Ledger; readonly setting: Setting },
  reports: Iterable<CycleReport>,
): Promise<void> {
  if (setting.branches === 2 || [...reports].some(({ exitCode }) => exitCode !== 0)) return;
  const clones: ReadonlySet<string>[] = [];
  for (const clone of stage.clones) clones.push(ledger.linesIn((await clone.files()).values()));
  const primary = ledger.linesIn((await stage.service.pages()).map(({ markdown }) => markdown));
  const isWritten = (line: string): boolean => clones.some((lines) => lines.has(line));
  // A page that another writer deletes, too, stays deleted in the change request of that writer.
  const isEverywhere = (line: string): boolean => clones.every((lines) => lines.has(line));
  for (const { id, number, status } of await stage.service.requests()) {
    if (status !== 'draft' && status !== 'open') continue;
    const said = ledger.linesIn((await stage.service.pages(id)).map(({ markdown }) => markdown));
    const added = ledger.takenBackOf(said).filter((line) => !primary.has(line) && !isWritten(line));
    const restored = ledger
      .takenBackOf(primary)
      .filter((line) => line.startsWith('born-') && isEverywhere(line));
    demandNone('what is taken back leaves its change request', [
      ...added.map((line) => `${line} is in #${number}, and its writer took it back`),
      ...restored.filter((line) => !said.has(line)).map((line) => `${line} is deleted in #${number}`),
    ]);
  }
}

function demandNone(rule: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Broken(rule, faults.slice(0, 8).join('\n'));
}

/** All that a report tells a person. */
function tellings(report: CycleReport | undefined): string[] {
  if (!report) return [];
  return [
    ...report.proposals.flatMap(({ unsaid }) => unsaid),
    ...report.problems.flatMap(({ path = '', message }) => [path, message]),
    ...report.spaces.flatMap(({ notes }) => notes),
  ];
}

/** The table of contents differs with the pages that are told about. */
function isTold(path: string, told: readonly string[], contents: string): boolean {
  return told.some((each) => each.includes(path)) || (told.length > 0 && path === contents);
}

function demandSamePages({
  where,
  pages,
  there,
  unlisted,
}: {
  where: string;
  pages: readonly (readonly [string, string])[];
  there: readonly { readonly id: string; readonly title: string; readonly markdown: string }[];
  unlisted: ReadonlyMap<string, string>;
}): void {
  const left = new Map(pages.filter(([path]) => !unlisted.has(path)));
  const faults: string[] = [];
  for (const { id, title, markdown } of there) {
    const same = [...left].find(([, text]) => text === markdown || withoutPageId(text, id) === markdown);
    if (same) left.delete(same[0]);
    else faults.push(`the page ${title} has no file with its text ${where}`);
  }
  for (const path of left.keys()) faults.push(`${path} is not a page of the service ${where}`);
  demandNone('both sides say the same, or it is told', faults);
}
