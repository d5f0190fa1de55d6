import { describe, expect, it } from 'vitest';
import { serveSite, memoryFiles } from '../../src/site/index.ts';
import { aliveOn } from './alive-pages.ts';
import { body } from './body-fixture.ts';
import { hasBrowser, launch } from './browser.ts';
import { dangersIn } from './dangers.ts';
import { payloads } from './payloads.ts';
import { aSite, exported, summary } from './site-fixture.ts';

describe('what a hostile writer can do to readers', () => {
  const all = payloads();

  it(`tries more than 800 payloads (${all.length})`, () => {
    expect(all.length).toBeGreaterThan(800);
  });

  it('leaves nothing in a body that could act, whatever the payload', async () => {
    const alive: string[] = [];
    for (const payload of all) {
      const { html } = await body(payload);
      const dangers = dangersIn(html);
      if (dangers.length > 0) alive.push(`${payload}\n  → ${dangers.join(' ')}`);
    }

    expect(alive).toEqual([]);
  });

  it.skipIf(!hasBrowser)(
    'has no payload alive in a real browser, with the policy and without it',
    async () => {
      const size = 60;
      const texts: Record<string, string> = { 'README.md': '# Home\n' };
      const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => `p${at}.md`);
      for (const [at, path] of pages.entries()) {
        const part = all.slice(at * size, (at + 1) * size);
        const inTitle = (part[0] ?? '').replace(/\s+/g, ' ').slice(0, 80);
        texts[path] =
          `---\ndescription: ${JSON.stringify(part[1] ?? '')}\nicon: ${JSON.stringify(part[2] ?? '')}\n---\n\n# ${inTitle}\n\n${part.join('\n\n')}\n`;
      }
      texts['SUMMARY.md'] = summary(
        '* [Home](README.md)',
        ...pages.map(
          (path, at) => `* [${(all[at * size] ?? '').replace(/[\s[\]()]+/g, ' ').slice(0, 80)}](${path})`,
        ),
      );
      const input = aSite(texts, { variables: { v: '<img src=x onerror=alert(1)>' } });
      const hostileText = '</title><script>window.__alive=1</script>';
      const files = memoryFiles();
      await exported(
        {
          ...input,
          profile: {
            ...input.profile,
            site: { title: hostileText },
            customizations: {
              site: {
                styling: { font: hostileText, primaryColor: { light: 'red;}</style>', dark: 'x' } },
                header: {
                  links: [
                    { title: hostileText, to: { kind: 'url', url: 'javascript:window.__alive=1' } },
                    {
                      title: 'ok',
                      to: { kind: 'url', url: 'https://example.com/"><script>window.__alive=1</script>' },
                    },
                  ],
                },
                footer: {
                  copyright: hostileText,
                  groups: [
                    {
                      title: hostileText,
                      links: [{ title: hostileText, to: { kind: 'url', url: 'https://example.com/' } }],
                    },
                  ],
                },
                announcement: { enabled: true, message: hostileText, style: hostileText },
                socialAccounts: [{ platform: 'github', handle: '"><script>window.__alive=1</script>' }],
                privacyPolicy: { url: 'javascript:window.__alive=1' },
              },
            },
          },
        },
        { files },
      );
      const server = await serveSite(files);
      const browser = await launch();
      let alive: string[];
      try {
        alive = await aliveOn(browser, server.url, [
          '',
          'search',
          ...pages.map((each) => each.replace('.md', '')),
        ]);
      } finally {
        await browser.close();
        await server.close();
      }

      expect(alive).toEqual([]);
    },
    120_000,
  );
});

describe('a hostile page', () => {
  const hostile: Readonly<Record<string, string>> = {
    'nested quotes': '>'.repeat(6000),
    'nested lists': Array.from({ length: 3000 }, (_, depth) => `${'  '.repeat(depth)}* a`).join('\n'),
    'lists in one line': '* '.repeat(3000),
    brackets: '['.repeat(50_000),
    'bracket pairs': '[]('.repeat(20_000),
    emphasis: '*a_ '.repeat(100_000),
    backticks: Array.from({ length: 1500 }, (_, length) => '`'.repeat(length + 1)).join(' '),
    'a wide table': `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n${`|${'b|'.repeat(5000)}\n`.repeat(10)}`,
    'nested elements': '<div>'.repeat(20_000),
    'open comments': '<!--'.repeat(50_000),
    'open tags': '{% hint %}\n'.repeat(20_000),
    'open expressions': '{% '.repeat(100_000),
    'quotes in tags': '{% x a="'.repeat(20_000),
    dollars: '$$ x '.repeat(50_000),
    entities: '&#x26;'.repeat(100_000),
    'a megabyte of words': 'lorem ipsum '.repeat(87_000),
    'two megabytes': 'a'.repeat(2 * 1024 * 1024),
    'long line of code': `\`\`\`json\n${JSON.stringify(Array.from({ length: 40_000 }, (_, at) => at))}\n\`\`\``,
    'nested parentheses': `{% if ${'('.repeat(2000)} %}\nx\n{% endif %}`,
    references: '[a]: b\n'.repeat(30_000) + '[a]'.repeat(30_000),
    footnotes:
      Array.from({ length: 3000 }, (_, at) => `[^${at}]`).join('') +
      '\n\n' +
      Array.from({ length: 3000 }, (_, at) => `[^${at}]: [^${at + 1}]`).join('\n'),
    formulas: `$$\n\\def\\a{\\a\\a}\\a\n$$`,
  };

  for (const [name, markdown] of Object.entries(hostile))
    it(`of ${name} is rendered or refused, and ends`, { timeout: 20_000 }, async () => {
      const { html } = await body(markdown);

      expect(dangersIn(html)).toEqual([]);
    });
});
