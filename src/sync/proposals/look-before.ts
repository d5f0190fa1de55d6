import { decodeText, parseSummary, plainSummaryLine } from '../../content/index.ts';
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
  if (isSilent && files.some(({ path }) => path === contents)) unsaid.push(unsendableContents(contents));
  if (await isSummaryInVain(sending, plan)) {
    const isNamed = told.some((each) => each.includes(contents));
    return { anything: false, unsaid: isNamed ? unsaid : [...unsaid, unsendableContents(contents)] };
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

/** Says that a table of contents has entries that no change request can bring to the service. */
export function unsendableContents(contents: string): string {
  return `${contents} has entries that are not pages of the service in these places: Tidemark cannot send them, and keeps them local; make them in the service, or leave them`;
}

/**
 * Whether nothing is left to say but a table of contents with other entries than the service's. Of those entries, all that are
 * pages have been said by then; a change request with the rest would change nothing, however often it is merged.
 */
async function isSummaryInVain(
  { ports, target, bytes, edits }: SendContext,
  { steps, conflicts }: MissingEditsPlan,
): Promise<boolean> {
  const { git, tip } = ports.context;
  const [step, ...others] = steps;
  const ours = bytes.get(edits.contents);
  // Where the service knows nothing of files, only its copy of the table of contents shows that a file moved.
  if (edits.texts.some(({ from, path }) => from !== null && from !== path)) return false;
  if (others.length + conflicts.length > 0 || step?.do !== 'files' || !ours || tip.commit === null)
    return false;
  if (step.files.some(({ path }) => path !== edits.contents)) return false;
  return differsFromMirror(git, ours, {
    mirror: tip.commit,
    path: inFolder(target.space.path, edits.contents),
  });
}

/** Whether a table of contents says something else than the mirror's; not when the mirror has none. */
export async function differsFromMirror(
  git: GitRepository,
  contents: Uint8Array,
  { mirror, path }: { readonly mirror: Oid; readonly path: string },
): Promise<boolean> {
  const entry = await git.entryAt(mirror, path);
  return entry !== null && !sayTheSame(contents, await git.readBlob(entry.oid));
}

function sayTheSame(one: Uint8Array, other: Uint8Array): boolean {
  const [mine, theirs] = [one, other].map((bytes) => {
    const { entries } = parseSummary(decodeText(bytes) ?? '');
    return JSON.stringify(entries.map(plainSummaryLine));
  });
  return mine === theirs;
}
