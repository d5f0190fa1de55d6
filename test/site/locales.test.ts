import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles, serveSite, uiLanguages, type SiteServer } from '../../src/site/index.ts';
import { isRightToLeft } from '../../src/site/profile/language.ts';
import { uiTexts } from '../../src/site/profile/texts.ts';
import { hasBrowser, launch } from './browser.ts';
import { lookSite } from './look-site.ts';
import { exported } from './site-fixture.ts';

const english: Readonly<Record<string, string>> = { ...uiTexts('en').texts };
const textsOf = (language: string): Readonly<Record<string, string>> => ({ ...uiTexts(language).texts });
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}|%\w|\$\{/g)].map(([all]) => all);

describe('the style sheet', () => {
  it('names no left and right, except for formulas, code and what writers align', () => {
    const styles = readFileSync('templates/site/site.css', 'utf8').replace(/\/\*[^]*?\*\//g, '');
    const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      selector: selector.trim(),
      body,
    }));
    const isSided = (body: string): boolean =>
      /(?:^|[\s;-])(?:left|right)\s*:|:\s*(?:left|right)\s*;/.test(body) ||
      [...body.matchAll(/(?:padding|margin|inset): ([^;]+);/g)].some(([, value = '']) => {
        const [, right, , left] = value.replace(/\([^)]*\)| ?!important/g, '').split(' ');
        return left !== undefined && left !== right;
      });

    expect(rules.filter(({ body }) => isSided(body)).map(({ selector }) => selector)).toEqual([
      '.code figcaption',
      '.copy-code',
      '.tml-right',
      '.tml-left',
      '.tml-sml-pad',
      'html.js .sidebar',
      "html.js[dir='rtl'] .sidebar",
    ]);
  });
});

describe('the words of the interface', () => {
  it('are there in 30 languages', () => {
    expect(uiLanguages.length).toBeGreaterThanOrEqual(30);
    for (const language of uiLanguages) {
      expect(uiTexts(language).language).toBe(language);
      expect(Intl.getCanonicalLocales(language)).toHaveLength(1);
    }
  });

  it.each(uiLanguages)('are all there in %s, with what is filled in', (language) => {
    const texts = textsOf(language);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [name, text] of Object.entries(texts)) {
      expect(text.trim(), name).toBe(text);
      expect(text, name).not.toBe('');
      expect(placeholders(text), name).toEqual(placeholders(english[name] ?? ''));
      if ((english[name] ?? '').endsWith('…')) expect(text, name).toMatch(/…$/);
      if ((english[name] ?? '').includes('Tidemark')) expect(text, name).toContain('Tidemark');
      if ((english[name] ?? '').includes('Markdown')) expect(text, name).toContain('Markdown');
    }
  });

  it.each(uiLanguages.filter((language) => language !== 'en'))(
    'are not left in English in %s',
    (language) => {
      const same = Object.entries(textsOf(language)).filter(([name, text]) => english[name] === text);
      // Words such as Code and Server exist in many languages.
      expect(same.map(([, text]) => text).filter((text) => text.includes(' '))).toEqual([]);
      expect(same.length).toBeLessThanOrEqual(12);
    },
  );

  it.each([
    ['ar', /\p{Script=Arabic}/u],
    ['el', /\p{Script=Greek}/u],
    ['fa', /\p{Script=Arabic}/u],
    ['he', /\p{Script=Hebrew}/u],
    ['hi', /\p{Script=Devanagari}/u],
    ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
    ['ko', /\p{Script=Hangul}/u],
    ['ru', /\p{Script=Cyrillic}/u],
    ['th', /\p{Script=Thai}/u],
    ['uk', /\p{Script=Cyrillic}/u],
    ['zh', /\p{Script=Han}/u],
    ['zh-tw', /\p{Script=Han}/u],
  ] as const)('are written in the script of %s', (language, script) => {
    for (const [name, text] of Object.entries(textsOf(language))) expect(text, name).toMatch(script);
  });

  it('are found by the names that varieties of a language go by', () => {
    const found = ['zh-Hant', 'zh_HK', 'zh-Hans-CN', 'iw', 'in', 'fa-IR', 'sv_SE'];
    expect(found.map((locale) => uiTexts(locale).language)).toEqual([
      'zh-tw',
      'zh-tw',
      'zh',
      'he',
      'id',
      'fa',
      'sv',
    ]);
  });

  it.each(uiLanguages)('appear on the pages of a site in %s, in its direction', async (language) => {
    const { text } = await exported(lookSite(language), { offline: 'visited' });
    const page = text('blocks/hints.html');
    const { copyPage, onThisPage, searchPlaceholder } = uiTexts(language).texts;
    expect(page).toMatch(
      new RegExp(`<html[^>]* lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : '(?! dir)'}`, 'i'),
    );
    for (const words of [copyPage, searchPlaceholder]) expect(page).toContain(words);
    expect(text('blocks/cards.html')).toContain(onThisPage);
    expect(text('404.html')).toContain(uiTexts(language).texts.notFoundText);
    expect(text('_offline.html')).toContain(uiTexts(language).texts.offlineText);
  });
});

