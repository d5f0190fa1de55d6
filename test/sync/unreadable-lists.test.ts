import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { Space } from '../../src/contract/index.ts';
import { findSpaces, type FoundSpace } from '../../src/sync/mirror/spaces.ts';
import type { MirrorConfig } from '../../src/sync/config.ts';
import type { Remote } from '../../src/sync/remote/port.ts';

const noJson = new AppError('ANSWER_INVALID', 'The answer to the list is text/html, not JSON');
const failing = (): Promise<Space[]> => Promise.reject(noJson);

/** The spaces `guides` and `api` are known, each from a list of its own. */
function find(
  mirror: Partial<MirrorConfig>,
  lists: Partial<Pick<Remote, 'organizationSpaces' | 'collectionSpaces'>>,
): Promise<FoundSpace[]> {
  const known = ['guides', 'api'].map(
    (id) => [id, { id, path: id, title: id, organization: 'org' }] as const,
  );
  return findSpaces({
    remote: lists as Remote,
    config: { changeRequests: 'open', metadata: false, comments: false, ...mirror },
    known: new Map(known),
    organizationOfSite: new Map(),
  });
}

describe('a list of spaces that cannot be read', () => {
  it('is the failure of the whole look where it is the only one, such as behind the page of a proxy', async () => {
    await expect(find({ organization: 'org' }, { organizationSpaces: failing })).rejects.toBe(noJson);
    await expect(find({ collections: ['one', 'two'] }, { collectionSpaces: failing })).rejects.toBe(noJson);
  });

  it('lets the spaces of other lists be seen, and calls no space of it missing', async () => {
    const guides = { id: 'guides' } as Space;
    const found = await find(
      { collections: ['one', 'two'] },
      { collectionSpaces: (id) => (id === 'one' ? Promise.resolve([guides]) : failing()) },
    );

    expect(found).toEqual([
      expect.objectContaining({ id: 'guides', seen: true }),
      expect.objectContaining({ seen: false, reason: noJson }),
      { id: 'api', path: 'api', seen: false, reason: noJson },
    ]);
  });

  it('does not hide that a space is missing in lists that were read', async () => {
    const found = await find({ organization: 'org' }, { organizationSpaces: () => Promise.resolve([]) });

    expect(found).toMatchObject([
      { id: 'guides', seen: false, reason: { code: 'NOT_FOUND' } },
      { id: 'api', seen: false, reason: { code: 'NOT_FOUND' } },
    ]);
  });
});
