import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { withoutPageId } from '../content/index.ts';
import type { ChangeRequest, Space } from '../contract/index.ts';
import { findImportForm } from '../sync/proposals/by-import.ts';
import type { ImportHost } from '../sync/proposals/import-host.ts';
import type { TextEdit } from '../sync/proposals/folder-edits.ts';
import type { Step } from '../sync/proposals/steps.ts';
import { nextBatch, writeBatch } from '../sync/proposals/writing.ts';
import type { ReadBack, WriteMethod } from '../sync/proposals/writing.ts';
import { withCountedReads } from '../sync/remote/late-reads.ts';
import type { ContentPlace, Remote, Revision } from '../sync/remote/port.ts';
import { WrittenRevisions } from '../sync/remote/written-revisions.ts';
import { Findings } from './properties.ts';
import type { Property } from './properties.ts';
import { trialSubject } from '../sync/remote/window.ts';
import type { Sample } from './samples.ts';
import { watch } from './watched.ts';
import type { WatchedRemote } from './watched.ts';

export interface TrialPorts {
  readonly remote: Remote;
  /** Absent where no import can be served. */
  readonly importHost?: ImportHost;
  readonly clock: Clock;
  readonly random: Random;
}

export interface TrialOptions {
  /** The space in which the trial may write. */
  readonly space: string;
  /** The way of writing that the configuration asks for. */
  readonly via: 'auto' | 'content' | 'import';
  /** How long a sync waits for the service to show its own writes. */
  readonly lagMs: number;
  readonly signal?: AbortSignal;
  /** Called with what is tried next. */
  readonly onStep?: (says: string) => void;
}

/** The tree of a change request, after a write or as it was read. */
export type Tree = Pick<Revision, 'id' | 'parents' | 'pages' | 'files'>;

type ChangeRequestPlace = Extract<ContentPlace, { kind: 'change-request' }>;

/** After these errors, nothing more can be tried, and they say nothing about the property that was being tried. */
const endsTrial: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);

/** A trial under way, with what it found and what it made, so that it can take that away again. */
export class Trial {
  readonly findings = new Findings();
  /** The service's answers as they come, watched. */
  readonly watched: WatchedRemote;
  /** The answers that a sync would accept. */
  readonly remote: Remote;
  /** Part of the names of everything that the trial makes. */
  readonly mark: string;
  readonly ports: TrialPorts;
  readonly options: TrialOptions;
  readonly space: Space;
  way: WriteMethod | null = null;
  /** The trial's change requests that are neither merged nor archived. */
  readonly open = new Set<string>();
  /** The title of the page that was merged and has not been taken away yet. */
  merged: string | null = null;

  constructor(ports: TrialPorts, options: TrialOptions, space: Space) {
    this.ports = ports;
    this.options = options;
    this.space = space;
    this.mark = Buffer.from(ports.random.bytes(6)).toString('hex');
    this.watched = watch(ports.remote, ports.clock);
    this.remote = this.#counted();
  }

