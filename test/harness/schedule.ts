import { seededRandom } from '../../src/clock/index.ts';
import type { Random } from '../../src/clock/index.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import type { ProxyFault } from './fault-proxy.ts';
import { HarnessWorld } from './world.ts';
import type { DocumentPage, Stage } from './world.ts';

/** What went wrong in one schedule, with the way to it. */
export interface Finding {
  readonly seed: number;
  readonly rule: 'terminates' | 'one change request' | 'convergence' | 'no loss' | 'both sides agree';
  readonly detail: string;
  readonly trace: readonly string[];
}

class Broken extends Error {
  readonly rule: Finding['rule'];

  constructor(rule: Finding['rule'], message: string) {
    super(message);
    this.rule = rule;
  }
}

const roundsToConverge = 30;

/**
 * Plays one schedule on real git, real files and real HTTP: people write on both sides, cycles run while the network fails, the
 * process ends now and then. Then the faults cease, change requests are merged, conflicts are joined by hand; and everything
 * that a person wrote must be there, on both sides.
 */
export async function playSchedule(stage: Stage, seed: number): Promise<Finding | null> {
  const random = seededRandom(seed);
  const world = await HarnessWorld.make(stage, random);
  const play = new Play(seed, random, world);
  try {
    await play.run();
    return null;
  } catch (error) {
    if (error instanceof Broken) return { seed, rule: error.rule, detail: error.message, trace: play.trace };
    throw new Error(`seed ${seed} broke: ${String(error)}\n${play.trace.join('\n')}`, { cause: error });
  } finally {
    stage.proxy.plan = () => null;
    await world.dispose();
  }
}

class Play {
  readonly trace: string[] = [];
  readonly #seed: number;
  readonly #random: Random;
  readonly #world: HarnessWorld;
  /** Lines that somebody wrote and nobody took away again. */
  readonly #alive = new Set<string>();
  #serial = 0;

  constructor(seed: number, random: Random, world: HarnessWorld) {
    this.#seed = seed;
    this.#random = random;
    this.#world = world;
  }

