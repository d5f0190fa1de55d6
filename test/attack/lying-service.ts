import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation } from '../../src/contract/index.ts';
import type { Json } from '../support/hostile-answers.ts';
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
import { culprits, each, endedBadly, firstLine, type Verdict } from './kind.ts';
import { startCatcher, startLyingProxy, type Answer, type Lie } from './lying-proxy.ts';

/** What a service says in place of its honest answer to one operation. */
export interface ServiceLie {
  readonly vector: string;
  readonly operation: string;
  readonly say: (honest: Answer, catcher: string) => Lie;
}

export function jsonLie(change: (value: Json) => Json | undefined): ServiceLie['say'] {
  return (honest) => {
    const value = change(JSON.parse(honest.body.toString()) as Json);
    return { ...honest, body: Buffer.from(value === undefined ? '' : JSON.stringify(value)) };
  };
}

/** What the judge of a kind looks at after a run, for one lie. */
export interface Seen {
  readonly lie: ServiceLie;
  /** The folder of the space that was lied about, in the repository. */
  readonly space: string;
  readonly files: readonly string[];
  readonly before: readonly string[];
}

interface Report {
  readonly problems: readonly { readonly code: string; readonly space?: string; readonly message: string }[];
}

/** A proxy before the service, and what it says in one run. Runs share nothing, so that they can go on at the same time. */
class Stage {
  /** By the space that is lied about; by '' what is said whatever is asked. */
  readonly lies = new Map<string, ServiceLie>();
  /** Those that were said: a vector that nobody heard would hold for nothing. */
  readonly said = new Set<ServiceLie>();
  /** What each operation answered honestly. */
  readonly honest = new Map<string, Json>();
  /** The revision of each space whose answer was seen. */
  readonly #revisions = new Set<string>();
  #renewed: ReadonlyMap<string, string> = new Map();

  private constructor(
    readonly ids: readonly string[],
    readonly catcher: Catcher,
    readonly proxy: Awaited<ReturnType<typeof startLyingProxy>>,
  ) {
    proxy.lie = ({ method, path }, given) => this.#answer(method, path, given);
    proxy.rewrite = (path) => {
      for (const [old, renewed] of this.#renewed) path = path.replace(renewed, old);
      return path;
    };
  }

  static async open(service: string, ids: readonly string[], catcher: Catcher): Promise<Stage> {
    return new Stage(ids, catcher, await startLyingProxy(service));
  }

  /** Each space has a new revision from here on, so that it is read again and the lies are heard. */
  renew(): void {
    this.#renewed = new Map([...this.#revisions].map((id) => [id, `${id.slice(0, -3)}New`]));
  }

  #answer(method: string, path: string, given: Answer): Lie | undefined {
    const { pathname } = new URL(path, 'http://localhost');
    const operation = findOperation(method, pathname)?.id ?? 'a file';
    const id = this.ids.find((each) => pathname.includes(each)) ?? '';
    let honest = given;
    if ((given.headers['content-type'] ?? '').includes('json') && given.status === 200) {
      let text = given.body.toString();
      const value = JSON.parse(text) as Json;
      for (const revision of revisionsIn(operation, value)) this.#revisions.add(revision);
      if (!this.honest.has(operation)) this.honest.set(operation, value);
      for (const [old, renewed] of this.#renewed) text = text.replaceAll(old, renewed);
      honest = { ...given, body: Buffer.from(text) };
    }
    const lie = this.lies.get(id) ?? this.lies.get('');
    if (lie?.operation !== operation) return honest;
    this.said.add(lie);
    return lie.say(honest, this.catcher.url);
  }
}

/** The embedded service, about whose spaces a proxy lies in each run; one more space stays honest. */
export class LyingService {
  /** Of an honest run: what each operation answers for a space. */
  honest: ReadonlyMap<string, Json> = new Map();
  /** What an honest run leaves around what it mirrors. */
  #around: ReadonlyMap<string, string> = new Map();

