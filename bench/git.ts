/**
 * Compares our git with native git, in one run on one machine: bulk import of 10,000 files, a commit of 10 of them, status after 10
 * edits, the difference of two trees. Limits (ratio to native): 0.9, 1, 3, 2. Run it with `node bench/run.mjs git`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realClock, realRandom, seededRandom } from '../src/clock/index.ts';
import { initRepository, openRepository, openWorkingTree, type Oid } from '../src/git/index.ts';

const fileCount = Number(process.env['BENCH_FILES'] ?? '10000');
const rounds = 5;
const limits = { import: 0.9, commit: 1, status: 3, diff: 2 } as const;
const ports = { clock: realClock, random: realRandom };
const person = { name: 'Bench', email: 'bench@example.com', at: 0 };
const random = seededRandom(1);
const words = Array.from({ length: 4000 }, () =>
  random
    .number()
    .toString(36)
    .slice(2, 3 + random.number() * 8),
);

function page(n: number): Buffer {
  const size = 2000 + ((n * 7919) % 6000);
  let text = `# Page ${n}\n\n`;
  for (let at = n; text.length < size; at++)
    text += `${words[(at * 31) % words.length] ?? ''}${at % 12 === 0 ? '.\n' : ' '}`;
  return Buffer.from(text);
}

const files = new Map<string, Buffer>();
for (let n = 0; n < fileCount; n++) files.set(`folder-${n % 213}/page-${n}.md`, page(n));

function native(folder: string, args: readonly string[], input?: Buffer): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    input,
    maxBuffer: 1 << 28,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.toString()}`);
  return stdout.toString();
}

function fastImport(folder: string, changed: ReadonlyMap<string, Buffer>, from: string | null): void {
  const parts: Buffer[] = [
    Buffer.from('commit refs/heads/main\ncommitter Bench <bench@example.com> 0 +0000\ndata 1\nx\n'),
  ];
  if (from !== null) parts.push(Buffer.from(`from ${from}\n`));
  for (const [at, bytes] of changed) {
    parts.push(Buffer.from(`M 100644 inline ${at}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n'));
  }
  native(folder, ['fast-import', '--quiet', '--force'], Buffer.concat(parts));
}

async function commit(
  folder: string,
  changed: ReadonlyMap<string, Buffer>,
  parent: Oid | null,
): Promise<Oid> {
  const repository = openRepository(folder, ports);
  const base = parent === null ? null : await repository.treeOf(parent);
  const next = await repository.write(async (writer) => {
    const changes = new Map(
      [...changed].map(([at, bytes]) => [at, { mode: '100644' as const, oid: writer.addBlob(bytes) }]),
    );
    const tree = await writer.updateTree(base, changes);
    return writer.addCommit({
      tree,
      parents: parent === null ? [] : [parent],
      author: person,
      committer: person,
      message: 'x',
    });
  });
  await repository.updateRefs([{ ref: 'refs/remotes/docs/main', expected: parent, next }]);
  await repository.close();
  return next;
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const root = mkdtempSync(path.join(tmpdir(), 'tidemark-bench-'));
const results: { what: string; ours: number[]; native: number[]; limit: number }[] = [];
const measure = (what: string, limit: number): (typeof results)[number] => {
  const row = { what, ours: [], native: [], limit };
  results.push(row);
  return row;
};

try {
  const imports = measure(`import ${fileCount} files`, limits.import);
  const commits = measure('commit 10 of them (cold)', limits.commit);
  const some = new Map([...files.keys()].slice(0, 10).map((at, n) => [at, page(n + fileCount)]));
  for (let round = 0; round < rounds; round++) {
    const theirs = path.join(root, `native-${round}`);
    mkdirSync(theirs);
    native(theirs, ['init', '-q', '-b', 'main']);
    imports.native.push(await timed(() => fastImport(theirs, files, null)));
    commits.native.push(await timed(() => fastImport(theirs, some, 'refs/heads/main^0')));
    const own = path.join(root, `own-${round}`);
    await initRepository(own, ports).close();
    let first = '';
    imports.ours.push(await timed(async () => (first = await commit(own, files, null))));
    commits.ours.push(await timed(() => commit(own, some, first)));
    if (round < rounds - 1) for (const folder of [theirs, own]) rmSync(folder, { recursive: true });
  }

  const folder = path.join(root, `own-${rounds - 1}`);
  const repository = openRepository(folder, ports);
  const tip = (await repository.resolveRef('refs/remotes/docs/main')) ?? '';
  const { tree } = openWorkingTree(repository, ports);
  const checkout = await timed(() => tree.fastForward({ branch: 'refs/heads/main', from: null, to: tip }));
  const nativeCheckout = path.join(root, 'checkout');
  native(folder, ['worktree', 'prune']);
  const theirCheckout = await timed(() =>
    native(folder, ['worktree', 'add', '-q', '--detach', nativeCheckout, tip]),
  );
  for (const at of [...files.keys()].slice(20, 30)) {
    writeFileSync(path.join(folder, at), `${readFileSync(path.join(folder, at), 'utf8')}edited\n`);
  }
  native(folder, ['status', '--porcelain']);
  await tree.scan(tip);
  const status = measure('status, 10 edited (daemon, warm)', limits.status);
  const once = measure('status, 10 edited (new process state)', limits.status);
  for (let round = 0; round < rounds; round++) {
    status.native.push(await timed(() => native(folder, ['status', '--porcelain'])));
    status.ours.push(await timed(() => tree.scan(tip)));
    once.native.push(status.native.at(-1) ?? 0);
    const fresh = openRepository(folder, ports);
    once.ours.push(await timed(() => openWorkingTree(fresh, ports).tree.scan(tip)));
    await fresh.close();
  }
  const before = (await repository.readCommit(tip)).parents[0] ?? '';
  const diff = measure('tree diff, 10 changed', limits.diff);
  for (let round = 0; round < rounds; round++) {
    diff.native.push(await timed(() => native(folder, ['diff-tree', '-r', before, tip])));
    const fresh = openRepository(folder, ports);
    diff.ours.push(await timed(() => fresh.diffTrees(before, tip)));
    await fresh.close();
  }

  console.log(
    `${'task'.padEnd(40)} ${'ours'.padStart(9)} ${'native'.padStart(9)} ${'ratio'.padStart(6)} limit`,
  );
  for (const { what, ours, native: theirs, limit } of results) {
    const [a, b] = [median(ours), median(theirs)];
    const said = a / b <= limit ? '' : '  MISSED';
    console.log(
      `${what.padEnd(40)} ${a.toFixed(1).padStart(6)} ms ${b.toFixed(1).padStart(6)} ms ${(a / b).toFixed(2).padStart(6)} ${limit}${said}`,
    );
  }
  console.log(
    `first checkout, each file settled: ${checkout.toFixed(0)} ms (git worktree add, not settled: ${theirCheckout.toFixed(0)} ms)`,
  );
  console.log(
    `peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB (${[...files.values()].reduce((sum, { length }) => sum + length, 0) >> 20} MB of it the pages)`,
  );
  await repository.close();
} finally {
  rmSync(root, { recursive: true, force: true });
}
