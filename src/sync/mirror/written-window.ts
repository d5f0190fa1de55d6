import { slugOfTitle } from '../../content/index.ts';
import type { ChangeRequest, Page, Space } from '../../contract/index.ts';
import { contentId } from '../../files/index.ts';
import { keepTimeOf } from '../config.ts';
import type { ContentPlace } from '../remote/port.ts';
import { openWindow } from '../remote/window.ts';
import type { WindowRecord } from '../state/records.ts';
import { keepSaves } from '../saves/keep.ts';
import type { Save } from '../saves/keep.ts';
import type { CycleContext } from './context.ts';
import { pageMark } from './marks.ts';
import { inFolder } from './tip.ts';
import { documentsIn } from '../remote/tree.ts';
import { mirroredText } from './mirrored-text.ts';

/**
 * Opens the reading window of a space, or makes a new one. `tell` gets a sentence for the report when somebody has written into
 * the old window.
 */
export async function openCleanWindow(
  context: CycleContext,
  target: { readonly space: Space; readonly folder: string },
  held: WindowRecord | undefined,
  tell: (note: string) => void,
): Promise<WindowRecord> {
  return openWindow(context.remote, target.space, held, async (window) =>
    tell(await keepWritten(context, target, window)),
  );
}

/**
 * Checks whether somebody wrote into the reading window of a space that has not changed since it was read; returns sentences for
 * the report.
 */
export async function lookAtWindow(
  context: CycleContext,
  target: { readonly space: Space; readonly folder: string },
): Promise<readonly string[]> {
  const { state, options } = context;
  const record = state.spaces().get(target.space.id);
  const isRead = record?.window?.shows === target.space.revision;
  if (!record?.window || !isRead || options.dryRun === true) return [];
  const notes: string[] = [];
  const window = await openCleanWindow(context, target, record.window, (note) => notes.push(note));
  if (notes.length > 0) state.setSpace({ ...record, window });
  return notes;
}

/**
 * Saves what somebody wrote into a reading window before the window is archived: the pages that differ from the mirror become
 * saves, which `tidemark restore` brings back. The report says so.
 */
async function keepWritten(
  context: CycleContext,
  { space, folder }: { readonly space: Space; readonly folder: string },
  { id, number, urls }: ChangeRequest,
): Promise<string> {
  const { remote, state, git, clock, config } = context;
  const place: ContentPlace = { kind: 'change-request', space: space.id, id };
  const known = await state.table(space.id).all('page');
  const saves: Save[] = [];
  for (const page of documentsIn((await remote.content(place)).pages)) {
    const mark = pageMark(page);
    if (mark !== null && mark === known.get(page.id)?.mark) continue;
    const { markdown } = await remote.page(place, page.id);
    const bytes = new TextEncoder().encode(mirroredText(config, page.id, markdown));
    const path = inFolder(folder, known.get(page.id)?.path ?? newPath(page));
    saves.push({ path, oid: contentId(bytes), bytes });
  }
  await keepSaves({ git, clock, keepMs: keepTimeOf(config) }, saves);
  const names = saves.length === 0 ? 'no text of a page changed' : saves.map(({ path }) => path).join(', ');
  const kept = saves.length === 0 ? '' : ' `tidemark restore` lists what was written and brings it back.';
  return `Somebody wrote into the reading window #${number}, which nobody merges: ${names}.${kept} The change request is archived: ${urls.app}`;
}

function newPath(page: Page): string {
  return `${slugOfTitle(page.title)}.md`;
}
