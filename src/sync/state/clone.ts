import { hash } from 'node:crypto';
import type { Random } from '../../clock/index.ts';
import type { GitRepository } from '../../git/port.ts';

/** References below this one stay in their clone: no git host gets them. */
export const localRefs = 'refs/tidemark/local/';
const cloneRef = `${localRefs}clone`;

/**
 * The name of a clone, which shows which change requests and notes of a shared state are its own. It is drawn once, and kept in
 * the repository at a place that git does not copy to other clones.
 */
export class CloneName {
  readonly #git: GitRepository;
  readonly #random: Random;
  #name: string | null;

  /** @param name Given where several repositories count as one clone, like the workers of a fleet. */
  constructor(git: GitRepository, random: Random, name: string | null = null) {
    this.#git = git;
    this.#random = random;
    this.#name = name;
  }

  /** The name; null: no cycle has written here yet. */
  async known(): Promise<string | null> {
    return (this.#name ??= await knownCloneName(this.#git));
  }

  /** The name, drawn now when there is none. */
  async drawn(): Promise<string> {
    const known = await this.known();
    if (known !== null) return known;
    const bytes = this.#random.bytes(16);
    const next = await this.#git.write((writer) => writer.addBlob(bytes));
    await this.#git.updateRefs([{ ref: cloneRef, expected: null, next }], {
      reason: 'tidemark: name of this clone',
    });
    return (this.#name = nameOf(bytes));
  }
}

/** The name that a repository has as a clone; null for a repository in which no cycle has run. */
export async function knownCloneName(git: GitRepository): Promise<string | null> {
  const at = await git.resolveRef(cloneRef);
  return at === null ? null : nameOf(await git.readBlob(at));
}

function nameOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 16);
}

/** The digits for a clone in the mark of its change requests. */
export function markOfClone(name: string): string {
  return hash('sha256', name, 'hex').slice(0, 6);
}
