/**
 * Measures how long a writer waits, in a space of 10,000 pages: from a save to its change request (beyond the debounce), from the
 * next save into the same change request, and for `tidemark status` beside `git status`. The service is a separate process, and the
 * sync keeps running, as in the daemon. Run it with `node bench/run.mjs push`; `--pages 2000` for fewer, `--profile` under `node
 * --cpu-prof`.
 */
import { buildSync } from 'esbuild';
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '../src/client/index.ts';
import { realClock, realRandom, seededRandom } from '../src/clock/index.ts';
import { initRepository, openRepository, openWorkingTree } from '../src/git/index.ts';
import { createUndiciTransport } from '../src/http/index.ts';
import { remoteThrough } from '../src/remote/index.ts';
import { createSync } from '../src/sync/index.ts';

const asked = process.argv.indexOf('--pages');
const pageCount = asked < 0 ? 10_000 : Number(process.argv[asked + 1]);
const rounds = 9;
const limits = { saveMs: 300, statusRatio: 3 } as const;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-push-'));
const seed = join(folder, 'bench');
const repository = join(folder, 'repository');
const script = join(dirname(fileURLToPath(import.meta.url)), 'push-child.mjs');
buildSync({
  entryPoints: [join(process.cwd(), 'bench', 'mirror-child.ts')],
  outfile: script,
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});

