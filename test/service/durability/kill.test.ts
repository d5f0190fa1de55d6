import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../../../src/clock/index.ts';
import { createService } from '../../../src/service/index.ts';
import type { Json } from '../fixture.ts';
import { childArguments } from '../../git/child.ts';

/** 200 in the long run: `TIDEMARK_KILL_ROUNDS=200 npx vitest run test/service/durability`. */
const rounds = Number(process.env['TIDEMARK_KILL_ROUNDS'] ?? 12);
const writers = 4;
const seed = Number(process.env['TIDEMARK_SEED'] ?? 1);

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly organization: string;
}

let directory: string;
let serving: Serving | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
});

afterEach(async () => {
  if (serving !== undefined) await kill(serving);
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<Serving> {
  const script = join(import.meta.dirname, 'serving-child.ts');
  const child = spawn(process.execPath, childArguments(script, directory), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', () => reject(new Error('The service ended before it was ready.')));
  });
  const ready = JSON.parse(line) as Omit<Serving, 'child'>;
  return { child, ...ready };
}

async function kill({ child }: Serving): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function send({ url, token }: Serving, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

it(
  `loses no acknowledged write in ${rounds} kills -9 at random moments of writing`,
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const random = seededRandom(seed);
    serving = await start();
    const { id: space } = await send(serving, 'POST', `/orgs/${serving.organization}/spaces`, {
      title: 'Kill',
    });
    const { id: changeRequest } = await send(serving, 'POST', `/spaces/${space}/change-requests`, {});
    const content = `/spaces/${space}/change-requests/${changeRequest}/content`;
    const acknowledged = new Map<string, string>();
    let sent = 0;

    for (let round = 0; round < rounds; round++) {
      const present: Serving = serving;
      let over = false;
      let answered = (): void => {};
      const firstAnswer = new Promise<void>((resolve) => (answered = resolve));
      const writing = Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; !over; number++) {
          const text = `# Page ${round}-${writer}-${number}\n\n${'x'.repeat(2000)}\n`;
          try {
            sent += 1;
            const { changes } = await send(present, 'POST', content, {
              changes: [{ type: 'insert_page', document: { markdown: text } }],
            });
            acknowledged.set(changes[0].page.id as string, text);
            answered();
          } catch {
            return; // No answer came: the write may have happened or not.
          }
        }
      });
      // However slow the machine is, each round must have something to lose.
      await Promise.race([firstAnswer, new Promise((resolve) => setTimeout(resolve, 10_000))]);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.floor(random.number() * 150)));
      await kill(present);
      over = true;
      await Promise.all(writing);
      serving = await start();
    }

    const { pages } = await send(serving, 'GET', `${content}/pages`);
    const ids = new Set(pages.map((page: { id: string }) => page.id));
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds);
    expect([...acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([]);
    await kill(serving);

    const { service, close } = createService({ data: directory });
    expect(service.store.integrity()).toBe('ok');
    const texts = new Set(
      service.store.all<{ text: string }>('SELECT text FROM documents').map(({ text }) => text),
    );
    expect([...acknowledged.values()].filter((text) => !texts.has(text))).toEqual([]);
    // A write is complete or absent: every page in the list has its text.
    expect(ids.size).toBeLessThanOrEqual(sent);
    expect(texts.size).toBe(ids.size);
    await close();
    console.log(
      `${rounds} kills (seed ${seed}): ${acknowledged.size} acknowledged writes of ${sent} sent, none lost`,
    );
  },
);
