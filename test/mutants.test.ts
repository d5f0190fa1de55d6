import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../src/base/index.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly location: { readonly start: Place; readonly end: Place };
  readonly replacement: string;
}

interface Name {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly turn?: number;
}

interface Found extends Name {
  readonly key: string;
  readonly at: number;
  readonly status: string;
}

interface Counts {
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly uncovered: number;
}

interface Mutants {
  keyOf(name: Name): string;
  namedMutants(
    file: string,
    text: string,
    mutants: readonly Mutant[],
  ): (Name & { key: string; at: number })[];
  sampleOf(keys: readonly string[], size: number, seed: string): string[];
  choiceOf(
    keys: readonly string[],
    given: { sample?: number; seed: string; known: Set<string>; only?: Set<string>; atMost?: number },
  ): string[];
  countsOf(found: readonly Found[], equivalent: Set<string>): (Counts & { room: string })[];
  scoreOf(counts: Counts): { share: number; low: number; high: number } | null;
  survivorsOf(found: readonly Found[], equivalent: Set<string>): Found[];
  testsOf(files: readonly string[], options?: { second: boolean }): string[];
}

const script: string = '../scripts/mutants.mjs';
const mutants = (await import(script)) as Mutants;
const root = packageRoot();

const mutant = (line: number, column: number, end: number, replacement: string): Mutant => ({
  location: { start: { line, column }, end: { line, column: end } },
  replacement,
});

function found(file: string, status: string, at = 1): Found {
  return { file, line: '', from: '', to: '', key: `${file} ${status} ${at}`, at, status };
}

describe('the names of mutants', () => {
  const text = 'const a = 1 > 2;\nif (a) {\n  b();\n}\nconst c = 1 > 2 || 1 > 2;\n';

  it('name the text and what replaces it', () => {
    const block = {
      location: { start: { line: 1, column: 7 }, end: { line: 3, column: 1 } },
      replacement: '{}',
    };

    expect(mutants.namedMutants('src/a/b.ts', text, [block, mutant(0, 10, 15, 'true')])).toMatchObject([
      { at: 1, line: 'const a = 1 > 2;', from: '1 > 2', to: 'true', turn: 1 },
      { at: 2, line: 'if (a) {', from: '{ b(); }', to: '{}', turn: 1 },
    ]);
  });

  it('last while other lines change, and differ within one line', () => {
    const names = mutants.namedMutants('a.ts', text, [mutant(4, 10, 15, 'true'), mutant(4, 19, 24, 'true')]);
    const later = mutants.namedMutants('a.ts', `\n\n${text}`, [
      mutant(6, 19, 24, 'true'),
      mutant(6, 10, 15, 'true'),
    ]);

    expect(new Set(names.map(({ key }) => key)).size).toBe(2);
    expect(later.map(({ key }) => key)).toEqual(names.map(({ key }) => key));
    expect(names.map(mutants.keyOf)).toEqual(names.map(({ key }) => key));
  });
});

describe('the choice of mutants', () => {
  const keys = Array.from({ length: 50 }, (_, index) => `mutant ${index}`);

  it('is the same for the same seed, and a smaller sample is a part of a larger one', () => {
    const sample = mutants.sampleOf(keys, 10, '1');

    expect(mutants.sampleOf([...keys].reverse(), 20, '1').slice(0, 10)).toEqual(sample);
    expect(mutants.sampleOf(keys, 10, '2')).not.toEqual(sample);
    expect(new Set(sample).size).toBe(10);
  });

  it('leaves out what is known, and goes on with the others another time', () => {
    const first = mutants.choiceOf(keys, { sample: 10, seed: '1', known: new Set(), atMost: 4 });
    const rest = mutants.choiceOf(keys, { sample: 10, seed: '1', known: new Set(first) });

    expect([...first, ...rest]).toEqual(mutants.sampleOf(keys, 10, '1'));
    expect(mutants.choiceOf(keys, { seed: '1', known: new Set(), only: new Set(['mutant 7']) })).toEqual([
      'mutant 7',
    ]);
  });

  it('lets the tests of the room judge, and more where the room is looked at elsewhere', () => {
    expect(mutants.testsOf(['src/queue/a.ts', 'src/queue/rate/b.ts', 'src/git/c.ts'])).toEqual([
      ...['test/queue', 'test/git'],
    ]);
    const tests = mutants.testsOf(['src/content/a.ts', 'src/sync/a.ts']);
    expect(tests.length).toBeGreaterThan(2);
    const second = mutants.testsOf(['src/sync/a.ts'], { second: true });
    expect(second).toContain('test/sharing');
    expect([...tests, ...second].filter((test) => !existsSync(join(root, test.replace('!', ''))))).toEqual(
      [],
    );
  });
});

