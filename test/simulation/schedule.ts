import { AppError } from '../../src/base/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import type { Random } from '../../src/clock/index.ts';
import { diceOf } from '../people/dice.ts';
import { sayingOf } from '../people/saying.ts';
import { lagOf } from './late-service.ts';
import type { Lag } from './late-service.ts';
import { flat, mapPages } from './memory-content.ts';
import type { ModelPage } from './memory-content.ts';
import { MovingPerson } from './moving-person.ts';
import { OddPerson } from './odd-files.ts';
import { Killed, SimulatedWorld } from './world.ts';
import type { Plants } from './world.ts';

/** What went wrong in one schedule, with what it takes to see it again. */
export interface Finding {
  readonly seed: number;
  /** How many steps were played before the faults ceased. */
  readonly steps: number;
  readonly rule: string;
  readonly detail: string;
  readonly trace: readonly string[];
}

const roundsToConverge = 30;

/**
 * Plays one schedule: people write on both sides, cycles run between and through their saves, the network fails, the process is
 * killed. Then the faults cease, change requests are merged, conflicts are joined by hand; and everything must be there.
 */
export async function playSchedule(
  seed: number,
  plants: Plants = {},
  mostSteps = Number(process.env['SIMULATION_STEPS'] ?? 100),
): Promise<Finding | null> {
  const random = seededRandom(seed);
  // One service in three knows nothing of files.
  const hints = plants.plain === true || seed % 3 !== 0;
  const world = new SimulatedWorld(random, plants, { hints, lag: plants.plain ? null : lagIn(seed) });
  const play = new Play(seed, random, world, new OddPerson(seed, world, plants.plain !== true));
  try {
    await play.run(mostSteps);
    return null;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const { rule, message } = error;
    return { seed, steps: play.steps, rule, detail: message, trace: play.trace };
  }
}

/** In one schedule of five, what the service shows is behind what was written to it. */
function lagIn(seed: number): Lag | null {
  return diceOf(seed ^ 0x1a7e).chance(0.2) ? lagOf(seed) : null;
}

/** The same schedule with its end cut off, as far as it still shows something. */
export async function shortestFailing(finding: Finding): Promise<Finding> {
  for (let steps = 0; steps < finding.steps; steps++) {
    const shorter = await playSchedule(finding.seed, {}, steps);
    if (shorter) return shorter;
  }
  return finding;
}

class Broken extends Error {
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

class Play {
  readonly trace: string[] = [];
  steps = 0;
  readonly #seed: number;
  readonly #random: Random;
  readonly #world: SimulatedWorld;
  readonly #odd: OddPerson;
  readonly #moving: MovingPerson;
  /** Lines that somebody wrote and nobody took away again. */
  readonly #alive = new Set<string>();
  #tokens = 0;
  /** Paths that a person saved in the present cycle. */
  readonly #saved = new Set<string>();

