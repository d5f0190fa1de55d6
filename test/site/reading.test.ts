import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, type SiteInput, type SiteServer } from '../../src/site/index.ts';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSpace, exported, summary } from './site-fixture.ts';

const spec = readFileSync(new URL('./pets.yaml', import.meta.url), 'utf8');

const tabs = (first: string): string =>
  `{% tabs %}\n{% tab title="${first}" %}\n\`\`\`sh\nnpm install ${first}\n\`\`\`\n{% endtab %}\n{% tab title="Yarn" %}\nWith yarn.\n{% endtab %}\n{% endtabs %}`;

/** A site with something of everything. */
function wholeSite(): SiteInput {
  const pages: Record<string, string> = {
    'README.md': `---\ndescription: Everything about tides\nicon: water\n---\n\n# Tides\n\n<a href="start.md" class="button primary">Begin</a> <button type="button" class="button secondary" data-action="ask" data-query="harbour">Ask</button>\n\n<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><h3>Start</h3></td><td>The first steps.</td><td><a href="start.md">start.md</a></td></tr><tr><td><strong>Blocks</strong></td><td>All of them.</td><td><a href="blocks.md">blocks.md</a></td></tr></tbody></table>\n`,
    'start.md': `# Start\n\n## Install\n\n${tabs('npm')}\n\n## Again\n\n${tabs('pnpm')}\n\n## A harbour\n\nBoats wait in the harbour.\n\n[Charts](https://charts.example.com/) <https://charts.example.com/a?b=%C3%A4> [charts.example.com](https://charts.example.com/)\n\n- [x] done\n- [ ] open\n\n| A | B |\n|---|---|\n| 1 | 2 |\n`,
    'blocks.md': `# Blocks\n\n${['info', 'success', 'warning', 'danger'].map((style) => `{% hint style="${style}" %}\nA [link](start.md) and \`code\`.\n{% endhint %}`).join('\n\n')}\n\n{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}\n\n<details><summary>More</summary>\n\nFolded words.\n\n</details>\n\n{% code title="a.ts" lineNumbers="true" %}\n\`\`\`typescript\n// a comment\nexport const a: number = call("text", 1);\n\`\`\`\n{% endcode %}\n\n{% updates format="full" %}\n{% update date="2026-01-29" tags="x" %}\n## News\n\nWords.\n{% endupdate %}\n{% endupdates %}\n\nA note[^1]. <mark style="color:red;">red</mark> <mark style="background-color:blue;">blue</mark> <kbd>K</kbd>\n\n$$\nx^2\n$$\n\n{% embed url="https://www.youtube.com/watch?v=x" %}\n\n{% embed url=".gitbook/assets/tide.mp4" %}\nThe tide\n{% endembed %}\n\n{% embed url=".gitbook/assets/bell.ogg" %}\n\n[^1]: Small print.\n`,
    '.gitbook/assets/tide.mp4': 'mp4',
    '.gitbook/assets/bell.ogg': 'ogg',
    'api.md':
      '# API\n\n{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}\n{% endopenapi-operation %}\n',
  };
  for (let number = 1; number <= 14; number += 1)
    pages[`more/page-${number}.md`] = `# Page ${number}\n\n## Part\n\nWords of page ${number}.\n`;
  pages['SUMMARY.md'] = summary(
    '* [Tides](README.md)',
    '* [Start](start.md)',
    '* [Blocks](blocks.md)',
    '* [API](api.md)',
    '',
    '## More',
    '',
    ...Array.from({ length: 14 }, (_, at) => `* [Page ${at + 1}](more/page-${at + 1}.md)`),
  );
  const english = aSpace(pages, { id: 'en' });
  const german = aSpace(
    {
      'SUMMARY.md': summary('* [Gezeiten](README.md)', '* [Anfang](start.md)'),
      'README.md': '# Gezeiten\n',
      'start.md': '# Anfang\n\nSchiffe.\n',
    },
    { id: 'de' },
  );
  const guides = aSpace(
    { 'SUMMARY.md': summary('* [Guides](README.md)'), 'README.md': '# Guides\n\nWords.\n' },
    { id: 'guides' },
  );
  return {
    source: { spaces: [english, german, guides], specs: [{ slug: 'pets', text: spec }] },
    profile: {
      site: { title: 'Tides' },
      structure: {
        type: 'sections',
        structure: [
          {
            object: 'site-section',
            id: 's1',
            title: 'Docs',
            icon: 'book',
            path: 'docs',
            default: true,
            siteSpaces: [
              { id: 'a', path: 'en', title: 'English', default: true, space: { id: 'en', language: 'en' } },
              { id: 'b', path: 'de', title: 'Deutsch', space: { id: 'de', language: 'de' } },
            ],
          },
          {
            object: 'site-section-group',
            id: 'g',
            title: 'More',
            sections: [
              {
                object: 'site-section',
                id: 's2',
                title: 'Guides',
                description: 'Step by step',
                path: 'guides',
                siteSpaces: [{ id: 'c', path: 'x', space: { id: 'guides' } }],
              },
            ],
          },
        ],
      },
      customizations: {
        site: {
          styling: {
            primaryColor: { light: '#e0a800', dark: '#ffe08a' },
            corners: 'rounded',
            sidebar: { background: 'filled' },
          },
          header: { links: [{ title: 'Elsewhere', to: { kind: 'url', url: 'https://example.com' } }] },
          footer: {
            copyright: '© Tides',
            groups: [
              {
                title: 'Links',
                links: [{ title: 'Elsewhere', to: { kind: 'url', url: 'https://example.com' } }],
              },
            ],
          },
          announcement: { enabled: true, message: 'High water today', style: 'warning' },
          feedback: { enabled: true },
        },
      },
    },
  };
}