  private constructor(
    readonly ground: Ground,
    private readonly ready: FirstReady,
    private readonly ids: readonly string[],
    private readonly catcher: Catcher,
  ) {}

  /** A service of so many spaces that lie, and one that does not. Each page costs a request in each run. */
  static async open(
    ground: Ground,
    { spaces, pages }: { spaces: number; pages: number },
  ): Promise<LyingService> {
    const folder = ground.folder('service');
    for (let at = 0; at <= spaces; at++) seedSpace(join(folder, 'seed', `space-${at}`), `Space ${at}`, pages);
    const ready = await ground.serve(folder);
    const catcher = await startCatcher();
    ground.later(catcher.close);
    const service = new LyingService(
      ground,
      ready,
      ready.spaces.map(({ id }) => id),
      catcher,
    );
    await service.#learn();
    return service;
  }

  /** An honest run, without which no verdict would mean anything; and what the service says in it. */
  async #learn(): Promise<void> {
    await this.#onStage(async (stage) => {
      const folder = this.ground.folder('honest');
      configure(folder, stage, `spaces: [ ${this.ids.slice(0, 1).map(entry).join(', ')} ]`);
      const { code, out, err } = await this.#sync(folder);
      if (code !== 0)
        throw new Error(`An honest run ended with ${code}: ${firstLine(err)} ${out.slice(0, 500)}`);
      this.honest = stage.honest;
      this.#around = surroundings(folder, join(folder, 'docs'));
    });
  }

  async #onStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
    const stage = await Stage.open(this.ready.url, this.ids, this.catcher);
    try {
      return await work(stage);
    } finally {
      await stage.proxy.close();
    }
  }

  #sync(folder: string): Promise<Bounded> {
    return this.ground.run(['sync', '--json'], { cwd: folder, env: { TIDEMARK_TOKEN: this.ready.token } });
  }

  /** Lies about the list of all spaces, one run for each: it is told what is wrong. */
  playOnLists(lies: readonly ServiceLie[], atATime: number): Promise<Verdict[]> {
    return each(lies, atATime, (lie) =>
      this.#onStage(async (stage): Promise<Verdict> => {
        const folder = this.ground.folder('list');
        stage.lies.set('', lie);
        configure(folder, stage, `organization: ${this.ready.organization}`);
        const bad = endedBadly(await this.#sync(folder));
        return {
          vector: lie.vector,
          broken: bad ?? (stage.said.has(lie) ? null : 'The lie was never said.'),
        };
      }),
    );
  }

  /**
   * Lies about a space, each in a run of its own with one honest space: where the service fails or breaks off, the program
   * waits and tries again, and many of those in one run would wait for each other.
   */
  playAlone(lies: readonly ServiceLie[], atATime: number): Promise<Verdict[]> {
    return each(lies, atATime, async (lie): Promise<Verdict> => {
      const { whole, single, report } = await this.#run([lie], { later: false, judge: () => null });
      const about = this.ids[1];
      const other = report.problems.find(({ space }) => space !== about);
      const broken =
        whole ??
        single.get(lie) ??
        (other === undefined ? null : `More than the space failed: ${other.message}`);
      return { vector: lie.vector, broken };
    });
  }

  /** Plays lies about single spaces, many in one run; with `later`, in a mirror that has honest content of them already. */
  async play(
    lies: readonly ServiceLie[],
    { later = false, judge = () => null }: { later?: boolean; judge?: (seen: Seen) => string | null } = {},
  ): Promise<Verdict[]> {
    const reasons = new Map<ServiceLie, string>();
    const asWhole = await culprits(lies, async (some) => {
      const { whole, single } = await this.#run(some, { later, judge });
      for (const [lie, reason] of single) reasons.set(lie, reason);
      return whole;
    });
    for (const [lie, reason] of asWhole) reasons.set(lie, reason);
    const when = later ? 'in a later run' : 'in the first run';
    return lies.map((lie) => ({ vector: `${lie.vector}, ${when}`, broken: reasons.get(lie) ?? null }));
  }

  #run(lies: readonly ServiceLie[], how: RunOptions): Promise<RunResult> {
    return this.#onStage((stage) => this.#runOn(stage, lies, how));
  }

  async #runOn(stage: Stage, lies: readonly ServiceLie[], { later, judge }: RunOptions): Promise<RunResult> {
    const folder = this.ground.folder('lies');
    const repository = join(folder, 'docs');
    const ids = this.ids.slice(1, lies.length + 1);
    configure(folder, stage, `spaces: [ ${[...ids, ...this.ids.slice(0, 1)].map(entry).join(', ')} ]`);
    if (later) {
      const { code, err } = await this.#sync(folder);
      if (code !== 0) throw new Error(`The honest run ended with ${code}: ${firstLine(err)}`);
      stage.renew();
    }
    const before = filesOf(repository);
    for (const [at, lie] of lies.entries()) stage.lies.set(ids[at] ?? '', lie);
    const ended = await this.#sync(folder);
    const after = filesOf(repository);
    const single = new Map<ServiceLie, string>();
    const report = reportOf(ended);
    for (const [at, lie] of lies.entries()) {
      const id = ids[at] ?? '';
      const space = `${id.toLowerCase()}/`;
      const [was, is] = [before, after].map((files) => files.filter((path) => path.startsWith(space)));
      const bug = report.problems.find((problem) => problem.space === id && problem.code === 'INTERNAL');
      const reason =
        (bug ? `INTERNAL: ${bug.message}` : null) ??
        (stage.said.has(lie) ? null : 'The lie was never said.') ??
        judge({ lie, space, files: is ?? [], before: was ?? [] });
      if (reason !== null) single.set(lie, reason);
    }
    const good = `${this.ids[0]?.toLowerCase()}/page-0.md`;
    const whole =
      endedBadly(ended) ??
      // Nobody else has this token: whatever run it came from, it must not be there.
      (this.catcher.caught.some((request) => request.includes(this.ready.token))
        ? 'The token reached another origin.'
        : null) ??
      (after.includes(good) ? null : 'The honest space was not mirrored.') ??
      intruder(this.#around, surroundings(folder, repository));
    return { whole, single, report };
  }
}

