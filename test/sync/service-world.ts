import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/client/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import type { Clock } from '../../src/clock/port.ts';
import { initRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { createInjectTransport } from '../../src/http/index.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../src/http/index.ts';
import { seedFolder } from '../../src/service/seeding.ts';
import type { SeedReport } from '../../src/service/seeding.ts';
import type { GitHost } from '../../src/git/port.ts';
import { withGitHost } from '../../src/sharing/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { ImportHost, Remote, Sync, SyncConfig } from '../../src/sync/index.ts';
import { aService } from '../service/fixture.ts';
import type { ServiceFixture } from '../service/fixture.ts';

/** The embedded service in this process, with a client over it that counts its requests. */
export interface ServiceWorld {
  readonly service: ServiceFixture;
  readonly remote: Remote;
  readonly transport: HttpTransport;
  seed(folder: string): SeedReport;
  /** How many requests were sent that may change something. */
  writes(): number;
  /** From now on the service knows nothing of the files that pages are, as many another one does. */
  forgetFiles(): void;
  newRemote(): Remote;
  close(): Promise<void>;
}

export function serviceWorld({ kind = 'full' }: { kind?: 'full' | 'strict' } = {}): ServiceWorld {
  const service = aService({ interface: kind });
  let sent = 0;
  let writes = 0;
  let hints = true;
  const inner = createInjectTransport(service.embedded.app);
  const transport: HttpTransport = {
    send: (request) => {
      sent++;
      if (request.method !== 'GET' && request.method !== 'HEAD') writes++;
      return hints ? inner.send(request) : withoutHints(inner, request);
    },
    close: () => inner.close(),
  };
  const newRemote = (): Remote => {
    const client = createClient({
      transport,
      baseUrl: 'http://docs.test',
      token: service.tokens.admin,
      clock: realClock,
      random: seededRandom(3),
    });
    return remoteThrough(client, { requests: () => sent });
  };
  return {
    service,
    transport,
    newRemote,
    writes: () => writes,
    forgetFiles: () => void (hints = false),
    remote: newRemote(),
    seed: (folder) => seedFolder(service.context(), folder, { organization: service.org }),
    close: () => service.close(),
  };
}

/** A service that refuses hints of paths as it does any field that it does not know, and gives none back. */
async function withoutHints(inner: HttpTransport, request: HttpRequest): Promise<HttpResponse> {
  const { changes = [] } = (typeof request.body === 'string' ? JSON.parse(request.body) : {}) as {
    changes?: readonly object[];
  };
  const response = await inner.send(
    changes.some((change) => 'git' in change)
      ? { ...request, body: JSON.stringify({ changes: [{ type: 'unknown' }] }) }
      : request,
  );
  if (!String(response.headers['content-type']).includes('json')) return response;
  const text = new TextDecoder().decode(response.body);
  if (text === '') return response;
  const bare: unknown = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'document')
      return value;
    const { git: _git, ...rest } = value as { git?: unknown };
    return rest;
  });
  return { ...response, body: new TextEncoder().encode(JSON.stringify(bare)) };
}

let made = 0;

/** The environment of a writer's git: nothing of the machine's configuration, and a name for commits. */
const writersGit = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'W',
  GIT_AUTHOR_EMAIL: 'w@example.com',
  GIT_COMMITTER_NAME: 'W',
  GIT_COMMITTER_EMAIL: 'w@example.com',
};

/** A repository on disk that a sync keeps, and native git to look at it with. */
export interface Clone {
  readonly folder: string;
  readonly sync: Sync;
  /** Another process: the same repository, nothing remembered. */
  reopen(): Promise<Sync>;
  git(...args: string[]): string;
  /** Commits all that differs in the folder. */
  commit(subject: string): void;
  read(path: string): string;
  remove(): Promise<void>;
}

export async function aClone(
  remote: () => Remote,
  config: SyncConfig,
  {
    importHost,
    clock = realClock,
    gitHost,
  }: { importHost?: ImportHost; clock?: Clock; gitHost?: GitHost } = {},
): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-clone-'));
  const random = seededRandom(11 + made++);
  await initRepository(folder, { clock: realClock }, { branch: config.repository.branch }).close();
  const opened: { close(): Promise<void> }[] = [];
  const open = async (): Promise<Sync> => {
    const git = openRepository(folder, { clock });
    opened.push(git);
    const { files, tree, cache } = openWorkingTree(git, { clock, random });
    const ports = {
      remote: remote(),
      git,
      files,
      tree,
      cache,
      clock,
      random,
      ...(importHost ? { importHost } : {}),
    };
    const sync = createSync(ports, config);
    return gitHost ? withGitHost(sync, { git, tree, host: gitHost, branch: config.repository.branch }) : sync;
  };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...writersGit } });
  return {
    folder,
    sync: await open(),
    reopen: open,
    git,
    commit: (subject) => {
      git('add', '--all');
      git('commit', '--quiet', '--message', subject);
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: async () => {
      for (const each of opened) await each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
