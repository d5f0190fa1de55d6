import { expect, it } from 'vitest';
import { isEditorsFile } from '../../src/base/index.ts';

it.each([
  ['page.md~', 'an editor'],
  ['page.md.~2~', 'an editor'],
  ['#page.md#', 'an editor'],
  ['.#page.md', 'an editor'],
  ['.page.md.swp', 'an editor'],
  ['..gitbook.yaml.swo', 'an editor'],
  ['4913', 'an editor'],
  ['~$plan.docx', 'an editor'],
  ['.~lock.plan.odt#', 'an editor'],
  ['page.md', 'a person'],
  ['page~1.md', 'a person'],
  ['~page.md', 'a person'],
  ['#hash.md', 'a person'],
  ['C#', 'a person'],
  ['#', 'a person'],
  ['film.swf', 'a person'],
  ['page.swp.md', 'a person'],
  ['.gitbook.yaml', 'a person'],
  ['4913.md', 'a person'],
  ['.lock.odt#', 'a person'],
])('%s is a file of %s', (name, owner) => {
  expect(isEditorsFile(name)).toBe(owner === 'an editor');
});
