import { AppError, isAppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid, RefUpdate } from '../git/port.ts';
import {
  announcedRef,
  announcedRefs,
  fetchTips,
  goOnFrom,
  isSettled,
  localRefs,
  mirrorRef,
  notTaken,
  settledBy,
  stateRef,
  type RefusedTips,
} from '../sync/index.ts';
import type { Fetched, MirrorHost } from './shared-mirror.ts';

export interface MirrorHostPorts {
  readonly git: GitRepository;
  readonly host: GitHost;
  /** Without `refs/heads/`. It must not be the copy's own checked-out branch. */
  readonly branch: string;
}

type Refs = ReadonlyMap<string, Oid>;
interface Signal {
  readonly signal?: AbortSignal;
}

/**
 * The shared refs of a worker's copy, on a git host. The copy's refs become what is published, and are published by
 * compare-and-swap against what was found. A ref whose commit breaks the rule of names is left alone, here and there.
 */
export function createMirrorHost(ports: MirrorHostPorts): MirrorHost {
  const copy = new Copy(ports);
  return {
    fetch: (options) => copy.fetch(options),
    announce: (space, options) => copy.announce(space, options),
    publish: (options) => copy.publish(options),
  };
}

const sharedPrefixes = ['refs/remotes/docs/', 'refs/tidemark/'];

class Copy {
  readonly #ports: MirrorHostPorts;
  readonly #branchRef: string;
  readonly #refused: RefusedTips = new Map();
  #leftAlone: ReadonlySet<string> = new Set();
  #published: Refs = new Map();
  /** Where the host has announcements, as far as this copy knows. */
  #announced = new Map<string, Oid>();
  /** Those that this copy made, or goes on from: they are settled with the next publication. */
  readonly #own = new Set<string>();

  constructor(ports: MirrorHostPorts) {
    this.#ports = ports;
    this.#branchRef = `refs/heads/${ports.branch}`;
  }

