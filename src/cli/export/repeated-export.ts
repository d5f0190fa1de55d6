import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { escapeForTerminal } from '../../base/index.ts';
import { reportFailure } from '../output/failure.ts';
import type { CommandContext } from '../program.ts';
import type { ExportSource } from './export-source.ts';
import type { ReadSource } from './mirror-source.ts';

/** What a repeated export needs of its parts; `W` is what all exports of one configuration share. */
export interface ExportSteps<W> {
  readonly prepare: () => Promise<W>;
  readonly run: (work: W) => Promise<ReadSource>;
  readonly sourceOf: (work: W) => ExportSource;
}

/**
 * An export that is made again and again. While its source is away, the site stays as it is. A changed configuration is read again;
 * while it cannot be used, the last good one is.
 */
export class RepeatedExport<W> {
  readonly #context: CommandContext;
  readonly #steps: ExportSteps<W>;
  #work: W;
  #read: ReadSource;
  /** The folders that the last export had, and without which none is made. */
  #needed: readonly string[];
  /** The text of the configuration that was read last, or tried. */
  #configuration: string | undefined;
  /** The first of the needed folders that went away. */
  #away: string | undefined;

  /** `read` is what the first export read, with `work`. */
  constructor(context: CommandContext, steps: ExportSteps<W>, first: { work: W; read: ReadSource }) {
    this.#context = context;
    this.#steps = steps;
    this.#work = first.work;
    this.#read = first.read;
    this.#needed = this.#neededFolders();
    this.#configuration = this.#configurationText();
  }

  get work(): W {
    return this.#work;
  }

  /** The files and folders to watch. */
  paths(): string[] {
    const { root, configuration } = this.#source();
    return [...this.#read.watched, root, ...(configuration === undefined ? [] : [configuration])];
  }

  /** Exports again; returns false while the source is away. */
  async again(): Promise<boolean> {
    await this.#configure();
    if (this.#isAway()) return false;
    this.#read = await this.#steps.run(this.#work);
    this.#needed = this.#neededFolders();
    return true;
  }

  #source(): ExportSource {
    return this.#steps.sourceOf(this.#work);
  }

  #neededFolders(): string[] {
    const { root, hasFixedSpaces } = this.#source();
    const spaces = hasFixedSpaces ? [...this.#read.folders.values()].map((path) => join(root, path)) : [];
    return [root, ...spaces].filter((folder) => existsSync(folder));
  }

  #isAway(): boolean {
    const gone = this.#needed.find((folder) => !existsSync(folder));
    if (gone !== undefined && this.#away === undefined)
      this.#tell(`${this.#shown(gone)} is not there now: the site stays as it is until the folder is back`);
    if (gone === undefined && this.#away !== undefined)
      this.#tell(`${this.#shown(this.#away)} is back: the site is exported again`);
    this.#away = gone === undefined ? undefined : (this.#away ?? gone);
    return gone !== undefined;
  }

  async #configure(): Promise<void> {
    const text = this.#configurationText();
    if (text === this.#configuration) return;
    const file = this.#shown(this.#source().configuration ?? '');
    this.#configuration = text;
    if (text === undefined) {
      this.#tell(`${file} is not there now: its last settings stay in use`);
      return;
    }
    try {
      this.#work = await this.#steps.prepare();
      this.#needed = [this.#source().root];
      this.#tell(`${file} was read again`);
    } catch (error) {
      const { world, failures, json } = this.#context;
      reportFailure({ ...world, stderr: failures }, error, { json });
      this.#tell(`${file} cannot be used as it is now: its last good settings stay in use`);
    }
  }

  /** The text of the configuration; undefined for a file that is not there or cannot be read now. */
  #configurationText(): string | undefined {
    const { configuration } = this.#source();
    if (configuration === undefined) return undefined;
    try {
      return readFileSync(configuration, 'utf8');
    } catch {
      return undefined;
    }
  }

  #shown(path: string): string {
    return relative(this.#context.world.cwd, path) || path;
  }

  #tell(what: string): void {
    const { world } = this.#context;
    world.stderr.write(`note: ${escapeForTerminal(what)}\n`);
  }
}
