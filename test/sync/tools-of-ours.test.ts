import { expect, it } from 'vitest';
import { importCheckSubject, isHelper, trialSubject, windowSubject } from '../../src/sync/remote/window.ts';

it('a change request that Tidemark makes for itself is no proposal of a person', () => {
  const subjects = [
    windowSubject,
    importCheckSubject,
    `${trialSubject} 7`,
    'Edit Welcome [0123456789-abcdef]',
  ];

  expect(subjects.map((subject) => isHelper({ subject }))).toEqual([true, true, true, false]);
});