  async fetch({ signal, goOnWith = [] }: Parameters<MirrorHost['fetch']>[0]): Promise<Fetched> {
    const { git, host } = this.#ports;
    const isOurs = (ref: string): boolean => this.#isShared(ref) || ref.startsWith(announcedRefs);
    const all = new Map([...(await host.refs({ signal }))].filter(([ref]) => isOurs(ref)));
    const alone = await this.#take(all, { signal });
    for (const { ref, why } of alone) if (ref === mirrorRef || ref === stateRef) throw noGround(ref, why);
    this.#leftAlone = new Set(alone.map(({ ref }) => ref));
    const there = new Map([...all].filter(([ref]) => this.#isShared(ref)));
    const here = await this.#sharedHere();
    const updates: RefUpdate[] = [];
    for (const [ref, expected] of here) if (!there.has(ref)) updates.push({ ref, expected, next: null });
    for (const ref of this.#leftAlone) there.delete(ref);
    updates.push(...moves(here, there, { deletes: false }));
    if (updates.length > 0) await git.updateRefs(updates, { reason: 'tidemark: as published' });
    this.#published = there;
    this.#announced = new Map([...all].filter(([ref]) => ref.startsWith(announcedRefs)));
    this.#own.clear();
    await this.#goOn(goOnWith);
    return {
      problems: alone.map(({ ref, why }) => notTaken(ref, why)),
      hasBranch: !this.#leftAlone.has(this.#branchRef),
    };
  }

  /** Brings the commits of the host's refs here, and says which of them are not taken. */
  async #take(all: Refs, signal: Signal): Promise<{ ref: string; why: AppError }[]> {
    const { git, host } = this.#ports;
    const wanted: Oid[] = [];
    for (const oid of new Set(all.values()))
      if (!this.#refused.has(oid) && !(await git.has(oid))) wanted.push(oid);
    for (const [oid, why] of await fetchTips({ git, host }, wanted, signal)) this.#refused.set(oid, why);
    return [...all].flatMap(([ref, oid]) => {
      const why = this.#refused.get(oid);
      return why === undefined ? [] : [{ ref, why }];
    });
  }

  /** Takes into the copy what was announced of these spaces and is not published. */
  async #goOn(spaces: readonly string[] | 'all'): Promise<void> {
    const { git } = this.#ports;
    const asked = spaces === 'all' ? [...this.#announced.keys()] : spaces.map(announcedRef);
    for (const ref of asked) {
      const announced = this.#announced.get(ref);
      if (announced === undefined || this.#leftAlone.has(ref) || (await isSettled(git, announced))) continue;
      const state = await git.resolveRef(stateRef);
      const next = await goOnFrom(git, { state, announced, ref });
      const reason = 'tidemark: goes on from what was announced';
      await git.updateRefs([{ ref: stateRef, expected: state, next }], { reason });
      this.#own.add(ref);
    }
  }

  async announce(space: string, signal: Signal): Promise<void> {
    const { git } = this.#ports;
    const ref = announcedRef(space);
    const state = await git.resolveRef(stateRef);
    const expected = this.#announced.get(ref) ?? null;
    if (state === null || expected === state) return;
    this.#own.add(ref);
    // What the note tells of is published with it, so that others find the commits that it names.
    const moved = moves(this.#published, await this.#sharedHere());
    const others = moved.filter((update) => update.ref !== stateRef);
    const first = others.length > 0 ? moved : [];
    await this.#push([...first, { ref, expected, next: state }], signal);
    if (first.length > 0) this.#published = await this.#sharedHere();
    this.#announced.set(ref, state);
  }

  async publish(signal: Signal): Promise<void> {
    const { git } = this.#ports;
    const here = await this.#sharedHere();
    const updates = moves(this.#published, here);
    if (this.#own.size > 0) {
      const next = await settledBy(git, here.get(stateRef) ?? null);
      // One that was refused as well: nothing of its note may be published then.
      for (const ref of this.#own) updates.push({ ref, expected: this.#announced.get(ref) ?? null, next });
    }
    if (updates.length === 0) return;
    try {
      await this.#push(updates, signal);
    } catch (error) {
      if (isAppError(error, 'REF_MOVED')) await this.#announceAll(signal);
      throw error;
    }
    this.#published = here;
    this.#own.clear();
  }

  /** What came of a cycle that cannot be published is announced, so that the next one need not find it out. */
  async #announceAll(signal: Signal): Promise<void> {
    const { git, host } = this.#ports;
    const next = await git.resolveRef(stateRef);
    const updates = [...this.#own].flatMap((ref): RefUpdate[] => {
      const expected = this.#announced.get(ref) ?? null;
      return expected === null || expected === next ? [] : [{ ref, expected, next }];
    });
    // Where another worker goes on from the announcement, that worker knows better.
    for (const update of updates) await host.push(git, [update], signal);
  }

  async #push(updates: readonly RefUpdate[], signal: Signal): Promise<void> {
    const { git, host } = this.#ports;
    const pushed = await host.push(git, updates, signal);
    const first = pushed.find(({ outcome }) => outcome === 'refused');
    if (first === undefined) return;
    throw new AppError('REF_MOVED', `The git host refused ${first.ref}: ${first.reason ?? 'it has moved'}`, {
      hint: 'Another worker was faster; the work is done again from what it published.',
    });
  }

  #isShared(ref: string): boolean {
    if (ref.startsWith(localRefs) || ref.startsWith(announcedRefs)) return false;
    return ref === this.#branchRef || sharedPrefixes.some((prefix) => ref.startsWith(prefix));
  }

  /** The shared refs of the copy, without those that are left alone. */
  async #sharedHere(): Promise<Map<string, Oid>> {
    const refs = new Map<string, Oid>();
    for (const prefix of [this.#branchRef, ...sharedPrefixes])
      for (const { ref, oid } of await this.#ports.git.listRefs(prefix))
        if (this.#isShared(ref) && !this.#leftAlone.has(ref)) refs.set(ref, oid);
    return refs;
  }
}

/** What makes the refs of one side those of the other. */
function moves(from: Refs, to: Refs, { deletes = true }: { deletes?: boolean } = {}): RefUpdate[] {
  const updates: RefUpdate[] = [];
  for (const [ref, next] of to) {
    const expected = from.get(ref) ?? null;
    if (expected !== next) updates.push({ ref, expected, next });
  }
  if (deletes)
    for (const [ref, expected] of from) if (!to.has(ref)) updates.push({ ref, expected, next: null });
  return updates;
}

/** Every cycle of a fleet starts from the mirror and its state as published: without them there is nothing to go on from. */
function noGround(ref: string, why: AppError): AppError {
  return new AppError(why.code, `${ref} of the git host is not the mirror's any more: ${why.message}`, {
    hint: 'Nobody but Tidemark writes this reference. Move it back on the git host to the last commit that Tidemark made (`git log` there), and look who may push.',
    cause: why,
    ...(why.data === undefined ? {} : { data: why.data }),
  });
}
