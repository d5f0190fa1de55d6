/**
 * Replaces a file whose folder is locked in the middle, lists the files, makes new files in the folder and in a new one below it, and lets
 * the next process recover while the folder is locked, and another one when it is not. Arguments: the folder of the files, the private folder and the mode of the locked folder. Prints the answers as JSON.
 */
import { chmodSync } from 'node:fs';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { contentId, RealDisk, SafeFiles } from '../../src/files/index.ts';

const [root = '', privateFolder = '', mode = ''] = process.argv.slice(2);

class LockingDisk extends RealDisk {
  override async takeAside(...given: Parameters<RealDisk['takeAside']>): ReturnType<RealDisk['takeAside']> {
    const taken = await super.takeAside(...given);
    chmodSync(`${root}/docs`, Number.parseInt(mode, 8));
    return taken;
  }
}

const start = (disk: RealDisk): SafeFiles => new SafeFiles({ disk, clock: realClock, random: realRandom });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const disk = new LockingDisk({ root, privateFolder });
const replaced = await start(disk).replace('docs/a.md', contentId(bytes('a')), bytes('b'));
const writable = await disk.isWritable('docs/a.md');
const listed = (await disk.list({})).map(({ path, kind }) => `${kind} ${path}`);
const below = (await disk.list({ under: ['docs'] })).map(({ path, kind }) => `${kind} ${path}`);
const created = [];
for (const path of ['docs/c.md', 'docs/new/c.md']) created.push(await start(disk).create(path, bytes('c')));
const aside = await new RealDisk({ root, privateFolder }).takeAside('docs/b.md', 'aside');
const locked = await start(new RealDisk({ root, privateFolder })).recover();
chmodSync(`${root}/docs`, 0o755);
const recovered = await start(new RealDisk({ root, privateFolder })).recover();
process.stdout.write(
  JSON.stringify({ replaced, writable, listed, below, created, aside, locked, recovered }),
);
