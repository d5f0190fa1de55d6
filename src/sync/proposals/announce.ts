import type { CycleContext } from '../mirror/context.ts';

/**
 * Tells other workers, who may go on with a space after this process has ended, what the state notes about that space. Throws
 * REF_MOVED when another worker already goes on with it: then the request that the note is about must not be sent.
 */
export type Announce = (space: string, options: { readonly signal?: AbortSignal }) => Promise<void>;

/** Other workers measure time from the note. A note that took longer than this to arrive is written again before its request is sent. */
const oldestMs = 5000;

/**
 * Notes a request that is about to be sent, and announces the note where other workers need it (SYNC-50). `write` puts the note
 * into the state, with the time that it is given.
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
