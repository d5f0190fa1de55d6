import type { Cache } from '../../files/port.ts';

/**
 * Remembers the change requests of which the service answered to a merge or an update that both texts are between marks now. The mirror has
 * that only after the next cycle. If a note is lost, that cycle shows the conflict.
 */
export class AnsweredConflicts {
  readonly #cache: Cache | undefined;

  constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  note({ id, revision }: { readonly id: string; readonly revision: string }): void {
    this.#cache?.write(nameOf(id), new TextEncoder().encode(revision));
  }

  /** Whether the answer was about this very content of the change request. */
  has({ id, revision }: { readonly id: string; readonly revision: string }): boolean {
    const bytes = this.#cache?.read(nameOf(id)) ?? null;
    return bytes !== null && new TextDecoder().decode(bytes) === revision;
  }
}

function nameOf(id: string): string {
  return `answered conflict ${id}`;
}
