import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { packageRoot } from '../../src/base/index.ts';
import { reportFormats } from '../../src/links/index.ts';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
const commandLine = read('src/cli/program.ts');

/** Every text below a YAML value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the CI examples in docs/ci', () => {
  it.each(['docs/ci/github-links.yml', 'docs/ci/gitlab-links.yml'])(
    '%s is YAML whose command has only options and formats that exist',
    (path) => {
      const command = textsOf(parse(read(path))).find((text) => text.includes('tidemark links')) ?? '';

      const flags = command.match(/--[a-z-]+/gu) ?? [];
      expect(flags).toContain('--base');
      for (const flag of flags) expect(commandLine).toContain(`'${flag}`);
      const formats = [...command.matchAll(/--format ([a-z]+)(?:=(\S+))?/gu)];
      expect(formats.length).toBeGreaterThan(2);
      for (const [, format] of formats) expect(reportFormats).toContain(format);
      // What is kept or uploaded must be what was written.
      for (const [, , file] of formats)
        if (file !== undefined) expect(read(path).split(file).length).toBeGreaterThan(2);
    },
  );

  it('are described with options that exist', () => {
    for (const [flag] of read('docs/ci/README.md').matchAll(/--[a-z][a-z-]+/gu))
      expect(commandLine).toMatch(new RegExp(`['(]${flag}[ ']`, 'u'));
  });
});
