import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPointerTo, pointedContent } from '../../src/sync/versions/lfs-pointer.ts';

const sum = createHash('sha256').update('picture').digest('hex');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const head = 'version https://git-lfs.github.com/spec/v1\n';

describe('a pointer of Git LFS', () => {
  it.each<[string, string, string | null]>([
    ['says which content it stands for', `${head}oid sha256:${sum}\nsize 7\n`, sum],
    ['may end with that', `${head}oid sha256:${sum}`, sum],
    ['may say something else before that', `${head}ext-0-foo sha256:1\noid sha256:${sum}\nsize 7\n`, sum],
    ['begins with its version', `\n${head}oid sha256:${sum}\n`, null],
    ['has no longer sum', `${head}oid sha256:${sum}0\n`, null],
    ['has a line for the sum', `${head}x oid sha256:${sum}\n`, null],
    ['has a sum', `${head}size 7\n`, null],
    ['is not empty', '', null],
    ['may be of 1,023 bytes', `${`${head}oid sha256:${sum}\n`.padEnd(1022, 'x')}\n`, sum],
    ['is smaller than 1,024 bytes', `${`${head}oid sha256:${sum}\n`.padEnd(1023, 'x')}\n`, null],
  ])('%s', (_what, text, pointed) => {
    expect(pointedContent(bytes(text))).toBe(pointed);
  });

  it('stands for one content and for no other', () => {
    const pointer = bytes(`${head}oid sha256:${sum}\nsize 7\n`);
    expect(isPointerTo(pointer, bytes('picture'))).toBe(true);
    expect(isPointerTo(pointer, bytes('another'))).toBe(false);
    expect(isPointerTo(bytes('picture'), bytes('picture'))).toBe(false);
  });
});
