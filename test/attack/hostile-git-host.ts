import { createHash } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { serveGit } from '../support/git-http-backend.ts';
import { commitEntries, hostileTrees } from '../support/hostile-commit.ts';
import {
  git,
  intruder,
  seedSpace,
  surroundings,
  writeFiles,
  type Bounded,
  type Ground,
  type FirstReady,
} from './ground.ts';
import { each, endedBadly, firstLine, type Kind, type Verdict } from './kind.ts';
import { answerOf, startCatcher, startLyingProxy, type Answer, type Lie } from './lying-proxy.ts';

const gitToken = 'the-token-of-the-git-host';
const sha = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

/** A vector: what somebody pushed to the honest host, or what a host says in place of an honest answer. */
interface GitVector {
  readonly name: string;
  readonly push?: (bare: string) => void;
  readonly lie?: (path: string, honest: Answer, catcher: string) => Lie | undefined;
}

const atInfo =
  (change: (honest: Answer, catcher: string) => Lie): NonNullable<GitVector['lie']> =>
  (path, honest, catcher) =>
    path.includes('/info/refs') ? change(honest, catcher) : undefined;
const atPack =
  (change: (body: Buffer) => Buffer): NonNullable<GitVector['lie']> =>
  (path, honest) =>
    path.endsWith('/git-upload-pack') ? { ...honest, body: change(honest.body) } : undefined;

