import { createHash } from 'node:crypto';
import { isAppError } from '../../src/base/index.ts';
import type { GitRepository, Oid } from '../../src/git/index.ts';
import type { CycleReport, Remote, StatusReport } from '../../src/sync/index.ts';

/** A clone after a cycle, as the record of a day sees it. */
export interface CycleSeen {
  readonly clone: string;
  readonly git: GitRepository;
  /** What the index has staged, by path. */
  readonly staged: ReadonlyMap<
    string,
    { readonly oid: Oid; readonly mode: string; readonly conflicted: boolean }
  >;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Null: the cycle did not end. */
  readonly report: CycleReport | null;
  /** What the cycle says of itself, in a line. */
  readonly said: string;
  /** Null: nobody asked for it. */
  readonly status: StatusReport | null;
}

const stateRef = 'refs/tidemark/state';

/** What a cycle did, in parts that are compared apart. */
export interface CycleRecord {
  /** Who syncs, and what the cycle says of itself in a line. */
  readonly said: string;
  /** Only the parts that are not empty. */
  readonly parts: readonly RecordPart[];
}

interface RecordPart {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * Writes down a day cycle by cycle: what the program asks and sends, what it writes into files, index, references and state, and what it
 * reports. Commits are numbered: the name of one commit would change the names of all later ones.
 */
export class DayRecord {
  readonly cycles: CycleRecord[] = [];
  readonly #labels = new Map<string, string>();
  readonly #clones = new Map<string, CloneMemory>();
  readonly #files = new Map<Oid, ReadonlyMap<string, string>>();
  #asked = new Map<string, number>();
  #sent: string[] = [];
  #steps = new Map<string, number>();

