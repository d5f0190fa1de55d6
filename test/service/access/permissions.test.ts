import { describe, expect, it } from 'vitest';
import {
  collectionPermissions,
  commentPermissions,
  organizationPermissions,
  spacePermissions,
} from '../../../src/service/access/permissions.ts';
import { higherLevel, isAtLeast, roles, type Level } from '../../../src/service/access/roles.ts';

const levels: readonly Level[] = [null, ...roles];

function granted(permissions: object): string[] {
  return Object.entries(permissions)
    .filter(([, allowed]) => allowed === true)
    .map(([name]) => name);
}

describe('permissions', () => {
  it('a higher role may do everything that a lower role may', () => {
    const tables = [
      spacePermissions,
      collectionPermissions,
      (role: Level) => organizationPermissions({ member: true, role }),
      (level: Level) => commentPermissions(level, { isAuthor: true }),
      (level: Level) => commentPermissions(level, { isAuthor: false }),
    ];
    for (const table of tables) {
      for (const [index, level] of levels.entries()) {
        for (const above of levels.slice(index)) {
          expect(granted(table(above))).toEqual(expect.arrayContaining(granted(table(level))));
        }
      }
    }
  });

  it('somebody without a level may do nothing', () => {
    expect(granted(spacePermissions(null))).toEqual([]);
    expect(granted(collectionPermissions(null))).toEqual([]);
    expect(granted(commentPermissions(null, { isAuthor: true }))).toEqual([]);
    expect(granted(organizationPermissions({ member: false, role: null }))).toEqual([]);
  });

  it('each role adds on a space exactly what its name says', () => {
    expect(granted(spacePermissions('read'))).toEqual(['view', 'access']);
    expect(granted(spacePermissions('comment'))).toEqual(['view', 'access', 'comment']);
    expect(granted(spacePermissions('edit'))).toEqual(['view', 'access', 'edit', 'comment']);
    expect(granted(spacePermissions('review'))).toEqual([
      'view',
      'access',
      'edit',
      'comment',
      'merge',
      'review',
    ]);
    expect(granted(spacePermissions('create'))).toEqual(granted(spacePermissions('review')));
    expect(spacePermissions('admin')).toMatchObject({
      admin: true,
      viewInviteLinks: true,
      triggerGitSync: true,
    });
  });

  it('anyone may see a published space, but do nothing else', () => {
    expect(granted(spacePermissions(null, { published: true }))).toEqual(['view']);
  });

  it('a guest sees the organization and lists nobody', () => {
    expect(granted(organizationPermissions({ member: true, role: null }))).toEqual(['view', 'access']);
  });

  it('only its author edits a comment; an administrator may remove it', () => {
    expect(granted(commentPermissions('admin', { isAuthor: false }))).toEqual([
      'view',
      'reply',
      'react',
      'delete',
    ]);
    expect(granted(commentPermissions('comment', { isAuthor: true }))).toEqual([
      'view',
      'edit',
      'reply',
      'react',
      'delete',
    ]);
    expect(granted(commentPermissions('read', { isAuthor: true }))).toEqual(['view']);
  });
});

describe('levels', () => {
  it('are ordered, and the higher of two is one of them', () => {
    for (const one of levels) {
      for (const other of levels) {
        const top = higherLevel(one, other);
        expect([one, other]).toContain(top);
        if (one !== null) expect(isAtLeast(top, one)).toBe(true);
        if (other !== null) expect(isAtLeast(top, other)).toBe(true);
      }
    }
  });
});
