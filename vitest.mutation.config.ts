import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { long } from './vitest.config.ts';

/** The first test that fails is enough to kill a mutant, so the quickest files begin. */
class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = new Map(files.map((file) => [file, this.#costOf(file)]));
    return Promise.resolve(files.toSorted((one, other) => costs.get(one)! - costs.get(other)!));
  }

  /** How long the file took last time, in milliseconds; a file that has never been run counts as slow. */
  #costOf({ project, moduleId }: TestSpecification): number {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
    return this.ctx.cache.getFileTestResults(key)?.duration ?? 10_000;
  }
}

const named = (process.env['TIDEMARK_MUTATION_TESTS'] ?? '').split(',');
const judges = named.filter((test) => !test.startsWith('!'));
const leftOut = named.filter((test) => test.startsWith('!')).map((test) => test.slice(1));
const withLong = process.env['TIDEMARK_MUTATION_LONG'] === '1';

/**
 * The tests that judge mutants: `scripts/mutate.mjs` names their folders and files. They run in one worker, without the long ones that it
 * does not name, unless all are wanted. A test that a mutant makes hang ends after a minute.
 */
export default defineConfig({
  test: {
    include: judges.map((test) => (test.endsWith('.ts') ? test : `${test}/**/*.test.ts`)),
    exclude: [...(withLong ? [] : long.filter((test) => !judges.includes(test))), ...leftOut],
    setupFiles: ['test/support/fixed-properties.ts'],
    sequence: { sequencer: QuickestFirst },
    isolate: false,
    testTimeout: 60_000,
    tags: [{ name: 'long', description: 'Many rounds of what a shorter test covers too.' }],
    // An option that the types do not know.
    ...(withLong ? {} : { tagsFilter: ['!long'] }),
  },
});