describe.skipIf(!hasBrowser)('a reader in a browser', () => {
  let browser: Browser;
  let server: SiteServer;
  const troubles: string[] = [];

  beforeAll(async () => {
    const files = memoryFiles();
    await exported(wholeSite(), { files });
    server = await serveSite(files);
    browser = await launch();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !message.text().includes('404'))
        troubles.push(`${path}: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`${path}: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        troubles.push(`${path} asked ${request.url()}`);
    });
    await page.goto(server.url + path, { waitUntil: 'load' });
    return page;
  }

  it(
    'finds a page of each kind without a fault for those who use other senses, in light and in dark',
    { timeout: 120_000 },
    async () => {
      const paths = ['', 'start', 'blocks', 'api', 'docs/de/', 'guides/', 'more/page-1', 'search', 'nowhere'];
      const faults: string[] = [];
      for (const path of paths) {
        const page = await open(path, { bypassCSP: true });
        faults.push(...(await accessibilityFaults(page)).map((each) => `/${path} ${each}`));
        await page.context().close();
      }

      expect(faults).toEqual([]);
    },
  );

  it('chooses tabs by keyboard, in step on the whole page, and finds the choice again', async () => {
    const page = await open('start');
    const selected = (): Promise<string[]> =>
      page.$$eval('[role="tab"][aria-selected="true"]', (all) => all.map((each) => each.textContent ?? ''));

    await page.focus('[role="tab"]');
    await page.keyboard.press('ArrowRight');
    const chosen = await selected();
    await page.reload();
    const again = await selected();

    expect(chosen).toEqual(['Yarn', 'Yarn']);
    expect(again).toEqual(['Yarn', 'Yarn']);
    await page.context().close();
  });

  it('searches by keyboard and opens what it finds, at the place', async () => {
    const page = await open('');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('harb');
    await page.waitForSelector('.search-results li');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/start#a-harbour');

    expect(await page.title()).toBe('Start | Tides');
    await page.context().close();
  });

  it('switches the theme, and keeps it without a flash', async () => {
    const page = await open('start', { colorScheme: 'light' });
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();

    await page.click('.theme-switch');
    const dark = await ground();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('main');

    expect(dark).not.toBe(light);
    expect(await ground()).toBe(dark);
    await page.context().close();
  });

  it('changes the variant by keyboard and stays on the page', async () => {
    const page = await open('start');

    await page.focus('.variants summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/de/start');

    expect(await page.textContent('h1')).toBe('Anfang');
    await page.context().close();
  });

  it('opens the menu on a small screen, walks it, and leaves it by Escape', async () => {
    const page = await open('start', { viewport: { width: 390, height: 800 } });
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent.trim()');

    await page.focus('.drawer-open');
    await page.keyboard.press('Enter');
    const inMenu = await focused();
    await page.keyboard.press('Escape');

    expect(inMenu).toBe('Start');
    expect(await page.getAttribute('.drawer-open', 'aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.className')).toBe('drawer-open');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.context().close();
  });

  it('copies code', async () => {
    const page = await open('blocks', { permissions: ['clipboard-read', 'clipboard-write'] });

    await page.focus('.copy-code');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.copy-code.done');

    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'export const a: number = call("text", 1);',
    );
    await page.context().close();
  });

  it('reads everything without scripts', async () => {
    const page = await open('start', { javaScriptEnabled: false });

    expect(await page.isVisible('text=With yarn.')).toBe(true);
    expect(await page.isVisible('.sidebar >> text=Blocks')).toBe(true);
    expect(await page.isVisible('.copy-code')).toBe(false);
    await page.goto(`${server.url}search`);
    expect(await page.isVisible('main >> text=Page 7')).toBe(true);
    await page.context().close();
  });

  it('has players for videos and sounds that can be seen, in the middle above their words', async () => {
    const page = await open('blocks');

    const places = await page.$$eval('.content :is(video, audio)', (players) =>
      players.map((player) => {
        const [own, around] = [player, player.parentElement].map((each) => each?.getBoundingClientRect());
        const offset = (own?.left ?? 0) - (around?.left ?? 0) - ((around?.right ?? 0) - (own?.right ?? 0));
        return [player.tagName, (own?.height ?? 0) > 40, Math.round(offset)];
      }),
    );

    expect(places).toEqual([
      ['VIDEO', true, 0],
      ['AUDIO', true, 0],
    ]);
    await page.context().close();
  });

  it('lists the first page of a group in the same column as the title of the group', async () => {
    const page = await open('search');

    const parted = await page.evaluate(() => {
      const group = Array.from(document.querySelectorAll('.all-pages span')).find(
        (each) => each.textContent === 'More',
      );
      const entry = group?.closest('li');
      const columnsApart: number[] = [];
      for (let before = 0; before < 20; before += 1) {
        entry?.before(Object.assign(document.createElement('li'), { textContent: 'One more' }));
        const first = entry?.querySelector('ul li')?.getBoundingClientRect().left ?? 0;
        columnsApart.push(Math.round((first - (group?.getBoundingClientRect().left ?? 0)) / 100));
      }
      return columnsApart.filter((each) => each !== 0);
    });

    expect(parted).toEqual([]);
    await page.context().close();
  });

  it('prints what is folded away on the screen', async () => {
    const page = await open('start');

    await page.emulateMedia({ media: 'print' });

    expect(await page.isVisible('text=With yarn.')).toBe(true);
    expect(await page.isVisible('.site-header')).toBe(false);
    await page.context().close();
  });

  it('prints the address of each link once', async () => {
    const page = await open('start');
    await page.emulateMedia({ media: 'print' });

    const printed = await page.$$eval('.content p > a', (links) =>
      links.map((link) => `${link.textContent}${getComputedStyle(link, '::after').content}`),
    );

    expect(printed).toEqual([
      'Charts" (https://charts.example.com/)"',
      'https://charts.example.com/a?b=%C3%A4none',
      'charts.example.comnone',
    ]);
    await page.context().close();
  });

  it('meets no error, no broken policy and no other host on the way', () => {
    expect(troubles).toEqual([]);
  });
});
