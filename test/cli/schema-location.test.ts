import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { schemaLocation } from '../../src/cli/config/schema-location.ts';

const running = join('/opt', 'a folder', '#1', 'tidemark');

describe('the schema that a written configuration names', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-schema-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('is the one of the running package, as a URL without a blank, where no project has the package', () => {
    const location = schemaLocation(folder, running);

    expect(location).not.toMatch(/[\s#]/);
    expect(fileURLToPath(location)).toBe(join(running, 'sync.config.schema.json'));
  });

  it("is the one of the project's package, by a path from the configuration, in every folder of the project", () => {
    const below = join(folder, 'docs', 'handbook');
    const installed = join(folder, 'node_modules', 'tidemark');
    mkdirSync(below, { recursive: true });
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'sync.config.schema.json'), '{}');

    expect(schemaLocation(folder, running)).toBe('./node_modules/tidemark/sync.config.schema.json');
    expect(schemaLocation(below, running)).toBe('../../node_modules/tidemark/sync.config.schema.json');
  });
});
