import tseslint from 'typescript-eslint';

const outsidePorts =
  'Comes in through a port (src/clock, src/files, src/http): pass it, so that tests and the simulation can rule it.';

export default tseslint.config(
  {
    ignores: [
      ...[
        'coverage/**',
        'dist/**',
        'dist.*/**',
        'node_modules/**',
        'templates/**',
        'test-results/**',
        'types/**',
        'types.*/**',
      ],
      ...['test/golden/**', 'test/fixtures/**'],
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    // One run is faster with the whole project than with the language service of editors: 92 s of processor time in place of 110.
    languageOptions: { parserOptions: { project: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Ports are objects of functions without `this`; their methods may be passed on.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/clock/**', 'src/main.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: outsidePorts },
        { object: 'Math', property: 'random', message: outsidePorts },
      ],
      'no-restricted-globals': ['error', { name: 'fetch', message: outsidePorts }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      complexity: ['error', 20],
      // What the program says goes through its own output; a line here is left from somebody's search for a mistake.
      'no-console': 'error',
      'max-params': ['error', 4],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/sync/**/*.ts', 'src/{remote,repair,sharing,trial}/**/*.ts', 'src/content/merge/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', 60], 'max-params': ['error', 4] },
  },
  {
    // What a service answers is `any` by nature in tests: they look at it, and fail when it is not there.
    files: ['test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['scripts/**', '*.config.ts', '*.config.js', 'bench/**'],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