  /** Tries something. An error that stops the trial of its properties becomes their finding, where they have no other. */
  async stage(says: string, of: readonly Property[], work: () => Promise<void>): Promise<boolean> {
    const { signal, onStep } = this.options;
    onStep?.(says);
    signal?.throwIfAborted();
    try {
      await work();
      signal?.throwIfAborted();
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError) || endsTrial.has(error.code)) throw error;
      this.#judgeFailure(error, of);
      return false;
    }
  }

  /** Makes a change request of this trial. */
  async create(): Promise<{ readonly made: ChangeRequest; readonly place: ChangeRequestPlace }> {
    const made = await this.remote.createChangeRequest(this.space.id, this.subject);
    this.open.add(made.id);
    return { made, place: { kind: 'change-request', space: this.space.id, id: made.id } };
  }

  get subject(): string {
    return `${trialSubject} ${this.mark} (do not merge)`;
  }

  /** The way in which a sync would write into the change request. */
  async findWay(place: ChangeRequestPlace): Promise<WriteMethod> {
    const { remote, options } = this;
    const takes = options.via !== 'import' && (await remote.takesContentChanges(place.space, place.id));
    if (takes) return { kind: 'content' };
    if (options.via === 'content')
      throw new AppError('NOT_SUPPORTED_BY_SERVICE', 'The service takes no content changes');
    return this.findImport(place);
  }

  /** The import that the service makes into the change request, in a form in which it fetches files from here. */
  async findImport(place: ChangeRequestPlace): Promise<Extract<WriteMethod, { kind: 'import' }>> {
    const { importHost: host } = this.ports;
    if (!host) throw new AppError('NOT_SUPPORTED_BY_SERVICE', 'Nothing here serves files for an import');
    const form = await findImportForm(this.remote, host, { space: place.space, changeRequest: place.id });
    return { kind: 'import', host, form };
  }

  /** Writes steps as a sync does, and notes whether each write makes a revision of its own. */
  async write(
    way: WriteMethod,
    { place, content, steps }: { place: ChangeRequestPlace; content: Tree; steps: readonly Step[] },
  ): Promise<{ readonly content: Tree; readonly made: ReadonlyMap<string, string> }> {
    const made = new Map<string, string>();
    let now = content;
    for (let rest = steps; rest.length > 0;) {
      const batch = nextBatch(way, rest);
      rest = rest.slice(batch.length);
      const before = now.id;
      const written = await writeBatch(way, this.remote, { place, content: now, batch });
      for (const [key, id] of written.made) made.set(key, id);
      this.#judgeRevision(before, written);
      now = written.after.tree ?? (await this.remote.content(place));
    }
    return { content: now, made };
  }

  /** A page's text, in the form in which it was sent. */
  async textOf(place: ContentPlace, page: string): Promise<string> {
    return withoutPageId((await this.remote.page(place, page)).markdown);
  }

  /** A reader that no signal interrupts: for taking away what the trial made. */
  uncut(): Remote {
    return this.#counted({ isCut: false });
  }

  #judgeFailure({ code, message }: AppError, of: readonly Property[]): void {
    const { findings, watched } = this;
    const isLate = code === 'NOT_SHOWN_YET';
    const { missing, old } = watched.lateness;
    if (isLate && !missing && !old) findings.fail('revisions', message);
    for (const property of of)
      if (!findings.knows(property))
        if (isLate) findings.cannot(property, message);
        else findings.fail(property, message);
  }

  #judgeRevision(before: string, { revision, after }: { revision: string; after: ReadBack }): void {
    const { findings } = this;
    const isIt = revision === after.id && revision !== before;
    const isOnTop = after.parents[0] === before;
    findings.holds('revisions', isIt && isOnTop, {
      yes: 'Each write is answered with a new revision, which is the one that is read, on top of the one before.',
      no: isIt
        ? 'The revision of a write does not name the one before it.'
        : 'The revision that a write answers is not the one that is read.',
    });
  }

  #counted({ isCut = true } = {}): Remote {
    const { clock } = this.ports;
    const { lagMs, signal } = this.options;
    const kept = new Map<string, unknown>();
    const state = {
      ownDocument: async (path: string) => kept.get(path) ?? null,
      setOwnDocument: (path: string, value: unknown) => void kept.set(path, value),
      spaces: () => new Map(),
    };
    const written = new WrittenRevisions(new Map(), { state, now: () => clock.now() });
    return withCountedReads({
      ...{ remote: this.watched.remote, written, clock, lagMs },
      ...(isCut ? { signal } : {}),
      isOurs: ({ id }) => this.open.has(id),
      keep: async () => undefined,
    });
  }
}

/** The step that makes a new page from a sample. */
export function insertOf(sample: Sample, { into, at }: { into: string | null; at: number }): Step {
  const key = keyOf(sample);
  return { do: 'insert', key, into, at, edit: { ...editOf(sample), key, from: null, baseText: null } };
}

/** The step that replaces the text of one of the trial's pages. */
export function updateOf(sample: Sample, { id, text }: { id: string; text: string }): Step {
  return { do: 'update', key: id, edit: { ...editOf(sample), key: id, text }, place: null };
}

export function keyOf({ path }: Sample): string {
  return `new:${path}`;
}

function editOf({ path, text, title }: Sample): Omit<TextEdit, 'key'> {
  return { path, from: path, text, baseText: text, title, slug: null, file: path };
}
