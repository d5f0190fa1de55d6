import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError, makeFolders, messageOf } from '../base/index.ts';
import type { CycleOptions, CycleReport } from '../sync/index.ts';
import { addressFile, controlFolder, linesOf, type CycleRequest, type CycleReply } from './control-port.ts';

/** The socket through which a command on this machine asks the daemon for a cycle. */
export interface Control {
  /** Accepts nothing new, and aborts the requested cycles once `patience` is over. */
  close(patience: Promise<unknown>): Promise<void>;
}

export interface ControlOptions {
  /** The git folder that the repository's working trees share. */
  readonly gitFolder: string;
  /**
   * The version of this program. Requests from a program of another version are refused: they may contain options that this
   * version does not know.
   */
  readonly version: string;
  /** Where this daemon answers requests about its status, for commands that the configuration does not tell the port. */
  readonly listens?: string;
  cycle(options: CycleOptions): Promise<CycleReport>;
}

/** The longest path, in bytes, that a socket may have on every system. */
const longestPath = 100;

/**
 * Listens on a socket that only this user can open: it has the mode 0600, and is in a folder with the mode 0700. No other user of
 * the machine, and no page in a browser, can ask for a cycle there. A file in the repository's git folder names the socket.
 */
export async function serveControl({ gitFolder, version, listens, cycle }: ControlOptions): Promise<Control> {
  const folder = controlFolder(gitFolder);
  makeFolders(folder, 0o700);
  chmodSync(folder, 0o700);
  const { socket, remove } = socketIn(folder);
  const running = new Map<Promise<void>, AbortController>();
  const server = createServer((connection) => {
    const ended = new AbortController();
    const answer = answerOn(connection, { version, cycle, ended }).finally(() => running.delete(answer));
    running.set(answer, ended);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => resolve());
  });
  if (process.platform !== 'win32') chmodSync(socket, 0o600);
  writeFileSync(addressFile(gitFolder), `${JSON.stringify({ socket, listens })}\n`, { mode: 0o600 });
  return {
    close: async (patience) => {
      rmSync(addressFile(gitFolder), { force: true });
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([Promise.allSettled(running.keys()), patience]);
      for (const ended of running.values()) ended.abort();
      await Promise.allSettled(running.keys());
      await closed;
      remove();
    },
  };
}

/** Where to listen: beside the address file or, where that path is too long for a socket, in a private temporary folder. */
function socketIn(folder: string): { socket: string; remove(): void } {
  if (process.platform === 'win32')
    return { socket: `\\\\.\\pipe\\tidemark-${process.pid}`, remove: () => undefined };
  const near = path.join(folder, 'control.sock');
  // Only one daemon holds the repository: a socket that still exists belongs to a daemon that was killed.
  rmSync(near, { force: true });
  if (Buffer.byteLength(near) <= longestPath)
    return { socket: near, remove: () => rmSync(near, { force: true }) };
  const apart = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
  return {
    socket: path.join(apart, 'control.sock'),
    remove: () => rmSync(apart, { recursive: true, force: true }),
  };
}

/** Answers the one request of a connection; when the caller goes away, its cycle ends. */
async function answerOn(
  connection: Socket,
  { version, cycle, ended }: Pick<ControlOptions, 'version' | 'cycle'> & { ended: AbortController },
): Promise<void> {
  connection.on('error', () => ended.abort());
  connection.on('close', () => ended.abort());
  const say = (reply: CycleReply): void => void connection.write(`${JSON.stringify(reply)}\n`);
  try {
    for await (const line of linesOf(connection)) {
      const request = JSON.parse(line) as CycleRequest;
      if (request.version !== version) throw otherVersion(request.version, version);
      const report = await cycle({
        ...request.options,
        signal: ended.signal,
        onProgress: (progress) => say({ progress }),
      });
      say({ report });
      break;
    }
  } catch (error) {
    const told = error instanceof AppError ? error : new AppError('INTERNAL', messageOf(error));
    if (!connection.destroyed) say({ error: told.toJSON() });
  } finally {
    connection.end();
  }
}

function otherVersion(theirs: string, ours: string): AppError {
  return new AppError(
    'HELD',
    `the daemon that holds the repository is of version ${ours}, this program of ${theirs}`,
    {
      hint: 'Start the daemon again, so that both are of one version.',
    },
  );
}
