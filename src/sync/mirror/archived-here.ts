import type { Cache } from '../../files/port.ts';

/**
 * Notes which change requests a command of this clone has archived, for the process that runs the next cycle: that is no news to the person who
 * typed the command. A lost note only makes that cycle tell of it.
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
