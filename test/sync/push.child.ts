/** One cycle in both directions, as a process of its own: to be killed, or to come to its end and tell of it. */
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { holdRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { createFileHost, createUndiciTransport } from '../../src/http/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import { createSync } from '../../src/sync/index.ts';

const [folder = '', baseUrl = '', token = '', space = '', importPort = '0'] = process.argv.slice(2);
const ports = { clock: realClock, random: realRandom };
const git = openRepository(folder, { clock: realClock });
const { files, tree } = openWorkingTree(git, ports);
const transport = createUndiciTransport();
const client = createClient({ transport, elsewhere: transport, baseUrl, token, ...ports });
const sync = createSync(
  {
    remote: remoteThrough(client, { requests: () => 0 }),
    importHost: createFileHost({ host: '127.0.0.1', port: Number(importPort), random: realRandom }),
    ...{ git, files, tree },
    ...ports,
  },
  {
    repository: { branch: 'main' },
    mirror: { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false, comments: false },
    frontMatter: { id: true },
    push: { enabled: true, trigger: 'save', via: 'auto' },
    guards: { deletePercent: 20, deleteMinimum: 5 },
  },
);
process.stdout.write('started\n');
const held = holdRepository(git.place, 'a sync that may be killed');
const report = await sync.cycle();
held.release();
process.stdout.write(`${JSON.stringify(report)}\n`);
await Promise.all([transport.close(), git.close()]);
