import { createHash, hash } from 'node:crypto';

/** Up to this size, copying a content behind its header costs less than a hash in three steps. */
const small = 64 * 1024;

/** The git id of a content: what `git hash-object --no-filters` prints for its kind. */
export function contentId(bytes: Uint8Array, kind: 'blob' | 'tree' | 'commit' | 'tag' = 'blob'): string {
  const header = `${kind} ${bytes.length}\0`;
  if (bytes.length > small) return createHash('sha1').update(header).update(bytes).digest('hex');
  const whole = Buffer.allocUnsafe(header.length + bytes.length);
  whole.write(header, 'latin1');
  whole.set(bytes, header.length);
  return hash('sha1', whole, 'hex');
}
