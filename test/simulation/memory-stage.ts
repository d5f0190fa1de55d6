import { AppError } from '../../src/base/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import type { GitHost } from '../../src/git/index.ts';
import { withGitHost } from '../../src/sharing/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { CycleReport, Remote, StatusReport, Sync, SyncConfig } from '../../src/sync/index.ts';
import type { ContentChange } from '../../src/sync/remote/port.ts';
import { Broken } from '../people/broken.ts';
import { contentsOf, filesOf, rootOf } from '../people/spaces.ts';
import { bothSides } from '../people/texts.ts';
import { markOf } from '../people/world.ts';
import type {
  CloneStage,
  CycleEnd,
  GitAct,
  PageThere,
  RequestThere,
  SaveStyle,
  ServiceStage,
  Setting,
  Stage,
  Trouble,
} from '../people/world.ts';
import { sayingOf } from '../people/saying.ts';
import { checkedCache } from './checked-cache.ts';
import { lagOf, lateRemote } from './late-service.ts';
import type { ModelPage } from './memory-content.ts';
import { memoryGitHost } from './memory-git-host.ts';
import { memoryImports } from './memory-imports.ts';
import type { MemoryImports } from './memory-imports.ts';
import { MemoryService } from './memory-service.ts';
import { diceOf } from '../people/dice.ts';
import type { CycleSeen } from './day-record.ts';
import { troubleSteps, type Step } from './memory-trouble.ts';
import { actWithGit, treeAt } from './person-git.ts';
import type { Aside } from './person-git.ts';
import { Killed } from './world.ts';
import type { Plants } from './world.ts';
import { SleeplessClock } from './sleepless-clock.ts';

const people = ['ada', 'ben'] as const;
/** A cycle of a daemon for an edit: what the service has got since the last look is not known yet. */
const ofEdit = { listWithinMs: Number.POSITIVE_INFINITY } as const;
const utf8 = new TextDecoder();

/** Service, git host, clones and faults in memory: hundreds of schedules in the time that processes need for one. */
export function memoryStage(seed: number, setting: Setting, plants: Plants = {}): Stage {
  const heard: string[] = [];
  const imports = memoryImports();
  const service = new MemoryService({ strict: setting.interface === 'strict' });
  service.fetchImport = (url) => imports.fetch(url);
  service.ignoresIdentities = setting.identities === 'ignored';
  const space = service.addFolder(
    'Docs',
    new Map(
      Object.entries(filesOf(setting.shape)).map(([path, content]) => [
        path,
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      ]),
    ),
  );
  const host = setting.gitHost ? new MemoryRepository() : null;
  const clones = people
    .slice(0, setting.clones)
    .map(
      (name, at) =>
        new MemoryClone({ name, setting, service, host, imports, heard, plants, seed: seed * 7 + at }),
    );
  return {
    clones,
    service: new MemoryReviewers(service, space),
    mostRequests: setting.clones * setting.branches,
    hostFingerprint: async () => JSON.stringify((await host?.listRefs('refs/')) ?? []),
    heard,
    endTroubles: () => clones.forEach((clone) => clone.endStaleness()),
    wait: async (ms) => clones.forEach(({ clock }) => clock.jump(ms)),
    close: async () => undefined,
  };
}

interface CloneParts {
  readonly name: string;
  readonly setting: Setting;
  readonly service: MemoryService;
  /** What the git host has; null: there is no git host. */
  readonly host: MemoryRepository | null;
  readonly imports: MemoryImports;
  readonly heard: string[];
  readonly plants: Plants;
  readonly seed: number;
}

class MemoryClone implements CloneStage {
  readonly name: string;
  readonly root: string;
  readonly contents: string;
  readonly clock = new SleeplessClock();
  readonly disk = new MemoryDisk(this.clock);
  readonly #repository = new MemoryRepository();
  readonly #aside: Aside[] = [];
  readonly checkout = new MemoryCheckout();
  readonly #parts: CloneParts;
  readonly #cache = checkedCache(() => this.#parts.service);
  readonly #config: SyncConfig;
  /** What the present cycle asks; another one for a cycle that is shown old content. */
  #remote: Remote;
  /** What cycles ask that are shown what is true. */
  readonly #plain: Remote;
  #sync: Sync | null = null;
  #seen: ((step: Step) => void) | undefined;
  #process = 0;

