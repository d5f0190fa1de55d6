import { AppError } from '../../src/base/index.ts';
import { seededRandom, type Random } from '../../src/clock/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { stateRef } from '../../src/sync/index.ts';
import { FleetWorld } from './fleet-world.ts';
import type { FleetPlants, WorkerStep } from './fleet-world.ts';
import { flat, mapPages } from './memory-content.ts';
import { Killed } from './world.ts';

/** What went wrong in a schedule of a fleet. */
export interface FleetFinding {
  readonly seed: number;
  readonly rule: string;
  readonly detail: string;
  readonly trace: readonly string[];
}

class Broken extends Error {
  readonly rule: string;
  constructor(rule: string, detail: string) {
    super(detail);
    this.rule = rule;
  }
}

/** Plays what a seed says: people on both sides, workers that get into each other's way, faults; null: everything held. */
export async function playFleet(seed: number, plants: FleetPlants = {}): Promise<FleetFinding | null> {
  const schedule = new FleetSchedule(seed, plants);
  try {
    await schedule.play();
    return null;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { seed, rule: error.rule, detail: error.message, trace: schedule.trace };
  }
}

const days = 14;
const rounds = 60;

class FleetSchedule {
  readonly trace: string[] = [];
  readonly #random: Random;
  readonly #world: FleetWorld;
  /** Lines that must be found, by the space that they are in. */
  readonly #lines = new Map<string, string>();
  /** Lines of change requests that somebody archived: they stay in the branch, and are sent no more. */
  readonly #declined = new Set<string>();
  /** The spaces of the cycles that run, innermost last. */
  readonly #at: string[] = [];
  readonly #interrupted = new Set<number>();
  /** The spaces that a worker has handled since the faults ceased. */
  readonly #settled = new Set<string>();
  #serial = 0;
  #calm = false;

  constructor(seed: number, plants: FleetPlants) {
    this.#random = seededRandom(seed);
    const workers = 2 + this.#number(2);
    this.#world = new FleetWorld(this.#random, { spaces: 2 + this.#number(2), workers }, plants);
    this.#world.onStep = (step) => this.#step(step);
  }

