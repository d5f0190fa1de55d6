import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { AppError, type ErrorCode } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { CycleOptions, CycleReport, ProgressEvent } from '../sync/index.ts';

/** Everything that a cycle can be asked to do, as plain data. */
export type AskedCycle = Omit<CycleOptions, 'signal' | 'onProgress' | 'listWithinMs'>;

/** The one line that a command sends on the daemon's socket. */
export interface CycleRequest {
  readonly version: string;
  readonly options: AskedCycle;
}

/** A line of the answer; the last one is the report or the failure. */
export type CycleReply =
  | { readonly progress: ProgressEvent }
  | { readonly report: CycleReport }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint?: string } };

export function controlFolder(gitFolder: string): string {
  return path.join(gitFolder, 'tidemark', 'daemon');
}

/** The file that names the socket of the daemon which holds a repository. */
export function addressFile(gitFolder: string): string {
  return path.join(controlFolder(gitFolder), 'address.json');
}

/** Tells once that a daemon has begun a cycle and said nothing for five seconds. */
interface ToldSilence {
  readonly clock: Pick<Clock, 'sleep'>;
  tell(): void;
}

const silentMs = 5_000;

/**
 * Has the daemon that holds a repository run a cycle now, as if the caller ran it; null where no daemon can be asked. Throws what
 * the cycle throws there.
 */
export async function askForCycle(
  gitFolder: string,
  request: CycleRequest,
  {
    signal,
    onProgress,
    silence,
  }: { signal: AbortSignal; onProgress?: (event: ProgressEvent) => void; silence?: ToldSilence },
): Promise<CycleReport | null> {
  const connection = await connectTo(gitFolder);
  if (connection === null) return null;
  const leave = (): void => void connection.destroy();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const heard = new AbortController();
  silence?.clock.sleep(silentMs, heard.signal).then(
    () => silence.tell(),
    () => undefined,
  );
  try {
    connection.write(`${JSON.stringify(request)}\n`);
    for await (const line of linesOf(connection)) {
      heard.abort();
      const reply = JSON.parse(line) as CycleReply;
      if ('report' in reply) return reply.report;
      if ('error' in reply) {
        const { code, message, ...rest } = reply.error;
        throw new AppError(code, message, rest);
      }
      onProgress?.(reply.progress);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The connection broke; the code below reports that.
  } finally {
    heard.abort();
    signal.removeEventListener('abort', leave);
    connection.destroy();
  }
  if (signal.aborted) throw new AppError('CANCELLED', 'the cycle was given up');
  throw new AppError('INCOMPLETE', 'the daemon ended before the cycle did', {
    hint: 'Run `tidemark sync` again: what was begun is found and completed.',
  });
}

/**
 * The port at which the daemon that holds a repository answers requests about its status, as it noted when it began; null where it
 * noted none. A daemon that was killed leaves its note.
 */
export function notedPort(gitFolder: string): number | null {
  const { listens } = readAddresses(gitFolder) ?? {};
  const port = listens === undefined || !URL.canParse(listens) ? 0 : Number(new URL(listens).port);
  return port === 0 ? null : port;
}

function readAddresses(gitFolder: string): { readonly socket: string; readonly listens?: string } | null {
  try {
    return JSON.parse(readFileSync(addressFile(gitFolder), 'utf8')) as { socket: string };
  } catch {
    return null;
  }
}

async function connectTo(gitFolder: string): Promise<Socket | null> {
  const socket = readAddresses(gitFolder)?.socket;
  if (socket === undefined) return null;
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(connection));
    // A daemon that was killed leaves the address of a socket on which nobody listens.
    connection.once('error', () => resolve(null));
  });
}

/** The lines that come over a connection, without their line ends. */
export async function* linesOf(connection: Socket): AsyncIterable<string> {
  let rest = '';
  connection.setEncoding('utf8');
  // A caller that reads a single line may still have an answer to write.
  const chunks = connection.iterator({ destroyOnReturn: false }) as AsyncIterable<string>;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
