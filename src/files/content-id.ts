import { createHash } from 'node:crypto';

/** The git blob id of a content: what `git hash-object --no-filters` prints. */
export function contentId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
