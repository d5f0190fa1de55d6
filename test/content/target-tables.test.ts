import { describe, expect, it } from 'vitest';
import {
  hasRelativeLinks,
  isTopOfPage,
  joinPath,
  printTarget,
  relativePath,
  splitTarget,
} from '../../src/content/index.ts';

describe('a target', () => {
  it.each([
    ['[a](b.md)', true],
    ['![a](b.png)', true],
    ['[a](../b/)', true],
    ['[a](?b)', true],
    ['[a](#b)', false],
    ['[a](/b)', false],
    ['[a]()', false],
    ['[a](https://b.example/)', false],
    ['[a](//b.example/)', false],
    ['[a](mailto:b@c.example)', false],
    ['a', false],
    ['[a](#b) [c](/d) [e](f.md)', true],
  ])('of %s is relative: %s', (text, wanted) => {
    expect(hasRelativeLinks(text)).toBe(wanted);
  });

  it.each([
    ['top', true],
    ['TOP', true],
    ['topic', false],
    ['stop', false],
    ['', false],
  ])('with the anchor %j leads to the top of any page: %s', (anchor, wanted) => {
    expect(isTopOfPage(anchor)).toBe(wanted);
  });

  it.each([
    ['a', 'a', '', null],
    ['a#b', 'a', '', 'b'],
    ['#b', '', '', 'b'],
    ['a?b', 'a', '?b', null],
    ['?b', '', '?b', null],
    ['a?b#c?d#e', 'a', '?b', 'c?d#e'],
    ['a#', 'a', '', ''],
    ['', '', '', null],
  ] as const)('%j has the path %j, the query %j and the fragment %j', (target, path, query, fragment) => {
    expect(splitTarget(target)).toEqual({ path, query, fragment });
  });

  it.each([
    ['', 'a.md', 'a.md'],
    ['a', 'a/b.md', 'b.md'],
    ['a/b', 'a/c.md', '../c.md'],
    ['a/b', 'c.md', '../../c.md'],
    ['a', 'b/a/c.md', '../b/a/c.md'],
    ['a/b', 'a/b', '../b'],
    ['a/b/c', 'a/x/c/d.md', '../../x/c/d.md'],
  ])('from %j to %j is %j, and leads back', (folder, target, wanted) => {
    expect(relativePath(folder, target)).toBe(wanted);
    expect(joinPath(folder, wanted)).toBe(target);
  });

  it.each([
    ['', '..', null],
    ['a', '../..', null],
    ['a', '..', ''],
    ['a', './b//c/.', 'a/b/c'],
    ['a/b', '../c/../d', 'a/d'],
  ])('in %j that says %j means %j', (folder, relative, wanted) => {
    expect(joinPath(folder, relative)).toBe(wanted);
  });

  it.each([
    ['a.md', 'a.md'],
    ['a b.md', '<a b.md>'],
    ['a(1).md', '<a(1).md>'],
    ['a<b>.md', '<a%3Cb%3E.md>'],
    ['a%20b.md', 'a%2520b.md'],
    ['50%.md', '50%.md'],
    ['https://a.example/b%20c', 'https://a.example/b%20c'],
  ])('%j is written as %j', (target, wanted) => {
    expect(printTarget(target)).toBe(wanted);
  });
});
