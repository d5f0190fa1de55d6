import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activeFiles, allActiveFiles } from '../site/active-files.ts';
import { aliveIn, oneOfEachKind } from '../site/alive-files.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { writeFiles, type Ground } from './ground.ts';
import { firstLine, type Kind } from './kind.ts';

/** Files that act in a browser, exported by the installed program and opened from a host that sends none of our headers. */
export const assets: Kind = {
  name: 'assets',
  missing: hasBrowser ? null : 'chromium',
  play: async (ground) => {
    const files = allActiveFiles();
    const exported = await exportAll(ground, files);
    if (exported.size < files.size)
      throw new Error(`The export wrote ${exported.size} files of ${files.size}.`);
    const browser = await launch();
    try {
      const live = new Map(
        [...activeFiles()].filter(([name]) => name === 'attlist.svg' || name === 'page0.txt'),
      );
      const seen = new Set([
        ...(await aliveIn(browser, live, true)),
        ...(await aliveIn(browser, live, false)),
      ]);
      if (seen.size !== live.size)
        throw new Error(`The judge sees ${[...seen].join(', ')} of ${live.size} live files.`);
      const kinds = oneOfEachKind(exported);
      const alive = {
        'with the usual types': await aliveIn(browser, kinds, true),
        'without any type': await aliveIn(browser, kinds, false),
      };
      return Object.entries(alive).flatMap(([how, names]) =>
        [...exported.keys()].map((name) => ({
          vector: `${name}, served ${how}`,
          broken: names.includes(name) ? 'The file ran something, or asked another host.' : null,
        })),
      );
    } finally {
      await browser.close();
    }
  },
};

async function exportAll(
  ground: Ground,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const folder = ground.folder('assets');
  const links = [...files.keys()].map((name) => `{% file src=".gitbook/assets/${name}" %}`);
  writeFiles(join(folder, 'docs'), {
    'README.md': `# Home\n\n${links.join('\n\n')}\n`,
    'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
    ...Object.fromEntries([...files].map(([name, bytes]) => [`.gitbook/assets/${name}`, bytes])),
  });
  const { code, err } = await ground.run(['export', 'docs', '--out', 'site'], { cwd: folder });
  if (code !== 0) throw new Error(`The export ended with ${code}: ${firstLine(err)}`);
  const site = join(folder, 'site', '_files');
  return new Map(readdirSync(site).map((name) => [name, readFileSync(join(site, name))]));
}
