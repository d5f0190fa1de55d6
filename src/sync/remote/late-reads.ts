import { AppError, isAppError } from '../../base/index.ts';
import type { Clock } from '../../clock/index.ts';
import { requestTimeLimitMs } from '../../contract/index.ts';
import type { ChangeRequest, Page, Revision, Space } from '../../contract/index.ts';
import { lookUntilFound } from '../look-again.ts';
import { withOverlay } from './overlay.ts';
import { documentsIn, documentsById } from './tree.ts';
import type {
  ContentChange,
  ContentChangeResult,
  ContentPlace,
  Remote,
  RevisionChanges,
  Unreadable,
} from './port.ts';
import { readCounts, trustAfterMs } from './written.ts';
import type { Shown, WrittenContent } from './written.ts';
import type { WrittenRevisions } from './written-revisions.ts';
import { isOpen } from './change-request.ts';

export interface CountedReading {
  readonly remote: Remote;
  readonly written: WrittenRevisions;
  readonly clock: Clock;
  /** How long after a write a read is repeated before its outcome counts as unknown; 0 for a plan that is only looked at. */
  readonly lagMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether this clone made a change request, or writes into it. */
  readonly isOurs: (changeRequest: ChangeRequest) => boolean;
  /** Writes down what is known so far. */
  readonly keep: () => Promise<void>;
}

/**
 * Wraps the service so that answers which do not count (`readCounts`) are requested again, with longer and longer waits, and end
 * as NOT_SHOWN_YET. The answers to writes are noted on their way.
 */
export function withCountedReads(reading: CountedReading): Remote {
  return withOverlay(reading.remote, new CountedReads(reading));
}

/** How many revisions we walk back at most to find an ancestor. */
const longestWalk = 20;

/** An answer; null where the service does not have what was asked for. */
type Found<Answer> = { readonly value: Answer } | null;

class CountedReads implements Partial<Remote> {
  readonly #reading: CountedReading;
  readonly #inner: Remote;
  readonly #written: WrittenRevisions;
  /** The documents of change requests, as the last accepted tree names them. */
  readonly #trees = new Map<string, ReadonlyMap<string, Page>>();
  /** The change requests that the service has called merged: no later answer takes that back. */
  readonly #merged = new Map<string, ChangeRequest>();
  readonly #unreadable: Unreadable[] = [];

  constructor(reading: CountedReading) {
    this.#reading = reading;
    this.#inner = reading.remote;
    this.#written = reading.written;
  }

  // Spaces.

