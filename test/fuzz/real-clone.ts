import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CycleReport } from '../../src/sync/index.ts';
import { isPagePath } from '../people/actor.ts';
import { mended } from '../people/odd-texts.ts';
import { sayingOf } from '../people/saying.ts';
import { birthOf, bothSides } from '../people/texts.ts';
import { nothingAside, nothingDeleted, nothingToDrop, nothingToTake } from '../people/world.ts';
import type { CloneStage, CycleEnd, GitAct, SaveStyle, Trouble } from '../people/world.ts';
import type { Ended, Installed, Running } from '../support/installed.ts';
import { begin } from './trouble.ts';
import type { Scene } from './trouble.ts';

const execute = promisify(execFile);

/** What the program is told by its configuration. */
export interface CloneOptions {
  readonly name: string;
  readonly folder: string;
  readonly root: string;
  readonly contents: string;
  readonly config: string;
  readonly token: string;
  readonly daemon: boolean;
  /** The repository on the git host. */
  readonly remote: string | null;
}

/** So long a cycle may take while something fails, before its person loses patience and kills it. */
const patienceMs = 15_000;
const longestCycleMs = 90_000;

/** A clone on disk, native git, and the installed program as processes. */
export class RealClone implements CloneStage {
  readonly name: string;
  readonly root: string;
  readonly contents: string;
  readonly #installed: Installed;
  readonly #options: CloneOptions;
  readonly #work: string;
  readonly #scene: Omit<Scene, 'killProgram'>;
  #daemon: Running | null = null;

  constructor(installed: Installed, options: CloneOptions, scene: Omit<Scene, 'killProgram'>) {
    this.name = options.name;
    this.root = options.root;
    this.contents = options.contents;
    this.#installed = installed;
    this.#options = options;
    this.#work = join(options.folder, 'docs');
    this.#scene = scene;
    mkdirSync(options.folder, { recursive: true });
    writeFileSync(join(options.folder, 'sync.config.yaml'), options.config);
  }

  async close(): Promise<void> {
    await this.#daemon?.end('SIGKILL');
    this.#daemon = null;
  }

  // Files.