  async play(): Promise<void> {
    for (let day = 0; day < days; day++) {
      if (this.#chance(0.4)) await this.#person();
      if (this.#chance(0.4)) await this.#reviewer();
      if (this.#chance(0.05)) await this.#loseState();
      await this.#cycle(this.#pick(this.#world.spaces));
    }
    this.#calm = true;
    this.trace.push('— faults cease —');
    await this.#settle();
    await this.#check();
  }

  async #cycle(space: string): Promise<void> {
    const worker = this.#pick(this.#world.idle);
    if (worker === undefined || space === undefined) return;
    const name = `worker ${worker} ${space}`;
    this.trace.push(`${'  '.repeat(this.#world.busy.length)}${name} begins`);
    this.#at.push(space);
    const ended = await this.#world.cycle(worker, space);
    this.#at.pop();
    this.trace.push(`${'  '.repeat(this.#world.busy.length)}${name} ${ended ? 'ends' : 'fails'}`);
    if (ended && this.#calm) this.#settled.add(space);
    await this.#noDouble();
  }

  /** While one worker asks somebody else, the world goes on. */
  async #step({ worker, port, when }: WorkerStep): Promise<void> {
    // Of requests that a worker sends at once, one alone is the moment for something else.
    if (this.#calm || this.#world.busy.at(-1) !== worker || this.#interrupted.has(worker)) return;
    this.#interrupted.add(worker);
    try {
      await this.#interrupt({ worker, port, when });
    } finally {
      this.#interrupted.delete(worker);
    }
  }

  async #interrupt({ worker, port, when }: WorkerStep): Promise<void> {
    // A worker that stands still between its note and its request, for longer than others wait, is no match for anybody: only a request
    // that makes a change request may come that late.
    const isLate = when === 'before' && (port === 'changeContent' || port === 'setChangeRequest');
    const others = this.#world.spaces.filter((each) => !isLate || each !== this.#at.at(-1));
    if (this.#world.busy.length < 2 && this.#chance(0.04)) await this.#cycle(this.#pick(others));
    if (this.#chance(0.01)) await this.#person();
    if (this.#chance(0.01)) await this.#reviewer();
    if (this.#chance(0.004)) {
      this.trace.push(`worker ${worker} is killed ${when} ${port}`);
      throw new Killed();
    }
    if (this.#chance(0.004)) {
      this.trace.push(`worker ${worker} has no answer ${when} ${port}`);
      throw new AppError(when === 'before' ? 'NO_ANSWER' : 'OUTCOME_UNKNOWN', `${port} failed`);
    }
  }

  /** Pushes edits of some spaces: of pages that nobody edits in the service, or new pages. */
  async #person(): Promise<void> {
    const folders = new Map<string, string>();
    for (const path of (await this.#world.files()).keys()) folders.set(path.split('/')[0]!, path);
    const chosen = [...folders.keys()].filter(() => this.#chance(0.6));
    if (chosen.length === 0) return;
    await this.#world.push((files) => {
      const changes = new Map<string, string | null>();
      for (const folder of chosen) {
        const line = this.#line(folder);
        const [path, text] =
          [...files].find(([each, says]) => each.startsWith(`${folder}/`) && /^# Ours$/mu.test(says)) ?? [];
        if (path === undefined || text === undefined || this.#chance(0.3))
          changes.set(`${folder}/new-${this.#serial}.md`, `# New ${this.#serial}\n\n${line}\n`);
        else changes.set(path, `${text.trimEnd()}\n\n${line}\n`);
        this.trace.push(`pushed: ${line} in ${folder}`);
      }
      return changes;
    });
  }

  /** Somebody edits in the service, merges, or archives. */
  async #reviewer(): Promise<void> {
    const { service, spaces } = this.#world;
    const space = this.#pick(spaces);
    const open = await this.#open(space);
    const request = this.#pick(open);
    if (request && this.#chance(0.6)) {
      if (this.#chance(0.2)) {
        for (const { text } of service.pagesOfChangeRequest(request.id))
          for (const line of this.#lines.keys())
            if (text.includes(line) && !this.#isPrimary(space, line)) this.#declined.add(line);
        await service.setChangeRequest(space, request.id, { status: 'archived' });
        this.trace.push(`#${request.number} of ${space} archived`);
      } else {
        const { result } = service.mergeAtOnce(space, request.id);
        this.trace.push(`#${request.number} of ${space} merged (${result})`);
      }
      return;
    }
    const line = this.#line(space);
    service.edit(space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Theirs' ? { ...page, text: `${page.text.trimEnd()}\n\n${line}\n` } : page,
      ),
    );
    this.trace.push(`in the service: ${line} in ${space}`);
  }

  /** The state on the git host is deleted, or set back. */
  async #loseState(): Promise<void> {
    const { host } = this.#world;
    const at = await host.resolveRef(stateRef);
    if (at === null) return;
    let older: string | null = at;
    for (let back = this.#number(6); older !== null && back > 0; back--)
      older = (await host.readCommit(older)).parents[0] ?? null;
    const next = this.#chance(0.5) ? null : older;
    host.force(stateRef, next);
    this.trace.push(next === null ? 'the state is deleted' : `the state goes back to ${next.slice(0, 7)}`);
  }

  #isPrimary(space: string, line: string): boolean {
    return flat(this.#world.service.headOf(space).pages).some(({ text }) => text.includes(line));
  }

  async #open(space: string): Promise<ChangeRequest[]> {
    const { service } = this.#world;
    return [
      ...(await service.changeRequests(space, 'draft')),
      ...(await service.changeRequests(space, 'open')),
    ];
  }

  /**
   * At every moment one change request at most holds something for each space. A worker that was killed may leave an empty one beside
   * it, until the first cycle of the space after the faults.
   */
  async #noDouble(): Promise<void> {
    for (const space of this.#world.spaces) {
      const open = await this.#open(space);
      const held = open.filter(
        ({ revision, revisionInitial }) => this.#settled.has(space) || revision !== revisionInitial,
      );
      const named = open.map(({ number, subject }) => `#${number} ${subject}`).join(', ');
      if (held.length > 1) throw new Broken('one change request', `${space} has ${named}`);
    }
  }

  async #settle(): Promise<void> {
    const { service, spaces } = this.#world;
    let quiet = 0;
    for (let round = 0; round < rounds && quiet < spaces.length * 2; round++) {
      const space = spaces[round % spaces.length]!;
      const before = await this.#refs();
      await this.#cycle(space);
      const [request] = await this.#open(space);
      if (request) {
        const { result } = await service.merge(space, request.id);
        this.trace.push(`#${request.number} of ${space} merged (${result})`);
      }
      quiet = !request && before === (await this.#refs()) ? quiet + 1 : 0;
    }
    if (quiet < spaces.length * 2) throw new Broken('convergence', 'there is something to do in each round');
  }

  async #refs(): Promise<string> {
    const refs = await this.#world.host.listRefs('refs/');
    return refs.map(({ ref, oid }) => `${ref} ${oid}`).join('\n');
  }

  async #check(): Promise<void> {
    const { service, spaces } = this.#world;
    const files = [...(await this.#world.files()).values()];
    const pages = spaces.flatMap((space) => flat(service.headOf(space).pages).map(({ text }) => text));
    for (const line of this.#lines.keys()) {
      const places: readonly (readonly [string, readonly string[]])[] = [
        ['the branch', files],
        ...(this.#declined.has(line) ? [] : [['the service', pages] as const]),
      ];
      for (const [where, texts] of places) {
        const count = texts.reduce((sum, text) => sum + text.split(line).length - 1, 0);
        if (count !== 1) throw new Broken('each text once', `${line} is ${count} times in ${where}`);
      }
    }
  }

  #line(where: string): string {
    const line = `line-${++this.#serial}.`;
    this.#lines.set(line, where);
    return line;
  }

  #number(below: number): number {
    return Math.floor(this.#random.number() * below);
  }

  #chance(share: number): boolean {
    return this.#random.number() < share;
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#number(values.length)]!;
  }
}
