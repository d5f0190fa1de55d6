import type { Page } from '../../contract/index.ts';
import type { ObjectWriter, Version } from '../../git/port.ts';
import type { SyncConfig } from '../config.ts';
import { inParallel } from '../in-parallel.ts';
import type { ContentPlace, Remote, RevisionChanges } from '../remote/port.ts';
import type { ContentRecord } from '../state/records.ts';
import { outlineOf, pageMark } from './marks.ts';
import { inFolder } from './tip.ts';
import { mirroredText } from './mirrored-text.ts';

export interface EditedText {
  readonly id: string;
  readonly path: string;
  readonly markdown: string;
  readonly mark: string;
  readonly outline: string;
  /** The page as it was read. */
  readonly page: Page;
  /** What the record says of the page and a new text does not change. */
  readonly said: Pick<ContentRecord, 'app'>;
}

/** Adds edited texts to the objects; gives the files' new versions, and what to record of each page. */
export function writeEditedTexts(
  config: Pick<SyncConfig, 'frontMatter'>,
  writer: ObjectWriter,
  { edits, folder }: { readonly edits: readonly EditedText[]; readonly folder: string },
): { readonly versions: Map<string, Version>; readonly records: Map<string, ContentRecord> } {
  const versions = new Map<string, Version>();
  const records = new Map<string, ContentRecord>();
  for (const { id, path, markdown, mark, outline, said } of edits) {
    const oid = writer.addBlob(new TextEncoder().encode(mirroredText(config, id, markdown)));
    versions.set(inFolder(folder, path), { mode: '100644', oid });
    records.set(id, { path, mark, oid, outline, ...said });
  }
  return { versions, records };
}

/** With more edits than this the tree is read, which costs one request more and shows everything. */
const mostEdits = 50;

/**
 * Reads the pages whose texts a revision changed. Returns null when the revision may have changed anything else: a title, a
 * place, a file, or a page that we do not know. `recorded` gives what the mirror has of the revision before.
 */
export async function onlyEditedTexts(
  remote: Remote,
  place: ContentPlace,
  changed: RevisionChanges,
  recorded: (id: string) => Promise<ContentRecord | undefined>,
): Promise<EditedText[] | null> {
  if (changed.more || changed.edited.length === 0 || changed.edited.length > mostEdits) return null;
  const edits = await inParallel(changed.edited, 8, async ({ id }): Promise<EditedText | null> => {
    const record = await recorded(id);
    if (!record) return null;
    const page = await remote.page(place, id);
    const mark = pageMark(page);
    const outline = outlineOf(page);
    return mark === null || outline !== record.outline
      ? null
      : {
          ...{ id, page, path: record.path, markdown: page.markdown, mark, outline },
          said: record.app === undefined ? {} : { app: record.app },
        };
  });
  return edits.every((edit) => edit !== null) ? edits : null;
}
