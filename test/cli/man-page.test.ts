import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { manPage } from '../../src/cli/man-page.ts';
import { commandsByPath, flagOf, programTree } from '../support/command-tree.ts';

const file = join(packageRoot(), 'man', 'tidemark.1');
const page = readFileSync(file, 'utf8');

describe('the man page', () => {
  it('is up to date: node scripts/generate.mjs writes it', () => {
    expect(page).toBe(manPage(programTree()));
  });

  it('names every command and every option', () => {
    const text = page.replaceAll('\\-', '-');
    for (const [path, command] of commandsByPath()) {
      if (command.parent !== null) expect(text).toContain(`.SS "tidemark ${path}`);
      for (const option of command.options.filter(({ hidden }) => !hidden))
        expect(text).toContain(flagOf(option));
    }
  });

  it.runIf(spawnSync('groff', ['--version']).status === 0)(
    'is roff that groff takes without a warning',
    () => {
      const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-P-cbou', '-ww', file], {
        encoding: 'utf8',
      });

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('EXIT STATUS');
    },
  );
});
