import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { applied, EditorClient } from '../support/editor-client.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

let installed: Installed;
let folder: string;

beforeAll(async () => {
  installed = await installedProgram();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-editor-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the installed program for an editor, and collects its stderr. */
function startServer(): { client: EditorClient; said: () => string; ended: Promise<number | null> } {
  const child = spawn(installed.node, [installed.program, 'lsp'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { client: new EditorClient(child.stdout, child.stdin), said: () => said, ended };
}

describe.runIf(hasCorpora)('an editor with the installed program, on real documentation', () => {
  it('sees a slip while it is typed, and a renamed folder takes its links along', async () => {
    const [space] = [...corpusSpaces()].sort((one, other) => other.paths.length - one.paths.length);
    if (space === undefined) throw new Error('there is no corpus');
    const docs = join(folder, 'docs');
    cpSync(space.folder, docs, { recursive: true });
    const uriOf = (path: string): string => pathToFileURL(join(docs, path)).href;
    const { client, said, ended } = startServer();
    await client.begin(pathToFileURL(docs).href);

    const page = 'README.md';
    await client.open(uriOf(page), `${readFileSync(join(docs, page), 'utf8')}\n\n[slip](SUMMARY.md#x)\n`);
    const before = await client.diagnostics(uriOf(page), () => true);
    await client.type(uriOf(page), '[slip](', 'no-such-');
    const slip = await client.diagnostics(uriOf(page), (all) => all.length > before.length);
    expect(slip.at(-1)).toMatchObject({ code: 'broken-page', source: 'tidemark' });

    const findings = async (): Promise<number> => {
      const { out } = await installed.run(['links', docs, '--format', 'json', '--fail-on', 'never'], {
        cwd: folder,
      });
      return (JSON.parse(out) as { findings: unknown[] }).findings.length;
    };
    const faults = await findings();
    const old = readdirSync(docs, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort((one, other) => readdirSync(join(docs, other)).length - readdirSync(join(docs, one)).length)[0];
    if (old === undefined) throw new Error('the corpus has no folder');
    const edit = await client.willRename([{ oldUri: uriOf(old), newUri: uriOf('renamed-é') }]);
    const texts = applied(edit ?? {}, (uri) => {
      const path = fileURLToPath(uri);
      return path.endsWith('.gitbook.yaml') ? '' : readFileSync(path, 'utf8');
    });
    for (const [uri, text] of texts) {
      const file = fileURLToPath(uri);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    renameSync(join(docs, old), join(docs, 'renamed-é'));

    expect(texts.size).toBeGreaterThan(2);
    expect(await findings()).toBe(faults);
    await client.end();
    expect({ code: await ended, said: said() }).toEqual({ code: 0, said: '' });
  });
});
