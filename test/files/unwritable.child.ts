/** Asks where this user may write, and tries it. Arguments: the folder of the files and the private folder. Prints the answers as JSON. */
import { realClock, realRandom } from '../../src/clock/index.ts';
import { contentId, RealDisk, SafeFiles } from '../../src/files/index.ts';

const [root = '', privateFolder = ''] = process.argv.slice(2);
const files = new SafeFiles({
  disk: new RealDisk({ root, privateFolder }),
  clock: realClock,
  random: realRandom,
});
const writable: Record<string, boolean> = {};
for (const at of ['docs/a.md', 'docs/new/deep.md', 'docs/open/b.md', 'other/c.md'])
  writable[at] = await files.isWritable(at);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const replaced = await files.replace('docs/a.md', contentId(bytes('a')), bytes('b'));
const removed = await files.remove('docs/a.md', contentId(bytes('a')));
process.stdout.write(JSON.stringify({ writable, replaced, removed }));
