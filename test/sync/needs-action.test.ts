import { describe, expect, it } from 'vitest';
import { needsAction } from '../../src/sync/port.ts';
import type { Standing } from '../../src/sync/port.ts';

const nothing: Standing = { conflicts: [], proposals: [{ state: 'proposed' }], problems: [], advice: [] };

describe('what a report finds asks for a person', () => {
  it.each<[string, Partial<Standing>]>([
    ['where both sides changed a page', { conflicts: ['guides/a.md'] }],
    ['where a change request is in conflict', { proposals: [{ state: 'conflict' }] }],
    ['where the service overruled a deletion', { proposals: [{ state: 'archived', overruled: ['a.md'] }] }],
    ['where a file is not sent', { problems: [{ code: 'NOT_SENDABLE', cause: 'encoding' }] }],
    ['where a link is not sent', { problems: [{ code: 'UNSAFE_PATH', cause: 'not-a-file' }] }],
    ['where deletions are held back', { problems: [{ code: 'DELETION_GUARD' }] }],
    ['where there is a next step', { advice: [{ about: 'git waits for you', steps: [] }] }],
  ])('%s', (_where, found) => {
    expect(needsAction({ ...nothing, ...found })).toBe(true);
  });

  it.each<[string, Partial<Standing>]>([
    ['where nothing was found', {}],
    ['where the service did not answer', { problems: [{ code: 'NO_ANSWER' }] }],
    ['where a folder cannot be read safely', { problems: [{ code: 'UNSAFE_PATH' }] }],
  ])('not %s', (_where, found) => {
    expect(needsAction({ ...nothing, ...found })).toBe(false);
  });
});
