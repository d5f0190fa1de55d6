import { decodeText, readSpaceConfig, spaceConfigPath } from '../../content/index.ts';
import type { SpaceConfig } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { GitRepository } from '../../git/port.ts';
import type { Remote } from '../remote/port.ts';
import { fileMark } from './marks.ts';
import type { RecordLookup } from './plan-content.ts';

/** The root and the table of contents that `.gitbook.yaml` names in a revision. */
export async function configOfRevision(
  { remote, git }: { remote: Pick<Remote, 'download'>; git: GitRepository },
  { files }: Revision,
  lookup: RecordLookup,
): Promise<SpaceConfig> {
  const file = files.find((each) => each.git?.path === spaceConfigPath);
  if (!file) return readSpaceConfig(null);
  const mark = fileMark(file);
  const record = lookup('file', file.id, mark);
  const isHere = record?.mark === mark && (await git.has(record.oid));
  return readSpaceConfig(decodeText(isHere ? await git.readBlob(record.oid) : await remote.download(file)));
}
