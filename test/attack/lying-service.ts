import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation } from '../../src/contract/index.ts';
import type { Json } from '../support/hostile-answers.ts';
import { git, intruder, seedSpace, surroundings, writeFiles, type Bounded, type Ground } from './ground.ts';
import { culprits, endedBadly, firstLine, type Verdict } from './kind.ts';
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

/** The embedded service behind a proxy that lies about one space for each lie; one more space stays honest. */
export class LyingService {
  /** Of an honest run: what each operation answers for a space. */
  readonly honest = new Map<string, Json>();
  readonly #lies = new Map<string, ServiceLie>();
  /** The revision of each space whose answer was seen. */
  readonly #revisions = new Set<string>();
  #renewed: ReadonlyMap<string, string> = new Map();
  /** What an honest run leaves around what it mirrors. */
  #around: ReadonlyMap<string, string> = new Map();

  private constructor(
    readonly ground: Ground,
    readonly ids: readonly string[],
    private readonly token: string,
    readonly organization: string,
    private readonly proxy: Awaited<ReturnType<typeof startLyingProxy>>,
    private readonly catcher: Awaited<ReturnType<typeof startCatcher>>,
  ) {
    proxy.lie = ({ method, path }, given) => this.#answer(method, path, given);
    proxy.rewrite = (path) => {
      for (const [old, renewed] of this.#renewed) path = path.replace(renewed, old);
      return path;
    };
  }

  static async open(ground: Ground, spaces: number): Promise<LyingService> {
    const folder = ground.folder('service');
    for (let at = 0; at <= spaces; at++) seedSpace(join(folder, 'seed', `space-${at}`), `Space ${at}`);
    const { url, token, organization, spaces: made } = await ground.serve(folder);
    const [proxy, catcher] = [await startLyingProxy(url), await startCatcher()];
    ground.later(proxy.close);
    ground.later(catcher.close);
    const service = new LyingService(
      ground,
      made.map(({ id }) => id),
      token,
      organization,
      proxy,
      catcher,
    );
    await service.#learn();
    return service;
  }

  /** An honest run, without which no verdict would mean anything; and what the service says in it. */
  async #learn(): Promise<void> {
    const folder = this.ground.folder('honest');
    this.configure(folder, this.ids.slice(0, 1));
    const { code, out, err } = await this.sync(folder);
    if (code !== 0)
      throw new Error(`An honest run ended with ${code}: ${firstLine(err)} ${out.slice(0, 500)}`);
    this.#around = surroundings(folder, join(folder, 'docs'));
  }

  #answer(method: string, path: string, given: Answer): Lie | undefined {
    const { pathname } = new URL(path, 'http://localhost');
    const operation = findOperation(method, pathname)?.id ?? 'a file';
    const id = this.ids.find((each) => pathname.includes(each)) ?? '';
    let honest = given;
    if ((given.headers['content-type'] ?? '').includes('json') && given.status === 200) {
      let text = given.body.toString();
      if (operation === 'getSpaceById')
        this.#revisions.add((JSON.parse(text) as { revision: string }).revision);
      if (!this.honest.has(operation)) this.honest.set(operation, JSON.parse(text) as Json);
      for (const [old, renewed] of this.#renewed) text = text.replaceAll(old, renewed);
      honest = { ...given, body: Buffer.from(text) };
    }
    const lie = this.#lies.get(id) ?? this.#lies.get('');
    return lie?.operation === operation ? lie.say(honest, this.catcher.url) : honest;
  }

  configure(folder: string, ids: readonly string[] | 'all'): void {
    const spaces =
      ids === 'all'
        ? `organization: ${this.organization}`
        : `spaces: [ ${ids.map((id) => `{ id: ${id}, path: ${id.toLowerCase()} }`).join(', ')} ]`;
    writeFiles(folder, {
      'sync.config.yaml': `service: { url: "${this.proxy.url}", timeout: 2s }
repository: { path: ./docs }
mirror: { ${spaces}, changeRequests: none, metadata: false }
push: { enabled: false }
`,
    });
  }

  sync(folder: string): Promise<Bounded> {
    return this.ground.run(['sync', '--json'], { cwd: folder, env: { TIDEMARK_TOKEN: this.token } });
  }

  /** A run over all spaces of the organization, in which one operation lies, whatever it is asked about. */
  async syncWith(lie: ServiceLie, folder: string): Promise<Bounded> {
    this.#renewed = new Map();
    this.#lies.clear();
    this.#lies.set('', lie);
    this.configure(folder, 'all');
    return this.sync(folder);
  }

  /** Plays lies about single spaces, many in one run; with `later`, in a mirror that has honest content of them already. */
  async play(
    lies: readonly ServiceLie[],
    { later = false, judge = () => null }: { later?: boolean; judge?: (seen: Seen) => string | null } = {},
  ): Promise<Verdict[]> {
    const reasons = new Map<ServiceLie, string>();
    const asWhole = await culprits(lies, async (some) => {
      const { whole, single } = await this.#run(some, later, judge);
      for (const [lie, reason] of single) reasons.set(lie, reason);
      return whole;
    });
    for (const [lie, reason] of asWhole) reasons.set(lie, reason);
    const when = later ? 'in a later run' : 'in the first run';
    return lies.map((lie) => ({ vector: `${lie.vector}, ${when}`, broken: reasons.get(lie) ?? null }));
  }

  async #run(
    lies: readonly ServiceLie[],
    later: boolean,
    judge: (seen: Seen) => string | null,
  ): Promise<{ whole: string | null; single: Map<ServiceLie, string> }> {
    const folder = this.ground.folder('lies');
    const repository = join(folder, 'docs');
    const ids = this.ids.slice(1, lies.length + 1);
    this.configure(folder, [...ids, ...this.ids.slice(0, 1)]);
    this.#lies.clear();
    this.#renewed = new Map();
    if (later) {
      const { code, err } = await this.sync(folder);
      if (code !== 0) throw new Error(`The honest run ended with ${code}: ${firstLine(err)}`);
      // Each space has a new revision then, so that it is read again and the lies are heard.
      this.#renewed = new Map([...this.#revisions].map((id) => [id, `${id.slice(0, -3)}New`]));
    }
    const before = filesOf(repository);
    for (const [at, lie] of lies.entries()) this.#lies.set(ids[at] ?? '', lie);
    const caught = this.catcher.caught.length;
    const ended = await this.sync(folder);
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
        judge({ lie, space, files: is ?? [], before: was ?? [] });
      if (reason !== null) single.set(lie, reason);
    }
    const good = `${this.ids[0]?.toLowerCase()}/page-0.md`;
    const whole =
      endedBadly(ended) ??
      (this.catcher.caught.slice(caught).some((request) => request.includes(this.token))
        ? 'The token reached another origin.'
        : null) ??
      (after.includes(good) ? null : 'The honest space was not mirrored.') ??
      intruder(this.#around, surroundings(folder, repository));
    return { whole, single };
  }
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
