import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '../../src/client/index.ts';
import type { Client } from '../../src/client/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import type { Clock, Random } from '../../src/clock/index.ts';
import type { ChangeRequest, Page } from '../../src/contract/index.ts';
import { initRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { createFileHost, createInjectTransport, createUndiciTransport } from '../../src/http/index.ts';
import type { HttpTransport } from '../../src/http/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { CycleReport, Sync } from '../../src/sync/index.ts';
import { syncConfig } from '../sync/memory-world.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** A service, and a proxy before it that can break everything; many schedules share them, each with a space of its own. */
export interface Stage {
  readonly service: StartedService;
  readonly proxy: FaultProxy;
  readonly transport: HttpTransport;
  /** Past the proxy: what people do at the service. */
  readonly direct: Client;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const proxy = await startFaultProxy();
  const service = await startService({ data: ':memory:', baseUrl: proxy.url, rate: 10_000_000 });
  const { port } = service.embedded.app.server.address() as AddressInfo;
  proxy.target = `http://127.0.0.1:${port}`;
  const transport = createUndiciTransport();
  return {
    service,
    proxy,
    transport,
    direct: clientAt(
      proxy.url,
      service.token,
      createInjectTransport(service.embedded.app),
      realClock,
      seededRandom(1),
    ),
    close: async () => {
      await proxy.close();
      await service.close();
      await transport.close();
    },
  };
}

function clientAt(
  baseUrl: string,
  token: string,
  transport: HttpTransport,
  clock: Clock,
  random: Random,
): Client {
  return createClient({ transport, elsewhere: transport, baseUrl, token, clock, random });
}

/** Nobody waits in a test: what backs off for seconds does so for milliseconds. */
const hastyClock: Clock = {
  now: () => realClock.now(),
  monotonic: () => realClock.monotonic(),
  sleep: (ms, signal) => realClock.sleep(Math.min(ms, 4), signal),
};

export interface DocumentPage {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly parent: string | null;
}

const me = ['-c', 'user.name=Writer', '-c', 'user.email=writer@example.com'];

/** A space, a clone of it on disk, and a process between them that can be started anew. */
export class HarnessWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-harness-'));
  readonly stage: Stage;
  readonly space: string;
  readonly #random: Random;
  #opened: { sync: Sync; close(): Promise<void> } | null = null;

  private constructor(stage: Stage, space: string, random: Random) {
    this.stage = stage;
    this.space = space;
    this.#random = random;
  }

  static async make(stage: Stage, random: Random): Promise<HarnessWorld> {
    const { direct, service } = stage;
    const { id } = await direct.createSpace({
      params: { organizationId: service.organization },
      body: { title: 'Docs' },
    });
    const world = new HarnessWorld(stage, id, random);
    await world.change((pages) => [
      ...pages.map(({ id: page }) => ({ type: 'delete_page' as const, page })),
      { type: 'insert_page', document: { markdown: '# Home\n\nhome zero\n\nhome one\n' } },
      {
        type: 'insert_page',
        document: { markdown: '# Alpha\n\nalpha zero\n\nalpha one\n\nalpha two\n' },
        ref: 'a',
      },
      { type: 'insert_page', document: { markdown: '# Beta\n\nbeta zero\n\nbeta one\n' }, into: 'a' },
      { type: 'insert_page', document: { markdown: '# Gamma\n\ngamma zero\n\ngamma one' } },
    ]);
    await initRepository(world.folder, { clock: realClock }, { branch: 'main' }).close();
    return world;
  }

  /** One cycle of the process; null when it failed as a whole. */
  async cycle(): Promise<CycleReport | null> {
    this.#opened ??= this.#start();
    try {
      return await this.#opened.sync.cycle();
    } catch (error) {
      this.lastFailure = error;
      await this.restart();
      return null;
    }
  }

  lastFailure: unknown = null;
  /** How long the process waits for an answer: not for ever while the network is slow, and long enough when it is the machine. */
  patienceMs = 60_000;

  /** The process ends, and the next cycle starts another one that remembers nothing. */
  async restart(): Promise<void> {
    await this.#opened?.close();
    this.#opened = null;
  }

  #start(): { sync: Sync; close(): Promise<void> } {
    const random = seededRandom(Math.floor(this.#random.number() * 2 ** 31));
    const { proxy, service, transport } = this.stage;
    const impatient: HttpTransport = {
      send: (request) => transport.send({ ...request, timeoutMs: this.patienceMs }),
      close: () => transport.close(),
    };
    const client = clientAt(proxy.url, service.token, impatient, hastyClock, random);
    const git = openRepository(this.folder, { clock: realClock });
    const { files, tree, cache } = openWorkingTree(git, { clock: realClock, random });
    const sync = createSync(
      {
        remote: remoteThrough(client, { requests: () => 0 }),
        ...{ git, files, tree, cache, clock: hastyClock, random },
        importHost: createFileHost({ host: '127.0.0.1', port: 0, random }),
      },
      syncConfig({
        mirror: {
          spaces: [{ id: this.space, path: '.' }],
          changeRequests: 'open',
          metadata: false,
          comments: false,
        },
        guards: { deletePercent: 100, deleteMinimum: 1000 },
      }),
    );
    return { sync, close: () => git.close() };
  }

  // What the writer does here.

  git(...args: string[]): string {
    return execFileSync('git', [...me, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
  }

  /** Files of the working tree, as text. */
  local(): Map<string, string> {
    const paths = this.git('ls-files', '-co', '--exclude-standard', '-z').split('\0').filter(Boolean);
    return new Map(
      [...new Set(paths)].flatMap((path): [string, string][] => {
        const at = join(this.folder, path);
        return existsSync(at) ? [[path, readFileSync(at, 'utf8')]] : [];
      }),
    );
  }

  /** Saves as editors do: in place, truncated and written, by rename, or by a swap file. */
  save(path: string, text: string, style: number): void {
    const at = join(this.folder, path);
    mkdirSync(dirname(at), { recursive: true });
    if (style < 0.25) {
      const file = openSync(at, existsSync(at) ? 'r+' : 'w');
      writeSync(file, text, 0);
      closeSync(file);
      if (readFileSync(at, 'utf8') !== text) writeFileSync(at, text);
    } else if (style < 0.5) writeFileSync(at, text);
    else if (style < 0.75) {
      writeFileSync(`${at}~`, text);
      renameSync(`${at}~`, at);
    } else {
      if (existsSync(at)) renameSync(at, `${at}.swp`);
      writeFileSync(at, text);
      rmSync(`${at}.swp`, { force: true });
    }
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { force: true });
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-qm', 'My edits', '--allow-empty');
  }

  /** The writer takes what the service has, and puts back every line of theirs that is then nowhere. */
  joinByHand(wanted: readonly string[]): void {
    const mine = [...this.local().values()];
    const tokens = wanted.filter((token) => mine.some((text) => text.includes(token)));
    this.git('reset', '-q', '--hard', 'docs/main');
    this.git('clean', '-qfd');
    const now = [...this.local().values()];
    const lost = tokens.filter((token) => !now.some((text) => text.includes(token)));
    const path = [...this.local().keys()].find((each) => each.endsWith('README.md'));
    if (lost.length > 0 && path !== undefined)
      this.save(path, `${this.local().get(path)!.trimEnd()}\n\n${lost.join('\n\n')}\n`, 0.3);
  }

  // What people do at the service.

  async documents(changeRequest?: string): Promise<DocumentPage[]> {
    const { direct } = this.stage;
    const spaceId = this.space;
    const { pages } = changeRequest
      ? await direct.listPagesInChangeRequest({ params: { spaceId, changeRequestId: changeRequest } })
      : await direct.listPages({ params: { spaceId } });
    const found: { id: string; title: string; parent: string | null }[] = [];
    const visit = (list: readonly Page[], parent: string | null): void => {
      for (const page of list) {
        if (page.type === 'document') found.push({ id: page.id, title: page.title, parent });
        if ('pages' in page) visit(page.pages, page.id);
      }
    };
    visit(pages, null);
    return Promise.all(
      found.map(async (page) => {
        const query = { format: 'markdown' as const };
        const { markdown } = (
          changeRequest
            ? await direct.getPageInChangeRequestById({
                params: { spaceId, changeRequestId: changeRequest, pageId: page.id },
                query,
              })
            : await direct.getPageById({ params: { spaceId, pageId: page.id }, query })
        ) as { markdown: string };
        return { ...page, markdown };
      }),
    );
  }

  /** Somebody changes the primary content: a change request of their own, merged at once. */
  async change(make: (pages: readonly DocumentPage[]) => readonly object[]): Promise<void> {
    const { direct } = this.stage;
    const changes = make(await this.documents());
    if (changes.length === 0) return;
    const { id } = await direct.createChangeRequest({
      params: { spaceId: this.space },
      body: { subject: 'Theirs' },
    });
    const params = { spaceId: this.space, changeRequestId: id };
    await direct.updateContentInChangeRequest({ params, body: { changes: changes as never } });
    const { result } = await direct.mergeChangeRequest({ params });
    if (result !== 'merge') throw new Error(`somebody's own change was not merged: ${result}`);
  }

  async changeIn(changeRequest: string, changes: readonly object[]): Promise<void> {
    const params = { spaceId: this.space, changeRequestId: changeRequest };
    await this.stage.direct.updateContentInChangeRequest({ params, body: { changes: changes as never } });
  }

  async merge(changeRequest: string): Promise<string> {
    const params = { spaceId: this.space, changeRequestId: changeRequest };
    return (await this.stage.direct.mergeChangeRequest({ params })).result;
  }

  async archive(changeRequest: string): Promise<void> {
    const params = { spaceId: this.space, changeRequestId: changeRequest };
    await this.stage.direct.updateChangeRequestById({ params, body: { status: 'archived' } });
  }

  /** The change requests that came from here, in every state. */
  async proposals(): Promise<ChangeRequest[]> {
    const found: ChangeRequest[] = [];
    for (const status of ['draft', 'open', 'merged', 'archived'] as const)
      for await (const each of this.stage.direct.list('listChangeRequestsForSpace', {
        params: { spaceId: this.space },
        query: { status },
      }))
        if (each.subject !== 'Theirs') found.push(each);
    return found;
  }

  async dispose(): Promise<void> {
    await this.restart();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
