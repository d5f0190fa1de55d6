import type { ChangeRequest } from '../../contract/index.ts';
import type { StateStore } from '../state/store.ts';
import { trustAfterMs, withRevision } from './written.ts';
import type { WrittenContent } from './written.ts';

const document = 'written.json';

/** The part of the state that this needs. */
export type WrittenState = Pick<StateStore, 'ownDocument' | 'setOwnDocument' | 'spaces'>;

const spaceKey = (id: string): string => `space ${id}`;

/**
 * What this clone wrote lately, by change request, and which merges spaces must contain. It is kept in the state for the next
 * process, and in memory in case the state is not written.
 */
export class WrittenRevisions {
  readonly #known: Map<string, WrittenContent>;
  readonly #state: WrittenState;
  readonly #now: () => number;
  /** Revisions that change requests showed in this cycle. */
  readonly #shown = new Map<string, string>();

  constructor(
    known: Map<string, WrittenContent>,
    { state, now }: { state: WrittenState; now: () => number },
  ) {
    this.#known = known;
    this.#state = state;
    this.#now = now;
  }

  /** Reads what an earlier process knew. */
  async recall(): Promise<void> {
    const kept = (await this.#state.ownDocument(document)) as Readonly<Record<string, WrittenContent>> | null;
    for (const [key, written] of Object.entries(kept ?? {}))
      if ((this.#known.get(key)?.at ?? 0) < written.at) this.#known.set(key, written);
  }

  of(changeRequest: string): WrittenContent | undefined {
    return this.#known.get(changeRequest);
  }

  /** The write that made this revision. */
  byRevision(revision: string): WrittenContent | undefined {
    return [...this.#known.values()].find((each) => each.revision === revision);
  }

  /** The change requests of a space that were made lately, by id. */
  madeIn(space: string): [string, WrittenContent][] {
    return [...this.#known].filter(([, each]) => each.space === space && each.madeAt !== undefined);
  }

  /** What the mirror has seen of a space. */
  mirrored(space: string): WrittenContent | undefined {
    const record = this.#state.spaces().get(space);
    if (record?.movedAt === undefined) return undefined;
    const older = record.commits.map(({ revision }) => revision).filter((each) => each !== record.revision);
    return { space, revision: record.revision, older, at: record.movedAt };
  }

  /** The merge that a space must contain, and that the mirror does not have yet. */
  mergedInto(space: string): WrittenContent | undefined {
    const merged = this.#known.get(spaceKey(space));
    return merged && !this.#isMirrored(space, merged.revision) ? merged : undefined;
  }

  /** Notes the answer to a write. */
  wrote(id: string, space: string, next: Omit<WrittenContent, 'space' | 'older' | 'at'>): void {
    this.#set(
      id,
      withRevision(this.#known.get(id), { space, ...next, at: this.#now() }, this.#shown.get(id)),
    );
  }

  /** Notes the result of a read that counts. */
  showed(
    id: string,
    { revision, status, stamp }: Pick<WrittenContent, 'revision' | 'stamp' | 'status'>,
  ): void {
    const known = this.#known.get(id);
    this.#shown.set(id, revision);
    if (!known) return;
    if (known.revision !== revision) this.wrote(id, known.space, { revision, stamp });
    const now = this.#known.get(id)!;
    const next = { ...now, stamp: now.stamp ?? stamp, ...(status === undefined ? {} : { status }) };
    if (next.status !== now.status || next.stamp !== now.stamp) this.#set(id, next);
  }

  /** Notes that a change request of ours was merged: from now on, its space has to show the merge. */
  merged(space: string, { revisionMerged: revision, updatedAt: stamp }: ChangeRequest): void {
    const isNew = !this.#known.has(spaceKey(space)) || this.mergedInto(space) === undefined;
    if (revision === undefined || !isNew || this.#isMirrored(space, revision)) return;
    this.#set(spaceKey(space), { space, revision, stamp, older: [], at: this.#now() });
  }

  #isMirrored(space: string, revision: string): boolean {
    const record = this.#state.spaces().get(space);
    return (
      !record || record.revision === revision || record.commits.some((each) => each.revision === revision)
    );
  }

  #set(key: string, written: WrittenContent): void {
    this.#known.set(key, written);
    const now = this.#now();
    for (const [other, { at }] of this.#known) if (now - at >= trustAfterMs) this.#known.delete(other);
    this.#state.setOwnDocument(document, Object.fromEntries(this.#known));
  }
}
