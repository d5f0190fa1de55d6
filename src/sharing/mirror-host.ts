import { AppError, isAppError } from '../base/index.ts';
import type { GitHost, GitRepository, Oid, RefUpdate } from '../git/port.ts';
import { mirrorRef, stateRef } from '../sync/index.ts';
import type { Problem } from '../sync/index.ts';
import { fetchTips, refusedTipProblem, type RefusedTips } from './foreign-tips.ts';
import { refusedPushes } from './refused-push.ts';
import { isShared, sharedIn, type Refs } from './shared-refs.ts';
import { announcedRef, announcedRefs, closedAnnouncement, isFullyPublished, resumeFrom } from './states.ts';

/** The result of a fetch. */
export interface FetchResult {
  /** Problems with references that were left alone, because their commits are refused. */
  readonly problems: readonly Problem[];
  /** False where the edited branch was left alone: then nobody knows what people edited. */
  readonly hasBranch: boolean;
}

/** The repository on a git host to which all workers publish. */
export interface MirrorHost {
  /**
   * Makes the shared refs here (the branch, the mirror's, Tidemark's own state) equal to the host's, whatever they were before:
   * what was not published is forgotten. A ref whose commit is refused stays as it is, here and on the host. For the spaces in
   * `goOnWith`, what was announced and never published comes back.
   */
  fetch(options: { signal: AbortSignal; goOnWith?: readonly string[] | 'all' }): Promise<FetchResult>;
  /**
   * Publishes what the copy's state notes about a space, so that the next worker on the space goes on from there; throws
   * REF_MOVED when another worker does so already.
   */
  announce(space: string, options: { signal?: AbortSignal }): Promise<void>;
  /**
   * Moves the shared refs on the host to their values here, all of them or none, and only when they are still what the last fetch
   * found; throws REF_MOVED when another worker was faster. This also settles what was announced.
   */
  publish(options: { signal: AbortSignal }): Promise<void>;
}

export interface MirrorHostPorts {
  readonly git: GitRepository;
  readonly host: GitHost;
  /** The branch's name without `refs/heads/`. It must not be the branch that the copy itself has checked out. */
  readonly branch: string;
}

interface Signal {
  readonly signal?: AbortSignal;
}

/**
 * The shared refs of a worker's copy, and those on a git host. A fetch makes the copy's refs equal to the published ones;
 * publishing is a compare-and-swap against what the fetch found. A ref whose commit breaks the rule of names is left alone on
 * both sides.
 */
export function createMirrorHost(ports: MirrorHostPorts): MirrorHost {
  const copy = new Copy(ports);
  return {
    fetch: (options) => copy.fetch(options),
    announce: (space, options) => copy.announce(space, options),
    publish: (options) => copy.publish(options),
  };
}

class Copy {
  readonly #ports: MirrorHostPorts;
  readonly #refused: RefusedTips = new Map();
  #leftAlone: ReadonlySet<string> = new Set();
  #published: Refs = new Map();
  /** The host's announcements, as far as this copy knows them. */
  #announced = new Map<string, Oid>();
  /** The announcements that this copy made or continues: the next publication settles them. */
  readonly #own = new Set<string>();

  constructor(ports: MirrorHostPorts) {
    this.#ports = ports;
  }

  async fetch({ signal, goOnWith = [] }: Parameters<MirrorHost['fetch']>[0]): Promise<FetchResult> {
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
      problems: alone.map(({ ref, why }) => refusedTipProblem(ref, why)),
      hasBranch: !this.#leftAlone.has(`refs/heads/${this.#ports.branch}`),
    };
  }

  /** Fetches the commits of the host's refs, and returns the refs whose commits are refused. */
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

  /** Takes into the copy what was announced of these spaces and never published. */
  async #goOn(spaces: readonly string[] | 'all'): Promise<void> {
    const { git } = this.#ports;
    const asked = spaces === 'all' ? [...this.#announced.keys()] : spaces.map(announcedRef);
    for (const ref of asked) {
      const announced = this.#announced.get(ref);
      if (announced === undefined || this.#leftAlone.has(ref) || (await isFullyPublished(git, announced)))
        continue;
      const state = await git.resolveRef(stateRef);
      const next = await resumeFrom(git, { state, announced, ref });
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
    // The commits that the note names are published with it, so that other workers find them.
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
      const next = await closedAnnouncement(git, here.get(stateRef) ?? null);
      // This includes a ref whose announcement was refused: nothing of its note may be published then.
      for (const ref of this.#own) updates.push({ ref, expected: this.#announced.get(ref) ?? null, next });
    }
    if (updates.length === 0) return;
    try {
      await this.#push(updates, signal);
    } catch (error) {
      if (isAppError(error, 'REF_MOVED', 'PUSH_REFUSED')) await this.#announceAll(signal);
      throw error;
    }
    this.#published = here;
    this.#own.clear();
  }

  /** Announces the results of a cycle that cannot be published, so that the next cycle need not find them again. */
  async #announceAll(signal: Signal): Promise<void> {
    const { git, host } = this.#ports;
    const next = await git.resolveRef(stateRef);
    const updates = [...this.#own].flatMap((ref): RefUpdate[] => {
      const expected = this.#announced.get(ref) ?? null;
      return expected === null || expected === next ? [] : [{ ref, expected, next }];
    });
    // Where another worker has continued from the announcement, that worker knows better.
    for (const update of updates) await host.push(git, [update], signal);
  }

  async #push(updates: readonly RefUpdate[], signal: Signal): Promise<void> {
    const { git, host } = this.#ports;
    const pushed = await host.push(git, updates, signal);
    const refused = await refusedPushes(host, updates, pushed, signal);
    // Where references moved meanwhile, the work begins again, and then shows whether the host still refuses one.
    const first = refused.find(({ code }) => code === 'REF_MOVED') ?? refused[0];
    if (first !== undefined) throw first;
  }

  #isShared(ref: string): boolean {
    return isShared(ref, this.#ports.branch);
  }

  /** The shared refs of the copy, without those that are left alone. */
  async #sharedHere(): Promise<Map<string, Oid>> {
    const refs = await sharedIn(this.#ports.git, this.#ports.branch);
    for (const ref of this.#leftAlone) refs.delete(ref);
    return refs;
  }
}

/** The updates that turn the refs `from` into the refs `to`. */
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

/** Every cycle of a fleet starts from the published mirror and state: without them it cannot begin. */
function noGround(ref: string, why: AppError): AppError {
  return new AppError(why.code, `${ref} of the git host is not the mirror's any more: ${why.message}`, {
    hint: 'Nobody but Tidemark writes this reference. Move it back on the git host to the last commit that Tidemark made (`git log` there), and look who may push.',
    cause: why,
    ...(why.data === undefined ? {} : { data: why.data }),
  });
}
