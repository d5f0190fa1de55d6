import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runsOnNode } from '../../src/database/better-sqlite.ts';
import { betterSqliteMaker } from '../../src/database/index.ts';
import { childArguments } from '../git/child.ts';

it('says in one line that a native module was built for another Node, and which command makes it anew', () => {
  const load = (): never => {
    throw Object.assign(
      new Error(
        "The module 'better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.",
      ),
      { code: 'ERR_DLOPEN_FAILED' },
    );
  };

  expect(() => betterSqliteMaker(load)).toThrowError(
    expect.objectContaining({
      code: 'NATIVE_MODULE',
      message: expect.stringMatching(/^the native module better-sqlite3 .*'better_sqlite3\.node'$/) as string,
      hint: expect.stringMatching(/cd \S+ && npm (rebuild|install) .*better-sqlite3/) as string,
    }),
  );
});

it('knows which versions of the native module a Node can run, by the version of its interface', () => {
  expect(runsOnNode('12.11.1', '9')).toBe(true);
  expect(runsOnNode('13.2.0', '9')).toBe(false);
  expect(runsOnNode('13.2.0', '10')).toBe(true);
  expect(runsOnNode('14.0.0', '9')).toBe(false);
});

it('keeps the line about an experimental SQLite off the screen, and lets other warnings through', () => {
  const script = fileURLToPath(new URL('./warning.child.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, childArguments(script), {
    encoding: 'utf8',
  });

  expect({ status, stdout }).toEqual({ status: 0, stdout: '{"answer":42}\n' });
  expect(stderr).not.toContain('SQLite');
  expect(stderr).toContain('ExperimentalWarning: another feature');
  expect(stderr).toContain('a warning of the program');
});
