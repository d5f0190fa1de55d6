import { decodeText } from '../../content/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { FolderEdits } from './folder-edits.ts';
import { findSecrets } from './secrets.ts';

/** Leaves out what holds a secret; a person lets a finding pass by its hash. */
export function withoutSecrets(
  edits: FolderEdits,
  bytes: ReadonlyMap<string, Uint8Array>,
  context: { readonly options: CycleContext['options']; readonly problems: CycleContext['problems'] },
): { edits: FolderEdits; refused: string[] } {
  const allowed = context.options.allowSecrets ?? [];
  const refused: string[] = [];
  const isClean = (path: string, text: string | null): boolean => {
    const [finding] = text === null ? [] : findSecrets(text, allowed);
    if (!finding) return true;
    refused.push(`${path} is not sent: line ${finding.line} holds a ${finding.kind}`);
    context.problems.push({
      code: 'SECRET_REFUSED',
      message: `${path} is not sent: line ${finding.line} holds what looks like a ${finding.kind}`,
      hint: `Take it out of the page, or let it pass with --allow-secret ${finding.sha}.`,
      path,
    });
    return false;
  };
  return {
    edits: {
      ...edits,
      texts: edits.texts.filter(({ path, text }) => isClean(path, text)),
      files: edits.files.filter(({ path }) => isClean(path, decodeText(bytes.get(path) ?? new Uint8Array()))),
    },
    refused,
  };
}
