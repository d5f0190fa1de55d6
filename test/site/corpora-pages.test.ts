import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { ManualClock } from '../../src/clock/index.ts';
import {
  exportSite,
  folderSpace,
  memoryFiles,
  profileOfSpace,
  serveSite,
  type SiteInput,
  type SiteServer,
} from '../../src/site/index.ts';
import { corporaFolder, hasCorpora } from '../support/corpora.ts';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';
import { linksInLinks, rawMarkupIn, validityFaults } from './markup.ts';

const names = ['bullmq-docs', 'draftbot-guide', 'example-site', 'sunbird-community'];
/** Pages that axe judges, of all four together. */
const judged = 40;

interface Exported {
  readonly name: string;
  readonly server: SiteServer;
  /** Texts of the pages, by their addresses. */
  readonly pages: ReadonlyMap<string, string>;
  /** What the export reported. */
  readonly warnings: string;
}

async function inputOf(name: string): Promise<SiteInput> {
  const root = join(corporaFolder, name);
  if (existsSync(join(root, 'structure.json')))
    return (await readMirrorSource({ root, ...siteInFolder(root) })).input;
  const { space } = folderSpace({ id: 'corpus', title: name, folder: root });
  return { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) };
}

async function exportedCorpus(name: string): Promise<Exported> {
  const files = memoryFiles();
  const { warnings } = await exportSite(await inputOf(name), {
    files,
    clock: new ManualClock(),
    baseUrl: '/',
    allowPrivate: true,
  });
  const pages = files
    .list()
    .filter((path) => path.endsWith('.html'))
    .sort()
    .map((path) => [path, Buffer.from(files.read(path) ?? []).toString()] as const);
  return {
    name,
    server: await serveSite(files),
    pages: new Map(pages),
    warnings: warnings.map(({ message }) => message).join('\n'),
  };
}

/** The links of a page to parts of pages that do not have these parts. */
function deadAnchors(path: string, pages: ReadonlyMap<string, string>): string[] {
  const base = new URL(path.replace(/(?:index)?\.html$/, ''), 'http://site/');
  return [...(pages.get(path) ?? '').matchAll(/<a [^>]*?href="([^"]*#[^"]+)"/g)].flatMap(
    ([, written = '']) => {
      const { origin, pathname, hash } = new URL(written.replaceAll('&amp;', '&'), base);
      const place = decodeURIComponent(pathname.slice(1));
      const file = [`${place}.html`, `${place}index.html`, `${place}/index.html`].find((each) =>
        pages.has(each),
      );
      if (origin !== base.origin || file === undefined) return [];
      const id = decodeURIComponent(hash.slice(1));
      return pages.get(file)?.includes(` id="${id.replaceAll('&', '&amp;')}"`) === true ? [] : [`#${id}`];
    },
  );
}

/** The features of a page that other pages may not have, with their number and variety. */
const traits =
  /class="(?:cards|code|columns|content-page|cover|diagram|embed|expandable|file|formula|hint|mention|notes|operation|options|rating|schema|steps|table|tabs|tasks|update)\b|<(?:img|figure|mark|kbd|h[2-6]|math)\b/g;

/** Pages that differ as much as possible: each page has the most features that the pages before it lack. */
function varied(pages: ReadonlyMap<string, string>, count: number): string[] {
  const left = new Map([...pages].map(([path, html]) => [path, new Set(html.match(traits))]));
  const seen = new Map<string, number>();
  const chosen: string[] = [];
  while (chosen.length < count && left.size > 0) {
    const worth = (found: ReadonlySet<string>): number =>
      [...found].reduce((sum, trait) => sum + 1 / (1 + (seen.get(trait) ?? 0)), 0);
    const [path, found] = [...left].reduce((best, each) => (worth(each[1]) > worth(best[1]) ? each : best));
    for (const trait of found) seen.set(trait, (seen.get(trait) ?? 0) + 1);
    left.delete(path);
    chosen.push(path);
  }
  return chosen;
}

describe.skipIf(!hasCorpora)('the pages of real documentation', () => {
  const corpora: Exported[] = [];
  const faults = (
    judge: (html: string) => string[],
    of = (each: Exported) => [...each.pages.keys()],
  ): string[] =>
    corpora.flatMap((corpus) =>
      of(corpus).flatMap((path) =>
        judge(corpus.pages.get(path) ?? '').map((each) => `${corpus.name}/${path}: ${each}`),
      ),
    );

  beforeAll(async () => {
    for (const name of names) corpora.push(await exportedCorpus(name));
  }, 120_000);
  afterAll(async () => {
    for (const { server } of corpora) await server.close();
  });

  it('show no markup, and have no link in a link', { timeout: 120_000 }, () => {
    expect(corpora.reduce((sum, { pages }) => sum + pages.size, 0)).toBeGreaterThan(350);
    expect(faults(rawMarkupIn)).toEqual([]);
    expect(faults(linksInLinks)).toEqual([]);
  });

  it('have no link to a part that is not there, but those of their writers, which are all reported', () => {
    const dead = corpora.flatMap(({ name, pages, warnings }) =>
      [...pages.keys()].flatMap((path) =>
        deadAnchors(path, pages).map((anchor) => ({ at: `${name}/${path}`, anchor, warnings })),
      ),
    );
    const unreported = dead.filter(({ anchor, warnings }) => !warnings.includes(`"${anchor}"`));
    expect(unreported.map(({ at, anchor }) => `${at} ${anchor}`)).toEqual([]);
    expect(corpora.some(({ pages }) => [...pages.values()].some((page) => page.includes('href="#')))).toBe(
      true,
    );
  });

  it('are valid HTML', { timeout: 120_000 }, () => {
    expect(faults(validityFaults, ({ pages }) => ['404.html', 'search.html', ...varied(pages, 20)])).toEqual(
      [],
    );
  });

  it.skipIf(!hasBrowser)('have no findings of axe, light and dark', { timeout: 600_000 }, async () => {
    const browser = await launch();
    const found: string[] = [];
    let count = 0;
    for (const { name, server, pages } of corpora) {
      const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
      for (const path of varied(pages, judged / names.length)) {
        const answer = await page.goto(server.url + path.replace(/(?:index)?\.html$/, ''), {
          waitUntil: 'load',
        });
        found.push(...(await accessibilityFaults(page)).map((each) => `${name}/${path} ${each}`));
        if (answer?.status() === 200) count += 1;
      }
      await page.close();
    }
    await browser.close();

    expect(count).toBe(judged);
    expect(found).toEqual([]);
  });
});
