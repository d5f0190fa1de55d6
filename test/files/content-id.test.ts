import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentId } from '../../src/files/index.ts';

it('names what is empty as every git does', () => {
  expect(contentId(new Uint8Array())).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
  expect(contentId(new Uint8Array(), 'tree')).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
});

it.each([1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 1_000_000])(
  'names %i bytes by their kind, their size and themselves',
  (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
    for (const kind of ['blob', 'tree', 'commit', 'tag'] as const)
      expect(contentId(bytes, kind)).toBe(
        createHash('sha1').update(`${kind} ${size}\0`).update(bytes).digest('hex'),
      );
  },
);