type Catcher = Awaited<ReturnType<typeof startCatcher>>;

interface RunOptions {
  readonly later: boolean;
  readonly judge: (seen: Seen) => string | null;
}

interface RunResult {
  /** What is wrong with the run as a whole. */
  readonly whole: string | null;
  /** What is wrong with what became of single spaces. */
  readonly single: ReadonlyMap<ServiceLie, string>;
  readonly report: Report;
}

const entry = (id: string): string => `{ id: ${id}, path: ${id.toLowerCase()} }`;

function configure(folder: string, { proxy }: Stage, spaces: string): void {
  writeFiles(folder, {
    'sync.config.yaml': `service: { url: "${proxy.url}", timeout: 2s }
repository: { path: ./docs }
mirror: { ${spaces}, changeRequests: none, metadata: false }
push: { enabled: false }
`,
  });
}

/** The revisions that an answer names as those that spaces are at. */
function revisionsIn(operation: string, value: Json): string[] {
  const at = (space: Json): string => (space as { revision: string }).revision;
  if (operation === 'getSpaceById') return [at(value)];
  return operation === 'listSpacesInOrganizationById' ? (value as { items: Json[] }).items.map(at) : [];
}

function reportOf({ out }: Bounded): Report {
  try {
    const report = JSON.parse(out) as Partial<Report>;
    return { problems: report.problems ?? [] };
  } catch {
    return { problems: [] };
  }
}

/** The files that the mirror has of the service. */
function filesOf(repository: string): string[] {
  if (!existsSync(join(repository, '.git'))) return [];
  if (git(repository, 'for-each-ref', 'refs/remotes/docs/main') === '') return [];
  return git(repository, 'ls-tree', '-rz', '--name-only', 'refs/remotes/docs/main')
    .split('\0')
    .filter(Boolean);
}