const packet = (text: string): string =>
  `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;

/** The list of references with one more, which has the commit of the first one. */
const moreRefs = (name: string, oid?: string): NonNullable<GitVector['lie']> =>
  atInfo((honest) => {
    const text = honest.body.toString('latin1');
    const [, first = ''] = /([0-9a-f]{40}) /u.exec(text) ?? [];
    const at = text.lastIndexOf('0000');
    return { ...honest, body: Buffer.from(`${text.slice(0, at)}${packet(`${oid ?? first} ${name}\n`)}0000`) };
  });

/** A pack of one object whose header says what the caller wants, behind the line that comes before a pack. */
function packOf(count: number, header: readonly number[], content: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const bytes = Buffer.concat([head, Buffer.from(header), content]);
  return Buffer.concat([Buffer.from('0008NAK\n'), bytes, sha(bytes)]);
}

const badRefs = [
  'refs/heads/../../hooks/post-commit',
  'refs/remotes/docs/../../../hooks/x',
  'refs/remotes/docs/../../config',
  'refs/tidemark/../../config',
  'refs/heads/.git',
  'refs/heads/a..b',
  'refs/heads/a.lock',
  'refs/heads/main/below',
  'refs/tidemark/\u0001',
  'refs/tidemark/a b',
  'refs/remotes/docs/-x',
  `refs/tidemark/${'long/'.repeat(2000)}x`,
  'HEAD',
  'config',
  '__proto__',
];

const hugeSize = [0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
const bomb = (): Buffer => deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 });

const vectors: readonly GitVector[] = [
  ...hostileTrees.map(({ what, entry }) => ({
    name: `a commit with ${what}`,
    push: (bare: string) => void commitEntries(bare, 'main', [entry]),
  })),
  ...badRefs.map((ref) => ({ name: `a reference ${JSON.stringify(ref.slice(0, 50))}`, lie: moreRefs(ref) })),
  { name: 'a reference to half an id', lie: moreRefs('refs/tidemark/x', 'abc') },
  {
    name: 'a reference to an id that is a path',
    lie: moreRefs('refs/tidemark/x', '../../../../../../../../../../etc/passwd'),
  },
  { name: 'a reference to an object that is nowhere', lie: moreRefs('refs/tidemark/x', '1'.repeat(40)) },
  {
    name: 'a list without an end',
    lie: atInfo((honest) => ({ ...honest, body: honest.body.subarray(0, 60) })),
  },
  {
    name: 'a line with a length that is none',
    lie: atInfo((honest) => ({ ...honest, body: Buffer.from('zzzz# service') })),
  },
  {
    name: 'a line that is longer than the list',
    lie: atInfo((honest) => ({ ...honest, body: Buffer.from('ffff# service=git-upload-pack\n') })),
  },
  {
    name: 'lines without a length',
    lie: atInfo((honest) => ({ ...honest, body: Buffer.from('0001'.repeat(100_000)) })),
  },
  { name: 'an empty list', lie: atInfo((honest) => ({ ...honest, body: Buffer.alloc(0) })) },
  {
    name: 'a page of HTML',
    lie: atInfo(() => answerOf(200, { 'content-type': 'text/html' }, '<!doctype html>')),
  },
  {
    name: 'a bomb of gzip',
    lie: atInfo(() =>
      answerOf(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 })),
    ),
  },
  ...[301, 302, 307, 308].map((status) => ({
    name: `a redirect ${status} to another origin`,
    lie: atInfo((_, catcher) =>
      answerOf(status, { location: `${catcher}/docs.git/info/refs?service=git-upload-pack` }),
    ),
  })),
  {
    name: 'a redirect of the pack',
    lie: (path, _, catcher) =>
      path.endsWith('/git-upload-pack') ? answerOf(307, { location: `${catcher}/x` }) : undefined,
  },
  ...[401, 403, 404, 500].map((status) => ({
    name: `a refusal ${status}`,
    lie: atInfo(() => answerOf(status, {}, '<x>\u001b]0;x\u0007')),
  })),
  {
    name: 'a list that is cut',
    lie: atInfo((honest) => (response) => {
      response.writeHead(200, { ...honest.headers, 'content-length': honest.body.length });
      response.write(honest.body.subarray(0, 30), () => response.destroy());
    }),
  },
  { name: 'a pack that is cut', lie: atPack((body) => body.subarray(0, body.length >> 1)) },
  { name: 'an empty pack', lie: atPack(() => Buffer.alloc(0)) },
  {
    name: 'a pack with a bit turned',
    lie: atPack((body) => Buffer.from(body.map((byte, at) => (at === body.length - 40 ? byte ^ 1 : byte)))),
  },
  {
    name: 'a pack with a wrong sum',
    lie: atPack((body) => Buffer.concat([body.subarray(0, -20), Buffer.alloc(20)])),
  },
  { name: 'a pack that has other objects', lie: atPack(() => packOf(1, [0x33], deflateSync('abc'))) },
  { name: 'a pack of 4 billion objects', lie: atPack(() => packOf(0xffffffff, [0x33], deflateSync('abc'))) },
  { name: 'an object of 4 petabytes', lie: atPack(() => packOf(1, hugeSize, deflateSync('abc'))) },
  { name: 'an object that says less than it is', lie: atPack(() => packOf(1, [0x33], bomb())) },
  { name: 'a delta whose base is itself', lie: atPack(() => packOf(1, [0x63, 0x00], deflateSync('abc'))) },
  {
    name: 'a delta whose base is before the pack',
    lie: atPack(() => packOf(1, [0x63, 0xff, 0x7f], deflateSync('abc'))),
  },
  {
    name: 'a delta that copies what is not there',
    lie: atPack(() =>
      packOf(1, [0x75, ...Buffer.alloc(20, 7)], deflateSync(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f]))),
    ),
  },
  { name: 'an object of a kind that is none', lie: atPack(() => packOf(1, [0x53], deflateSync('abc'))) },
  {
    name: 'a size that never ends',
    lie: atPack(() => packOf(1, Array<number>(10_000).fill(0xff), deflateSync('abc'))),
  },
  {
    name: 'a version that is none',
    lie: atPack((body) =>
      Buffer.from(body.toString('latin1').replace('PACK\0\0\0\u0002', 'PACK\0\0\0\u0009'), 'latin1'),
    ),
  },
];

/** What each vector gets a copy of, and who speaks to it. */
interface Stage {
  readonly ground: Ground;
  readonly folder: string;
  /** The folder of the honest host. */
  readonly served: string;
  readonly service: FirstReady;
  readonly proxy: Awaited<ReturnType<typeof startLyingProxy>>;
  readonly catcher: Awaited<ReturnType<typeof startCatcher>>;
  /** Who lies, by the repository's name. */
  readonly lies: Map<string, GitVector>;
}

/** Commits, references and packs of a git host that hates its clients; each vector has a copy of one checkout and one host. */
export const hostileGitHost: Kind = {
  name: 'hostile git host',
  missing: null,
  play: async (ground) => {
    const stage = await openStage(ground);
    // The judge is shown that an honest commit of somebody else is taken, else a refusal would mean nothing.
    const push = (at: string): void => void commitEntries(at, 'main', [plain]);
    const taken = await playOne(stage, { name: 'honest', push }, 'honest');
    if (!taken.moved) throw new Error(`An honest commit was not taken: ${taken.said}`);
    return each(vectors, 2, async (vector, index): Promise<Verdict> => {
      const { broken } = await playOne(stage, vector, `vector-${index}`);
      return { vector: vector.name, broken };
    });
  },
};

async function openStage(ground: Ground): Promise<Stage> {
  const folder = ground.folder('git-host');
  const served = join(folder, 'served');
  seedSpace(join(folder, 'seed', 'guides'), 'Guides');
  const service = await ground.serve(folder);
  const honest = await serveGit(served, { token: gitToken });
  const proxy = await startLyingProxy(honest.url);
  const catcher = await startCatcher();
  for (const { close } of [honest, proxy, catcher]) ground.later(close);
  const bare = join(served, 'first.git');
  mkdirSync(bare, { recursive: true });
  git(bare, 'init', '-q', '--bare', '-b', 'main');
  git(bare, 'config', 'http.receivepack', 'true');
  const stage = { ground, folder, served, service, proxy, catcher, lies: new Map<string, GitVector>() };
  await mustWork(await sync(stage, join(folder, 'first'), 'first'));
  proxy.lie = (asked, answer) => {
    const { lie } = stage.lies.get(asked.path.split('/')[1] ?? '') ?? {};
    return asked.path.includes('git-upload-pack') ? lie?.(asked.path, answer, catcher.url) : undefined;
  };
  return stage;
}

function sync({ ground, service, proxy }: Stage, cwd: string, name: string): Promise<Bounded> {
  const space = service.spaces[0]?.id ?? '';
  writeFiles(cwd, {
    'sync.config.yaml': `service: { url: "${service.url}" }
