import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const run = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runCommand> =>
  runCommand(args, {
    cwd: sample.folder,
    env: { TIDEMARK_TOKEN: sample.service.token, HOME: sample.folder, ...env },
  });
const file = (name: string): string => join(sample.folder, 'docs', name);

/** A mirror of the first space, with an edit that was sent and one that was not. */
async function mirrored(): Promise<void> {
  const { url, spaces } = sample.service;
  writeFileSync(
    join(sample.folder, 'sync.config.yaml'),
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${spaces[0]!.id}, path: . }]\n`,
  );
  expect((await run(['sync'])).code).toBe(0);
}

async function edited(): Promise<void> {
  await mirrored();
  appendFileSync(file('README.md'), '\nSent.\n');
  expect((await run(['sync'])).out).toContain('proposed change request');
  writeFileSync(file('waiting.md'), '# Waiting\n');
}

/** What a status tells that needs no service. */
const known = [
  'The service told nothing this time: its spaces are as the last sync saw them.',
  '1 edit in . not sent yet:',
  'create waiting.md',
  'as the last sync saw them:',
  'proposed change request #',
];

describe('a status without news from the service', () => {
  it('[SYNC-110] tells what is known here, that the service refuses the token, and what to do', async () => {
    await edited();

    const refused = await run(['status'], { TIDEMARK_TOKEN: 'tdm_revoked' });
    const { code, out } = await run(['status', '--json'], { TIDEMARK_TOKEN: 'tdm_revoked' });

    expect(refused).toMatchObject({ code: 4, err: '' });
    for (const each of known) expect(refused.out).toContain(each);
    expect(refused.out).toContain('✗ The service refuses the token: ');
    expect(refused.out).toContain('export TIDEMARK_TOKEN=');
    expect(refused.out).not.toContain('up to date');
    const { problems, spaces } = JSON.parse(out);
    expect({ code, problems, spaces }).toMatchObject({
      code: 4,
      problems: [{ code: 'UNAUTHENTICATED' }],
      spaces: [{ behind: null, edits: [{ path: 'waiting.md' }] }],
    });
  });

  it('[SYNC-110] tells the same where nothing answers', async () => {
    await edited();
    const away = { TIDEMARK_SERVICE_URL: 'http://127.0.0.1:1' };

    const { code, out, err } = await run(['status', '--trust-origin'], away);

    expect({ code, err }).toEqual({ code: 3, err: '' });
    for (const each of known) expect(out).toContain(each);
    expect(out).toContain('NO_ANSWER');
  });
});
