import { isAppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { ChangeRequest, Page, Revision } from '../contract/index.ts';
import { withOverlay } from '../sync/remote/overlay.ts';
import { documentsIn } from '../sync/remote/tree.ts';
import type { ContentChange, ContentChangeResult, ContentPlace, Remote } from '../sync/remote/port.ts';

/** What reads showed after writes. */
export interface LateReads {
  /** The longest delay after which something that was made was still missing, and what it was; null when nothing was missing. */
  readonly missing: LateRead | null;
  /** The longest delay after which an answer still showed the content before a write; null when none did. */
  readonly old: LateRead | null;
}

export interface LateRead {
  readonly ms: number;
  readonly what: string;
}

/** The service, wrapped to note how late its answers show writes. It wraps the bare service, below the readers that ask again. */
export interface WatchedRemote {
  readonly remote: Remote;
  readonly lateness: LateReads;
  /** Notes that a list lacks a change request that was made before. */
  missedIn(what: string, id: string): void;
}

export function watch(remote: Remote, clock: Clock): WatchedRemote {
  const watched = new Watched(remote, clock);
  return {
    lateness: watched,
    missedIn: (what, id) => watched.missed(id, what),
    remote: withOverlay(remote, watched),
  };
}

/** A change request that the trial made. */
interface Made {
  revision: string;
  readonly older: Set<string>;
  at: number;
  /** The texts of the change request's pages, as its newest tree names them. */
  texts: ReadonlyMap<string, string>;
}

class Watched implements Partial<Remote>, LateReads {
  missing: LateRead | null = null;
  old: LateRead | null = null;
  readonly #inner: Remote;
  readonly #clock: Clock;
  readonly #made = new Map<string, Made>();

  constructor(inner: Remote, clock: Clock) {
    this.#inner = inner;
    this.#clock = clock;
  }

  async createChangeRequest(space: string, subject: string): Promise<ChangeRequest> {
    const made = await this.#inner.createChangeRequest(space, subject);
    this.#made.set(made.id, {
      ...{ revision: made.revision, older: new Set(), at: this.#clock.monotonic(), texts: new Map() },
    });
    return made;
  }

  async changeRequest(space: string, id: string): Promise<ChangeRequest | null> {
    const found = await this.#inner.changeRequest(space, id);
    if (!found) this.missed(id, 'a change request');
    else this.#looks(id, found.revision, 'a change request');
    return found;
  }

  async content(place: ContentPlace): Promise<Revision> {
    const content = await this.#reaching(place, this.#inner.content(place));
    if (place.kind !== 'change-request') return content;
    const made = this.#made.get(place.id);
    if (made?.revision === content.id)
      made.texts = new Map(documentsIn(content.pages).map((page) => [page.id, page.documentId ?? '']));
    this.#looks(place.id, content.id, 'the content of a change request');
    return content;
  }

  async page(place: ContentPlace, id: string): Promise<Page & { markdown: string }> {
    const page = await this.#reaching(place, this.#inner.page(place, id));
    const made = place.kind === 'change-request' ? this.#made.get(place.id) : undefined;
    const listed = made?.texts.get(id) ?? '';
    const shown = 'documentId' in page ? (page.documentId ?? '') : '';
    if (made && listed !== '' && shown !== '' && listed !== shown) this.#wasOld(made, 'a page');
    return page;
  }

  takesContentChanges(space: string, id: string): Promise<boolean> {
    return this.#reaching({ kind: 'change-request', space, id }, this.#inner.takesContentChanges(space, id));
  }

  async changeContent(
    space: string,
    id: string,
    changes: readonly ContentChange[],
  ): Promise<ContentChangeResult | null> {
    const sending = this.#inner.changeContent(space, id, changes);
    const result = await this.#reaching({ kind: 'change-request', space, id }, sending);
    if (result) this.#wrote(id, result.changeRequest.revision);
    return result;
  }

  async importContent(
    space: string,
    id: string,
    source: Parameters<Remote['importContent']>[2],
  ): Promise<{ revision: string }> {
    const result = await this.#inner.importContent(space, id, source);
    this.#wrote(id, result.revision);
    return result;
  }

  missed(id: string, what: string): void {
    const made = this.#made.get(id);
    if (made) this.missing = later(this.missing, { ms: this.#clock.monotonic() - made.at, what });
  }

  #wrote(id: string, revision: string): void {
    const made = this.#made.get(id);
    if (!made || made.revision === revision) return;
    made.older.add(made.revision);
    Object.assign(made, { revision, at: this.#clock.monotonic(), texts: new Map() });
  }

  #looks(id: string, revision: string, what: string): void {
    const made = this.#made.get(id);
    if (made?.older.has(revision)) this.#wasOld(made, what);
  }

  #wasOld({ at }: Made, what: string): void {
    this.old = later(this.old, { ms: this.#clock.monotonic() - at, what });
  }

  async #reaching<Answer>(place: ContentPlace, answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND') && place.kind === 'change-request')
        this.missed(place.id, 'a change request');
      throw error;
    }
  }
}

function later(known: LateRead | null, seen: LateRead): LateRead {
  return known && known.ms >= seen.ms ? known : seen;
}