describe('what became of mutants', () => {
  const results = [
    ...['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'].map((status, at) =>
      found('src/queue/a.ts', status, at),
    ),
    found('src/git/a.ts', 'Survived'),
  ];

  it('is counted by room, without those that are equivalent', () => {
    const [git, queue] = mutants.countsOf(
      results,
      new Set(['src/queue/a.ts Survived 3', 'src/queue/a.ts Killed 0']),
    );

    expect(queue).toEqual({
      ...{
        room: 'queue',
        tried: 6,
        killed: 2,
        timedOut: 1,
        survived: 0,
        uncovered: 1,
        equivalent: 1,
        broken: 1,
      },
    });
    expect(git).toMatchObject({ room: 'git', survived: 1 });
    expect(mutants.scoreOf(queue!)?.share).toBe(0.75);
  });

  it('gives a score with the interval that holds it with 95 %', () => {
    const score = mutants.scoreOf({ killed: 270, timedOut: 0, survived: 20, uncovered: 10 });

    expect(score).toEqual({
      ...{ share: 0.9, low: expect.closeTo(0.861, 3) as number, high: expect.closeTo(0.9289, 3) as number },
    });
    expect(mutants.scoreOf({ killed: 0, timedOut: 0, survived: 0, uncovered: 0 })).toBeNull();
  });

  it('leaves the survivors to be looked at, in the order of the files', () => {
    const left = mutants.survivorsOf(results, new Set());

    expect(left.map(({ key }) => key)).toEqual([
      ...['src/git/a.ts Survived 1', 'src/queue/a.ts Survived 3', 'src/queue/a.ts NoCoverage 4'],
    ]);
  });
});

it('the file of each equivalent mutant still has its line, and the mutant has a reason', () => {
  const entries = (parse(readFileSync(join(root, 'scripts/equivalent-mutants.yaml'), 'utf8')) ??
    {}) as Record<string, { line: string; from: string; to: string; why: string }[]>;
  const lost = Object.entries(entries).flatMap(([file, list]) => {
    const lines = new Set(
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => line.replace(/\s+/gu, ' ').trim()),
    );
    return list.filter(
      ({ line, why }) =>
        why.length < 10 || ![...lines].some((each) => each.startsWith(line.replace(/…$/u, ''))),
    );
  });

  expect(lost).toEqual([]);
});

describe('the plugin that lets chosen mutants through', () => {
  interface Whole extends Mutant {
    readonly id: string;
    readonly fileName: string;
  }
  interface Plugin {
    identityOf(mutant: Omit<Whole, 'id'>): string;
    readonly strykerPlugins: readonly {
      readonly value: { check(all: readonly Whole[]): Promise<Record<string, { status: string }>> };
    }[];
  }

  it('knows each by its file, place and replacement, and refuses every other one', async () => {
    const path: string = '../scripts/mutant-choice.mjs';
    const { identityOf, strykerPlugins } = (await import(path)) as Plugin;
    const folder = await mkdtemp(join(tmpdir(), 'mutant-choice-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const fileName = join(process.cwd(), 'src/sync/a.ts');
    const chosen = { id: '1', fileName, ...mutant(3, 4, 9, 'true') };
    process.env['TIDEMARK_MUTANT_CHOICE'] = join(folder, 'choice.json');
    onTestFinished(() => void delete process.env['TIDEMARK_MUTANT_CHOICE']);
    await writeFile(join(folder, 'choice.json'), JSON.stringify([identityOf(chosen)]));

    const others = [
      { ...chosen, id: '2', replacement: 'false' },
      { ...chosen, id: '3', ...mutant(3, 4, 8, 'true') },
      { ...chosen, id: '4', ...mutant(3, 5, 9, 'true') },
      { ...chosen, id: '5', ...mutant(2, 4, 9, 'true') },
      { ...chosen, id: '6', fileName: join(process.cwd(), 'src/sync/b.ts') },
    ];
    const checked = await strykerPlugins[0]!.value.check([chosen, ...others]);

    expect(Object.entries(checked).filter(([, { status }]) => status === 'passed')).toHaveLength(1);
    expect(checked['1']!.status).toBe('passed');
    expect(Object.keys(checked)).toHaveLength(6);
  });
});
