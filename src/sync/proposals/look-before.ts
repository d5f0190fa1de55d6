import { decodeText, parseSummary, plainSummaryLine } from '../../content/index.ts';
import type { SummaryLine } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { inFolder } from '../mirror/tip.ts';
import type { ContentPlace, Remote } from '../remote/port.ts';
import type { SpaceRecord } from '../state/records.ts';
import { movedFileMessage } from './by-import.ts';
import { planMissingEdits, lostPageReason } from './plan-against.ts';
import type { MissingEditsPlan } from './plan-against.ts';
import { conflictsInRequest } from './proposal-context.ts';
import type { SendContext } from './send-edits.ts';

/**
 * Plans, before anything is made, what the service lacks of the edits and what it cannot be told: a change request that would say
 * nothing is not made. Null where the primary content cannot be looked at now.
 */
export async function findMissingEdits(
  sending: SendContext,
): Promise<{ readonly anything: boolean; readonly unsaid: readonly string[] } | null> {
  const { ports, target } = sending;
  const place = await primaryPlace(ports.context.remote, target.space);
  if (place === null) return null;
  const content = await ports.context.remote.content(place);
  const plan = await planMissingEdits(sending, { place, content, record: sending.record });
  const unsaid = [...plan.lost.map((path) => lostPageReason(path, false)), ...plan.unsaid];
  if (plan.steps.length === 0) unsaid.push(...unsendableMoves(sending));
  // An import carries no table of contents: what the table says about pages is reported page by page.
  const isSilent =
    plan.steps.length + plan.conflicts.length + unsaid.length + sending.edits.unsaid.length === 0;
  const { contents, files, unsaid: told } = sending.edits;
  const isUnsent = isSilent && files.some(({ path }) => path === contents);
  const isAlone = isSummaryAlone(sending, plan);
  const difference = isUnsent || isAlone ? await contentsNotSent(sending) : null;
  if (isUnsent) unsaid.push(unsendableContents(contents, difference));
  if (isAlone && difference !== null) {
    const isNamed = told.some((each) => each.includes(contents));
    return {
      anything: false,
      unsaid: isNamed ? unsaid : [...unsaid, unsendableContents(contents, difference)],
    };
  }
  return { anything: plan.steps.length > 0 || plan.conflicts.length > 0, unsaid };
}

/** Where the primary content that the mirror has can be read; null where it cannot be looked at now. */
export async function primaryPlace(
  remote: Pick<Remote, 'readsRevisions'>,
  { id, revision, window }: Pick<SpaceRecord, 'id' | 'revision' | 'window'>,
): Promise<ContentPlace | null> {
  const readable = await remote.readsRevisions(id);
  if (!readable && window?.shows !== revision) return null;
  return readable || !window
    ? { kind: 'revision', space: id, revision }
    : { kind: 'change-request', space: id, id: window.id };
}

/** Plans what a change request lacks of the edits, without writing anything. */
export async function findMissingIn(
  sending: SendContext,
  id: string,
): Promise<{ readonly anything: boolean; readonly unsaid: readonly string[] }> {
  const { ports, target, record } = sending;
  const place: ContentPlace = { kind: 'change-request', space: target.space.id, id };
  const content = await ports.context.remote.content(place);
  const plan = await planMissingEdits(sending, { place, content, record });
  const conflicts = plan.conflicts.map(({ path }) => path);
  const inConflict = conflictsInRequest({ ...record, conflicts }, target.space.path);
  const unsaid = [...plan.lost.map((path) => lostPageReason(path, false)), ...plan.unsaid, ...inConflict];
  return { anything: plan.steps.length + conflicts.length > 0, unsaid };
}

/** The reports about moved files, where nothing else changed and the service knows nothing of files. */
function unsendableMoves({ ports, edits, way }: SendContext): string[] {
  if (way.kind !== 'content' || ports.context.remote.findings()['pathHints'] !== false) return [];
  return edits.texts.filter(({ from, path }) => from !== null && from !== path).map(movedFileMessage);
}

/** The entries that only one of two tables of contents has, as they are written. Both are empty where only their places differ. */
export interface ContentsDifference {
  readonly here: readonly string[];
  readonly there: readonly string[];
}

const mostNamed = 3;

/** Says that a table of contents has entries that no change request can bring to the service, and names them. */
export function unsendableContents(contents: string, difference: ContentsDifference | null): string {
  const named = (where: string, entries: readonly string[]): string[] => {
    const more = entries.length > mostNamed ? ` and ${entries.length - mostNamed} more` : '';
    return entries.length === 0 ? [] : [`only ${where}: ${entries.slice(0, mostNamed).join(', ')}${more}`];
  };
  const { here = [], there = [] } = difference ?? {};
  const which =
    [...named('here', here), ...named('in the service', there)].join('; ') ||
    'the same entries in other places';
  return `${contents} differs from the service's table of contents in entries that Tidemark cannot send (${which}): it keeps them local; make the same entries in the service, or leave them`;
}

/** How our table of contents differs from the mirror's; null where it does not, and where one of them is not there. */
async function contentsNotSent({
  ports,
  target,
  bytes,
  edits,
}: SendContext): Promise<ContentsDifference | null> {
  const { git, tip } = ports.context;
  const ours = bytes.get(edits.contents);
  if (!ours || tip.commit === null) return null;
  return contentsDifference(git, ours, {
    mirror: tip.commit,
    path: inFolder(target.space.path, edits.contents),
  });
}

/**
 * Whether nothing is left to say but a table of contents. Of its entries, all that are pages have been said by then; a change request with
 * the rest would change nothing, however often it is merged.
 */
function isSummaryAlone({ edits }: SendContext, { steps, conflicts }: MissingEditsPlan): boolean {
  const [step, ...others] = steps;
  // Where the service knows nothing of files, only its copy of the table of contents shows that a file moved.
  if (edits.texts.some(({ from, path }) => from !== null && from !== path)) return false;
  if (others.length + conflicts.length > 0 || step?.do !== 'files') return false;
  return step.files.every(({ path }) => path === edits.contents);
}

/** How a table of contents differs from the mirror's; null where both say the same, and where the mirror has none. */
export async function contentsDifference(
  git: GitRepository,
  contents: Uint8Array,
  { mirror, path }: { readonly mirror: Oid; readonly path: string },
): Promise<ContentsDifference | null> {
  const entry = await git.entryAt(mirror, path);
  if (entry === null) return null;
  const [ours, theirs] = [linesOf(contents), linesOf(await git.readBlob(entry.oid))];
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return null;
  const [mine, known] = [ours.map(writtenLine), theirs.map(writtenLine)];
  return {
    here: mine.filter(notIn(known)),
    there: known.filter(notIn(mine)),
  };
}

function notIn(lines: readonly string[]): (line: string) => boolean {
  const all = new Set(lines);
  return (line) => !all.has(line);
}

function linesOf(contents: Uint8Array): SummaryLine[] {
  return parseSummary(decodeText(contents) ?? '').entries.map(plainSummaryLine);
}

/** An entry as people know it from the file, without its place. */
function writtenLine(line: SummaryLine): string {
  switch (line.kind) {
    case 'item':
      return line.target === '' ? line.title : `[${line.title}](${line.target}${shortTitleOf(line)})`;
    case 'group':
      return `## ${line.title}`;
    case 'computed':
      return 'a computed entry';
    case 'divider':
      return '***';
  }
}

function shortTitleOf({ linkTitle }: { readonly linkTitle?: string }): string {
  return linkTitle === undefined ? '' : ` "${linkTitle}"`;
}
