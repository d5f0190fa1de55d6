import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/index.ts';

export interface Tarball {
  readonly path: string;
  remove(): void;
}

/** Builds the checkout where that is needed, and packs it. */
export async function packTarball(): Promise<Tarball> {
  const script: string = '../../scripts/ready.mjs';
  const { build } = (await import(script)) as { build: () => void };
  build();
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tarball-'));
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: packageRoot(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(printed) as [{ filename: string }];
  return {
    path: join(folder, packed.filename),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