/** Writes the space's folder, and names its pages. */
function writeSeed(): string[] {
  const random = seededRandom(1);
  const paths: string[] = [];
  const summary = ['# Table of contents', ''];
  for (let n = 0; n < pageCount; n++) {
    const section = `s${Math.floor(n / 100)}`;
    const leads = n % 100 === 0;
    if (leads) mkdirSync(join(seed, section), { recursive: true });
    const words = Array.from({ length: 400 }, () => random.number().toString(36).slice(2, 9));
    const path = leads ? `${section}/README.md` : `${section}/p${n}.md`;
    writeFileSync(join(seed, path), `# Page ${n}\n\n${words.join(' ')}\n\nThe last line.\n`);
    summary.push(`${leads ? '' : '  '}* [Page ${n}](${path})`);
    paths.push(path);
  }
  writeFileSync(join(seed, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  return paths;
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const line = (what: string, figure: string, limit = '', verdict = ''): void =>
  console.log(`${what.padEnd(66)}${figure.padStart(10)}${limit.padStart(10)}  ${verdict}`);
const judged = (what: string, figure: number, limit: number, unit: string, digits = 0): void =>
  line(what, `${figure.toFixed(digits)}${unit}`, `${limit}${unit}`, figure <= limit ? 'met' : 'MISSED');
const told = (what: string, figure: number, unit: string): void => line(what, `${figure.toFixed(0)}${unit}`);

interface Run {
  readonly wall: number;
  readonly cpu: number;
}

/** Runs a command through the shell, which reports the processor time of its children. */
function measured(command: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Run {
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', '"$@" >/dev/null || exit 1; times', 'sh', ...command],
    { ...options, encoding: 'utf8' },
  );
  const wall = performance.now() - began;
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  const ofChildren = stdout.trim().split('\n').at(-1) ?? '';
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/gu)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return { wall, cpu: seconds.reduce((sum, each) => sum + each, 0) * 1000 };
}

const paths = writeSeed();
const service = fork(script, ['service', join(folder, 'data'), seed], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
try {
  const [{ url, token, space }] = (await once(service, 'message')) as [
    { url: string; token: string; space: string },
  ];
  const ports = { clock: realClock, random: realRandom };
  const transport = createUndiciTransport({ connections: 16 });
  let requests = 0;
  let holdsIt = 0;
  const client = createClient({
    transport: {
      send: async (request) => {
        requests += 1;
        const answer = await transport.send(request);
        if (request.method === 'POST' && /\/content\?/u.test(request.url)) holdsIt = performance.now();
        return answer;
      },
      close: () => transport.close(),
    },
    baseUrl: url,
    token,
    ...ports,
  });
  await initRepository(repository, { clock: realClock }, { branch: 'main' }).close();
  const git = openRepository(repository, { clock: realClock });
  const { files, tree } = openWorkingTree(git, ports);
  const sync = createSync(
    { remote: remoteThrough(client, { requests: () => requests }), git, files, tree, ...ports },
    {
      repository: { branch: 'main' },
      mirror: {
        spaces: [{ id: space, path: '.' }],
        changeRequests: 'open',
        metadata: false,
        comments: false,
      },
      frontMatter: { id: true },
      push: { enabled: true, trigger: 'save', via: 'auto' },
      guards: { deletePercent: 20, deleteMinimum: 5 },
    },
  );
  const cycle = async (
    expected: string,
  ): Promise<{ total: number; held: number; requests: number; cpu: number; number: number }> => {
    const began = performance.now();
    const cpuBefore = process.cpuUsage();
    const before = requests;
    const report = await sync.cycle();
    const total = performance.now() - began;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (report.problems.length > 0 || report.outcome !== expected)
      throw new Error(`a cycle ended as ${report.outcome}: ${JSON.stringify(report.problems)}`);
    const number = report.proposals[0]?.number ?? 0;
    return { total, held: holdsIt - began, requests: requests - before, cpu: (user + system) / 1000, number };
  };
  await cycle('changed');
  await cycle('quiet');
  const save = (path: string, words: string): void =>
    writeFileSync(
      join(repository, path),
      readFileSync(join(repository, path), 'utf8').replace('The last line.', `${words}\n\nThe last line.`),
    );

  const first: Awaited<ReturnType<typeof cycle>>[] = [];
  const later: Awaited<ReturnType<typeof cycle>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const path = paths[(round * 997 + 13) % paths.length]!;
    save(path, `First of round ${round}.`);
    first.push(await cycle('changed'));
    save(path, `Second of round ${round}.`);
    later.push(await cycle('changed'));
    await sync.changeRequests.merge({ number: first.at(-1)!.number });
    await cycle('changed');
    await cycle('quiet');
  }

  console.log(`\n${pageCount} pages, medians of ${rounds}\n`);
  line('', '', 'limit');
  judged(
    'a save: until the change request holds it',
    median(first.map(({ held }) => held)),
    limits.saveMs,
    ' ms',
  );
  told(
    '  the whole cycle, its mirror of the change request with it',
    median(first.map(({ total }) => total)),
    ' ms',
  );
  told('  processor time of that cycle', median(first.map(({ cpu }) => cpu)), ' ms');
  told('  requests', median(first.map((each) => each.requests)), '');
  judged(
    'a later save: until the same one holds it',
    median(later.map(({ held }) => held)),
    limits.saveMs,
    ' ms',
  );
  told('  the whole cycle', median(later.map(({ total }) => total)), ' ms');
  told('  processor time of that cycle', median(later.map(({ cpu }) => cpu)), ' ms');
  told('  requests', median(later.map((each) => each.requests)), '');

  // Ten files have edits, as in the middle of a working day.
  for (let at = 0; at < 10; at++) save(paths[(at * 811 + 5) % paths.length]!, 'In the middle of a day.');
  const time = async (work: () => unknown): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const quietly = {
    cwd: repository,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  };
  const native: number[] = [];
  const inProcess: number[] = [];
  for (let round = 0; round < rounds; round++) {
    native.push(await time(() => execFileSync('git', ['status', '--porcelain'], quietly)));
    inProcess.push(await time(() => sync.status()));
  }
  console.log();
  told('git status --porcelain', median(native), ' ms');
  judged(
    'status, in a process that lives (ratio)',
    median(inProcess) / median(native),
    limits.statusRatio,
    '',
    2,
  );
  told('  that is', median(inProcess), ' ms');
  const main = join(process.cwd(), 'dist', 'main.js');
  if (existsSync(main)) {
    const config = join(folder, 'sync.config.yaml');
    writeFileSync(
      config,
      `service: { url: "${url}" }\nrepository: { path: ./repository }\nmirror: { metadata: false, spaces: [{ id: ${space}, path: . }] }\n`,
    );
    const env = { ...process.env, TIDEMARK_TOKEN: token };
    // The commands take turns, so that other work on the machine slows all of them.
    const runs = { git: [] as Run[], tidemark: [] as Run[], node: [] as Run[] };
    for (let round = 0; round < rounds; round++) {
      runs.git.push(measured(['git', 'status', '--porcelain'], quietly));
      runs.tidemark.push(
        measured([process.execPath, main, '--config', config, 'status'], { cwd: folder, env }),
      );
      runs.node.push(measured([process.execPath, '-e', '0'], { cwd: folder, env }));
    }
    for (const [of, unit] of [
      ['wall', 'wall clock'],
      ['cpu', 'processor time'],
    ] as const) {
      const [git, tidemark, node] = [runs.git, runs.tidemark, runs.node].map((each) =>
        median(each.map((run) => run[of])),
      ) as [number, number, number];
      judged(
        `tidemark status, a new process that asks the service (${unit}, ratio)`,
        tidemark / git,
        limits.statusRatio,
        '',
        2,
      );
      told('  that is', tidemark, ' ms');
      told('  git status --porcelain in the same turns', git, ' ms');
      told('  a Node process that does nothing', node, ' ms');
    }
  } else console.log('tidemark status is left out: there is no build (npm run build).');
  await Promise.all([transport.close(), git.close()]);
} finally {
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}
