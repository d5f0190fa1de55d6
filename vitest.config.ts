import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    // Machines of CI are shared: what fails there is tried once more, with another seed where it has one. Both runs are told.
    retry: process.env['CI'] === 'true' ? 1 : 0,
  },
});
