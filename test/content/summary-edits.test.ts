import { describe, expect, it } from 'vitest';
import { updateSummaryLines } from '../../src/content/index.ts';
import type { SummaryLine } from '../../src/content/index.ts';

const item = (depth: number, title: string, target: string, linkTitle?: string): SummaryLine => ({
  ...{ kind: 'item', depth, title, target },
  ...(linkTitle === undefined ? {} : { linkTitle }),
});
const group = (title: string, slug: string): SummaryLine => ({ kind: 'group', title, slug });
const computed = (depth: number, of: Readonly<Record<string, unknown>>): SummaryLine => ({
  ...{ kind: 'computed', depth, computed: of },
});
const D: SummaryLine = { kind: 'divider' };
const [A, B, C] = [item(0, 'A', 'a.md'), item(0, 'B', 'b.md'), item(0, 'C', 'c.md')];

describe('a table of contents is', () => {
  it.each<readonly [string, string | null, readonly SummaryLine[], string]>([
    [
      'printed anew where there was nothing',
      null,
      [A, item(1, 'B', 'b.md'), group('G', 'g'), C, D, B],
      '# Table of contents\n\n* [A](a.md)\n  * [B](b.md)\n\n## G\n\n* [C](c.md)\n\n***\n\n* [B](b.md)\n',
    ],
    ['printed anew where there were only blanks', ' \n', [A], '# Table of contents\n\n* [A](a.md)\n'],
    [
      'left as it is where it says the same',
      '# Table of contents\n\n*   [A](a.md)\n',
      [A],
      '# Table of contents\n\n*   [A](a.md)\n',
    ],
    [
      'left as it is where a computed entry has another order of keys',
      '# Table of contents\n\n* ```yaml\n  b: 1\n  a:\n    d: [1, 2]\n    c: x\n  ```\n',
      [computed(0, { a: { c: 'x', d: [1, 2] }, b: 1 })],
      '# Table of contents\n\n* ```yaml\n  b: 1\n  a:\n    d: [1, 2]\n    c: x\n  ```\n',
    ],
    [
      'changed where a list of a computed entry has another order',
      '# Table of contents\n\n* ```yaml\n  a: [1, 2]\n  ```\n',
      [computed(0, { a: [2, 1] })],
      '# Table of contents\n\n* ```yaml\n  a:\n    - 2\n    - 1\n  ```\n',
    ],
    [
      'added to behind the last entry',
      '# Table of contents\n\n* [A](a.md)\n',
      [A, B],
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n',
    ],
    [
      'added to in front of the first entry',
      '# Table of contents\n\n* [A](a.md)\n',
      [B, A],
      '# Table of contents\n\n* [B](b.md)\n* [A](a.md)\n',
    ],
    [
      'added to with the indents that it has',
      '# T\n\n- [A](a.md)\n    - [B](b.md)\n',
      [A, item(1, 'B', 'b.md'), item(1, 'C', 'c.md')],
      '# T\n\n- [A](a.md)\n    - [B](b.md)\n    - [C](c.md)\n',
    ],
    [
      'added to with the indents of an indented list',
      '# T\n\n  + [A](a.md)\n      + [B](b.md)\n',
      [A, item(1, 'B', 'b.md'), item(2, 'C', 'c.md')],
      '# T\n\n  + [A](a.md)\n      + [B](b.md)\n        + [C](c.md)\n',
    ],
    [
      'added to with bullets where it has numbers',
      '1. [A](a.md)\n2. [B](b.md)\n',
      [A, C, B],
      '1. [A](a.md)\n* [C](c.md)\n2. [B](b.md)\n',
    ],
    [
      'given a group between blank lines',
      '# Table of contents\n\n* [A](a.md)\n',
      [A, group('G', 'g'), B],
      '# Table of contents\n\n* [A](a.md)\n\n## G\n\n* [B](b.md)\n',
    ],
    [
      'given a group with an address of its own',
      '# Table of contents\n\n* [A](a.md)\n',
      [A, group('G h', 'x'), B],
      '# Table of contents\n\n* [A](a.md)\n\n## G h <a href="#x" id="x"></a>\n\n* [B](b.md)\n',
    ],
    [
      'rid of a group and its blank line',
      '# Table of contents\n\n* [A](a.md)\n\n## G\n\n* [B](b.md)\n',
      [A, B],
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n',
    ],
    [
      'left with its blank lines around groups',
      '# Table of contents\n\n* [A](a.md)\n\n\n## G\n\n\n* [B](b.md)\n',
      [A, group('G', 'g'), C, B],
      '# Table of contents\n\n* [A](a.md)\n\n\n## G\n\n* [C](c.md)\n* [B](b.md)\n',
    ],
    [
      'given a divider between blank lines',
      '# Table of contents\n\n## G\n\n* [A](a.md)\n',
      [group('G', 'g'), A, D, B],
      '# Table of contents\n\n## G\n\n* [A](a.md)\n\n***\n\n* [B](b.md)\n',
    ],
    [
      'left with its words where entries come and go',
      '# T\n\nIntro\n\n* [A](a.md)\n\nMiddle\n\n* [B](b.md)\n\nEnd\n',
      [B, C],
      '# T\n\nIntro\n\n\nMiddle\n* [B](b.md)\n* [C](c.md)\n\nEnd\n',
    ],
    [
      'left with the words after the first entry when that goes',
      '# T\n\n* [A](a.md)\n\nMiddle\n\n* [B](b.md)\n',
      [B],
      '# T\n\n\nMiddle\n* [B](b.md)\n',
    ],
    [
      'left with the words between two entries',
      '# T\n\n* [A](a.md)\n\nMiddle\n\n* [B](b.md)\n',
      [A, C, B],
      '# T\n\n* [A](a.md)\n\nMiddle\n* [C](c.md)\n* [B](b.md)\n',
    ],
    [
      'left with its head when all entries go',
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n',
      [],
      '# Table of contents\n\n',
    ],
    [
      'left with its words when all entries go',
      '# Table of contents\n\n* [A](a.md)\n\nEnd\n',
      [],
      '# Table of contents\n\n\nEnd\n',
    ],
    [
      'left without an end of its last line',
      '# Table of contents\n\n* [A](a.md)',
      [A, B],
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)',
    ],
    ['given entries below a head without an end of its line', '# T', [A], '# T\n\n* [A](a.md)'],
    ['given entries below its head', '# Table of contents\n\n', [A], '# Table of contents\n\n* [A](a.md)\n'],
    ['given entries below a line of blanks', '# T\n \n', [A], '# T\n \n* [A](a.md)\n'],
    [
      'changed with the ends of lines that it has',
      '# T\r\n\r\n* [A](a.md)\r\n',
      [A, B, group('G', 'g'), C],
      '# T\r\n\r\n* [A](a.md)\r\n* [B](b.md)\r\n\r\n## G\r\n\r\n* [C](c.md)\r\n',
    ],
    [
      'changed with the ends of lines that it has, and none at the end',
      '# T\r\n\r\n* [A](a.md)',
      [A, B],
      '# T\r\n\r\n* [A](a.md)\r\n* [B](b.md)',
    ],
    [
      'given titles and targets that are read back',
      '# Table of contents\n\n',
      [
        item(0, 'a_b [c] *d*', 'x y.md'),
        item(0, 'E', 'e(1).md', 'say "x" \\'),
        { kind: 'item', depth: 0, title: 'F', target: 'C#?.md', isPath: true },
        item(0, 'G', 'd.md#e'),
      ],
      '# Table of contents\n\n* [a\\_b \\[c\\] \\*d\\*](<x y.md>)\n* [E](<e(1).md> "say \\"x\\" \\\\")\n* [F](C%23%3F.md)\n* [G](d.md#e)\n',
    ],
    [
      'given another title of a link',
      '# Table of contents\n\n* [A](a.md "x")\n',
      [item(0, 'A', 'a.md', 'y')],
      '# Table of contents\n\n* [A](a.md "y")\n',
    ],
    [
      'rid of the title of a link',
      '# Table of contents\n\n* [A](a.md "x")\n',
      [A],
      '# Table of contents\n\n* [A](a.md)\n',
    ],
    [
      'given a computed entry below another',
      '# Table of contents\n\n* [A](a.md)\n',
      [A, computed(1, { type: 'builtin:openapi', props: { models: true } })],
      '# Table of contents\n\n* [A](a.md)\n  * ```yaml\n    type: builtin:openapi\n    props:\n      models: true\n    ```\n',
    ],
    [
      'given another title',
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n',
      [item(0, 'X', 'a.md'), B],
      '# Table of contents\n\n* [X](a.md)\n* [B](b.md)\n',
    ],
    [
      'given another level',
      '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n',
      [A, item(1, 'B', 'b.md')],
      '# Table of contents\n\n* [A](a.md)\n  * [B](b.md)\n',
    ],
    [
      'added to in front of the words at its end',
      '# T\n\n* [A](a.md)\n\nEnd\n',
      [A, B],
      '# T\n\n* [A](a.md)\n* [B](b.md)\n\nEnd\n',
    ],
    [
      'left with the words at its end when the last entry moves',
      '# T\n\n* [A](a.md)\n* [B](b.md)\n\nEnd\n',
      [B, A],
      '# T\n\n* [B](b.md)\n* [A](a.md)\n\nEnd\n',
    ],
    [
      'left with words below an entry that moves',
      '# T\n\n* [A](a.md)\n  text\n* [B](b.md)\n',
      [B, item(1, 'A', 'a.md')],
      '# T\n\n  text\n* [B](b.md)\n  * [A](a.md)\n',
    ],
  ])('%s', (_what, previous, wanted, text) => {
    expect(updateSummaryLines(previous, wanted)).toBe(text);
    expect(updateSummaryLines(text, wanted)).toBe(text);
  });
});