  async run(): Promise<void> {
    await this.#world.cycle();
    for (const { markdown } of await this.#world.documents())
      for (const line of markdown.split('\n'))
        if (line !== '' && !line.startsWith('#')) this.#alive.add(line);
    const length = 3 + Math.floor(this.#random.number() * 6);
    for (let at = 0; at < length; at++) {
      if (this.#chance(0.4)) await this.#faultyCycle();
      else if (this.#chance(0.55)) this.#actHere();
      else await this.#actThere();
    }
    await this.#converge();
  }

  #chance(share: number): boolean {
    return this.#random.number() < share;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random.number() * items.length)];
  }

  #token(side: string): string {
    const token = `${side}${++this.#serial}x${this.#seed}.`;
    this.#alive.add(token);
    return token;
  }

  #retire(text: string): void {
    for (const token of this.#alive) if (text.includes(token)) this.#alive.delete(token);
  }

  /** A cycle in a storm: a share of all requests fails, each in its own way, and somebody saves in the middle of it. */
  async #faultyCycle(): Promise<void> {
    const { proxy } = this.#world.stage;
    const share = this.#pick([0.05, 0.15, 0.4])!;
    const storm = this.#chance(0.15) ? { from: this.#number(10), to: 10 + this.#number(20) } : null;
    const saveAt = this.#chance(0.5) ? this.#number(15) : -1;
    let requests = 0;
    proxy.plan = ({ method, path }) => {
      const at = requests++;
      if (at === saveAt) {
        this.trace.push('  meanwhile:');
        this.#saveHere();
      }
      const fault =
        storm && at >= storm.from && at < storm.to
          ? ({ kind: 'answered', status: 503 } as const)
          : this.#chance(share)
            ? this.#fault()
            : null;
      if (fault) this.trace.push(`  ${method} ${path.split('?')[0]!.slice(-60)}: ${JSON.stringify(fault)}`);
      return fault;
    };
    this.trace.push(`cycle with ${share} faults${storm ? ', and a storm' : ''}`);
    this.#world.patienceMs = 400;
    const report = await this.#world.cycle();
    this.#world.patienceMs = 60_000;
    this.trace.push(`  = ${report ? summary(report) : `failed: ${String(this.#world.lastFailure)}`}`);
    proxy.plan = () => null;
    if (this.#chance(0.2)) {
      this.trace.push('the process ends');
      await this.#world.restart();
    }
  }

  #number(below: number): number {
    return Math.floor(this.#random.number() * below);
  }

  #fault(): ProxyFault {
    const faults: readonly ProxyFault[] = [
      { kind: 'latency', ms: 1 + this.#number(20) },
      { kind: 'reset-before' },
      { kind: 'reset-after' },
      { kind: 'truncated', share: this.#random.number() },
      { kind: 'slow-body', ms: this.#pick([20, 60, 600])! },
      {
        kind: 'answered',
        status: 429,
        headers: this.#pick([{}, { 'retry-after': '1' }, { 'retry-after': '-1' }])!,
      },
      { kind: 'answered', status: this.#pick([500, 502, 503, 504])! },
      { kind: 'answered-after', status: this.#pick([502, 504])! },
    ];
    return this.#pick(faults)!;
  }

  #pagesHere(): [string, string][] {
    return [...this.#world.local()].filter(([path]) => path.endsWith('.md') && !path.endsWith('SUMMARY.md'));
  }

  #saveHere(): void {
    const page = this.#pick(this.#pagesHere());
    if (!page) return;
    const [path, text] = page;
    const token = this.#token('l');
    this.#world.save(path, insertLine(text, token, this.#random), this.#random.number());
    this.trace.push(`  here: ${token} into ${path}`);
  }

  #actHere(): void {
    const kind = this.#random.number();
    const page = this.#pick(this.#pagesHere());
    if (kind < 0.55) this.#saveHere();
    else if (kind < 0.7) {
      const token = this.#token('l');
      const path = `${this.#pick(['', 'alpha/', 'gamma/'])!}new-${this.#serial}.md`;
      this.#world.save(path, `# New ${this.#serial}\n\n${token}\n`, this.#random.number());
      this.trace.push(`here: ${token} in the new ${path}`);
    } else if (kind < 0.8 && page && !page[0].endsWith('README.md')) {
      this.#retire(page[1]);
      this.#world.remove(page[0]);
      this.trace.push(`here: ${page[0]} deleted`);
    } else if (kind < 0.9 && page && !page[0].endsWith('README.md')) {
      const to = `${this.#pick(['', 'alpha/', 'gamma/'])!}moved-${++this.#serial}.md`;
      this.#world.move(page[0], to);
      this.trace.push(`here: ${page[0]} moved to ${to}`);
    } else {
      this.#world.commit();
      this.trace.push('here: committed');
    }
  }

  async #actThere(): Promise<void> {
    const kind = this.#random.number();
    const request = this.#pick((await this.#world.proposals()).filter(isOpen));
    if (kind < 0.2 && request) {
      this.trace.push(`there: #${request.number} merged (${await this.#world.merge(request.id)})`);
    } else if (kind < 0.3 && request) {
      const token = this.#token('c');
      await this.#world.changeIn(request.id, this.#editOf(await this.#world.documents(request.id), token));
      this.trace.push(`there: ${token} into #${request.number}`);
    } else await this.#world.change((pages) => this.#changesThere(pages));
  }

  #editOf(pages: readonly DocumentPage[], token: string): object[] {
    const page = this.#pick(pages)!;
    const markdown = insertLine(page.markdown, token, this.#random);
    return [{ type: 'update_page', page: page.id, document: { markdown } }];
  }

  #changesThere(pages: readonly DocumentPage[]): object[] {
    const kind = this.#random.number();
    const page = this.#pick(pages);
    const isLeaf = page && page !== pages[0] && !pages.some(({ parent }) => parent === page.id);
    if (kind < 0.6 || !isLeaf) {
      const token = this.#token('r');
      this.trace.push(`there: ${token}`);
      return this.#editOf(pages, token);
    }
    if (kind < 0.75) {
      const token = this.#token('r');
      this.trace.push(`there: ${token} in a new page`);
      return [{ type: 'insert_page', document: { markdown: `# Made ${this.#serial}\n\n${token}\n` } }];
    }
    if (kind < 0.85) {
      this.#retire(page.markdown);
      this.trace.push(`there: ${page.title} deleted`);
      return [{ type: 'delete_page', page: page.id }];
    }
    const under = this.#pick(pages.filter(({ id }) => id !== page.id))!;
    this.trace.push(`there: ${page.title} moved below ${under.title}`);
    return [{ type: 'update_page', page: page.id, into: under.id }];
  }

  async #converge(): Promise<void> {
    this.trace.push('— faults cease —');
    let quiet = 0;
    let report: CycleReport | null = null;
    for (let round = 0; round < roundsToConverge && quiet < 2; round++) {
      report = await this.#world.cycle();
      if (!report)
        throw new Broken('terminates', `a cycle failed without a fault: ${stackOf(this.#world.lastFailure)}`);
      const open = (await this.#world.proposals()).filter(isOpen);
      this.trace.push(
        `round ${round}: ${summary(report)}; open: ${open.map(({ number }) => number).join(' ')}`,
      );
      if (open.length > 1)
        throw new Broken('one change request', open.map(({ subject }) => subject).join(' | '));
      quiet = report.outcome === 'quiet' && open.length === 0 ? quiet + 1 : 0;
      if (open.length > 0) await this.#review(open[0]!.id);
      else if (needsAHand(report)) {
        this.trace.push('  joined by hand');
        this.#world.joinByHand([...this.#alive]);
      }
    }
    if (quiet < 2) throw new Broken('convergence', report ? JSON.stringify(report) : '');
    await this.#check();
  }

  /** A page that was committed, never sent, and then deleted is known to its writer alone, who commits the deletion. */
  #commitDeletions(): void {
    const there = new Set(this.#world.git('ls-tree', '-r', '--name-only', 'docs/main').split('\n'));
    const changes = this.#world.git('status', '--porcelain').split('\n').filter(Boolean);
    const isUnsent = (line: string): boolean => line.startsWith(' D ') && !there.has(line.slice(3));
    if (changes.length > 0 && changes.every(isUnsent)) this.#world.commit();
  }

  /** A reviewer merges; where that conflicts it goes back, and the writer starts again from what is there. */
  async #review(id: string): Promise<void> {
    if ((await this.#world.merge(id)) === 'merge') return;
    this.trace.push('  the merge conflicts: archived, joined by hand');
    const [given, there] = [await this.#world.documents(id), await this.#world.documents()];
    const local = [...this.#world.local().values()];
    const lost = [...this.#alive].filter(
      (token) =>
        given.some(({ markdown }) => markdown.includes(token)) &&
        !there.some(({ markdown }) => markdown.includes(token)) &&
        !local.some((text) => text.includes(token)),
    );
    if (lost.length > 0)
      await this.#world.change(([first]) => [
        {
          type: 'update_page',
          page: first!.id,
          document: { markdown: `${first!.markdown.trimEnd()}\n\n${lost.join('\n\n')}\n` },
        },
      ]);
    await this.#world.archive(id);
    await this.#world.cycle();
    this.#world.joinByHand([...this.#alive]);
  }

  async #check(): Promise<void> {
    const pages = await this.#world.documents();
    const remote = pages.map(({ markdown }) => markdown).join('\n');
    const local = [...this.#world.local().values()].join('\n');
    for (const token of this.#alive) {
      if (!remote.includes(token)) throw new Broken('no loss', `${token} is not in the service`);
      if (!local.includes(token)) throw new Broken('no loss', `${token} is not here`);
    }
    this.#commitDeletions();
    const status = this.#world.git('status', '--porcelain');
    const diff = this.#world.git('diff', '--name-status', 'main', 'docs/main');
    if (status !== '' || diff !== '') throw new Broken('both sides agree', `${status}${diff}`);
    for (const { markdown, title } of pages)
      if (
        ![...this.#world.local().values()].some(
          (text) => text.endsWith(markdown) || text.includes(markdown.trim()),
        )
      )
        throw new Broken('both sides agree', `${title} is not here as it is there`);
    const subjects = (await this.#world.proposals()).map(({ subject }) => subject);
    if (new Set(subjects).size !== subjects.length)
      throw new Broken('one change request', subjects.join(' | '));
    this.#world.git('fsck', '--strict');
  }
}

function isOpen({ status }: { readonly status: string }): boolean {
  return status === 'draft' || status === 'open';
}

function needsAHand({ branch, proposals }: CycleReport): boolean {
  return (
    branch.conflicts.length > 0 ||
    proposals.some(({ state, unsaid }) => state === 'conflict' || state === 'archived' || unsaid.length > 0)
  );
}

function summary({ outcome, branch, proposals, problems }: CycleReport): string {
  return [
    `${outcome}, ${branch.state}`,
    ...proposals.map(({ state, unsaid }) => [state, ...unsaid].join(': ')),
    ...problems.map(({ message }) => message),
  ].join('; ');
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Puts a line of its own somewhere below the title. */
function insertLine(text: string, line: string, random: Random): string {
  const paragraphs = text.trimEnd().split('\n\n');
  const first = paragraphs.findIndex((paragraph) => paragraph.startsWith('# ')) + 1;
  const at = first + Math.floor(random.number() * (paragraphs.length - first + 1));
  return `${[...paragraphs.slice(0, at), line, ...paragraphs.slice(at)].join('\n\n')}\n`;
}