  async space(id: string): Promise<Space | null> {
    const known = this.#written.mergedInto(id) ?? this.#written.mirrored(id);
    const counts = async (found: Found<Space | null>): Promise<boolean> =>
      !found?.value || this.#spaceCounts(found.value);
    try {
      return await this.#until({ known, what: 'the space' }, () => this.#inner.space(id), counts);
    } catch (error) {
      if (!known || !isAppError(error, 'NOT_SHOWN_YET') || !(await this.#isGone(known))) throw error;
      throw wentBack(known);
    }
  }

  /** Whether the service does not have a revision any more; until its time limit has passed, it may not know the revision yet. */
  async #isGone({ space, revision, at }: WrittenContent): Promise<boolean> {
    if (this.#now - at < requestTimeLimitMs || !(await this.#inner.readsRevisions(space))) return false;
    return (await orMissing(this.#inner.content({ kind: 'revision', space, revision }))) === null;
  }

  async organizationSpaces(organization: string): Promise<Space[] | null> {
    const spaces = await this.#inner.organizationSpaces(organization);
    return spaces && this.#counted(spaces);
  }

  async collectionSpaces(collection: string): Promise<Space[]> {
    return this.#counted(await this.#inner.collectionSpaces(collection));
  }

  async siteSpaces(organization: string, site: string): Promise<Space[]> {
    return this.#counted(await this.#inner.siteSpaces(organization, site));
  }

  takeUnreadable(): readonly Unreadable[] {
    return [...(this.#inner.takeUnreadable?.() ?? []), ...this.#unreadable.splice(0)];
  }

  async #counted(spaces: readonly Space[]): Promise<Space[]> {
    const counted: Space[] = [];
    for (const space of spaces)
      try {
        const now = (await this.#spaceCounts(space)) ? space : await this.space(space.id);
        if (now) counted.push(now);
      } catch (error) {
        if (!isAppError(error, 'NOT_SHOWN_YET')) throw error;
        this.#unreadable.push({ id: space.id, reason: error });
      }
    return counted;
  }

  async #spaceCounts({ id, revision, updatedAt: stamp }: Space): Promise<boolean> {
    // A revision of a space that nobody here has seen before is newer, unless a merge has to be in it.
    if (readCounts({ revision }, this.#written.mirrored(id), this.#now) === 'late') return false;
    return this.#counts(this.#written.mergedInto(id), { revision, stamp });
  }

  // Change requests.

  async changeRequest(space: string, id: string): Promise<ChangeRequest | null> {
    const merged = this.#merged.get(id);
    if (merged) return merged;
    const known = this.#written.of(id);
    const found = await this.#until(
      { known, what: 'the change request' },
      () => this.#inner.changeRequest(space, id),
      (answer) => this.#counts(known, asShown(answer?.value), id),
    );
    if (found) this.#saw(space, found);
    return found;
  }

  /** A change request that a list shows in an old state, or does not have yet, is requested by itself. */
  async changeRequests(space: string, status: ChangeRequest['status']): Promise<ChangeRequest[]> {
    const listed = await this.#inner.changeRequests(space, status);
    const names = new Set(listed.map(({ id }) => id));
    const fresh = this.#written.madeIn(space).filter(([id, each]) => {
      const isFresh = readCounts(null, each, this.#now) === 'late';
      return isFresh && !names.has(id) && each.status === status;
    });
    const now: ChangeRequest[] = [];
    for (const each of listed) {
      const isCounted = readCounts(asShown(each), this.#written.of(each.id), this.#now) === 'counts';
      const one = isCounted ? each : await this.changeRequest(space, each.id);
      if (one?.status === status) now.push(one);
      if (isCounted) this.#saw(space, each);
    }
    for (const [id] of fresh) {
      const one = await this.changeRequest(space, id);
      if (one?.status === status) now.push(one);
    }
    return now;
  }

  /** Notes a change request that was shown: from then on it exists for us, even when the answer to its creation was lost. */
  #saw(space: string, found: ChangeRequest): void {
    const { id, status, updatedAt: stamp } = found;
    if (status === 'merged') this.#merged.set(id, found);
    const isOurs = this.#reading.isOurs(found);
    const isNew = isOurs && this.#written.of(id) === undefined && isOpen(status);
    if (isNew) this.#wrote(space, found, this.#now);
    else this.#written.showed(id, { ...found, stamp });
    if (status === 'merged' && isOurs) this.#written.merged(space, found);
  }

  async createChangeRequest(space: string, subject: string): Promise<ChangeRequest> {
    const made = await this.#inner.createChangeRequest(space, subject);
    this.#wrote(space, made, this.#now);
    await this.#reading.keep();
    return made;
  }

  async setChangeRequest(
    space: string,
    id: string,
    change: Parameters<Remote['setChangeRequest']>[2],
  ): Promise<ChangeRequest> {
    const set = await this.#reaching(id, () => this.#inner.setChangeRequest(space, id, change));
    this.#wrote(space, set);
    return set;
  }

  async update(space: string, id: string): Promise<{ revision: string; result: string }> {
    const updated = await this.#reaching(id, () => this.#inner.update(space, id));
    if (updated.result === 'update') this.#wrote(space, { id, revision: updated.revision });
    return updated;
  }

  async takesContentChanges(space: string, id: string): Promise<boolean> {
    return this.#reaching(id, () => this.#inner.takesContentChanges(space, id));
  }

  async changeContent(
    space: string,
    id: string,
    changes: readonly ContentChange[],
  ): Promise<ContentChangeResult | null> {
    const result = await this.#reaching(id, () => this.#inner.changeContent(space, id, changes));
    if (result) this.#wrote(space, result.changeRequest);
    return result;
  }

  async importContent(
    space: string,
    id: string,
    source: Parameters<Remote['importContent']>[2],
  ): Promise<{ revision: string }> {
    const result = await this.#reaching(id, () => this.#inner.importContent(space, id, source));
    this.#wrote(space, { id, revision: result.revision });
    return result;
  }

  #wrote(
    space: string,
    { id, revision, ...facts }: { id: string; revision: string; status?: string; updatedAt?: string },
    madeAt?: number,
  ): void {
    const { status, updatedAt: stamp } = facts;
    const more = { ...(status === undefined ? {} : { status }), ...(madeAt === undefined ? {} : { madeAt }) };
    // Another subject or status leaves the content as it is.
    if (this.#written.of(id)?.revision !== revision) this.#trees.delete(id);
    this.#written.wrote(id, space, { revision, stamp, ...more });
  }

  // Content.

  async content(place: ContentPlace): Promise<Revision> {
    if (place.kind === 'revision')
      return this.#ofRevision(place.revision, () => this.#inner.content(place), 'the space');
    const { id } = place;
    const known = this.#written.of(id);
    const content = await this.#until(
      { known, what: 'the content of the change request' },
      () => this.#inner.content(place),
      (found) => this.#counts(known, shownBy(found), id),
    );
    this.#written.showed(id, { revision: content.id, stamp: content.createdAt });
    if (known) this.#trees.set(id, documentsById(content.pages));
    return content;
  }

  async page(place: ContentPlace, id: string): Promise<Page & { markdown: string }> {
    const ask = (): Promise<Page & { markdown: string }> => this.#inner.page(place, id);
    if (place.kind === 'revision')
      return this.#ofRevision(place.revision, ask, 'the page', async () => {
        const { pages } = await this.content(place);
        return !documentsIn(pages).some((page) => page.id === id);
      });
    const known = this.#recent(this.#written.of(place.id));
    // A page does not say which revision it belongs to: it has to match what the tree says of it.
    return this.#until({ known, what: 'the page' }, ask, async (found) => {
      const before = this.#trees.get(place.id);
      if (!known || (before && isAsIn(before, id, found))) return true;
      await this.content(place);
      return isAsIn(this.#trees.get(place.id)!, id, found);
    });
  }

  async changes(space: string, revision: string): Promise<RevisionChanges | null> {
    return this.#ofRevision(revision, () => this.#inner.changes(space, revision), 'the space');
  }

  /** Reads from a revision. A revision never changes, but one that was just written may not be known everywhere yet. */
  #ofRevision<Answer>(
    revision: string,
    ask: () => Promise<Answer>,
    what: string,
    isAbsent: () => Promise<boolean> = async () => false,
  ): Promise<Answer> {
    const known = this.#recent(this.#written.byRevision(revision));
    return this.#until({ known, what }, ask, async (found) => !known || found !== null || isAbsent());
  }

