import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf, lookFrom, withRowMovedUp } from '../../src/app/look/form.ts';
import { rowsIn } from '../../src/app/look/links.ts';
import { valueAt, withValue } from '../../src/app/look/paths.ts';
import { simpleSettings } from '../../src/app/look/settings.ts';
import { definitionProblems, type SiteCustomization } from '../../src/contract/index.ts';

const spaces = new Map([
  ['s1', 'the space Guides'],
  ['s2', 'the space Reference'],
]);
const themed = (color: string) => ({ light: color, dark: color });

/** A look with every kind of setting. */
const full: SiteCustomization = {
  title: 'Harbour',
  styling: {
    theme: 'clean',
    primaryColor: { light: '#346DDB', dark: '#abc' },
    tint: { color: { light: '#0F0', dark: '#00ff00' } },
    infoColor: themed('#787878'),
    successColor: themed('#00C950'),
    warningColor: themed('#FE9A00'),
    dangerColor: themed('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: {
      id: 'x',
      custom: true,
      fontFamily: 'Ours',
      fontFaces: [{ weight: 400, sources: [{ url: 'https://a.test/f' }] }],
    },
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: { emoji: '1f433', icon: { light: 'https://a.test/1.png', dark: 'https://a.test/1.png' } },
  header: {
    preset: 'default',
    logo: { light: 'https://a.test/l.png', dark: 'https://a.test/d.png' },
    links: [
      { title: ' Spaced ', to: { kind: 'url', url: 'https://a.test/' }, links: [] },
      {
        title: 'More',
        style: 'button-primary',
        to: null,
        links: [{ title: 'Below', to: { kind: 'page', page: 'p', space: 's1' } }],
        condition: 'visitor.claims.beta',
      },
      { title: 'Words', to: { kind: 'space', space: 's2' }, links: [] },
      { title: 'Gone', to: { kind: 'space', space: 'elsewhere' }, links: [] },
      { title: 'A page', to: { kind: 'page', page: 'p', space: 's1' }, links: [] },
    ],
  },
  footer: {
    copyright: '© Us',
    groups: [
      { title: 'One', links: [{ title: 'A file', to: { kind: 'file', file: 'f' } }] },
      { title: 'Two', links: [{ title: 'Mail', to: { kind: 'url', url: 'mailto:a@b.test' } }] },
    ],
  },
  announcement: {
    enabled: false,
    message: 'Soon',
    style: 'warning',
    link: { title: 'x', to: { kind: 'url', url: 'https://a.test' } },
  },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  trademark: { enabled: true },
  pagination: { enabled: true },
  pageActions: { externalAI: false, markdown: true },
};
const read = (fields: ReadonlyMap<string, string>, before = full) => lookFrom(fields, before, spaces);
const changed = (changes: Record<string, string | undefined>, before = full) => {
  const fields = fieldsOf(before, spaces);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  return read(fields, before);
};

describe('the form of a site’s look', () => {
  it('gives exactly the look that it began with when nobody changes it', () => {
    expect(definitionProblems('SiteCustomization', full)).toEqual([]);
    expect(read(fieldsOf(full, spaces))).toEqual({ look: full, problems: [] });
    const bare = [
      'title',
      'announcement',
      'trademark',
      'header.logo',
      'favicon.icon',
      'styling.tint',
      'styling.font',
    ];
    fc.assert(
      fc.property(
        fc.subarray(bare.slice(1)),
        fc.constantFrom('default', 'custom', 'none'),
        (without, preset) => {
          const look = without.reduce(
            (each, path) => withValue(each, path, undefined),
            withValue(full, 'header.preset', preset),
          );
          const colored =
            preset === 'custom'
              ? {
                  ...look,
                  header: { ...look.header, backgroundColor: themed('#FFF'), linkColor: themed('#000000') },
                }
              : look;
          expect(read(fieldsOf(colored, spaces), colored)).toEqual({ look: colored, problems: [] });
        },
      ),
    );
  });

  it('changes one setting at a time, and nothing else', () => {
    for (const { kind, path, ...setting } of simpleSettings) {
      const values = 'choices' in setting ? setting.choices.map(([value]) => value) : ['#123456'];
      for (const value of kind === 'flag' ? [undefined] : values) {
        const { look, problems } = changed({
          [path]: value,
          'header.preset': path === 'header.preset' ? value : 'default',
        });
        expect([path, problems]).toEqual([path, []]);
        expect([path, definitionProblems('SiteCustomization', look)]).toEqual([path, []]);
        if (path === 'header.preset') continue;
        expect(look).toEqual(withValue(full, path, kind === 'flag' ? false : value));
      }
    }
  });

  it('removes and adds pictures, a tint and an announcement', () => {
    const { look } = changed({
      'header.logo.light': undefined,
      'header.logo.dark': undefined,
      'favicon.icon.dark': 'https://a.test/2.png',
      'footer.logo.light': 'https://a.test/3.png',
      tint: undefined,
      'announcement.message': '',
      copyright: '',
    });
    expect(look.header).not.toHaveProperty('logo');
    expect(look.favicon).toEqual({
      emoji: '1f433',
      icon: { light: 'https://a.test/1.png', dark: 'https://a.test/2.png' },
    });
    expect(look.footer).toEqual({
      groups: full.footer.groups,
      logo: { light: 'https://a.test/3.png', dark: 'https://a.test/3.png' },
    });
    expect(look.styling).not.toHaveProperty('tint');
    expect(look).not.toHaveProperty('announcement');
    const again = read(
      new Map([...fieldsOf(look, spaces), ['tint', 'on'], ['styling.tint.color.light', '#112233']]),
      look,
    );
    expect(again.look.styling.tint).toEqual({ color: { light: '#112233', dark: '#aabbcc' } });
  });

  it('takes the targets of links from their rows, and keeps what the rows do not show', () => {
    const { look, problems } = changed({
      'header.0.to': 'the space Guides',
      'header.1.title': 'Much more',
      'header.2.title': '',
      'header.2.to': '',
      'header.5.title': 'New',
      'header.5.to': 'https://new.test/a b',
      'header.5.style': 'button-secondary',
      'header.6.title': '',
      'footer.0.links.1.title': 'Call',
      'footer.0.links.1.to': 'tel:1',
    });
    expect(problems).toEqual([]);
    expect(look.header.links).toEqual([
      { title: ' Spaced ', to: { kind: 'space', space: 's1' }, links: [] },
      { ...full.header.links[1], title: 'Much more' },
      full.header.links[3],
      full.header.links[4],
      {
        title: 'New',
        to: { kind: 'url', url: 'https://new.test/a b' },
        links: [],
        style: 'button-secondary',
      },
    ]);
    expect(look.footer.groups[0]?.links[1]).toEqual({ title: 'Call', to: { kind: 'url', url: 'tel:1' } });
  });

  it('says in words what a link or a title lacks', () => {
    const { problems } = changed({
      title: ' ',
      'header.0.to': 'javascript:alert(1)',
      'header.2.to': '',
      'header.3.title': '',
      'announcement.enabled': 'on',
      'announcement.message': ' ',
    });
    expect(problems).toEqual([
      'The site needs a title.',
      'The announcement needs words.',
      '“javascript:alert(1)” leads nowhere: write an address that begins with https://, or a space of the site.',
      'The link “Words” needs an address, or a space of the site.',
      'The link to “a space” needs a title.',
    ]);
  });

  it('moves a row up with all of its fields', () => {
    const fields = fieldsOf(full, spaces);
    const titles = (form: ReadonlyMap<string, string>) => rowsIn(form, 'header').map(({ title }) => title);
    expect(titles(withRowMovedUp(fields, 'header.1'))).toEqual(['More', 'Spaced', 'Words', 'Gone', 'A page']);
    expect(read(withRowMovedUp(fields, 'header.1')).look.header.links.slice(0, 2)).toEqual([
      full.header.links[1],
      full.header.links[0],
    ]);
    expect(read(withRowMovedUp(fields, 'footer.1')).look.footer.groups).toEqual(
      [...full.footer.groups].reverse(),
    );
    for (const row of ['header.0', 'header', 'x', '__proto__.1'])
      expect(new Map(withRowMovedUp(fields, row))).toEqual(fields);
  });

  it('knows only an object’s own members', () => {
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
    expect(valueAt({ a: { b: 1 } }, 'a.b')).toBe(1);
    expect(withValue({ a: { b: 1 } }, 'a.c', 2)).toEqual({ a: { b: 1, c: 2 } });
  });
});
