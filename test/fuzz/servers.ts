import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { shapes } from '../people/world.ts';
import type { Shape } from '../people/world.ts';
import { removeLeftLocks } from '../support/git-http-backend.ts';
import { readyOf, type Installed, type Running } from '../support/installed.ts';
import { Way } from './proxy.ts';
import { writeSpace } from '../people/spaces.ts';

/** The embedded service as a process that can be killed and started again, with its data on disk. */
export class ServiceProcess {
  readonly way: Way;
  token = '';
  url = '';
  readonly #installed: Installed;
  readonly #folder: string;
  readonly #arguments: readonly string[];
  readonly #spaces = new Map<Shape, string[]>();
  #running: Running | null = null;

  private constructor(
    installed: Installed,
    { folder, port, importPorts, way }: ServiceOptions & { readonly way: Way },
  ) {
    this.way = way;
    this.#installed = installed;
    this.#folder = folder;
    this.#arguments = [
      ...['serve', '--json', '--port', String(port), '--data', 'data'],
      ...['--rate', '100000000'],
      ...importPorts.flatMap((each) => ['--import-allow', `127.0.0.1:${each}`]),
    ];
  }

  /** Starts one with fresh spaces of each shape. */
  static async open(installed: Installed, options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(installed, {
      ...options,
      way: await Way.open('the service', options.heard),
    });
    const seeds: string[] = [];
    for (const shape of shapes)
      for (let number = 0; number < options.each; number++) {
        const name = `${shape.replaceAll(' ', '-')}-${number}`;
        writeSpace(join(options.folder, 'seed', name), shape);
        seeds.push(join('seed', name));
      }
    const spaces = await service.#start(seeds.flatMap((seed) => ['--seed', seed]));
    for (const [at, shape] of shapes.entries())
      service.#spaces.set(
        shape,
        spaces.slice(at * options.each, (at + 1) * options.each).map(({ id }) => id),
      );
    return service;
  }

  /** A space of a shape that nobody has used; null when there is none left. */
  take(shape: Shape): string | null {
    return this.#spaces.get(shape)!.shift() ?? null;
  }

  async #start(seeds: readonly string[]): Promise<readonly { readonly id: string }[]> {
    const running = this.#installed.start([...this.#arguments, ...seeds], { cwd: this.#folder });
    this.#running = running;
    const { url, token, spaces } = await readyOf(running);
    this.token ||= token ?? '';
    this.url = url;
    this.way.leadTo(url);
    return spaces;
  }

  /** Kills it, and starts it again on the same port with the same data. */
  async killAndRestart(): Promise<void> {
    await this.#running?.end('SIGKILL');
    await this.#start([]);
  }

  async close(): Promise<void> {
    await this.#running?.end('SIGKILL');
    await this.way.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface ServiceOptions {
  readonly folder: string;
  readonly port: number;
  readonly importPorts: readonly number[];
  /** So many spaces of each shape. */
  readonly each: number;
  readonly heard: string[];
}

/** Git's own server as a process that can be killed. */
export class GitHostProcess {
  readonly way: Way;
  readonly folder: string;
  readonly #script: string;
  #child: ChildProcess | null = null;

  private constructor(folder: string, script: string, way: Way) {
    this.folder = folder;
    this.#script = script;
    this.way = way;
  }

  static async open(folder: string, script: string, heard: string[]): Promise<GitHostProcess> {
    mkdirSync(folder, { recursive: true });
    const host = new GitHostProcess(folder, script, await Way.open('the git host', heard));
    await host.#start();
    return host;
  }

  async #start(): Promise<void> {
    // A group of its own, so that the programs that answer die with it.
    const child = spawn(process.execPath, [this.#script, this.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.#child = child;
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    this.way.leadTo(url);
  }

  /** Kills it with all that it runs, and starts it again. */
  async killAndRestart(): Promise<void> {
    await this.#kill();
    removeLeftLocks(this.folder);
    await this.#start();
  }

  async #kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const gone = once(child, 'close');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    await this.#kill();
    await this.way.close();
  }
}