  async files(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    // The first sync makes the folder.
    if (!existsSync(this.#work)) return found;
    for (const entry of readdirSync(this.#work, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(this.#work.length + 1);
      if (!entry.isFile() || path.startsWith('.git/')) continue;
      try {
        found.set(path, readFileSync(join(this.#work, path), 'utf8'));
      } catch (error) {
        // A daemon may take it away just now.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  async save(path: string, content: string | Uint8Array, style: SaveStyle): Promise<void> {
    const at = join(this.#work, path);
    mkdirSync(dirname(at), { recursive: true });
    if (style === 'in place' || !existsSync(at)) writeFileSync(at, content);
    else if (style === 'by rename') {
      writeFileSync(`${at}~`, content);
      renameSync(`${at}~`, at);
    } else {
      renameSync(at, `${at}.swp`);
      writeFileSync(at, content);
      rmSync(`${at}.swp`, { force: true });
    }
  }

  async remove(path: string): Promise<void> {
    rmSync(join(this.#work, path), { force: true });
    this.#removeEmpty(dirname(path));
  }

  async move(from: string, to: string): Promise<void> {
    mkdirSync(dirname(join(this.#work, to)), { recursive: true });
    renameSync(join(this.#work, from), join(this.#work, to));
    this.#removeEmpty(dirname(from));
  }

  #removeEmpty(folder: string): void {
    try {
      for (let at = folder; at !== '.' && at !== ''; at = dirname(at)) rmdirSync(join(this.#work, at));
    } catch {
      // Something is in it.
    }
  }

  // Git.

  async #git(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    try {
      const { stdout, stderr } = await execute(
        'git',
        ['-c', `user.name=${this.name}`, '-c', `user.email=${this.name}@example.com`, ...args],
        {
          cwd: this.#work,
          maxBuffer: 64 * 1024 * 1024,
          env: {
            PATH: process.env['PATH'],
            HOME: this.#options.folder,
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_EDITOR: 'true',
            GIT_MERGE_AUTOEDIT: 'no',
          },
        },
      );
      return { code: 0, out: stdout, err: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code: typeof code === 'number' ? code : 128, out: stdout, err: stderr };
    }
  }

  async #must(...args: string[]): Promise<string> {
    const { code, out, err } = await this.#git(...args);
    if (code !== 0)
      throw new Error(`git ${args.join(' ')} in the clone of ${this.name}: ${code} ${out}${err}`);
    return out;
  }

  async branch(): Promise<string> {
    return (await this.#must('branch', '--show-current')).trim();
  }

  async git(act: GitAct): Promise<string> {
    switch (act.do) {
      case 'commit':
        return this.#commit(act.only);
      case 'stash':
        // New files are put aside as well once git knows of them.
        await this.#must('add', '-A');
        return /No local changes/u.test(await this.#must('stash', 'push'))
          ? 'nothing to put aside'
          : 'put aside';
      case 'unstash':
        return this.#takeUp();
      case 'squash':
        return this.#squash();
      case 'amend': {
        const shared = (await this.#git('merge-base', '--is-ancestor', 'HEAD', 'docs/main')).code === 0;
        if (shared || (await this.#git('rev-parse', '-q', '--verify', 'HEAD^2')).code === 0)
          return this.#commit();
        await this.#must('add', '-A');
        await this.#must('commit', '-q', '--amend', '--no-edit', '--allow-empty');
        return '';
      }
      case 'merge':
        await this.#commit();
        if (act.branch?.startsWith('docs/') === false && !(await this.#hasBranch(act.branch)))
          return 'nothing to merge';
        return this.#join(await this.#git('merge', act.branch ?? 'docs/main'), ['commit', '-q', '--no-edit']);
      case 'rebase':
        await this.#commit();
        return this.#join(await this.#git('rebase', 'docs/main'), ['rebase', '--continue']);
      case 'merge as one':
      case 'pick':
        return this.#takeOver(act);
      case 'reset':
        await this.#must('reset', '-q', '--hard', 'docs/main');
        await this.#must('clean', '-qfd');
        return '';
      case 'switch': {
        const known = await this.#hasBranch(act.branch);
        await this.#must('switch', '-q', ...(known ? [] : ['-c']), act.branch);
        return known ? '' : 'a new branch';
      }
      case 'delete branch':
        await this.#must('branch', '-q', '-D', act.branch);
        return '';
      case 'pull':
        await this.#commit();
        await this.#must('fetch', '-q', this.#options.remote ?? '.', 'main');
        return this.#join(await this.#git('merge', 'FETCH_HEAD'), ['commit', '-q', '--no-edit']);
      case 'restore':
        await this.#must('checkout', '-q', 'docs/main', '--', act.path);
        return '';
      case 'revert':
        await this.#commit();
        if (!(await this.#isOnlyChild('HEAD'))) return 'the last commit is no change';
        await this.#must('revert', '--no-edit', 'HEAD');
        return 'reverted';
      case 'drop':
        if ((await this.#git('merge-base', '--is-ancestor', 'HEAD', 'docs/main')).code === 0)
          return nothingToDrop;
        if (!(await this.#isOnlyChild('HEAD'))) return nothingToDrop;
        await this.#must('reset', '-q', '--hard', 'HEAD^');
        return '';
      case 'undelete':
        return this.#undelete();
      case 'detach':
        if ((await this.#git('rev-parse', '-q', '--verify', 'HEAD^')).code !== 0)
          return 'there is no older version';
        await this.#must('switch', '-q', '--detach', 'HEAD^');
        return '';
    }
  }

  /** Whether a commit has one parent. */
  async #isOnlyChild(commit: string): Promise<boolean> {
    const [, ...parents] = (await this.#must('rev-list', '-n', '1', '--parents', commit)).trim().split(' ');
    return parents.length === 1;
  }

  async #squash(): Promise<string> {
    await this.#commit();
    const start = (await this.#git('merge-base', 'HEAD', 'docs/main')).out.trim();
    if (start === '') return 'there is a merge among them';
    const count = async (...which: string[]): Promise<number> =>
      Number((await this.#must('rev-list', '--count', ...which, `${start}..HEAD`)).trim());
    if ((await count('--merges')) > 0) return 'there is a merge among them';
    if ((await count()) < 2) return 'there are not two';
    await this.#must('reset', '-q', '--soft', start);
    await this.#must('commit', '-q', '--allow-empty', '-m', 'The edits of some commits');
    return '';
  }

  /** Commits on top of HEAD what another branch has beyond it, or what the last commit of that branch changed. */
  async #takeOver({ do: how, branch }: Extract<GitAct, { do: 'merge as one' | 'pick' }>): Promise<string> {
    await this.#commit();
    const isThere = await this.#hasBranch(branch);
    if (!isThere || (await this.#git('merge-base', '--is-ancestor', branch, 'HEAD')).code === 0)
      return nothingToTake;
    if (how === 'pick' && !(await this.#isOnlyChild(branch))) return 'the last commit is no change';
    const args = how === 'pick' ? ['cherry-pick', '--no-commit'] : ['merge', '--squash'];
    const { code, out, err } = await this.#git(...args, branch);
    const joined = code === 0 ? [] : await this.#joinUnmerged();
    if (code !== 0 && joined.length === 0) throw new Error(`git ${args.join(' ')} ${branch}: ${out}${err}`);
    if ((await this.#commit()) !== '') return nothingToTake;
    return joined.length === 0 ? 'cleanly' : `keeping both sides in ${joined.join(', ')}`;
  }

  /** Looks through the commits of the branch, the newest first. */
  async #undelete(): Promise<string> {
    const here = await this.files();
    const births = new Set([...here.values()].map(birthOf));
    const commits = await this.#must('rev-list', '--first-parent', 'HEAD');
    for (const commit of commits.split('\n').filter(Boolean)) {
      const names = await this.#must('ls-tree', '-r', '-z', '--name-only', commit);
      for (const path of names.split('\0').filter((each) => isPagePath(each, '') && !here.has(each))) {
        const text = await this.#must('show', `${commit}:${path}`);
        if (birthOf(text) === null || births.has(birthOf(text))) continue;
        await this.save(path, text, 'in place');
        return path;
      }
    }
    return nothingDeleted;
  }

  async #hasBranch(branch: string): Promise<boolean> {
    return (await this.#git('rev-parse', '-q', '--verify', `refs/heads/${branch}`)).code === 0;
  }

  async #commit(only?: string): Promise<string> {
    const path = only === undefined ? [] : ['--', only];
    await this.#must('add', '-A', ...path);
    if ((await this.#git('diff', '--cached', '--quiet', ...path)).code === 0) return 'nothing to commit';
    const { code, err } = await this.#git('commit', '-q', '-m', `Edits of ${this.name}`, ...path);
    // The daemon moved the branch in between. Git changes nothing then, and a person commits again.
    if (/cannot lock ref 'HEAD': is at/u.test(err)) return this.#commit(only);
    if (code !== 0) throw new Error(`git commit in the clone of ${this.name}: ${code} ${err}`);
    return '';
  }

  /** Joins what was put aside with what is there by now, and commits none of it. */
  async #takeUp(): Promise<string> {
    if ((await this.#must('stash', 'list')) === '') return nothingAside;
    await this.#commit();
    const { code, out, err } = await this.#git('stash', 'pop');
    const joined = code === 0 ? [] : await this.#joinUnmerged();
    if (code !== 0) {
      if (joined.length === 0) throw new Error(`git stash pop in the clone of ${this.name}: ${out}${err}`);
      await this.#must('stash', 'drop');
    }
    await this.#must('reset', '-q');
    return joined.length === 0 ? 'cleanly' : `keeping both sides in ${joined.join(', ')}`;
  }

  /** Keeps the lines of both sides in the files that git could not join. */
  async #joinUnmerged(): Promise<readonly string[]> {
    const paths = (await this.#must('diff', '--name-only', '--diff-filter=U', '-z'))
      .split('\0')
      .filter(Boolean);
    for (const path of paths) {
      const at = join(this.#work, path);
      if (existsSync(at) && path.endsWith('.md')) writeFileSync(at, bothSides(await this.#withMarks(path)));
      await this.#must('add', '-A', '--', path);
    }
    return paths;
  }

  /** Keeps the lines of both sides wherever git asks, as often as it asks. */
  async #join(first: { code: number; out: string; err: string }, goOn: readonly string[]): Promise<string> {
    const joined: string[] = [];
    let last = first;
    for (let attempt = 0; last.code !== 0; attempt++) {
      const paths = await this.#joinUnmerged();
      if (
        attempt > 20 ||
        (paths.length === 0 && !/nothing to commit|No changes|no changes/u.test(last.out + last.err))
      )
        throw new Error(`git ${goOn.join(' ')} in the clone of ${this.name}: ${last.out}${last.err}`);
      joined.push(...paths);
      last = await this.#git(...(paths.length === 0 ? ['rebase', '--skip'] : goOn));
    }
    if (/up to date/u.test(first.out)) return 'nothing to merge';
    return joined.length === 0 ? 'cleanly' : `keeping both sides in ${[...new Set(joined)].join(', ')}`;
  }

  /** A page in conflict. Git takes one with a NUL byte for no text: the person takes the byte out, and has git join the texts. */
  async #withMarks(path: string): Promise<string> {
    const text = readFileSync(join(this.#work, path), 'utf8');
    const stages = await Promise.all([2, 1, 3].map((stage) => this.#git('show', `:${stage}:${path}`)));
    const [ours, , theirs] = stages;
    const both = ours!.code === 0 && theirs!.code === 0;
    if (!both || !stages.some(({ out }) => out.includes('\0'))) return text;
    const files = stages.map(({ out }, at) => {
      const file = join(this.#work, '.git', `joined-by-hand-${at}`);
      writeFileSync(file, mended(out));
      return file;
    });
    return (await this.#git('merge-file', '-p', ...files)).out;
  }

  async differing(): Promise<readonly string[]> {
    const named = async (...args: string[]): Promise<string[]> =>
      (await this.#must(...args)).split('\0').filter(Boolean);
    const changed = await named('diff', '--name-only', '--no-renames', '-z', 'docs/main');
    const unknown = await named('ls-files', '--others', '--exclude-standard', '-z');
    const files = await this.files();
    const apart: string[] = [];
    // What git does not know of here may be just what the mirror has.
    for (const path of new Set([...changed, ...unknown]))
      if ((files.get(path) ?? null) !== (await this.mirrored(path)) || !unknown.includes(path))
        apart.push(path);
    return apart.sort();
  }

  async mirrored(path: string): Promise<string | null> {
    const { code, out } = await this.#git('show', `docs/main:${path}`);
    return code === 0 ? out : null;
  }

  async fingerprint(): Promise<string> {
    const hash = createHash('sha256');
    for (const [path, text] of await this.files()) hash.update(path).update('\0').update(text).update('\0');
    const refs = await this.#must('for-each-ref', '--format=%(refname) %(objectname)');
    return `${refs}${await this.#must('symbolic-ref', 'HEAD')}${hash.digest('hex')}`;
  }

  async fsck(): Promise<string> {
    const { out, err } = await this.#git('fsck', '--strict', '--no-dangling', '--no-progress');
    return `${out}${err}`;
  }

  // The program.

  async cycle(trouble: Trouble | null): Promise<CycleEnd> {
    if (this.#options.daemon) await this.#startDaemon();
    const running = this.#start(['sync', '--json']);
    const limit = setTimeout(() => running.process.kill('SIGKILL'), trouble ? patienceMs : longestCycleMs);
    const end = trouble && begin(trouble, { ...this.#scene, killProgram: () => this.#kill(running) });
    const ended = await running.ended;
    clearTimeout(limit);
    await end?.();
    if (this.#daemon?.process.exitCode !== null || this.#daemon.process.signalCode !== null)
      this.#daemon = null;
    return endOf(ended);
  }

  #kill(running: Running): void {
    this.#daemon?.process.kill('SIGKILL');
    // Who asks a daemon is told by it that it is gone.
    if (!this.#daemon) running.process.kill('SIGKILL');
  }

  #start(args: readonly string[]): Running {
    return this.#installed.start(args, {
      cwd: this.#options.folder,
      env: { TIDEMARK_TOKEN: this.#options.token, XDG_CACHE_HOME: join(this.#options.folder, 'cache') },
    });
  }

  async #startDaemon(): Promise<void> {
    if (this.#daemon) return;
    const daemon = this.#start(['daemon', '--json']);
    this.#daemon = daemon;
    await daemon.until(/ready, with health/u);
  }
}

/** Exit codes with which a cycle has said what there is to say. */
const told = new Set([0, 3, 5]);

function endOf({ code, out, err }: Ended): CycleEnd {
  const line = out.split('\n').find((each) => each.startsWith('{'));
  const words = `${out.slice(-600)}${err.slice(-1500)}`;
  if (code === null) return { report: null, said: 'killed', failure: null };
  if (line === undefined || !told.has(code))
    return { report: null, said: `ended with ${code}: ${words}`, failure: `ended with ${code}: ${words}` };
  const report = JSON.parse(line) as CycleReport;
  return { report, said: sayingOf(report), failure: null };
}
