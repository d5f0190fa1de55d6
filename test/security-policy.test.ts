import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

const text = readFileSync(join(packageRoot(), 'SECURITY.md'), 'utf8');
const rows = text.split('\n').filter((line) => /^\| (?!Threat|---)/u.test(line));

describe('SECURITY.md', () => {
  it('names a test that exists for each threat', () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const [, shown, path] = /\[`(test\/[^`]+)`\]\((test\/[^)]+)\) \|$/u.exec(row) ?? [];
      expect(path, row).toBe(shown);
      expect(existsSync(join(packageRoot(), path ?? 'no file is named')), row).toBe(true);
    }
  });

  it('is part of the package', () => {
    const { files } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
      files: readonly string[];
    };

    expect(files).toContain('SECURITY.md');
  });
});
