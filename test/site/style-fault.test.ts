import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { styleFault } from '../../src/site/page/style-fault.ts';

const openAddress =
  'the url( that begins here is not closed after its address, which needs quotes around it if it has blanks, quotes or brackets';

it.each([
  ['a { color: red', 1, 'the { here is never closed'],
  ['a { b: c }\n@media print {\n  d { e: f }\n', 2, 'the { here is never closed'],
  ['a { b: c }\n}\nd { e: f }', 2, 'the } here closes nothing'],
  ['a {\n  width: calc(1px + 2px;\n}', 2, 'the calc( here is not closed before the next }'],
  ['a {\r\n  width: (1px + 2px;\r\n}', 2, 'the ( here is not closed before the next }'],
  ['a { b: my-url([x) y]) }', 1, 'the [ here is not closed before the next )'],
  ['a[b { c: d }', 1, 'the [ here is never closed'],
  ['/* a comment\na { b: c }', 1, 'the comment that begins here is never closed'],
  ['/*/ a { b: c }', 1, 'the comment that begins here is never closed'],
  ['a { content: "x; }\nb { c: d }', 1, 'the text that begins here is never closed'],
  ["a { content: 'it\\'s }\n", 1, 'the text that begins here is never closed'],
  ['a { background: url(x.png }', 1, openAddress],
  ['a { background: url(x.png', 1, openAddress],
  ['a { background: URL(x.png }\nb { c: calc(1px) }', 1, openAddress],
  ['a { background: url(x"y.png) }', 1, openAddress],
  ['a { background: url(x y.png) }', 1, openAddress],
])('finds what is never closed in %j', async (css, line, message) => {
  expect(await styleFault(css)).toEqual({
    line,
    message: `${message}: browsers leave out or misread what follows`,
  });
});

it.each([
  '',
  'a { b: c } /* } */ d { content: "{" } e { content: \'}"\' }',
  'a { background: url(data:image/svg+xml;utf8,<svg>{[) } b { background: url("a).png") }',
  'a { & b { c: d } } a\\{b { c: d } [e="f]"] { g: h }',
  'a { content: "one\\\ntwo" }',
  'a { content: "one\\\r\ntwo" }',
  'a { background: url(x\\).png) } b { background: URL(x{y.png) } c { background: url(  "x.png"  ) }',
  'a { --x: { b: (c) [d] }; --y: my-url("x)") } a\\"b { c: d }',
  "@layer x { @supports (display: grid) { @media (min-width: 1px) { a { b: c /* it's */ } } } }",
])('finds nothing where all is closed: %j', async (css) => {
  expect(await styleFault(css)).toBeUndefined();
});

it('finds nothing in our own style sheets', async () => {
  const folder = join(packageRoot(), 'templates', 'site');
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));

  expect(sheets.length).toBeGreaterThan(2);
  for (const name of sheets)
    expect(await styleFault(readFileSync(join(folder, name), 'utf8')), name).toBeUndefined();
});
