import { describe, expect, it } from 'vitest';
import {
  nameWithSuffix,
  safeAssetName,
  safeName,
  unsafeReason,
  usableName,
} from '../../src/content/index.ts';
import { assetNameWithSuffix } from '../../src/content/names.ts';

describe('a path', () => {
  it.each<readonly [string, string | null]>([
    ['a/b.md', null],
    ['', 'is empty'],
    ['/', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['a//b', 'has an empty part'],
    ['/a', 'has an empty part'],
    ['.', 'has a part that ends with a dot or a space'],
    ['..', 'has a part that ends with a dot or a space'],
    ['a/../b', 'has a part that ends with a dot or a space'],
    ['a.', 'has a part that ends with a dot or a space'],
    ['a ', 'has a part that ends with a dot or a space'],
    ['a./b', 'has a part that ends with a dot or a space'],
    [' a', 'has a part that starts like an option'],
    ['a/ b', 'has a part that starts like an option'],
    ['-a', 'has a part that starts like an option'],
    ['~a', 'has a part that starts like an option'],
    ['a/-b', null],
    ['a/~b', null],
    ['a\u0000', 'has a character that some file systems refuse'],
    ['a\u007f', 'has a character that some file systems refuse'],
    ['a\\b', 'has a character that some file systems refuse'],
    ['a:b', 'has a character that some file systems refuse'],
    ['a*', 'has a character that some file systems refuse'],
    ['a?', 'has a character that some file systems refuse'],
    ['a"', 'has a character that some file systems refuse'],
    ['a<', 'has a character that some file systems refuse'],
    ['a>', 'has a character that some file systems refuse'],
    ['a|b', 'has a character that some file systems refuse'],
    ['a\u200bb', 'has a character that some file systems refuse'],
    ['a\u202eb', 'has a character that some file systems refuse'],
    ['a\ufeffb', 'has a character that some file systems refuse'],
    ['con', 'has the name of a device'],
    ['CON.md', 'has the name of a device'],
    ['a/nul.txt', 'has the name of a device'],
    ['com1', 'has the name of a device'],
    ['com¹', 'has the name of a device'],
    ['com0', 'has the name of a device'],
    ['com10', null],
    ['lpt9.x', 'has the name of a device'],
    ['aux.', 'has a part that ends with a dot or a space'],
    ['conin$', 'has the name of a device'],
    ['prnx', null],
    ['git~1', 'has a name that git takes for its own'],
    ['a/git~2x', 'has a name that git takes for its own'],
    ['gitx~1', null],
    ['.git', 'has a name that git takes for its own'],
    ['.GIT/a', 'has a name that git takes for its own'],
    ['a/.git/b', 'has a name that git takes for its own'],
    ['.gitmodules', 'has a hidden name'],
    ['.gitbook', null],
    ['.gitbook/assets/a.png', null],
    ['.gitbook.yaml', null],
    ['.gitbook.yaml/a', 'has a hidden name'],
    ['a/.gitbook.yaml', null],
    ['.gitbook/assets/.a.png', null],
    ['.gitbook/assets/.gitx', 'has a hidden name'],
    ['.gitbook/.a', 'has a hidden name'],
    ['assets/.a', 'has a hidden name'],
    ['.hidden', 'has a hidden name'],
    ['a/.hidden.md', 'has a hidden name'],
    ['.env', 'has a name that tools obey: shells and version managers run it on entering the folder'],
    [
      '.vscode/a',
      'has a name that tools obey: coding agents and editors take rules, tools and commands from it',
    ],
    ['makefile', 'has a name that tools obey: a build tool runs what it says'],
    ['Makefile', 'has a name that tools obey: a build tool runs what it says'],
    [
      'package.json',
      'has a name that tools obey: a package manager takes its registry and its scripts from it',
    ],
    ['a\ud800', 'is not well-formed Unicode'],
    ['ä.md', null],
    ['a b (1).md', null],
    ['xxxxxxxxxx.md', null],
  ])('%j is refused because it %s', (path, reason) => {
    expect(unsafeReason(path)).toBe(reason);
  });

  it('keeps to the limits of its length and its parts', () => {
    expect(unsafeReason('ä'.repeat(120))).toBeNull();
    expect(unsafeReason(`${'ä'.repeat(120)}x`)).toBe('has a part longer than 240 bytes');
    expect(unsafeReason('Ab/'.repeat(31) + 'a')).toBeNull();
    expect(unsafeReason('Ab/'.repeat(32) + 'a')).toBe('has more than 32 parts');
    expect(unsafeReason(`${'x'.repeat(199)}/`.repeat(4) + 'x'.repeat(100))).toBeNull();
    expect(unsafeReason(`${'x'.repeat(199)}/`.repeat(4) + 'x'.repeat(101))).toBe('is longer than 900 bytes');
  });
});

describe('a name', () => {
  it.each([
    ['a', 'a'],
    ['a b', 'a-b'],
    ['a/b', 'a-b'],
    ['-a-', 'a-'],
    ['.a.', 'a'],
    ['~a', 'a'],
    ['a..', 'a'],
    ['a--b', 'a--b'],
    ['', 'page'],
    ['...', 'page'],
    ['con', 'page-con'],
    ['Makefile', 'page-Makefile'],
    ['.git', 'git'],
    ['git~1', 'git-1'],
    ['ä', 'ä'],
    ['a\u0301', 'á'],
    ['\u0301a', 'a'],
    ['a+b_c', 'a+b_c'],
    ['a:b*c', 'a-b-c'],
    ['🚀', 'page'],
    ['a🚀b', 'a-b'],
    ['a\ud800b', 'a-b'],
    ['nul.txt', 'page-nul-txt'],
    ['package', 'package'],
  ])('%j is usable as %j', (slug, name) => {
    expect(usableName(slug)).toBe(name);
  });

  it.each([
    ['a', 'i', 'a'],
    ['a b', 'i', 'a-b-de7d1b72'],
    ['con', 'i', 'page-con-de7d1b72'],
    ['', 'i', 'page-de7d1b72'],
    ['🚀', 'j', 'page-189f4003'],
  ])('%j of %s is safe as %j', (slug, id, name) => {
    expect(safeName(slug, id)).toBe(name);
  });

  it.each([
    ['a.png', 'a.png'],
    ['a b (1).png', 'a b (1).png'],
    ['a/b.png', 'a-b-de7d1b72.png'],
    ['.a.png', '.a.png'],
    ['a:b.png', 'a-b-de7d1b72.png'],
    ['con.png', 'con-de7d1b72.png'],
    ['', 'file-de7d1b72'],
    ['.', 'file-de7d1b72'],
    ['a.', 'a-de7d1b72'],
    ['a..png', 'a..png'],
    ['🚀.png', '🚀.png'],
    ['~a.p', '~a.p'],
    ['-a.png', '-a.png'],
    [' a.png ', 'a-de7d1b72.png'],
    ['a\ud800.png', 'a--de7d1b72.png'],
    ['.png', '.png'],
    ['a.verylongextension', 'a.verylongextension'],
    ['a.p-g', 'a.p-g'],
    ['a b.', 'a b-de7d1b72'],
    ['ä.PNG', 'ä.PNG'],
  ])('%j of a file is %j', (name, safe) => {
    expect(safeAssetName(name, 'i')).toBe(safe);
  });

  it.each([
    ['a.png', '1', 'a-1.png'],
    ['a', '1', 'a-1'],
    ['.png', '1', 'png-1'],
    ['a.tar.gz', '1', 'a.tar-1.gz'],
    ['a .png', '1', 'a-1.png'],
    ['a..png', '1', 'a-1.png'],
    ['', '1', 'file-1'],
    ['con', '1', 'con-1'],
    ['*.png', '2', 'png-2'],
  ])('%j of a file with %s is %j', (name, suffix, wanted) => {
    expect(assetNameWithSuffix(name, suffix)).toBe(wanted);
  });

  it.each([
    ['a', '1', 'a-1'],
    ['a-', '1', 'a-1'],
    ['a.-.', 'x', 'a-x'],
    ['', '1', '-1'],
  ])('%j with %s is %j', (name, suffix, wanted) => {
    expect(nameWithSuffix(name, suffix)).toBe(wanted);
  });

  it('has a hundred bytes at most, in whole characters, and room for a suffix', () => {
    expect(usableName('ä'.repeat(60))).toBe('ä'.repeat(50));
    expect(usableName(`x${'ä'.repeat(60)}`)).toBe(`x${'ä'.repeat(49)}`);
    expect(nameWithSuffix('x'.repeat(100), '12345678')).toBe(`${'x'.repeat(91)}-12345678`);
    expect(assetNameWithSuffix(`${'x'.repeat(120)}.png`, '1')).toBe(`${'x'.repeat(100)}-1.png`);
  });
});
