import { expect, it } from 'vitest';
import { isEditorsFile } from '../../src/base/index.ts';

it.each([
  'page.md~',
  'page.md.~2~',
  '#page.md#',
  '.#page.md',
  '.page.md.swp',
  '..gitbook.yaml.swo',
  '4913',
  '~$plan.docx',
  '.~lock.plan.odt#',
])('%s is a file that an editor keeps for itself', (name) => {
  expect(isEditorsFile(name)).toBe(true);
});

it.each([
  'page.md',
  'page~1.md',
  '~page.md',
  '#hash.md',
  'C#',
  '#',
  'film.swf',
  'page.swp.md',
  '.gitbook.yaml',
  '4913.md',
  '.lock.odt#',
])('%s is a file of a person', (name) => {
  expect(isEditorsFile(name)).toBe(false);
});