  constructor(seed: number, random: Random, world: SimulatedWorld, odd: OddPerson) {
    this.#odd = odd;
    this.#seed = seed;
    this.#random = random;
    this.#world = world;
    this.#moving = new MovingPerson(seed, world, {
      plays: odd.isInvited,
      token: () => this.#token('m'),
      odd: () => odd.paths(),
    });
  }

  async run(mostSteps: number): Promise<void> {
    await this.#world.cycle();
    for (const text of this.#world.remote().values())
      for (const line of text.split('\n')) if (line !== '' && !line.startsWith('#')) this.#alive.add(line);
    const length = 3 + Math.floor(this.#random.number() * 8);
    for (; this.steps < Math.min(length, mostSteps); this.steps++) {
      if (this.#chance(0.4)) await this.#cycle();
      else if (this.#chance(0.55)) await this.#actHere();
      else await this.#actThere();
      const said = this.#odd.act();
      if (said !== null) this.trace.push(said);
      const moved = this.#moving.act();
      if (moved !== null) this.trace.push(moved);
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
    const token = `${side}${++this.#tokens}x${this.#seed}.`;
    this.#alive.add(token);
    return token;
  }

  #retire(text: string): void {
    for (const token of this.#alive) if (text.includes(token)) this.#alive.delete(token);
  }

  async #cycle(): Promise<void> {
    const killAt = this.#chance(0.25) ? Math.floor(this.#random.number() * 60) : -1;
    const failAt = this.#chance(0.3) ? Math.floor(this.#random.number() * 20) : -1;
    const loseAt = this.#chance(0.25) ? Math.floor(this.#random.number() * 3) : -1;
    const actAt = this.#chance(0.4) ? Math.floor(this.#random.number() * 60) : -1;
    this.trace.push(`cycle kill=${killAt} fail=${failAt} act=${actAt}`);
    const holdAt = this.#chance(0.15) ? Math.floor(this.#random.number() * 20) : -1;
    let held: (() => void) | null = null;
    this.#saved.clear();
    let steps = 0;
    let remotes = 0;
    let answers = 0;
    const report = await this.#world.cycle(({ remote, when, port }) => {
      const step = steps++;
      if (step === holdAt) held = this.#openHere();
      if (held && step > holdAt + 10) {
        held();
        held = null;
      }
      if (step === actAt) {
        this.trace.push(`  during ${port} ${when}:`);
        if (remote && actAt % 4 === 3) this.#actThereMidway();
        else if (remote && this.#chance(0.5)) this.#editRequest();
        else if (remote || this.#chance(0.7)) this.#saveHere();
        else void this.#actThereAtOnce();
      }
      if (step === killAt) {
        this.trace.push(`  killed at ${port} ${when}`);
        throw new Killed();
      }
      if (remote && when === 'after' && answers++ === loseAt) {
        this.trace.push(`  the answer of ${port} is lost`);
        throw new AppError('OUTCOME_UNKNOWN', `${port} failed`);
      }
      if (remote && remotes++ === failAt) {
        this.trace.push(`  ${port} fails ${when}`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'REMOTE_FAILED', `${port} failed`);
      }
    });
    if (report) this.trace.push(`  the cycle says: ${sayingOf(report)}`);
  }

  /** Pages here: markdown that is not a table of contents. */
  #pagesHere(): [string, string][] {
    const odd = new Set(this.#odd.paths());
    return [...this.#world.local()].filter(
      ([path]) => path.endsWith('.md') && !path.endsWith('SUMMARY.md') && !odd.has(path),
    );
  }

  #saveHere(): void {
    const page = this.#pick(this.#pagesHere());
    if (!page) return;
    const [path, text] = page;
    const token = this.#token('l');
    this.#world.save(path, insertLine(text, token, this.#random), this.#random.number());
    this.#saved.add(path);
    this.trace.push(`  here: ${token} into ${path}`);
  }

  /** An editor opens a page, and writes into what it has opened when that may lie there no more. */
  #openHere(): (() => void) | null {
    const page = this.#pick(this.#pagesHere());
    const write = page && this.#world.disk.personOpens(page[0]);
    if (!write) return null;
    this.trace.push(`  here: ${page[0]} opened`);
    return () => {
      // An editor that saw the file change would have asked; this one still has what it opened.
      if (this.#saved.has(page[0])) return;
      const now = this.#world.local().get(page[0]);
      const token = this.#token('h');
      write(new TextEncoder().encode(insertLine(page[1], token, this.#random)));
      this.trace.push(
        `  here: ${token} into ${page[0]} as it was opened${now === page[1] ? '' : ', which it is no more'}`,
      );
    };
  }

  async #actHere(): Promise<void> {
    const kind = this.#random.number();
    if (kind < 0.55) return this.#saveHere();
    const page = this.#pick(this.#pagesHere());
    if (kind < 0.7) {
      const token = this.#token('l');
      const folder = this.#pick(['docs', 'docs/alpha', 'docs/gamma'])!;
      const path = `${folder}/new-${this.#tokens}.md`;
      this.#world.save(path, `# New ${this.#tokens}\n\n${token}\n`, 0);
      this.trace.push(`here: ${token} in the new ${path}`);
    } else if (kind < 0.8 && page && !page[0].endsWith('README.md')) {
      this.#retire(page[1]);
      this.#world.disk.personRemoves(page[0]);
      this.trace.push(`here: ${page[0]} deleted`);
    } else if (kind < 0.9 && page && !page[0].endsWith('README.md')) {
      const to = `docs/${this.#pick(['', 'alpha/', 'gamma/'])!}moved-${++this.#tokens}.md`;
      this.#world.disk.personMoves(page[0], to);
      this.trace.push(`here: ${page[0]} moved to ${to}`);
    } else if (kind < 0.92) this.#reorderHere();
    else if (kind < 0.94) this.#retitleHere();
    else {
      await this.#world.commit();
      this.trace.push('here: committed');
    }
  }

  /** A writer gives a page another title. */
  #retitleHere(): void {
    const page = this.#pick(this.#pagesHere());
    if (!page) return;
    const [path, text] = page;
    const title = `Title ${++this.#tokens}`;
    this.#world.save(path, text.replace(/^# .*$/mu, `# ${title}`), this.#random.number());
    this.trace.push(`here: ${path} is called ${title}`);
  }

  /** A writer moves a line of the table of contents, with what stands below it. */
  #reorderHere(): void {
    const path = 'docs/SUMMARY.md';
    const lines = (this.#world.local().get(path) ?? '').split('\n');
    const depth = (line: string): number => line.search(/\*/);
    const listed = lines.flatMap((line, at) => (depth(line) >= 0 ? [at] : [])).slice(1);
    const at = this.#pick(listed);
    if (at === undefined) return;
    let end = at + 1;
    while (end < lines.length && depth(lines[end]!) > depth(lines[at]!)) end++;
    const moved = lines.slice(at, end);
    const rest = [...lines.slice(0, at), ...lines.slice(end)];
    const places = rest.flatMap((line, place) => (depth(line) === depth(moved[0]!) ? [place] : []));
    const place = this.#pick(places);
    if (place === undefined) return;
    const text = [...rest.slice(0, place + 1), ...moved, ...rest.slice(place + 1)].join('\n');
    this.#world.save(path, text, this.#random.number());
    this.trace.push(`here: ${moved[0]!.trim()} put behind ${rest[place]!.trim()}`);
  }

  async #actThere(): Promise<void> {
    const { service, space } = this.#world;
    const kind = this.#random.number();
    const open = [...service.requestsById.values()].filter(
      ({ status }) => status === 'draft' || status === 'open',
    );
    const request = this.#pick(open);
    if (request && kind >= 0.3 && kind < 0.36) return this.#deleteInRequest(request.id);
    if (request && kind >= 0.36 && kind < 0.44) {
      const { result } = await service.update(space, request.id);
      this.trace.push(`there: #${request.number} brought up to date (${result})`);
      return;
    }
    if (kind < 0.2 && request) {
      const outcome = await service.merge(space, request.id);
      this.trace.push(`there: #${request.number} merged (${outcome.result})`);
    } else if (kind < 0.3 && request) this.#editRequest();
    else this.#actThereAtOnce();
  }

  /** A reviewer writes into a change request. */
  #editRequest(): void {
    const { service } = this.#world;
    const request = this.#pick(
      [...service.requestsById.values()].filter(({ status }) => status === 'draft' || status === 'open'),
    );
    if (!request) return;
    const token = this.#token('c');
    this.#editTree(
      (change) => service.editChangeRequest(request.id, change),
      service.pagesOfChangeRequest(request.id),
      token,
    );
    this.trace.push(`there: ${token} into #${request.number}`);
  }

  /** A reviewer takes a page out of a change request. */
  #deleteInRequest(id: string): void {
    const { service } = this.#world;
    const pages = service.pagesOfChangeRequest(id);
    const page = this.#pick(pages.filter((each) => each.pages.length === 0 && each !== pages[0]));
    if (!page) return;
    this.#retire(page.text);
    service.editChangeRequest(id, (all) => mapPages(all, (each) => (each.id === page.id ? null : each)));
    this.trace.push(`there: ${page.id} taken out of ${id}`);
  }

  /** Between two requests of one cycle, somebody merges what we wrote, or writes more. */
  #actThereMidway(): void {
    const { service, space } = this.#world;
    const request = this.#pick(
      [...service.requestsById.values()].filter(({ status }) => status === 'draft' || status === 'open'),
    );
    if (request && this.#chance(0.6)) {
      const { result } = service.mergeAtOnce(space, request.id);
      this.trace.push(`there: #${request.number} merged (${result})`);
    } else if (request && this.#chance(0.2)) this.#deleteInRequest(request.id);
    else this.#actThereAtOnce();
  }

  #actThereAtOnce(): void {
    const { service, space } = this.#world;
    const kind = this.#random.number();
    const pages = service.pagesOf(space);
    const page = this.#pick(pages);
    const edit = (change: (pages: readonly ModelPage[]) => readonly ModelPage[]): void =>
      void service.edit(space, change);
    if (kind < 0.6) {
      const token = this.#token('r');
      this.#editTree(edit, pages, token);
      this.trace.push(`there: ${token}`);
    } else if (kind < 0.63 && page && page !== pages[0]) {
      const slug = `renamed-${++this.#tokens}`;
      edit((all) => mapPages(all, (each) => (each.id === page.id ? { ...each, slug } : each)));
      this.trace.push(`there: ${page.id} has the address ${slug}`);
    } else if (kind < 0.75) {
      const token = this.#token('r');
      const made = service.newPage(`Made ${this.#tokens}`, token);
      edit((all) => [...all, made]);
      this.trace.push(`there: ${token} in the new ${made.id}`);
    } else if (kind < 0.85 && page && page.pages.length === 0 && page !== pages[0]) {
      this.#retire(page.text);
      edit((all) => mapPages(all, (each) => (each.id === page.id ? null : each)));
      this.trace.push(`there: ${page.id} deleted`);
    } else if (page && page.pages.length === 0 && page !== pages[0]) {
      const under = this.#pick(
        pages.filter(({ id }) => id !== page.id && !flat(page.pages).some((below) => below.id === id)),
      )!;
      edit((all) => {
        const without = mapPages(all, (each) => (each.id === page.id ? null : each));
        return mapPages(without, (each) =>
          each.id === under.id ? { ...each, pages: [...each.pages, page] } : each,
        );
      });
      this.trace.push(`there: ${page.id} moved below ${under.id}`);
    }
  }

  #editTree(
    edit: (change: (pages: readonly ModelPage[]) => readonly ModelPage[]) => void,
    pages: readonly ModelPage[],
    token: string,
  ): void {
    const page = this.#pick(pages);
    if (!page) return;
    const text = insertLine(page.text, token, this.#random);
    edit((all) => mapPages(all, (each) => (each.id === page.id ? { ...each, text } : each)));
  }

  async #converge(): Promise<void> {
    const { service, space } = this.#world;
    this.trace.push('— faults cease —');
    this.#world.endLateness();
    await this.#mendOddFiles();
    let quiet = 0;
    for (let round = 0; round < roundsToConverge && quiet < 2; round++) {
      const report = await this.#world.cycle();
      if (!report)
        throw new Broken(
          'terminates',
          `a cycle failed without a fault: ${String((this.#world.lastFailure as Error).stack)}`,
        );
      const open = [...service.requestsById.values()].filter(
        ({ status }) => status === 'draft' || status === 'open',
      );
      if (open.length > 1)
        throw new Broken(
          'one change request',
          `${open.length} are open: ${open.map(({ subject }) => subject).join(' | ')}`,
        );
      quiet = report.outcome === 'quiet' && open.length === 0 ? quiet + 1 : 0;
      this.trace.push(`round ${round}: ${sayingOf(report)}`);
      if (open.length > 0) {
        this.trace.push(
          `  open: ${open.map(({ id, subject, status }) => `${id} ${subject} ${status}`).join(' | ')}`,
        );
        const { result } = await service.merge(space, open[0]!.id);
        if (result === 'conflicts') {
          // A reviewer sends it back; the writer starts again from what is there.
          this.trace.push('  the merge conflicts: archived, joined by hand');
          for (const page of service.pagesOfChangeRequest(open[0]!.id)) this.#rescue(page.text);
          await service.setChangeRequest(space, open[0]!.id, { status: 'archived' });
          await this.#world.cycle();
          await this.#world.joinByHand([...this.#alive]);
        }
      } else if (
        report.branch.conflicts.length > 0 ||
        // A save that could not be joined lies beside its page.
        [...this.#world.local().keys()].some((path) => path.includes('/.')) ||
        report.proposals.some(({ state }) => state === 'conflict' || state === 'archived')
      ) {
        this.trace.push('  joined by hand');
        await this.#world.joinByHand([...this.#alive]);
      } else if (report.proposals.some(({ unsaid }) => unsaid.length > 0)) {
        this.trace.push(
          `  unsaid: ${report.proposals.flatMap(({ unsaid }) => unsaid).join('; ')}; joined by hand`,
        );
        await this.#world.joinByHand([...this.#alive]);
      }
    }
    if (quiet < 2) throw new Broken('convergence', this.#difference());
    this.#check();
  }

  /** Files that cannot be sent are told, and nothing of them is sent; then somebody mends them. */
  async #mendOddFiles(): Promise<void> {
    // What a killed process left half moved is nowhere until the next one goes on with it.
    if (this.#world.checkout.move !== null) await this.#world.cycle();
    let untold = this.#odd.paths();
    for (let round = 0; round < 4 && untold.length > 0; round++) {
      const report = await this.#world.cycle();
      const told = new Set([
        ...(report?.problems ?? []).flatMap(({ path = '' }) => [path]),
        ...(report?.branch.conflicts ?? []).map(({ path }) => path),
      ]);
      const unsaid = (report?.proposals ?? []).flatMap((proposal) => proposal.unsaid);
      const waiting = this.#odd
        .paths()
        .filter((path) => !unsaid.some((each) => path.endsWith(`/${each.split(' ')[0]!}`)));
      untold = waiting.filter((path) => !path.includes('/.') && !told.has(path));
      // A page that is not in the change request is not sent for that alone: nobody has looked at what it holds.
      if (report?.exitCode === 0 && waiting.length > 0) untold.push('the exit code is 0');
    }
    if (untold.length > 0) throw new Broken('what is not sent is told', untold.join(', '));
    const leaked = this.#odd.leaked();
    if (leaked !== null) throw new Broken('what cannot be sent stays here', leaked);
    const lost = this.#odd.lost();
    if (lost.length > 0) throw new Broken('no loss', `${lost.join(', ')} not here`);
    for (const token of this.#odd.mend()) this.#alive.add(token);
  }

  /** Lines that stand in a change request which is given up are brought back by the reviewer. */
  #rescue(text: string): void {
    const there = [...this.#world.remote().values(), ...this.#world.local().values()];
    const lost = [...this.#alive].filter(
      (token) => text.includes(token) && !there.some((each) => each.includes(token)),
    );
    if (lost.length > 0)
      this.#world.service.edit(this.#world.space, ([first, ...rest]) => [
        { ...first!, text: `${first!.text}\n${lost.join('\n\n')}\n` },
        ...rest,
      ]);
  }

  #difference(): string {
    return JSON.stringify({ local: [...this.#world.local()], remote: [...this.#world.remote()] });
  }

  #check(): void {
    const local = [...this.#world.local().values()].join('\n');
    const remote = [...this.#world.remote().values()].join('\n');
    for (const token of this.#alive) {
      if (!remote.includes(token)) throw new Broken('no loss', `${token} is not in the service`);
      if (!local.includes(token)) throw new Broken('no loss', `${token} is not here`);
    }
    for (const token of this.#alive) {
      const pages = [...this.#world.remote().values()].filter((text) => text.includes(token));
      if (pages.length > 1) throw new Broken('no double', `${token} is in ${pages.length} pages`);
      if (pages[0]!.split(token).length > 2)
        throw new Broken('no double', `${token} is twice in ${pages[0]!}`);
    }
    const here = new Map(
      [...this.#world.local()]
        .filter(([path]) => !path.endsWith('SUMMARY.md'))
        .map(([, text]) => [
          /^id: (\S+)$/m.exec(text)?.[1] ?? '?',
          text.replace(/^---\nid: \S+\n---\n\n/, ''),
        ]),
    );
    for (const [id, text] of this.#world.remote())
      if (here.get(id) !== text)
        throw new Broken('both sides agree', `${id}: ${String(here.get(id))} / ${text}`);
    if (here.size !== this.#world.remote().size) throw new Broken('both sides agree', this.#difference());
    const subjects = [...this.#world.service.requestsById.values()].map(({ subject }) => subject);
    if (new Set(subjects).size !== subjects.length)
      throw new Broken('one change request', `twice: ${subjects.join(' | ')}`);
  }
}

/** Puts a line of its own somewhere below the title. */
function insertLine(text: string, line: string, random: Random): string {
  const paragraphs = text.trimEnd().split('\n\n');
  const first = paragraphs.findIndex((paragraph) => paragraph.startsWith('# ')) + 1;
  const at = first + Math.floor(random.number() * (paragraphs.length - first + 1));
  return `${[...paragraphs.slice(0, at), line, ...paragraphs.slice(at)].join('\n\n')}\n`;
}
