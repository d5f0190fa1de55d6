import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../src/base/index.ts';

interface Changes {
  readChange(name: string, text: string): { readonly size: string; readonly text: string };
  sizeOf(changes: readonly { readonly size: string }[]): string;
  nextVersion(version: string, size: string): string;
}

const script: string = '../scripts/changes.mjs';
const { nextVersion, readChange, sizeOf } = (await import(script)) as Changes;
const root = packageRoot();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the habits of the house', () => {
  it('give each decision record its state and the day of the decision', () => {
    const records = readdirSync(join(root, 'docs/decisions'));
    const first =
      /^# .+\n\nState: (?:proposed|accepted|replaced by \[[^\]]+\]\([^)]+\))\. Since: \d{4}-\d\d-\d\d\.\n\n/u;

    expect(records.length).toBeGreaterThan(5);
    expect(records.filter((name) => !first.test(read(`docs/decisions/${name}`)))).toEqual([]);
  });

  it('let the workflow run the one script that CI runs', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { run: { steps: { run?: string; uses?: string }[] } };
    };

    expect(jobs.run.steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  });

  it('give a new machine every component that the script asks for', () => {
    const script = read('.ci/run');
    const loops = [...script.matchAll(/^for program in (.+); do$/gmu)][0]?.[1]?.split(' ') ?? [];
    const added = [...script.matchAll(/need\+=\((?:([\w-]+))\)/gu)].map(([, name = '']) => name);
    const { postCreateCommand } = JSON.parse(read('.devcontainer/devcontainer.json')) as {
      postCreateCommand: string;
    };
    const installed = postCreateCommand.split(' ');

    expect(loops.length).toBeGreaterThan(2);
    expect([...loops, ...added].filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('indent in every editor as prettier does', () => {
    const { printWidth } = JSON.parse(read('.prettierrc.json')) as { printWidth: number };

    expect(read('.editorconfig')).toContain(`max_line_length = ${printWidth}\n`);
    expect(read('.editorconfig')).toContain('indent_size = 2\n');
  });

  it('say in each file of changes how large a step it is, and what the changelog says', () => {
    const names = readdirSync(join(root, 'changes')).filter((name) => name !== 'README.md');

    expect(() => names.map((name) => readChange(name, read(`changes/${name}`)))).not.toThrow();
    expect(() => readChange('a.md', '---\ntidemark: huge\n---\n\nText.\n')).toThrow(
      'changes/a.md must begin',
    );
    expect(() => readChange('a.md', 'Text.\n')).toThrow('changes/a.md must begin');
    expect(() => readChange('a.md', '---\ntidemark: patch\n---\n\n')).toThrow('does not say what changed');
  });

  it('make the largest step that a change asks for', () => {
    expect(sizeOf([{ size: 'patch' }, { size: 'major' }, { size: 'minor' }])).toBe('major');
    expect(['major', 'minor', 'patch'].map((size) => nextVersion('1.2.3', size))).toEqual([
      '2.0.0',
      '1.3.0',
      '1.2.4',
    ]);
  });

  it('name the version of the package wherever people copy it from', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const files = ['action.yml', ...readdirSync(join(root, 'docs/ci')).map((name) => `docs/ci/${name}`)];
    const pins = files.flatMap((file) => [...read(file).matchAll(/tidemark@v?([\d.]+\d)/gu)]);

    expect(pins.length).toBeGreaterThan(3);
    expect(pins.filter(([, pin]) => pin !== version)).toEqual([]);
  });
});