repository: { path: ./docs, remote: "${proxy.url}/${name}.git" }
mirror: { spaces: [ { id: ${space}, path: guides } ], changeRequests: none }
`,
  });
  const env = { TIDEMARK_TOKEN: service.token, TIDEMARK_GIT_TOKEN: gitToken };
  return ground.run(['sync', '--json'], { cwd, env, limitMs: 60_000 });
}

async function playOne(
  stage: Stage,
  vector: GitVector,
  name: string,
): Promise<{ broken: string | null; moved: boolean; said: string }> {
  const { folder, served, lies, catcher } = stage;
  const [work, host] = [join(folder, name), join(served, `${name}.git`)];
  cpSync(join(folder, 'first'), work, { recursive: true, verbatimSymlinks: true });
  cpSync(join(served, 'first.git'), host, { recursive: true });
  const docs = join(work, 'docs');
  const [before, main] = [surroundings(work, docs), git(docs, 'rev-parse', 'main')];
  vector.push?.(host);
  // There is something to bring, else nobody would ask for a pack.
  if (!vector.push) commitEntries(host, 'main', [plain]);
  if (vector.lie) lies.set(`${name}.git`, vector);
  const ended = await sync(stage, work, name);
  const moved = git(docs, 'rev-parse', 'main') !== main;
  const broken =
    endedBadly(ended) ??
    intruder(before, surroundings(work, docs)) ??
    (vector.push && moved ? 'The commit was taken.' : null) ??
    (catcher.caught.some((request) => request.includes('authorization'))
      ? 'The token reached another origin.'
      : null) ??
    damage(docs);
  return { broken, moved, said: firstLine(ended.err) + ended.out.slice(0, 300) };
}

const plain = { name: 'plain.md', mode: '100644', content: 'Plain.\n' } as const;

async function mustWork({ code, err, out }: Bounded): Promise<void> {
  if (code !== 0)
    throw new Error(`The honest run ended with ${code}: ${firstLine(err)} ${out.slice(0, 500)}`);
}

/** What git itself finds wrong with the repository. */
function damage(docs: string): string | null {
  try {
    git(docs, 'fsck', '--strict', '--no-dangling');
    return git(docs, 'status', '--porcelain') === '' ? null : 'The checkout is not clean.';
  } catch (error) {
    return `git fsck says: ${String((error as { stderr?: string }).stderr).slice(0, 200)}`;
  }
}
