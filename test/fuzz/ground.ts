import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Setting } from '../people/world.ts';
import { installedProgram, type Installed } from '../support/installed.ts';
import { importsWithoutIdentities, type OnTheWayServer } from '../support/odd-service.ts';
import { GitHostProcess, ServiceProcess } from './servers.ts';

/** So many spaces of each shape a service begins with; when one shape is used up, another service is started. */
const spacesOfEach = 12;

/** What schedules share: the installed program, and servers that stay alive between them. */
export class Ground {
  readonly installed: Installed;
  readonly folder: string;
  readonly importPorts: readonly number[];
  /** What stands before each of these ports, and takes identities out of imports. */
  readonly #withoutIdentities: readonly OnTheWayServer[];
  readonly keep: boolean;
  /** What the ways to the servers did to requests, since somebody looked. */
  readonly heard: string[] = [];
  readonly #gitHostScript: string;
  #service: ServiceProcess | null = null;
  #gitHost: GitHostProcess | null = null;
  #serial = 0;

  private constructor(
    installed: Installed,
    {
      folder,
      importPorts,
      withoutIdentities,
      keep,
      gitHostScript,
    }: GroundOptions & {
      folder: string;
      importPorts: readonly number[];
      withoutIdentities: readonly OnTheWayServer[];
    },
  ) {
    this.installed = installed;
    this.folder = folder;
    this.importPorts = importPorts;
    this.#withoutIdentities = withoutIdentities;
    this.keep = keep;
    this.#gitHostScript = gitHostScript;
  }

  static async open(options: GroundOptions): Promise<Ground> {
    const installed = await installedProgram();
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'));
    const importPorts = [await freePort(), await freePort()];
    const withoutIdentities = await Promise.all(
      importPorts.map((port) => importsWithoutIdentities(() => `http://127.0.0.1:${port}`)),
    );
    return new Ground(installed, { ...options, folder, importPorts, withoutIdentities });
  }

  next(): number {
    return ++this.#serial;
  }

  /** The address at which a service gets the imports of a clone: null for the clone's own. */
  importUrl(clone: number, { identities }: Setting): string | null {
    return identities === 'ignored' ? this.#withoutIdentities[clone]!.url : null;
  }

  /** A space that nobody has used, of the shape that a setting wants. */
  async space({ shape }: Setting): Promise<{ process: ServiceProcess; space: string }> {
    const known = this.#service;
    const space = known?.take(shape);
    if (known && space) return { process: known, space };
    await known?.close();
    const folder = join(this.folder, `service-${this.next()}`);
    mkdirSync(folder);
    const process = await ServiceProcess.open(this.installed, {
      folder,
      port: await freePort(),
      importPorts: [
        ...this.importPorts,
        ...this.#withoutIdentities.map(({ url }) => Number(new URL(url).port)),
      ],
      each: spacesOfEach,
      heard: this.heard,
    });
    this.#service = process;
    return { process, space: process.take(shape)! };
  }

  async gitHost(): Promise<GitHostProcess> {
    this.#gitHost ??= await GitHostProcess.open(
      join(this.folder, 'git-host'),
      this.#gitHostScript,
      this.heard,
    );
    return this.#gitHost;
  }

  async close(): Promise<void> {
    await this.#service?.close();
    await this.#gitHost?.close();
    for (const server of this.#withoutIdentities) await server.close();
    if (!this.keep) rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface GroundOptions {
  /** Folders of schedules are left for a person to look at. */
  readonly keep: boolean;
  /** The script of the git host's process. */
  readonly gitHostScript: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
