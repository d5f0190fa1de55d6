import type { CycleContext } from '../mirror/context.ts';

/**
 * Tells others, who may go on with a space when this process is no more, what the state notes of that space. Throws REF_MOVED when
 * another one goes on with it already: then the request that the note is about must not be sent.
 */
export type Announce = (space: string, options: { readonly signal?: AbortSignal }) => Promise<void>;

/** Others count from the time in a note. One that took longer to arrive is written anew before its request is sent. */
const oldestMs = 5000;

/**
 * Writes down a request that is about to be sent, and announces the note where it is of use to others (SYNC-50). `write` puts the
 * note into the state, with the time that it is given.
 */
export async function noteRequest(
  { announce, context }: { readonly announce?: Announce | undefined; readonly context: CycleContext },
  space: string,
  write: (at: number) => Promise<void>,
): Promise<void> {
  const { clock, options } = context;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  let at: number;
  do {
    at = clock.now();
    await write(at);
    await announce?.(space, signal);
  } while (announce !== undefined && clock.now() - at > oldestMs);
}