  /** Watches what a clone asks of the service. */
  watched(service: Remote): Remote {
    return new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          this.#hear(String(name), given);
          return (value as (...all: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  }

  /** Counts a step that the program takes on its own side. */
  step(port: string): void {
    this.#steps.set(port, (this.#steps.get(port) ?? 0) + 1);
  }

  async cycle(seen: CycleSeen): Promise<void> {
    const memory = this.#clones.get(seen.clone) ?? emptyMemory();
    this.#clones.set(seen.clone, memory);
    const labelled = (text: string): string => this.#labelled(text);
    const parts = [
      { name: 'asks', lines: counted(this.#asked) },
      { name: 'sends', lines: this.#sent },
      { name: 'does', lines: counted(this.#steps) },
      { name: 'files', lines: filesChanged(memory, seen.files) },
      { name: 'staged', lines: stagedChanged(memory, seen.staged) },
      { name: 'references', lines: await this.#referencesMoved(memory, seen.git) },
      { name: 'state', lines: await this.#stateChanged(memory, seen.git) },
      { name: 'reports', lines: memory.reports.changed(seen.report, labelled) },
      { name: 'shows', lines: memory.statuses.changed(seen.status, labelled) },
    ];
    this.cycles.push({
      said: this.#labelled(`${seen.clone} syncs: ${seen.said}`),
      parts: parts.filter(({ lines }) => lines.length > 0),
    });
    [this.#asked, this.#sent, this.#steps] = [new Map(), [], new Map()];
  }

  /** Writes down what a command answered, or how it failed. */
  async answer<Answer>(question: string, work: () => Promise<Answer>): Promise<Answer | null> {
    let answer: Answer | null = null;
    let told: unknown;
    try {
      told = answer = await work();
    } catch (error) {
      if (!isAppError(error)) throw error;
      told = error.toJSON();
    }
    const lines = [...leavesOfValue(told, '')].map(([key, text]) => this.#labelled(`${key} ${text}`));
    const parts = [
      { name: 'asks', lines: counted(this.#asked) },
      { name: 'sends', lines: this.#sent },
      { name: 'answers', lines },
    ];
    this.cycles.push({ said: `${question}:`, parts: parts.filter((part) => part.lines.length > 0) });
    [this.#asked, this.#sent] = [new Map(), []];
    return answer;
  }

  #hear(operation: string, given: readonly unknown[]): void {
    this.#asked.set(operation, (this.#asked.get(operation) ?? 0) + 1);
    if (sends.has(operation)) this.#sent.push(`${operation} ${JSON.stringify(given)}`);
  }

  #labelled(text: string): string {
    return text.replace(/\b[0-9a-f]{40}\b/gu, (oid) => this.#label(oid));
  }

  #label(oid: string): string {
    const known = this.#labels.get(oid) ?? `@${this.#labels.size + 1}`;
    this.#labels.set(oid, known);
    return known;
  }

  async #referencesMoved(memory: CloneMemory, git: GitRepository): Promise<string[]> {
    const now = new Map((await git.listRefs('refs/')).map(({ ref, oid }) => [ref, oid]));
    const { branch } = await git.head();
    now.set('HEAD', branch ?? 'detached');
    const lines: string[] = [];
    for (const ref of [...new Set([...memory.references.keys(), ...now.keys()])].sort()) {
      const [before, after] = [memory.references.get(ref), now.get(ref)];
      if (before === after || ref === stateRef) continue;
      if (after === undefined) lines.push(`${ref} goes`);
      else if (ref === 'HEAD') lines.push(`HEAD ${after}`);
      else {
        lines.push(`${ref} ${this.#label(after)}`);
        if ((await git.readObject(after)).kind !== 'commit') continue;
        for (const commit of await newCommits(git, after, memory.commits))
          lines.push(...(await this.#commit(git, commit)));
      }
    }
    memory.references = now;
    return lines;
  }

  async #commit(git: GitRepository, oid: Oid): Promise<string[]> {
    const { parents, author, committer, message } = await git.readCommit(oid);
    const changes = await git.diffTrees(parents[0] ?? null, oid);
    return [
      `  ${this.#label(oid)} on ${parents.map((each) => this.#label(each)).join(' ') || 'nothing'} by ${author.name} <${author.email}> ${author.at}, ${committer.name} ${committer.at}: ${JSON.stringify(this.#labelled(message))}`,
      ...changes.map(
        ({ path, before, after }) =>
          `    ${path} ${before ? before.oid.slice(0, 7) : '–'} → ${after ? `${after.mode} ${after.oid.slice(0, 7)}` : '–'}`,
      ),
    ];
  }

  async #stateChanged(memory: CloneMemory, git: GitRepository): Promise<string[]> {
    const oid = await git.resolveRef(stateRef);
    const now = new Map<string, string>();
    for (const { path, oid: blob } of oid === null ? [] : await git.listTree(oid))
      for (const [key, value] of await this.#leaves(git, blob)) now.set(`${path} ${key}`, value);
    if (oid !== null) {
      const { author, message } = await git.readCommit(oid);
      now.set('commit', JSON.stringify([author, message]));
    }
    const lines = difference(memory.state, now);
    memory.state = now;
    return lines;
  }

  /** The values in a file of the state, which most cycles leave as it is. */
  async #leaves(git: GitRepository, blob: Oid): Promise<ReadonlyMap<string, string>> {
    const known = this.#files.get(blob);
    if (known) return known;
    const text = new TextDecoder().decode(await git.readBlob(blob));
    const leaves = new Map([...leavesOf(text)].map(([key, value]) => [key, this.#labelled(value)]));
    this.#files.set(blob, leaves);
    return leaves;
  }
}

/** Operations that change something in the service. */
const sends = new Set([
  ...[
    'createChangeRequest',
    'setChangeRequest',
    'merge',
    'update',
    'changeContent',
    'importContent',
    'comment',
  ],
]);

interface CloneMemory {
  files: Map<string, string>;
  staged: Map<string, string>;
  references: Map<string, string>;
  state: Map<string, string>;
  readonly commits: Set<Oid>;
  readonly reports: Repeated;
  readonly statuses: Repeated;
}

function emptyMemory(): CloneMemory {
  return {
    ...{ files: new Map(), staged: new Map(), references: new Map(), state: new Map() },
    ...{ commits: new Set(), reports: new Repeated(), statuses: new Repeated() },
  };
}

/** A value of which a record says only what is new. */
class Repeated {
  #last = new Map<string, string>();

  changed(value: unknown, labelled: (text: string) => string): string[] {
    const now = new Map([...leavesOfValue(value, '')].map(([key, text]) => [key, labelled(text)]));
    const lines = difference(this.#last, now);
    this.#last = now;
    return lines;
  }
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => `− ${key}`);
  const changed = [...after].flatMap(([key, value]) => {
    if (before.get(key) === value) return [];
    return [`${before.has(key) ? '~' : '+'} ${key} ${value}`];
  });
  return [...gone, ...changed];
}

function counted(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort().map(([name, count]) => `${name} ×${count}`);
}

function stagedChanged(memory: CloneMemory, staged: CycleSeen['staged']): string[] {
  const now = new Map(
    [...staged].map(([path, { oid, mode, conflicted }]) => [
      path,
      `${mode} ${oid.slice(0, 7)}${conflicted ? ' conflicted' : ''}`,
    ]),
  );
  const lines = difference(memory.staged, now);
  memory.staged = now;
  return lines;
}

function filesChanged(memory: CloneMemory, files: CycleSeen['files']): string[] {
  const now = new Map([...files].sort().map(([path, bytes]) => [path, digest(bytes)]));
  const lines = difference(memory.files, now);
  memory.files = now;
  return lines;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 7);
}

/** The commits that a reference has got, each after its parents. */
async function newCommits(git: GitRepository, from: Oid, known: Set<Oid>): Promise<Oid[]> {
  if (known.has(from)) return [];
  known.add(from);
  const found: Oid[] = [];
  for (const parent of (await git.readCommit(from)).parents)
    found.push(...(await newCommits(git, parent, known)));
  return [...found, from];
}

function leavesOf(text: string): Iterable<readonly [string, string]> {
  try {
    return leavesOfValue(JSON.parse(text), '');
  } catch {
    return [['', JSON.stringify(text)]];
  }
}

/** The innermost values of a value, each with the way to it. */
function* leavesOfValue(value: unknown, at: string): Iterable<readonly [string, string]> {
  if (value === null || typeof value !== 'object') {
    if (value !== undefined) yield [at, JSON.stringify(value)];
  } else if (Object.keys(value).length > 0)
    for (const [key, each] of Object.entries(value))
      yield* leavesOfValue(each, at === '' ? key : `${at}.${key}`);
}
