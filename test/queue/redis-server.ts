import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A redis-server of the test's own: a free port, a directory of its own, every write on disk before it is answered. */
export class RedisServer {
  readonly url: string;
  #child: ChildProcess | undefined;

  private constructor(
    readonly binary: string,
    readonly port: number,
    readonly directory: string,
  ) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const binary = redisBinary();
    if (binary === undefined) throw new Error('there is no redis-server or valkey-server on the PATH');
    const server = new RedisServer(
      binary,
      await freePort(),
      await mkdtemp(join(tmpdir(), 'tidemark-redis-')),
    );
    await server.up();
    return server;
  }

  /** Starts the server again on the same port with the same data. */
  async up(): Promise<void> {
    const child = spawn(
      this.binary,
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.directory],
        ...[
          '--appendonly',
          'yes',
          '--appendfsync',
          'always',
          '--save',
          '',
          '--maxmemory-policy',
          'noeviction',
        ],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${said}`)));
      child.once('error', reject);
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Ready to accept connections')) resolve();
      });
    });
  }

  /** Stops the process without its end (SIGSTOP), or lets it go on (SIGCONT): its connections stay open and say nothing. */
  freeze(frozen: boolean): void {
    this.#child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Takes everything that was written away from a server that is down. */
  async forget(): Promise<void> {
    for (const name of await readdir(this.directory))
      await rm(join(this.directory, name), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await this.down('SIGKILL');
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** The path of the server's binary, or undefined where none is installed. */
export function redisBinary(): string | undefined {
  const directories = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  const candidates = directories.flatMap((one) => [join(one, 'redis-server'), join(one, 'valkey-server')]);
  return candidates.find((candidate) => existsSync(candidate));
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
