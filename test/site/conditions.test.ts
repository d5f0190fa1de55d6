import { describe, expect, it } from 'vitest';
import { aSite, exported } from './site-fixture.ts';

/** A block as the hosted editor exports it where markdown cannot hold it. */
const division = (tag: string, content = '', more = ''): string =>
  `<div data-gb-custom-block data-tag="${tag}"${more}>\n\n${content}\n\n</div>`;
const about = (expression: string): string => ` data-expression='${expression}'`;

const visitor = (claims: object): object => ({ visitor: { visitor: { claims } } });

/** The page and its markdown, as a visitor with these claims sees them. */
async function seen(markdown: string, claims: object = { unsigned: {} }): Promise<[string, string]> {
  const { text } = await exported(aSite({ 'README.md': `# Home\n\n${markdown}\n` }), visitor(claims));
  const [, page = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text('index.html')) ?? [];
  return [page, text('index.md')];
}

describe('conditions that are written as divisions', () => {
  const page = [
    division('if', 'For *professionals*.', about('visitor.claims.plan == "pro"')),
    division('if', '<div>Inner words</div>\n\nOuter words', about('visitor.claims.seats > 3')),
    'For everybody.',
  ].join('\n\n');

  it('hide their content from others, on the page and in its markdown', async () => {
    const { files, text } = await exported(aSite({ 'README.md': `# Home\n\n${page}\n` }));
    const everything = [...files.keys()].map(text).join('\n');
    expect(everything).not.toMatch(/professionals|Inner words|Outer words/);
    for (const shown of await seen(page)) expect(shown).toContain('For everybody.');
  });

  it('show their content to those for whom they hold', async () => {
    for (const shown of await seen(page, { plan: 'pro', seats: 4 })) {
      expect(shown).toMatch(/professionals[\s\S]*Inner words[\s\S]*Outer words[\s\S]*For everybody/);
      expect(shown).not.toContain('visitor.claims');
    }
  });

  it('have the other content in divisions or tags of their own', async () => {
    const other = division('if', `One\n\n${division('else')}\n\nTwo`, about('visitor.claims.a'));
    const held = division('if', `One\n\n${division('else', 'Two')}`, about('visitor.claims.a'));
    const several = `{% if visitor.claims.a %}\nOne\n{% elif visitor.claims.b %}\nTwo\n{% else %}\nThree\n{% endif %}`;
    const which = async (source: string, claims: object): Promise<string[]> =>
      (await seen(source, claims)).map((shown) => (shown.match(/\b(?:One|Two|Three)\b/g) ?? []).join());

    for (const source of [other, held]) {
      expect(await which(source, { a: true })).toEqual(['One', 'One']);
      expect(await which(source, {})).toEqual(['Two', 'Two']);
    }
    expect(await which(several, { a: true, b: true })).toEqual(['One', 'One']);
    expect(await which(several, { b: true })).toEqual(['Two', 'Two']);
    expect(await which(several, {})).toEqual(['Three', 'Three']);
  });

  it('are false, with a warning, where no expression can be read', async () => {
    const { text, report } = await exported(
      aSite({
        'README.md': `# Home\n\n${division('if', 'Secret')}\n\n${division('if', 'Secret', about('a ='))}\n`,
      }),
    );
    expect(`${text('index.html')}${text('index.md')}`).not.toContain('Secret');
    expect(report.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the condition "" is taken for false'),
      expect.stringContaining('the condition "a =" is taken for false'),
    ]);
  });

  it('are words in code, and leave all other divisions and code of the markdown unchanged', async () => {
    const source = [
      division('hint', 'Mind this.', ` data-style='info'`),
      `\`<div data-gb-custom-block data-tag="if" data-expression="false">\` hides.`,
      '```html\n<div data-gb-custom-block data-tag="if" data-expression="false">\n```',
      division('if', '```sh\nhidden command\n```', about('false')),
      'The end.',
    ].join('\n\n');
    const [, markdown] = await seen(source);
    const kept = source.replace(/<div[^<]*'false'>[\s\S]*?<\/div>\n\n/, '');
    expect(markdown.replace(/\n{3,}/g, '\n\n')).toContain(kept);
    expect(markdown).not.toContain('hidden command');
  });
});

describe('links of the site with conditions', () => {
  it('are shown in header and footer to those for whom they hold, and no column is empty', async () => {
    const link = (title: string, condition?: string): object => ({
      title,
      to: { kind: 'url', url: `https://example.com/${title}` },
      ...(condition === undefined ? {} : { condition }),
    });
    const links = [link('ForAll'), link('ForStaff', 'visitor.claims.isStaff')];
    const { source, profile } = aSite({ 'README.md': '# Home\n' });
    const site = {
      header: { links },
      footer: {
        groups: [
          { title: 'About', links },
          { title: 'Inside', links: links.slice(1) },
        ],
      },
    };
    const input = { source, profile: { ...profile, customizations: { site } } } as Parameters<
      typeof exported
    >[0];
    const names = async (claims: object): Promise<number[]> => {
      const page = (await exported(input, visitor(claims))).text('index.html');
      return ['>ForAll', '>ForStaff', '>Inside'].map((words) => page.split(words).length - 1);
    };

    const [all, staff, columns] = await names({});
    expect([staff, columns]).toEqual([0, 0]);
    const [sameForAll, forStaff, inside] = await names({ isStaff: true });
    expect(sameForAll).toBe(all);
    expect(forStaff).toBeGreaterThan(all ?? 0);
    expect(inside).toBe(1);
  });
});
