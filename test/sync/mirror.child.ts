/** One cycle from a service into a repository, as a process of its own: to be killed, or to come to its end and tell of it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { holdRepository, initRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import { createSync } from '../../src/sync/index.ts';

/** `space`: the only one to mirror, for an interface that cannot list them. */
const [folder = '', baseUrl = '', token = '', organization = '', space = ''] = process.argv.slice(2);
const ports = { clock: realClock, random: realRandom };
process.stdout.write('started\n');

const began = performance.now();
if (!existsSync(path.join(folder, '.git', 'HEAD')))
  await initRepository(folder, { clock: realClock }, { branch: 'main' }).close();
const git = openRepository(folder, { clock: realClock });
const held = holdRepository(git.place, 'a mirror that may be killed');
const { files, tree } = openWorkingTree(git, ports);
const transport = createUndiciTransport();
const client = createClient({ transport, baseUrl, token, ...ports });
const sync = createSync(
  { remote: remoteThrough(client, { requests: () => 0 }), git, files, tree, ...ports },
  {
    repository: { branch: 'main' },
    mirror: {
      ...(space === '' ? { organization } : { spaces: [{ id: space, path: 'docs' }] }),
      changeRequests: 'open',
      metadata: true,
      comments: false,
    },
    frontMatter: { id: true },
    push: { enabled: false, trigger: 'commit', via: 'auto' },
    guards: { deletePercent: 20, deleteMinimum: 5 },
  },
);
const { outcome, problems, branch } = await sync.cycle({ pull: true });
const late = await files.lateSaves();
held.release();
await Promise.all([transport.close(), git.close()]);
const told = { outcome, problems, branch: branch.state, conflicts: branch.conflicts, late };
process.stdout.write(`${JSON.stringify({ ...told, ms: performance.now() - began })}\n`);