  constructor(parts: CloneParts) {
    const { name, setting, service } = parts;
    this.name = name;
    this.root = rootOf(setting.shape);
    this.contents = contentsOf(setting.shape);
    this.#parts = parts;
    const plain = parts.plants.remote?.(service) ?? service;
    this.#remote = this.#plain = parts.plants.record?.watched(plain) ?? plain;
    if (setting.reads === 'late') this.#becomeLate(parts.seed);
    this.#config = {
      repository: { branch: 'main' },
      mirror: {
        spaces: [{ id: [...service.spacesById.keys()][0]!, path: '.' }],
        changeRequests: 'open',
        metadata: false,
        comments: false,
      },
      frontMatter: { id: true },
      push: { enabled: true, trigger: setting.trigger, via: 'auto' },
      guards: { deletePercent: 100, deleteMinimum: 1000 },
    };
  }

  async files(): Promise<ReadonlyMap<string, string>> {
    const all = [...this.disk.contents()].sort(([one], [other]) => (one < other ? -1 : 1));
    return new Map(all.map(([path, bytes]) => [path, utf8.decode(bytes)]));
  }

  async branch(): Promise<string> {
    return ((await this.#repository.head()).branch ?? '').replace('refs/heads/', '');
  }

  async save(path: string, content: string | Uint8Array, style: SaveStyle): Promise<void> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    if (style === 'in place') this.disk.personSaves(path, bytes);
    else this.disk.personSavesByRename(path, bytes);
  }

  async remove(path: string): Promise<void> {
    this.disk.personRemoves(path);
  }

  async move(from: string, to: string): Promise<void> {
    for (const path of [...this.disk.contents().keys()])
      if (path === from || path.startsWith(`${from}/`))
        this.disk.personMoves(path, to + path.slice(from.length));
  }

  async git(act: GitAct): Promise<string> {
    const { disk, checkout, name } = this;
    const [git, aside, { host }] = [this.#repository, this.#aside, this.#parts];
    return actWithGit({ git, host, disk, checkout, name, aside, now: () => this.clock.now() }, act);
  }

  async #mirror(): Promise<Map<string, string>> {
    const oid = await this.#repository.resolveRef('refs/remotes/docs/main');
    return oid === null ? new Map() : treeAt({ git: this.#repository }, oid);
  }

  async differing(): Promise<readonly string[]> {
    const mirror = await this.#mirror();
    const here = new Map(
      [...this.disk.contents()].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
    );
    const all = new Set([...mirror.keys(), ...here.keys()]);
    return [...all].filter((path) => here.get(path) !== mirror.get(path)).sort();
  }

  async mirrored(path: string): Promise<string | null> {
    const text = (await this.#mirror()).get(path);
    return text === undefined ? null : Buffer.from(text, 'latin1').toString();
  }

  async fingerprint(): Promise<string> {
    const refs = (await this.#repository.listRefs('refs/')).map(({ ref, oid }) => `${ref} ${oid}`);
    return JSON.stringify([refs, await this.#repository.head(), [...(await this.files())]]);
  }

  async fsck(): Promise<string> {
    return '';
  }

  async cycle(trouble: Trouble | null): Promise<CycleEnd> {
    const { heard } = this.#parts;
    if (trouble?.kind === 'stale reads') {
      // Old content is shown in the next cycles, too, as long as the service is behind.
      this.#becomeLate(trouble.dice);
    }
    const process = ++this.#process;
    const trip = trouble && troubleSteps(trouble, heard);
    let dead = false;
    const seen = (step: Step): void => {
      // What a killed process had still planned does not happen.
      if (dead || process !== this.#process) throw new Killed();
      if (step.when === 'before' && !step.remote) this.#parts.plants.record?.step(step.port);
      try {
        trip?.(step);
      } catch (error) {
        if (error instanceof Killed) dead = true;
        throw error;
      }
    };
    this.#watch(seen);
    const locked = trouble?.kind === 'locked folder' ? this.#anyFolder(trouble.dice) : null;
    if (locked !== null) {
      heard.push(`nobody may write in ${locked || 'the top folder'}`);
      this.disk.personLocks(locked);
    }
    try {
      this.#sync ??= this.#start();
      const heardFirst = this.#isDaemon ? `${sayingOf(await this.#sync.cycle(ofEdit))}; then ` : '';
      const report = await this.#sync.cycle();
      const status = trouble === null ? await this.#statusOf(this.#sync) : null;
      if (status) demandSameConflicts(report, status);
      const { interface: takes, branches } = this.#parts.setting;
      if (status && takes === 'full') demandNothingWaits(report, status);
      if (status && branches === 1) demandSameHeldBack(report, status);
      const said = heardFirst + sayingOf(report);
      await this.#record({ report, status, said });
      return { report, said, failure: null };
    } catch (error) {
      if (error instanceof Killed || dead) this.#sync = null;
      else if (!(error instanceof AppError)) throw error;
      const said = dead ? 'killed' : `failed: ${String(error)}`;
      await this.#record({ report: null, status: null, said });
      return { report: null, said, failure: dead ? null : said };
    } finally {
      this.#watch(undefined);
      if (locked !== null) this.disk.personLocks(locked, false);
      this.clock.jump(5000);
    }
  }

  async #record(end: Pick<CycleSeen, 'report' | 'status' | 'said'>): Promise<void> {
    const { name: clone, checkout } = this;
    const files = this.disk.contents();
    await this.#parts.plants.record?.cycle({
      ...{ clone, git: this.#repository, staged: checkout.entries, files },
      ...end,
    });
  }

  /** A status only looks: it writes no file, no object and no reference, not even for a moment. */
  async #statusOf(sync: Sync): ReturnType<Sync['status']> {
    this.#watch(({ port, remote }) => {
      if (!remote) throw new Error(`a status writes (${port})`);
    });
    return sync.status();
  }

  /** A daemon sends edits at once, and looks at the service at its next interval; the other clones do both in one cycle. */
  get #isDaemon(): boolean {
    return this.#parts.seed % 4 === 3;
  }

  /** A folder that has files; empty for the top one. */
  #anyFolder(dice: number): string {
    const paths = [...this.disk.contents().keys()];
    const folders = new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
    return diceOf(dice).pick([...folders].sort()) ?? '';
  }

  #becomeLate(dice: number): void {
    const { service, heard } = this.#parts;
    const now = (): number => this.clock.now();
    this.#remote = lateRemote({ service, remote: this.#plain, now }, lagOf(dice), heard);
    this.#sync = null;
  }

  endStaleness(): void {
    this.#remote = this.#plain;
    this.#sync = null;
  }

  #watch(seen: ((step: Step) => void) | undefined): void {
    const { service } = this.#parts;
    this.#seen = seen;
    this.disk.onStep = seen && (({ step, when }) => seen({ port: `disk ${step}`, when, remote: false }));
    this.#repository.onStep =
      seen && (({ effect, when }) => seen({ port: `git ${effect}`, when, remote: false }));
    this.checkout.onStep = seen && ((step, when) => seen({ port: `index ${step}`, when, remote: false }));
    service.onStep = seen && (({ operation, when }) => seen({ port: operation, when, remote: true }));
  }

  #start(): Sync {
    const { clock, disk, checkout } = this;
    const git = this.#repository;
    const random = seededRandom(this.#parts.seed * 1000 + this.#process);
    const { plants } = this.#parts;
    const plain = new SafeFiles({ disk, clock, random });
    const files = plants.files?.(plain, disk) ?? plain;
    const inner = createWorkingTree({ repository: git, files, checkout, clock });
    const tree = plants.tree?.(inner, disk, git) ?? inner;
    const importHost = this.#parts.imports.host;
    const ports = { remote: this.#remote, git, tree, files, cache: this.#cache, clock, random, importHost };
    const sync = createSync(ports, this.#config);
    const { host } = this.#parts;
    return host === null
      ? sync
      : withGitHost(sync, { git, tree, host: this.#watchedHost(memoryGitHost(host)), branch: 'main' });
  }

  /** The git host, with a step before and after each request to it. */
  #watchedHost({ refs, fetch, push }: GitHost): GitHost {
    const watched =
      <Input extends unknown[], Output>(port: string, ask: (...input: Input) => Promise<Output>) =>
      async (...input: Input): Promise<Output> => {
        this.#seen?.({ port: `git host ${port}`, when: 'before', remote: false, host: true });
        const output = await ask(...input);
        this.#seen?.({ port: `git host ${port}`, when: 'after', remote: false, host: true });
        return output;
      };
    return { refs: watched('refs', refs), fetch: watched('fetch', fetch), push: watched('push', push) };
  }
}

/** What is said of a file of a branch that waits until a person merges the mirror. */
const waitsForMerge = /was changed in the service.*(?:until it is merged|merge docs\/main)/u;

/** Demands that a status names the conflicts of the sync before it. A save that was put beside its page is named by the sync alone. */
function demandSameConflicts(
  { branch, proposals, outcome }: CycleReport,
  { conflicts, proposals: stands }: StatusReport,
): void {
  const namesOf = (all: StatusReport['conflicts']): string =>
    all
      .filter(({ path }) => !path.includes('.saved-'))
      .map(({ path, kind }) => `${path} (${kind})`)
      .sort()
      .join(', ');
  const [synced, shown] = [namesOf(branch.conflicts), namesOf(conflicts)];
  if (branch.state !== 'busy' && synced !== shown)
    throw new Broken('a status names the conflicts of the sync', `sync: ${synced}; status: ${shown}`);
  // The conflicts of the configured branch are those of the files. What is found in the service while a plan is sent, a status cannot see.
  const ofOthers = (all: StatusReport['proposals']): string =>
    all
      .filter(({ branch: of }) => of !== branch.name && !of.startsWith('cr/'))
      .flatMap(({ unsaid }) => unsaid.filter((line) => waitsForMerge.test(line)))
      .sort()
      .join('; ');
  const [sent, known] = [ofOthers(proposals), ofOthers(stands)];
  if (outcome !== 'incomplete' && branch.state !== 'busy' && sent !== known)
    throw new Broken('a status names the conflicts of the sync', `sync: ${sent}; status: ${known}`);
}

/**
 * Demands that a status names no edit as waiting after a sync that found nothing to send, but for those that the sync could not tell the
 * service. A service that takes imports alone is left out: an edit that no import can carry waits there for good.
 */
function demandNothingWaits({ outcome, proposals }: CycleReport, { spaces }: StatusReport): void {
  const unsaid = proposals.flatMap((proposal) => proposal.unsaid);
  const waiting = spaces.flatMap(({ edits }) =>
    edits.filter(({ kind, path }) => !unsaid.some((line) => kind === 'order' || line.includes(path))),
  );
  if (outcome === 'quiet' && waiting.length > 0)
    throw new Broken(
      'a status names no edit that a sync has sent',
      waiting.map(({ kind, path }) => `${kind} ${path}`).join(', '),
    );
}

/** Demands that a status names what the sync before it held back. A status tells of the branch that is checked out, and a sync of all. */
function demandSameHeldBack(report: CycleReport, status: Pick<StatusReport, 'problems'>): void {
  const heldIn = ({ problems }: Pick<StatusReport, 'problems'>): string =>
    problems
      .filter(({ code }) => code === 'NOT_SENDABLE')
      .map(({ message }) => message)
      .sort()
      .join('; ');
  const [synced, shown] = [heldIn(report), heldIn(status)];
  if (report.outcome !== 'incomplete' && synced !== shown)
    throw new Broken('a status names what the sync holds back', `sync: ${synced}; status: ${shown}`);
}

class MemoryReviewers implements ServiceStage {
  readonly #service: MemoryService;
  readonly #space: string;

  constructor(service: MemoryService, space: string) {
    this.#service = service;
    this.#space = space;
  }

  async pages(request?: string): Promise<readonly PageThere[]> {
    const roots =
      request === undefined
        ? this.#service.headOf(this.#space).pages
        : this.#service.revisions.get(this.#service.requestsById.get(request)!.revision)!.pages;
    const found: PageThere[] = [];
    const visit = (pages: readonly ModelPage[], parent: string | null): void => {
      for (const { id, kind = 'document', title, text, pages: below } of pages) {
        found.push({ id, kind, title, parent, markdown: text });
        visit(below, id);
      }
    };
    visit(roots, null);
    return found;
  }

  async markdownFiles(): Promise<ReadonlyMap<string, string>> {
    return new Map(
      this.#service
        .headOf(this.#space)
        .files.filter(({ path }) => path.endsWith('.md') && !/(?:^|\/)SUMMARY\.md$/u.test(path))
        .map(({ path, bytes }) => [path, utf8.decode(bytes)]),
    );
  }

  async tables(): Promise<string> {
    const { files } = this.#service.headOf(this.#space);
    return files.flatMap(({ path, bytes }) => (path.endsWith('.md') ? [utf8.decode(bytes)] : [])).join('\n');
  }

  async requests(): Promise<readonly RequestThere[]> {
    return [...this.#service.requestsById.values()].filter(({ subject }) => markOf(subject) !== null);
  }

  async change(changes: readonly ContentChange[], request?: string): Promise<void> {
    this.#service.changeByHand(this.#space, changes, request);
  }

  async merge(request: string): ReturnType<ServiceStage['merge']> {
    const { result } = this.#service.mergeAtOnce(this.#space, request);
    if (result !== 'conflicts') return { result, isDecided: false };
    this.#service.decide(this.#space, request, bothSides);
    return { result: this.#service.mergeAtOnce(this.#space, request).result, isDecided: true };
  }

  async update(request: string): Promise<string> {
    return (await this.#service.update(this.#space, request)).result;
  }

  async archive(request: string): Promise<void> {
    await this.#service.setChangeRequest(this.#space, request, { status: 'archived' });
  }

  async fingerprint(): Promise<string> {
    const { revision, updatedAt } = this.#service.spacesById.get(this.#space)!;
    const requests = [...this.#service.requestsById.values()].map(
      ({ id, status, subject, revision: at }) => `${id} ${status} ${subject} ${at}`,
    );
    return JSON.stringify({ revision, updatedAt, requests });
  }
}
