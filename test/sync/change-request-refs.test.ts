import { describe, expect, it } from 'vitest';
import { changeRequestBranch, changeRequestRef, shortName } from '../../src/sync/mirror/cr-refs.ts';

describe('the references of change requests', () => {
  it('have the folder of their space and their number', () => {
    expect(changeRequestRef('guides/admin', 7)).toBe('refs/remotes/docs/cr/guides/admin/7');
    expect(changeRequestBranch('guides/admin', 7)).toBe('refs/heads/cr/guides/admin/7');
  });

  it('have no folder where the space fills the whole repository', () => {
    expect(changeRequestRef('.', 7)).toBe('refs/remotes/docs/cr/7');
    expect(changeRequestBranch('.', 7)).toBe('refs/heads/cr/7');
  });

  it.each([
    ['a b/c d', 'a-b/c-d'],
    ['a\u0000b\u001fc\u007fd', 'a-b-c-d'],
    ['a~b^c:d?e*f[g\\h', 'a-b-c-d-e-f-g-h'],
    ['a..b...c.d', 'a-b-c.d'],
    ['a@{b/@/{c}@', 'a-b/@/{c}@'],
    ['.a/b./.c.', '-a/b-/-c-'],
    ['a.lock/b.locks/c.lock.md', 'a-/b.locks/c.lock.md'],
    ['Über-uns_1/(x)', 'Über-uns_1/(x)'],
  ])('have a dash for what git refuses in a name: %j', (folder, path) => {
    expect(changeRequestRef(folder, 7)).toBe(`refs/remotes/docs/cr/${path}/7`);
  });
});

describe('the short name of a branch', () => {
  it('has no prefix, and null where there is no branch', () => {
    expect(shortName('refs/heads/idea/refs')).toBe('idea/refs');
    expect(shortName('idea')).toBe('idea');
    expect(shortName(null)).toBeNull();
  });
});
