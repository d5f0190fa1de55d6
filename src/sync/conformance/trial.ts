import { AppError } from '../../base/index.ts';
import type { Clock, Random } from '../../clock/index.ts';
import { withoutPageId } from '../../content/index.ts';
import type { ChangeRequest, Space } from '../../contract/index.ts';
import { findImportForm } from '../proposals/by-import.ts';
import type { ImportHost } from '../proposals/import-host.ts';
import type { TextEdit } from '../proposals/folder-edits.ts';
import type { Step } from '../proposals/steps.ts';
import { batchFor, writeBatch } from '../proposals/writing.ts';
import type { ReadBack, Way } from '../proposals/writing.ts';
import { withCountedReads } from '../remote/late-reads.ts';
import type { ContentPlace, Remote, Revision } from '../remote/port.ts';
import { WrittenRevisions } from '../remote/written-revisions.ts';
import { Findings } from './properties.ts';
import type { Property } from './properties.ts';
import { trialSubject } from '../remote/own-pages.ts';
import type { Sample } from '../remote/own-pages.ts';
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
  /** The space that is given for the trial. */
  readonly space: string;
  /** The way of writing that the configuration asks for. */
  readonly via: 'auto' | 'content' | 'import';
  /** So long a sync waits for its own writes. */
  readonly lagMs: number;
  readonly signal?: AbortSignal;
  /** Is told what is tried next. */
  readonly onStep?: (says: string) => void;
}

/** The tree of a change request, after a write or as it was read. */
export type Tree = Pick<Revision, 'id' | 'parents' | 'pages' | 'files'>;

type ChangeRequestPlace = Extract<ContentPlace, { kind: 'change-request' }>;

/** Nothing more can be tried after these, and they say nothing about the property that was. */
const endsTrial: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);

/** A trial under way: what it made, so that it can be taken away, and what it found. */
export class Trial {
  readonly findings = new Findings();
  /** Answers as they come. */
  readonly watched: WatchedRemote;
  /** Answers that count, as a sync reads them. */
  readonly remote: Remote;
  /** In the names of everything that is made. */
  readonly mark: string;
  readonly ports: TrialPorts;
  readonly options: TrialOptions;
  readonly space: Space;
  way: Way | null = null;
  /** Change requests of this trial that are neither merged nor archived. */
  readonly open = new Set<string>();
  /** The page that was merged and not taken away yet, by its title. */
  merged: string | null = null;

  constructor(ports: TrialPorts, options: TrialOptions, space: Space) {
    this.ports = ports;
    this.options = options;
    this.space = space;
    this.mark = Buffer.from(ports.random.bytes(6)).toString('hex');
    this.watched = watch(ports.remote, ports.clock);
    this.remote = this.#counted();
  }

  /** Tries something. What keeps it from being tried is what is found of its properties, where nothing else is. */
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

  /** The way that a sync would take into the change request. */
  async findWay(place: ChangeRequestPlace): Promise<Way> {
    const { remote, options } = this;
    const takes = options.via !== 'import' && (await remote.takesContentChanges(place.space, place.id));
    if (takes) return { kind: 'content' };
    if (options.via === 'content')
      throw new AppError('NOT_SUPPORTED_BY_SERVICE', 'The service takes no content changes');
    return this.findImport(place);
  }

  /** An import into the change request, where the service fetches one from here. */
  async findImport(place: ChangeRequestPlace): Promise<Extract<Way, { kind: 'import' }>> {
    const { importHost: host } = this.ports;
    if (!host) throw new AppError('NOT_SUPPORTED_BY_SERVICE', 'Nothing here serves files for an import');
    const form = await findImportForm(this.remote, host, { space: place.space, changeRequest: place.id });
    return { kind: 'import', host, form };
  }

  /** Writes steps as a sync does, and notes whether each write has a revision of its own. */
  async write(
    way: Way,
    { place, content, steps }: { place: ChangeRequestPlace; content: Tree; steps: readonly Step[] },
  ): Promise<{ readonly content: Tree; readonly made: ReadonlyMap<string, string> }> {
    const made = new Map<string, string>();
    let now = content;
    for (let rest = steps; rest.length > 0;) {
      const batch = batchFor(way, rest);
      rest = rest.slice(batch.length);
      const before = now.id;
      const written = await writeBatch(way, this.remote, { place, content: now, batch });
      for (const [key, id] of written.made) made.set(key, id);
      this.#judgeRevision(before, written);
      now = written.after.tree ?? (await this.remote.content(place));
    }
    return { content: now, made };
  }

  /** A page's text, as it was sent. */
  async textOf(place: ContentPlace, page: string): Promise<string> {
    return withoutPageId((await this.remote.page(place, page)).markdown);
  }

  /** The same trial with readers that no signal cuts: for taking away what it made. */
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

/** What makes a new page of a sample. */
export function insertOf(sample: Sample, { into, at }: { into: string | null; at: number }): Step {
  const key = keyOf(sample);
  return { do: 'insert', key, into, at, edit: { ...editOf(sample), key, from: null, baseText: null } };
}

/** What writes another text over a page of this trial. */
export function updateOf(sample: Sample, { id, text }: { id: string; text: string }): Step {
  return { do: 'update', key: id, edit: { ...editOf(sample), key: id, text }, place: null };
}

export function keyOf({ path }: Sample): string {
  return `new:${path}`;
}

function editOf({ path, text, title }: Sample): Omit<TextEdit, 'key'> {
  return { path, from: path, text, baseText: text, title, slug: null, file: path };
}
