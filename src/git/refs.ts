import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import { codeOf } from '../files/index.ts';
import type { Head, Oid, RefValue, RepositoryPlace } from './port.ts';
import { compareBytes } from '../files/index.ts';

const oidPattern = /^[0-9a-f]{40}$/u;
const deepestSymbolicRef = 5;

/** Reads references: each is in a file of its own, or they are packed together. A file takes precedence over the packed value. */
export class RefReader {
  readonly #place: RepositoryPlace;
  #packed: { stamp: string; refs: ReadonlyMap<string, Oid> } | null = null;

  constructor(place: RepositoryPlace) {
    this.#place = place;
  }

  head(): Head {
    const text = this.#readFile('HEAD');
    if (text === null) throw damaged('HEAD');
    const branch = symbolicTarget(text);
    if (branch === null) return { branch: null, oid: oidIn(text, 'HEAD') };
    return { branch, oid: this.resolve(branch) };
  }

  resolve(ref: string, depth = 0): Oid | null {
    const text = this.#readFile(ref);
    if (text === null) return this.packed().get(ref) ?? null;
    const target = symbolicTarget(text);
    if (target === null) return oidIn(text, ref);
    if (depth >= deepestSymbolicRef) throw damaged(ref);
    return this.resolve(target, depth + 1);
  }

  /** The names of references, including those whose files are damaged. */
  names(prefix: string): string[] {
    const names = new Set([...this.packed().keys()].filter((ref) => ref.startsWith(prefix)));
    for (const root of new Set([this.#place.commonDir, this.#place.gitDir])) {
      for (const ref of filesBelow(root, prefix.slice(0, prefix.lastIndexOf('/') + 1) || 'refs/')) {
        if (ref.startsWith(prefix)) names.add(ref);
      }
    }
    return [...names].sort(compareBytes);
  }

  list(prefix: string): RefValue[] {
    return this.names(prefix)
      .map((ref) => ({ ref, oid: this.resolve(ref) }))
      .filter((value): value is RefValue => value.oid !== null);
  }

  packed(): ReadonlyMap<string, Oid> {
    const file = path.join(this.#place.commonDir, 'packed-refs');
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return new Map();
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (this.#packed?.stamp !== stamp)
      this.#packed = { stamp, refs: parsePackedRefs(readFileSync(file, 'utf8')) };
    return this.#packed.refs;
  }

  /** The file of a reference: HEAD and a few folders belong to one working tree, all others to the repository. */
  fileOf(ref: string): string {
    const own = !ref.startsWith('refs/') || /^refs\/(?:bisect|worktree|rewritten)\//u.test(ref);
    return path.join(own ? this.#place.gitDir : this.#place.commonDir, ref);
  }

  #readFile(ref: string): string | null {
    try {
      return readFileSync(this.fileOf(ref), 'utf8');
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
      throw error;
    }
  }
}

function parsePackedRefs(text: string): ReadonlyMap<string, Oid> {
  const refs = new Map<string, Oid>();
  for (const line of text.split('\n')) {
    if (/^[0-9a-f]{40} /u.test(line)) refs.set(line.slice(41).trimEnd(), line.slice(0, 40));
  }
  return refs;
}

function symbolicTarget(text: string): string | null {
  return /^ref:\s*(\S+)\s*$/u.exec(text)?.[1] ?? null;
}

function oidIn(text: string, ref: string): Oid {
  const oid = text.trim();
  if (!oidPattern.test(oid)) throw damaged(ref);
  return oid;
}

function* filesBelow(root: string, folder: string): Generator<string> {
  const at = path.join(root, folder);
  if (!existsSync(at)) return;
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(root, `${folder}${entry.name}/`);
    else if (!entry.name.endsWith('.lock')) yield folder + entry.name;
  }
}

function damaged(ref: string): AppError {
  return new AppError('REPOSITORY_INVALID', `The reference ${ref} of the repository is damaged`, {
    hint: 'Run `tidemark repair`: it shows what it would do first. Or mend it yourself (`git fsck`, and `git reflog` shows where it was).',
    data: { ref },
  });
}
