import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed } from '../support/installed.ts';

/** The schema of a configuration, found as editors do: relative to the configuration. */
function schemaOf(file: string): { location: string; schema: unknown } {
  const [, location = ''] =
    /^# yaml-language-server: \$schema=(\S+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  const url = new URL(location, pathToFileURL(file));
  return { location, schema: JSON.parse(readFileSync(url, 'utf8')) };
}

describe('the installed package', () => {
  let installed: Installed;
  let published: unknown;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-installation-'));
  beforeAll(async () => {
    installed = await installedProgram();
    const schema = join(installed.packageFolder, 'sync.config.schema.json');
    published = JSON.parse(readFileSync(schema, 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const init = async (cwd: string): Promise<ReturnType<typeof schemaOf>> => {
    mkdirSync(cwd, { recursive: true });
    const args = ['init', '--url', 'http://127.0.0.1:1', '--organization', 'anOrganization'];
    expect(await installed.run(args, { cwd })).toMatchObject({ code: 0 });
    return schemaOf(join(cwd, 'sync.config.yaml'));
  };

  it('runs the demo to its end', async () => {
    const { code, out, err } = await installed.run(['demo'], { cwd: folder });

    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain('exported');
  });

  it('writes a configuration whose schema editors find, when it is installed for the whole machine', async () => {
    const { location, schema } = await init(join(folder, 'anywhere'));

    expect(location).toMatch(/^file:/);
    expect(schema).toEqual(published);
  });

  it('writes a configuration that names no path of this machine, when the project has the package', async () => {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    symlinkSync(installed.packageFolder, join(project, 'node_modules', 'tidemark'), 'junction');

    const { location, schema } = await init(project);

    expect(location).toBe('./node_modules/tidemark/sync.config.schema.json');
    expect(schema).toEqual(published);
  });

  it('brings a sample configuration that names the schema beside it', () => {
    const { location, schema } = schemaOf(join(installed.packageFolder, 'sync.config.yaml'));

    expect(location).toBe('./sync.config.schema.json');
    expect(schema).toEqual(published);
  });
});
