import type { DaemonStatus } from '../daemon/port.ts';

/** A daemon that mirrors spaces of this service into git. */
export interface MirrorDaemon {
  /** Where its status page is. */
  readonly url: string;
  /** The status that the daemon reports; null when it gives no answer. */
  read(): Promise<DaemonStatus | null>;
}

/** What the pages of a space say about its mirror in git. */
export interface MirrorNote {
  readonly words: string;
  /** When the mirror last had all that the space has; null where the daemon does not say. */
  readonly at: string | null;
  /** Whether somebody should look at it. */
  readonly isTrouble: boolean;
  readonly href: string;
}

/** How long one answer of the daemon serves all pages. */
const keptMs = 2_000;

/** Asks the daemon for the state of mirrors, at most once in two seconds. */
export class Mirrors {
  readonly #daemon: MirrorDaemon;
  #asked: { readonly atMs: number; readonly answer: Promise<DaemonStatus | null> } | undefined;

  constructor(daemon: MirrorDaemon) {
    this.#daemon = daemon;
  }

  async noteOf(space: string, nowMs: number): Promise<MirrorNote> {
    if (this.#asked === undefined || nowMs - this.#asked.atMs >= keptMs)
      this.#asked = { atMs: nowMs, answer: this.#daemon.read() };
    return mirrorNote(await this.#asked.answer, { space, href: this.#daemon.url });
  }
}

/** A daemon's answer about a space, in words. */
function mirrorNote(
  status: Pick<DaemonStatus, 'spaces'> | null,
  { space, href }: { readonly space: string; readonly href: string },
): MirrorNote {
  const note = (words: string, isTrouble: boolean, at: string | null = null): MirrorNote => ({
    ...{ words, at, isTrouble, href },
  });
  if (status === null) return note('The daemon of the mirror in git gives no answer', true);
  const line = status.spaces.find(({ id }) => id === space);
  if (line === undefined) return note('Not mirrored into git', false);
  const { lastGoodAt, problem } = line;
  switch (line.state) {
    case 'waiting':
      return note('Waits to be mirrored into git', false);
    case 'good':
      return note('Mirrored into git', false, lastGoodAt);
    case 'failing':
      return note(`The mirror in git fails: ${problem?.message ?? 'see its status'}`, true, lastGoodAt);
    case 'conflict':
      return note('The mirror in git has edits that wait for a person: see its status', true, lastGoodAt);
  }
}
