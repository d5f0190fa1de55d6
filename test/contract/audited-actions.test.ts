import { expect, it } from 'vitest';
import { actionInWords, operations, operationIds } from '../../src/contract/index.ts';

const changing = operationIds.filter((id) => operations[id].writes);

it.each(changing)('has words for what somebody did with %s', (id) => {
  const words = actionInWords(id);

  // A verb of the past, and no name of the interface.
  expect(words).toMatch(/^(?:[a-z]+ed|brought|gave|made|put|set|took),? (?:[a-z, -]|OpenAPI|e-mail)+$/u);
  expect(words).not.toContain(id);
});

it('has words for each operation of the interface that does not only read', () => {
  const byMethod = operationIds.filter((id) => operations[id].method !== 'GET');
  const onlyAsks = ['getComputedDocument', 'resolvePublishedContentByUrl', 'searchSiteContent'];

  expect(byMethod.filter((id) => !onlyAsks.includes(id))).toEqual(changing);
});

it('has words for what belongs to no operation, and says so where it has none', () => {
  expect(actionInWords('signInThroughProvider')).toBe('signed in through an identity provider');
  for (const unknown of ['getSpaceById', 'flySpace', 'toString'])
    expect(actionInWords(unknown)).toBe(`did something for which this version has no words (${unknown})`);
});