  // The rule.

  get #now(): number {
    return this.#reading.clock.now();
  }

  #recent(known: WrittenContent | undefined): WrittenContent | undefined {
    return known && this.#now - known.at < requestTimeLimitMs ? known : undefined;
  }

  /** Whether an answer counts; for a revision that is new here, its ancestors decide. */
  async #counts(known: WrittenContent | undefined, shown: Shown, changeRequest?: string): Promise<boolean> {
    const verdict = readCounts(shown, known, this.#now);
    if (verdict !== 'unclear' || !known || !shown) return verdict === 'counts';
    const { space } = known;
    if (!(await this.#inner.readsRevisions(space))) {
      if (shown.parents || changeRequest === undefined) return false;
      const place = { kind: 'change-request', space, id: changeRequest } as const;
      const content = await orMissing(this.#inner.content(place));
      const isThatRevision = content?.value.id === shown.revision;
      return isThatRevision && readCounts(shownBy(content), known, this.#now) === 'counts';
    }
    return this.#standsOn(known, shown.parents?.[0] ?? shown.revision);
  }

  /** Whether a revision descends from the one that was written; walks back as far as needed. */
  async #standsOn(known: WrittenContent, revision: string): Promise<boolean> {
    let next: string | undefined = revision;
    for (let walked = 0; walked < longestWalk && next !== undefined; walked++) {
      const place: ContentPlace = { kind: 'revision', space: known.space, revision: next };
      const found: Found<Revision> = await orMissing(this.#inner.content(place));
      if (!found) return false;
      const verdict = readCounts(shownBy(found), known, this.#now);
      if (verdict !== 'unclear') return verdict === 'counts';
      next = found.value.parents[0];
    }
    return false;
  }

  /** Asks until the answer counts; after a write, it waits no longer than the setting says. */
  async #until<Answer>(
    { known, what }: { readonly known: WrittenContent | undefined; readonly what: string },
    ask: () => Promise<Answer>,
    counts: (found: Found<Answer>) => Promise<boolean>,
  ): Promise<Answer> {
    const { clock, signal, lagMs } = this.#reading;
    const restMs = known ? known.at + lagMs - this.#now : 0;
    let missing: unknown;
    const answer = await lookUntilFound({ clock, signal, restMs }, async () => {
      const found = await orMissing(ask(), (error) => (missing = error));
      return (await counts(found)) ? { found } : null;
    });
    if (!answer) throw notShownYet(what, known);
    if (!answer.found) throw missing;
    return answer.found.value;
  }

  /**
   * Repeats a write to a change request that was just made and may not be known everywhere yet; a write that did not find it has
   * done nothing.
   */
  #reaching<Answer>(id: string, write: () => Promise<Answer>): Promise<Answer> {
    const known = this.#written.of(id);
    const isThere = async (found: Found<Answer>): Promise<boolean> =>
      found !== null || readCounts(null, known, this.#now) === 'counts';
    return this.#until({ known, what: 'the change request' }, write, isThere);
  }
}

function shownBy(found: Found<Revision>): Shown {
  return found && { revision: found.value.id, parents: found.value.parents, stamp: found.value.createdAt };
}

function asShown(changeRequest: ChangeRequest | null | undefined): Shown {
  return changeRequest ? { revision: changeRequest.revision, stamp: changeRequest.updatedAt } : null;
}

/** Whether an answer about a page matches what a tree says of the page. */
function isAsIn(tree: ReadonlyMap<string, Page>, id: string, found: Found<Page>): boolean {
  const listed = tree.get(id);
  if (!listed || !found) return !listed && !found;
  const marks = [listed, found.value].map((page) =>
    page.type === 'document' ? [page.documentId, page.git?.oid, page.updatedAt] : [],
  );
  const at = marks[0]!.findIndex((mark, each) => mark !== undefined && marks[1]![each] !== undefined);
  // If they have no mark in common, nothing speaks against the answer: both are undefined.
  return marks[0]![at] === marks[1]![at];
}

async function orMissing<Answer>(
  answer: Promise<Answer>,
  hear: (error: unknown) => void = () => undefined,
): Promise<Found<Answer>> {
  try {
    return { value: await answer };
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
    hear(error);
    return null;
  }
}

/** The error for a service that no longer has what it had: it was restored from a backup. */
function wentBack({ space, revision, at }: WrittenContent): AppError {
  const believed = new Date(at + trustAfterMs).toISOString().slice(0, 19).replace('T', ' ');
  return new AppError(
    'NOT_SHOWN_YET',
    `The service has gone back to an older revision of the space, as after a restore from a backup: it no longer has ${revision}`,
    {
      hint: `The mirror stays as it is until ${believed} UTC. The first sync after that mirrors what the service has now, as a new commit, and the branch follows. What was merged since the backup stays in git: \`git log docs/main\` shows it, and \`git checkout COMMIT -- FILE\` brings a file back as an edit.`,
      data: { space, revision },
    },
  );
}

/** The error for something that the service's present answers do not show. */
export function notShownYet(what: string, known?: WrittenContent): AppError {
  return new AppError(
    'NOT_SHOWN_YET',
    `The service does not show the last change to ${what} yet: Tidemark does not know what became of it`,
    {
      hint: 'Tidemark plans nothing from the older answer. The next sync looks again; `push.lag` says how long one sync waits for that.',
      data: known ? { space: known.space, revision: known.revision } : {},
    },
  );
}
