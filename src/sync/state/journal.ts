import type { Oid } from '../../git/port.ts';
import type { StateStore } from './store.ts';

/**
 * What was begun in a person's files, or waits to be brought into them. Each note is written before anything moves: after an
 * interruption at any point, a cycle finds the notes, looks at the files as they are then, and goes on from there.
 */
export interface Notes {
  /** Edits that go to another path with a move of the branch. */
  readonly carries: readonly Carry[];
  /** Edits whose text started from an older commit than the branch is on now, by path. */
  readonly stale: Readonly<Record<string, StaleEdit>>;
  /** Texts of other people that come here as edits. */
  readonly writtenOver: readonly WrittenOver[];
}

/** A local edit that goes to another path before the branch moves, so that it can be joined there. */
export interface Carry {
  readonly from: string;
  readonly to: string;
  /** The content that is carried. */
  readonly id: Oid;
  /** What the edit started from: a blob, or the text that was sent. */
  readonly base: Oid | null;
  readonly sent?: string;
  /** The branch and its new commit, for whose move the edit is carried. */
  readonly ref: string;
  readonly commit: Oid;
}

/** A save during replacement: it stays in the working tree, and started from the old text. */
export interface StaleEdit {
  /** What the edit started from; null: nothing. */
  readonly base: Oid | null;
  /** What the service has instead, and the edit has not seen. */
  readonly remote: Oid | null;
  /** The page's path now, when the service moved the page while the edit waited. */
  readonly at?: string;
  /** What we had sent of the page, where the edit started from that. */
  readonly sent?: string;
  /** The path to which a person had moved the file, while the file is being brought back from there. */
  readonly back?: string;
}

/**
 * A text of somebody else that a batch of ours replaced unseen, where we cannot restore it: the change request was merged before
 * we looked at it again, or somebody took the page out of it. The text comes here as an edit.
 */
export interface WrittenOver {
  /** The page's file, in the repository. */
  readonly path: string;
  /** The text that they started from. */
  readonly base: string;
  readonly text: string;
}

/** The edits that started from older texts, by path. */
export interface StaleEdits {
  get(path: string): StaleEdit | undefined;
  set(path: string, edit: StaleEdit | null): void;
  paths(): string[];
}

const nothing: Notes = { carries: [], stale: {}, writtenOver: [] };
const document = 'journal.json';
/** The paths of these notes before they were one document. */
const earlier = {
  carries: 'carries.json',
  stale: 'stale-edits.json',
  writtenOver: 'written-over.json',
} as const;

export class Journal {
  #notes: Notes;
  readonly #changed: (notes: Notes | null) => void;
  readonly #keep: () => Promise<void>;

  /** Without a `keep`, a journal is in memory only: for a look, and for tests. */
  constructor(
    notes: Partial<Notes> = {},
    { changed = () => undefined, keep = async () => undefined }: JournalOptions = {},
  ) {
    this.#notes = { ...nothing, ...notes };
    this.#changed = changed;
    this.#keep = keep;
  }

  get carries(): readonly Carry[] {
    return this.#notes.carries;
  }

  carry(carries: readonly Carry[]): void {
    if (carries.length + this.carries.length > 0) this.#set({ carries });
  }

  get writtenOver(): readonly WrittenOver[] {
    return this.#notes.writtenOver;
  }

  /** The state must be kept together with whatever prevents that these texts are found a second time. */
  noteWrittenOver(texts: readonly WrittenOver[]): void {
    const known = this.writtenOver;
    const fresh = texts.filter(
      ({ path, text }) => !known.some((each) => each.path === path && each.text === text),
    );
    if (fresh.length > 0) this.#set({ writtenOver: [...known, ...fresh] });
  }

  forgetWrittenOver(): void {
    if (this.writtenOver.length > 0) this.#set({ writtenOver: [] });
  }

  readonly stale: StaleEdits = {
    get: (path) => this.#notes.stale[path],
    set: (path, edit) => {
      const { [path]: before, ...others } = this.#notes.stale;
      if (JSON.stringify(before) !== JSON.stringify(edit ?? undefined))
        this.#set({ stale: edit === null ? others : { ...others, [path]: edit } });
    },
    paths: () => Object.keys(this.#notes.stale).sort(),
  };

  /** When an edit goes to another path, what is known of it goes along. */
  moveStale(from: string, to: string): void {
    const edit = this.stale.get(from);
    if (!edit) return;
    this.stale.set(to, edit);
    this.stale.set(from, null);
  }

  /** Writes the notes to disk. */
  keep(): Promise<void> {
    return this.#keep();
  }

  #set(change: Partial<Notes>): void {
    this.#notes = { ...this.#notes, ...change };
    const { carries, stale, writtenOver } = this.#notes;
    const isEmpty = carries.length + writtenOver.length + Object.keys(stale).length === 0;
    this.#changed(isEmpty ? null : this.#notes);
  }
}

interface JournalOptions {
  /** Called with the notes when they change; null: there are none. */
  readonly changed?: (notes: Notes | null) => void;
  readonly keep?: () => Promise<void>;
}

/** The notes that the state has. */
export async function notesIn(state: StateStore): Promise<Partial<Notes>> {
  const notes: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(earlier)) notes[name] = (await state.document(path)) ?? undefined;
  const known = Object.entries(notes).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...((await state.ownDocument(document)) as Partial<Notes> | null) };
}

/** The journal that the state remembers; `keep` writes the state. */
export async function openJournal(state: StateStore, keep: () => Promise<void>): Promise<Journal> {
  const notes = await notesIn(state);
  for (const path of Object.values(earlier)) {
    if ((await state.document(path)) === null) continue;
    // The next write has both changes: a note is never in neither place.
    state.setDocument(path, null);
    state.setOwnDocument(document, notes);
  }
  return new Journal(notes, { changed: (now) => state.setOwnDocument(document, now), keep });
}