describe.skipIf(!hasBrowser)('pages that are read from right to left', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch({ still: true });
  }, 60_000);
  afterAll(() => browser.close());

  it.each(['ar', 'fa', 'he'])(
    'have all parts on the other side in %s, but code',
    { timeout: 60_000 },
    async (language) => {
      const files = memoryFiles();
      await exported(lookSite(language), { files, baseUrl: '/' });
      const server: SiteServer = await serveSite(files);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const box = async (selector: string): Promise<{ x: number; width: number }> =>
        (await page.locator(selector).first().boundingBox()) ?? { x: NaN, width: NaN };
      const overflow = (): Promise<number> =>
        page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      const direction = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((each) => getComputedStyle(each).direction);
      try {
        await page.goto(`${server.url}blocks/cards`);
        const [sidebar, main, outline] = [await box('.sidebar'), await box('main'), await box('.outline')];
        expect(sidebar.x).toBeGreaterThan(main.x);
        expect(outline.x).toBeLessThan(main.x + main.width / 2);
        expect(await overflow()).toBeLessThanOrEqual(0);
        const opener = await box('.sidebar .branch > summary');
        expect(opener.x + opener.width / 2).toBeLessThan(sidebar.x + sidebar.width / 2);

        await page.goto(`${server.url}blocks/tabs`);
        const partOf = (selector: string, part: string): Promise<{ left: string; transform: string }> =>
          page
            .locator(selector)
            .first()
            .evaluate((each, name) => {
              const { left, transform } = getComputedStyle(each, name);
              return { left, transform };
            }, part);
        const step = await box('.step');
        expect(Number.parseFloat((await partOf('.step', '::before')).left)).toBeGreaterThan(step.width / 2);
        // A closed part points to where its words end: a turn by 135 degrees.
        expect((await partOf('.expandable:not([open]) > summary', '::before')).transform).toMatch(
          /^matrix\(-0\.7/,
        );

        await page.goto(`${server.url}blocks/code`);
        expect(await direction('.content p')).toBe('rtl');
        expect(await direction('.content pre')).toBe('ltr');
        expect(await direction('.content p code')).toBe('ltr');
        await page.goto(`${server.url}blocks/api`);
        expect(await direction('.operation-path')).toBe('ltr');

        await page.setViewportSize({ width: 390, height: 844 });
        for (const path of ['blocks/api', 'blocks/tables', 'guide/deep']) {
          await page.goto(server.url + path);
          expect(await overflow(), path).toBeLessThanOrEqual(0);
        }
        await page.click('.drawer-open');
        const drawer = await box('.sidebar');
        // A scroll bar may take space at the edge.
        expect(drawer.x).toBeGreaterThan(0);
        expect(drawer.x + drawer.width).toBeGreaterThan(370);
      } finally {
        await page.close();
        await server.close();
      }
    },
  );
});
