import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkPack } from '../../src/git/check-pack.ts';

/** A pack as its bytes say it: each entry is a header and what is compressed behind it. */
function packOf(
  entries: readonly (readonly [header: readonly number[], content: Buffer])[],
  { version = 2, count = entries.length, more = Buffer.alloc(0) } = {},
): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(version, 4);
  head.writeUInt32BE(count, 8);
  const bodies = entries.flatMap(([header, content]) => [Buffer.from(header), content]);
  const bytes = Buffer.concat([head, ...bodies, more]);
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()]);
}

const three = deflateSync('abc');
/** A blob of three bytes: its kind in the upper bits, its size in the lower ones. */
const blob = [[0x33], three] as const;

describe('a pack of a git host', () => {
  it('is taken when each entry is what it says', () => {
    const before = 1 + three.length;

    expect(() => checkPack(packOf([]))).not.toThrow();
    expect(() => checkPack(packOf([blob, [[0x63, before], three]]))).not.toThrow();
    expect(() => checkPack(packOf([[[0x73, ...Buffer.alloc(20, 7)], three]]))).not.toThrow();
    expect(() => checkPack(packOf([[[0xb0, 0x7d], deflateSync(Buffer.alloc(2000))]]))).not.toThrow();
  });

  it.each([
    ['a wrong sum', Buffer.concat([packOf([blob]).subarray(0, -20), Buffer.alloc(20)]), 'sum'],
    ['a version that is none', packOf([blob], { version: 9 }), 'version 9'],
    ['fewer objects than it says', packOf([blob], { count: 0xffffffff }), 'early'],
    ['something behind its objects', packOf([blob], { more: Buffer.from('x') }), 'follows'],
    ['an object of a kind that is none', packOf([[[0x53], three]]), 'kind 5'],
    [
      'an object that is larger than it says',
      packOf([[[0x31], deflateSync(Buffer.alloc(1 << 20))]]),
      'larger',
    ],
    ['an object that is smaller than it says', packOf([[[0x34], three]]), 'size'],
    ['an object of petabytes', packOf([[[0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], three]]), 'bytes'],
    ['a size that never ends', packOf([[Array<number>(99).fill(0x80), three]]), 'no end'],
    ['a delta whose base is itself', packOf([[[0x63, 0], three]]), 'no base'],
    ['a delta whose base is before the pack', packOf([[[0x63, 0xff, 0x7f], three]]), 'no base'],
    ['a delta whose base begins within an object', packOf([blob, [[0x63, 3], three]]), 'no base'],
    ['bytes that cannot be unpacked', packOf([[[0x33], Buffer.from('abc')]]), 'unpacked'],
  ])('with %s is refused', (_, pack, why) => {
    expect(() => checkPack(pack)).toThrow(why);
    expect(() => checkPack(pack)).toThrow(/^The pack of the git host is damaged/);
  });
});
