import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../src/base/index.ts';

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
});
