import type { Clock } from '../clock/index.ts';
import type { SpaceRecord, SpaceRecords } from './record.ts';
import type { ServiceHealth } from './sight.ts';

/** What all workers of a fleet read and write. Values are JSON; the last write of a field wins. */
export interface FleetBoard {
  write(changes: BoardChanges): Promise<void>;
  /** Reads the board; `spaces` is null when nobody has written any since the reading that returned `version`. */
  read(version: string | null): Promise<BoardContent>;
}

export interface BoardChanges {
  readonly spaces?: Readonly<Record<string, string>>;
  /** When given, every other space is removed. */
  readonly onlySpaces?: readonly string[];
  readonly sight?: string;
  readonly workers?: Readonly<Record<string, string | null>>;
}

export interface BoardContent {
  readonly version: string;
  readonly spaces: Readonly<Record<string, string>> | null;
  readonly sight: string | null;
  readonly workers: Readonly<Record<string, string>>;
}

/** A worker, as all workers know it. */
export interface FleetWorker {
  readonly name: string;
  readonly version: string;
  readonly startedAt: number;
  readonly heardAt: number;
}

export interface FleetOptions {
  readonly board: FleetBoard;
  readonly records: SpaceRecords;
  readonly clock: Clock;
  /** This worker. */
  readonly name: string;
  readonly version: string;
  readonly intervalMs: number;
}

/** A worker that wrote no heartbeat for this many intervals, and for at least this long, counts as gone. */
const goneIntervals = 3;
const leastGoneMs = 60_000;

/**
 * Shares what one worker knows with the others: any of them may look at a space or run its cycle, and all report the same about
 * it. The board is only a memory: without it, each worker knows what it did itself.
 */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #startedAt: number;
  readonly #untold = new Set<string>();
  #onlySpaces: readonly string[] | undefined;
  #sight: string | undefined;
  #isTelling = false;
  #version: string | null = null;
  #workers: readonly FleetWorker[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  /** The workers that wrote a heartbeat lately, by name. */
  get workers(): readonly FleetWorker[] {
    return this.#workers;
  }

  /** Shares the present records of spaces. */
  changed(ids: readonly string[]): void {
    for (const id of ids) this.#untold.add(id);
    void this.#tell();
  }

  /** Shares what a look found, and which spaces exist. */
  looked(sight: ServiceHealth, spaces: readonly string[]): void {
    this.#sight = JSON.stringify(sight);
    if (sight.problem === null) this.#onlySpaces = spaces;
    void this.#tell();
  }

  /** Shares that this worker runs. */
  async beat(): Promise<void> {
    const { board, name, version, clock } = this.#options;
    const self: FleetWorker = { name, version, startedAt: this.#startedAt, heardAt: clock.now() };
    const workers: Record<string, string | null> = { [name]: JSON.stringify(self) };
    for (const worker of this.#workers) if (!this.#isThere(worker)) workers[worker.name] = null;
    await board.write({ workers });
  }

  async leave(): Promise<void> {
    await this.#options.board.write({ workers: { [this.#options.name]: null } });
  }

  /** Takes over what the others shared; returns what any worker last saw of the service. */
  async learn(): Promise<ServiceHealth | null> {
    const { board, records } = this.#options;
    const { version, spaces, sight, workers } = await board.read(this.#version);
    this.#version = version;
    this.#workers = Object.values(workers).map((text) => JSON.parse(text) as FleetWorker);
    const told = Object.values(spaces ?? {}).map((text) => JSON.parse(text) as SpaceRecord);
    records.learn(told.filter(({ id }) => !this.#untold.has(id)));
    return sight === null ? null : (JSON.parse(sight) as ServiceHealth);
  }

  #isThere({ heardAt }: FleetWorker): boolean {
    const { clock, intervalMs } = this.#options;
    return clock.now() - heardAt <= Math.max(goneIntervals * intervalMs, leastGoneMs);
  }

  /**
   * Writes to the board, one write at a time: changes that come meanwhile are part of the next write, and a silent Redis is asked
   * only once.
   */
  async #tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#untold.size > 0 || this.#sight !== undefined) await this.#tellOnce();
    } catch {
      // The board does not answer: the next write has everything.
    } finally {
      this.#isTelling = false;
    }
  }

  async #tellOnce(): Promise<void> {
    const { board, records } = this.#options;
    const ids = [...this.#untold];
    const [sight, onlySpaces] = [this.#sight, this.#onlySpaces];
    const told = ids
      .flatMap((id) => records.get(id) ?? [])
      .map((one) => [one.id, JSON.stringify(one)] as const);
    await board.write({
      spaces: Object.fromEntries(told),
      ...(sight === undefined ? {} : { sight }),
      ...(onlySpaces === undefined ? {} : { onlySpaces }),
    });
    const texts = new Map(told);
    // A record that changed during the write is written again.
    for (const id of ids)
      if (texts.get(id) === undefined || texts.get(id) === JSON.stringify(records.get(id)))
        this.#untold.delete(id);
    if (this.#sight === sight) this.#sight = undefined;
    if (this.#onlySpaces === onlySpaces) this.#onlySpaces = undefined;
  }
}
