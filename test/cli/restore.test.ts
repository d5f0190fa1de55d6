import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const runIn = (folder: string, ...args: string[]): ReturnType<typeof runCommand> =>
  runCommand(args, {
    cwd: join(sample.folder, folder),
    env: { TIDEMARK_TOKEN: sample.service.token, HOME: sample.folder },
  });

it('restore names files as they are seen from the current folder', async () => {
  const { url, spaces } = sample.service;
  writeFileSync(
    join(sample.folder, 'sync.config.yaml'),
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }\nmirror:\n  spaces: [{ id: ${spaces[0]!.id}, path: guides }]\n`,
  );
  await runIn('.', 'sync');
  appendFileSync(join(sample.folder, 'docs', 'guides', 'README.md'), '\nSaved.\n');
  await runIn('.', 'sync');

  const listed = async (folder: string, path: string): Promise<string[]> => {
    const [first = ''] = (await runIn(folder, 'restore', path)).out.split('\n');
    return first.split(/ {2,}/u);
  };
  const [id = '', , above] = await listed('.', 'docs/guides/README.md');
  const restored = await runIn('docs/guides', 'restore', 'README.md', '--save', id);
  const unknown = await runIn('docs', 'restore', 'guides/README.md', '--save', 'abcdef');

  expect(above).toBe('docs/guides/README.md');
  expect((await listed('.', 'guides/README.md'))[2]).toBe('docs/guides/README.md');
  expect((await listed('docs/guides', '.'))[2]).toBe('README.md');
  expect(restored.out).toBe(
    `.README.md.restored-${id.slice(0, 8)} holds the save; README.md is as it was.\n`,
  );
  expect(existsSync(resolve(sample.folder, 'docs/guides', restored.out.split(' ')[0]!))).toBe(true);
  rmSync(join(sample.folder, 'docs', 'guides', 'README.md'));
  const restoredAgain = await runIn('docs', 'restore', 'guides/README.md', '--save', id);
  expect(restoredAgain.out).toBe(
    `guides/.README.md.restored-${id.slice(0, 8)} holds the save; there is no guides/README.md: give the save that name to bring it back.\n`,
  );
  expect(unknown.err).toContain('tidemark restore guides/README.md');
  expect(JSON.parse((await runIn('docs/guides', 'restore', 'README.md', '--json')).out)).toMatchObject([
    { path: 'guides/README.md' },
  ]);
});

it('restore shows of each save its size and the first line below the front matter', async () => {
  const { url, spaces } = sample.service;
  writeFileSync(
    join(sample.folder, 'sync.config.yaml'),
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./lines }\nmirror:\n  spaces: [{ id: ${spaces[0]!.id}, path: . }]\n`,
  );
  await runIn('.', 'sync');
  writeFileSync(join(sample.folder, 'lines', 'crlf.md'), '---\r\ntitle: Lines\r\n---\r\n\r\n# Lines\r\n');
  writeFileSync(join(sample.folder, 'lines', 'one.md'), 'x');
  await runIn('.', 'sync');

  expect((await runIn('lines', 'restore', 'crlf.md')).out).toMatch(/ {2}crlf\.md {2}\d+ bytes: # Lines\n$/u);
  expect((await runIn('lines', 'restore', 'one.md')).out).toMatch(/ {2}one\.md {2}1 byte: x\n$/u);
});
