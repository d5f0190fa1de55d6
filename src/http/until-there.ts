import { AppError, messageOf } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { HttpTransport } from './port.ts';

export interface WaitPorts {
  readonly transport: HttpTransport;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** How long it may take until the address returns what was published. */
  readonly waitMs: number;
}

/** Something that was published for others to fetch: the file, the configuration option that it belongs to, and its bytes. */
export interface AwaitedContent {
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The option of the configuration that the address comes from. */
  readonly option: string;
}

const firstPauseMs = 200;
const longestPauseMs = 10_000;

/**
 * Requests an address until it returns these bytes, with longer and longer pauses: publishing by others takes some time.
 *
 * @throws REMOTE_FAILED when the address does not return them in time.
 */
export async function waitForContent(
  { transport, clock, waitMs }: WaitPorts,
  { url, bytes, option }: AwaitedContent,
): Promise<void> {
  const began = clock.monotonic();
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const fault = await faultOf(transport, url, bytes);
    if (fault === null) return;
    const left = waitMs - (clock.monotonic() - began);
    if (left <= 0)
      throw new AppError(
        'REMOTE_FAILED',
        `${new URL(url).origin} does not give the edits that were published for an import: ${fault}`,
        {
          hint: `Nothing was sent; the edits stay in your files. Check push.${option}, or give it longer: push.importWait.`,
        },
      );
    await clock.sleep(Math.min(pause, left));
  }
}

async function faultOf(transport: HttpTransport, url: string, bytes: Uint8Array): Promise<string | null> {
  try {
    const answer = await transport.send({ method: 'GET', url, headers: {} });
    if (answer.status !== 200) return `it answers ${answer.status}`;
    return Buffer.compare(answer.body, bytes) === 0 ? null : 'it gives other bytes';
  } catch (error) {
    return messageOf(error);
  }
}
