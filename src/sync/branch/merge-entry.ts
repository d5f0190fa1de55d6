import type { Versions } from '../../content/index.ts';
import type { GitRepository, ObjectWriter, Oid, Version } from '../../git/port.ts';

/** The versions of one file in a merge of two commits, at whatever path each side has it. */
export type Entry = Versions<Version | null>;

export function sameVersion(a: Version | null, b: Version | null): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode;
}

/** The blobs of a merge, among them those that it added, which the repository cannot read yet. */
export class MergeBlobs {
  readonly #git: GitRepository;
  readonly #writer: ObjectWriter;
  readonly #added = new Map<Oid, Uint8Array>();
  /** The blobs that were changed for the merge, by what they became. */
  readonly #originals = new Map<Oid, Oid>();

  constructor(git: GitRepository, writer: ObjectWriter) {
    this.#git = git;
    this.#writer = writer;
  }

  async read(oid: Oid): Promise<Uint8Array> {
    return this.#added.get(oid) ?? this.#git.readBlob(oid);
  }

  /** @param original The blob that the text was made from. */
  add(text: string, original?: Oid): Oid {
    const bytes = new TextEncoder().encode(text);
    const oid = this.#writer.addBlob(bytes);
    this.#added.set(oid, bytes);
    if (original !== undefined) this.#originals.set(oid, original);
    return oid;
  }

  /** The blob as it was committed. */
  committed(oid: Oid): Oid {
    return this.#originals.get(oid) ?? oid;
  }
}
