import type { Cache } from '../../files/port.ts';

/**
 * Remembers which change requests somebody archived with a command of this clone, so that the next cycle does not tell them what they know.
 * That cycle may run in another process. If a note is lost, the cycle tells it after all.
 */
export class ArchivedHere {
  readonly #cache: Cache | undefined;

  constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  note(id: string): void {
    this.#write(id, true);
  }

  has(id: string): boolean {
    const bytes = this.#cache?.read(nameOf(id)) ?? null;
    return bytes !== null && new TextDecoder().decode(bytes) === textOf(true);
  }

  /** Somebody has opened the change request again: its next end is news. */
  forget(id: string): void {
    if (this.has(id)) this.#write(id, false);
  }

  #write(id: string, archived: boolean): void {
    this.#cache?.write(nameOf(id), new TextEncoder().encode(textOf(archived)));
  }
}

function nameOf(id: string): string {
  return `archived here ${id}`;
}

function textOf(archived: boolean): string {
  return JSON.stringify({ archived });
}
