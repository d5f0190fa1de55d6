/** One worker of the fleet test, as a process of its own: everything real but the git host, which is git on disk. */
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { countRequests, createLog, runDaemon, shareMirror } from '../../src/daemon/index.ts';
import { initRepository, openWorkingTree } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { createRateBudgets, limitTransport, openRedis } from '../../src/queue/index.ts';
import { createSync, remoteThrough } from '../../src/sync/index.ts';
import { gitHost } from './git-host.ts';

interface WorkerOptions {
  folder: string;
  hostFolder: string;
  redisUrl: string;
  serviceUrl: string;
  token: string;
  organization: string;
  intervalMs: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
const ports = { clock: realClock, random: realRandom };
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const redis = await openRedis({ url: options.redisUrl });
// The copy is never checked out: its HEAD is on a branch of its own, so that every shared ref is free to move.
const git = initRepository(options.folder, ports, { branch: 'worker' });
await runDaemon({
  ...ports,
  version: 'test',
  kind: 'worker',
  stop: stop.signal,
  onReload: () => () => undefined,
  log: createLog({
    write: (text) => process.stdout.write(text),
    pretty: false,
    clock: realClock,
    level: 'debug',
  }),
  load: async (metrics) => {
    const budgets = createRateBudgets({ ...ports, redis });
    const network = createUndiciTransport();
    const transport = limitTransport(countRequests(network, metrics), { budgets });
    let sent = 0;
    const client = createClient({
      ...ports,
      transport: { send: (request) => (sent++, transport.send(request)), close: () => transport.close() },
      baseUrl: options.serviceUrl,
      token: options.token,
    });
    const sync = createSync(
      {
        ...ports,
        git,
        ...openWorkingTree(git, ports),
        remote: remoteThrough(client, { requests: () => sent }),
      },
      {
        repository: { branch: 'main' },
        mirror: {
          organization: options.organization,
          changeRequests: 'none',
          metadata: false,
          comments: false,
        },
        frontMatter: { id: true },
        push: { enabled: false, trigger: 'commit', via: 'auto' },
        guards: { deletePercent: 20, deleteMinimum: 5 },
      },
    );
    return {
      work: shareMirror(sync, gitHost(options.folder, options.hostFolder)),
      ...{ budgets, redis, serviceUrl: options.serviceUrl, intervalMs: options.intervalMs },
      ...{ concurrency: 2, watch: null, http: null, takeoverMs: 6_000 },
      close: async () => {
        await network.close();
        redis.disconnect();
      },
    };
  },
});
await git.close();
process.exit(0);
