import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed } from '../support/installed.ts';

describe('the installed package', () => {
  let installed: Installed;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-installation-'));
  beforeAll(async () => {
    installed = await installedProgram();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs the demo to its end', async () => {
    const { code, out, err } = await installed.run(['demo'], { cwd: folder });

    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain('exported');
  });
});
