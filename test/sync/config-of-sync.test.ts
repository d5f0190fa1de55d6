import { expect, it } from 'vitest';
import { createSync } from '../../src/sync/index.ts';
import type { SyncConfig, SyncPorts } from '../../src/sync/index.ts';
import { keepTimeOf, lagOf } from '../../src/sync/config.ts';
import { syncConfig } from './memory-world.ts';

const mirror = { changeRequests: 'open', metadata: false, comments: false } as const;

/** Begins a sync of spaces in these folders. */
function begin(...folders: readonly string[]): void {
  const spaces = folders.map((path, at) => ({ id: `s${at}`, path }));
  createSync({ remote: {} } as unknown as SyncPorts, syncConfig({ mirror: { ...mirror, spaces } }));
}

it.each([
  [[]],
  [['.']],
  [['']],
  [['./']],
  [['guides']],
  [['guides', 'api', './books/one/', 'books/two']],
  [['guides', 'guides-2']],
  [['guides/a', 'guides/ab']],
])('spaces may have the folders %j', (folders) => {
  expect(() => begin(...folders)).not.toThrow();
});

it.each([[['.', 'guides']], [['guides', '']], [['./', 'guides']]])(
  'no space may take the whole repository beside another one: %j',
  (folders) => {
    expect(() => begin(...folders)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message:
          'One space takes the whole repository (path `.`), which leaves no place for the other spaces',
        hint: 'Give each space a folder of its own under `mirror.spaces`.',
      }),
    );
  },
);

it.each([
  [['guides', 'guides'], 'guides and guides'],
  [['guides', './guides/'], 'guides and guides'],
  [['guides', 'api', 'guides/inner'], 'guides and guides/inner'],
  [['guides/inner', 'guides'], 'guides and guides/inner'],
])('no space may be in the folder of another one: %j', (folders, named) => {
  expect(() => begin(...folders)).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: `Two spaces have the folders ${named}, of which one is inside the other`,
      hint: 'Give each space a folder of its own under `mirror.spaces`.',
    }),
  );
});

it.each(['../up', '/etc', 'a/../b', '.git', 'a\\b'])(
  'a folder that is not safe to write is refused: %s',
  (path) => {
    expect(() => begin(path)).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_PATH',
        message: `The folder ${path} of a space is not safe to write`,
        hint: 'Use letters, digits, `-`, `_` and `/`, inside the repository.',
      }),
    );
  },
);

it('saves are kept for thirty days, and a service may be ten seconds late, unless the configuration says so', () => {
  const push: SyncConfig['push'] = { enabled: true, trigger: 'save', via: 'auto' };

  expect(keepTimeOf({})).toBe(30 * 24 * 3_600_000);
  expect(keepTimeOf({ history: { keepMs: 5 } })).toBe(5);
  expect(lagOf({ push })).toBe(10_000);
  expect(lagOf({ push: { ...push, lagMs: 0 } })).toBe(0);
});
