/** The processes that `mirror.ts` starts: the service, the mirror, and the peer for comparison. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { createClient } from '../src/client/index.ts';
import { realClock, realRandom } from '../src/clock/index.ts';
import { initRepository, openRepository, openWorkingTree } from '../src/git/index.ts';
import { createUndiciTransport } from '../src/http/index.ts';
import { startService } from '../src/service/index.ts';
import { remoteThrough } from '../src/remote/index.ts';
import { createSync } from '../src/sync/index.ts';

const [kind = '', ...args] = process.argv.slice(2);
const ports = { clock: realClock, random: realRandom };
const connections = 16;

if (kind === 'service') await serve(args[0] ?? '', args[1] ?? '');
else if (kind === 'peer') await peer(args[0] ?? '');
else await mirror(args);

async function serve(data: string, seed: string): Promise<void> {
  const { url, token, organization, spaces } = await startService({ data, seeds: [seed] });
  const space = spaces.find(({ title }) => title === 'Bench')?.id;
  process.send?.({ url, token, organization, space });
}

/** Waits for orders, runs one cycle for each, and reports its cost. */
async function mirror([folder = '', url = '', token = '', organization = '']: string[]): Promise<void> {
  const transport = createUndiciTransport({ connections });
  let requests = 0;
  const client = createClient({
    transport: {
      send: (request) => {
        requests += 1;
        return transport.send(request);
      },
      close: () => transport.close(),
    },
    baseUrl: url,
    token,
    ...ports,
  });
  await initRepository(folder, { clock: realClock }, { branch: 'main' }).close();
  const git = openRepository(folder, { clock: realClock });
  const { files, tree } = openWorkingTree(git, ports);
  const sync = createSync(
    { remote: remoteThrough(client, { requests: () => requests }), git, files, tree, ...ports },
    {
      repository: { branch: 'main' },
      mirror: { organization, changeRequests: 'open', metadata: true, comments: false },
      frontMatter: { id: true },
      push: { enabled: false, trigger: 'commit', via: 'auto' },
      guards: { deletePercent: 20, deleteMinimum: 5 },
    },
  );
  process.on('message', () => {
    void (async () => {
      const began = performance.now();
      const cpuBefore = process.cpuUsage();
      let read = began;
      const report = await sync.cycle({
        pull: true,
        onProgress: ({ phase }) => {
          if (phase === 'pages') read = performance.now();
        },
      });
      const { user, system } = process.cpuUsage(cpuBefore);
      process.send?.({
        outcome: report.outcome,
        problems: report.problems,
        requests: report.requests,
        ms: performance.now() - began,
        msReading: read - began,
        cpuMs: (user + system) / 1000,
        peakMb: peakMb(),
      });
    })();
  });
  process.send?.({});
}

/** Fetches the bodies through a bare pool, then imports the files with native git: the least work that anybody could do by hand. */
async function peer(plan: string): Promise<void> {
  const { url, token, paths, folder, files } = JSON.parse(readFileSync(plan, 'utf8')) as {
    url: string;
    token: string;
    paths: string[];
    folder: string;
    files: string[];
  };
  const pool = new Pool(url, { connections, pipelining: 1 });
  const began = performance.now();
  const waiting = paths.values();
  const worker = async (): Promise<void> => {
    for (const path of waiting) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${token}` },
      });
      await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const msFetch = performance.now() - began;
  await pool.close();
  const git = spawn('git', ['fast-import', '--quiet', '--force'], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  git.stdin.write('commit refs/heads/main\ncommitter Bench <bench@example.com> 0 +0000\ndata 1\nx\n');
  const [root = '', ...names] = files;
  for (const name of names) {
    const bytes = readFileSync(`${root}/${name}`);
    git.stdin.write(`M 100644 inline ${name}\ndata ${bytes.length}\n`);
    git.stdin.write(bytes);
    if (!git.stdin.write('\n')) await once(git.stdin, 'drain');
  }
  git.stdin.end();
  const [code] = (await once(git, 'exit')) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  process.send?.({ ms: performance.now() - began, msFetch });
  process.disconnect();
}

/** The kernel's peak for this process only. `resourceUsage` may report the parent's peak, from before this program started. */
function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1000;
  const kibibytes = /^VmHWM:\s+(\d+)/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
