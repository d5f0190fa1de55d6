import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { safeAsset } from '../../src/site/assets/safe-asset.ts';
import { safeCss } from '../../src/site/drawing/safe-css.ts';
import { safeDrawing } from '../../src/site/drawing/safe-drawing.ts';
import { corporaFolder, hasCorpora } from '../support/corpora.ts';
import { hasBrowser, launch } from './browser.ts';

const svg = (inner: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40"${attributes}>${inner}</svg>`;

/** A drawing as drawing programs write it. */
const harmless: Readonly<Record<string, string>> = {
  gradient: svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" style="stop-color:#00f"/></linearGradient></defs><rect width="60" height="40" fill="url(#a)"/>',
  ),
  styles: svg(
    '<style><![CDATA[.a > rect { fill: green; } @media (min-width: 1px) { circle { fill: blue } }]]></style><g class="a"><rect width="30" height="30"/></g><circle cx="40" cy="20" r="9"/>',
  ),
  uses: svg(
    '<defs><rect id="r" width="20" height="20"/></defs><use xlink:href="#r" x="5"/><use href="#r" x="30"/>',
  ),
  doctype: `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg('<path d="M0 0L60 40" stroke="#000"/>')}`,
  prefixes:
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="60" height="40"><s:rect width="20" height="20" fill="teal"/></s:svg>',
  program: svg(
    '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata><i:namedview xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:zoom="1"/><ellipse cx="20" cy="20" rx="9" ry="5"/>',
  ),
  text: svg(
    '<switch><foreignObject width="60" height="40"><div xmlns="http://www.w3.org/1999/xhtml" style="color: #c00; font: 12px sans-serif"><b>A &amp; B</b><br/>&#x3b1;</div></foreignObject><text y="20">A</text></switch>',
  ),
  animation: svg(
    '<rect width="9" height="9"><animate attributeName="fill" values="red;red" dur="1s"/></rect>',
  ),
  picture: svg(
    '<image width="20" height="20" href="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiPjxjaXJjbGUgcj0iOSIvPjwvc3ZnPg=="/><a href="https://docs.example/x"><text y="20" xml:space="preserve">a  b</text></a>',
  ),
  filter: svg(
    '<filter id="f"><feGaussianBlur stdDeviation="1"/><feOffset dx="2"/></filter><rect width="20" height="20" filter="url(#f)"/><path d="M0 0h9" marker-end="url(#none)" transform="rotate(9 1 1)"/>',
  ),
};

/** A picture of all drawings in one page, once the browser has read each of them and nothing in the page changes any more. */
async function look(browser: Browser, drawings: readonly string[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  try {
    const images = drawings.map(
      (text) => `<img width="60" src="data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}">`,
    );
    await page.setContent(images.join(' '), { waitUntil: 'load' });
    await page.evaluate(() => Promise.allSettled(Array.from(document.images, (image) => image.decode())));
    let before: Buffer | null = null;
    let now = await page.screenshot({ fullPage: true });
    for (let tries = 0; tries < 10 && !(before && now.equals(before)); tries++)
      [before, now] = [now, await page.screenshot({ fullPage: true })];
    return now;
  } finally {
    await page.close();
  }
}

/**
 * Whether two lists of drawings look the same. A busy browser paints a picture inside a drawing, or the start of an animation, late at
 * times, so that a difference counts only when it is there again and again.
 */
async function lookTheSame(first: readonly string[], second: readonly string[]): Promise<boolean> {
  const browser = await launch();
  try {
    for (let tries = 0; tries < 4; tries++)
      if ((await look(browser, first)).equals(await look(browser, second))) return true;
    return false;
  } finally {
    await browser.close();
  }
}

function printed(text: string): string {
  const safe = safeDrawing(Buffer.from(text));
  return safe.outcome === 'kept' && safe.removed.length === 0
    ? safe.text
    : `refused: ${JSON.stringify(safe)}`;
}

describe('a harmless drawing', () => {
  it('is read without a loss, and printed the same when it is read again', () => {
    for (const text of Object.values(harmless)) {
      const once = printed(text);
      expect(once).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(printed(once)).toBe(once);
    }
  });

  it.skipIf(!hasBrowser)(
    'looks as before',
    async () => {
      const texts = Object.values(harmless);

      expect(await lookTheSame(texts, texts.map(printed))).toBe(true);
      expect(
        await lookTheSame(
          texts,
          texts.map((text) => text.replace('width="20"', 'width="10"')),
        ),
      ).toBe(false);
    },
    60_000,
  );

  it.skipIf(!hasBrowser || !hasCorpora)(
    'looks as before in real documentation',
    async () => {
      const files = readdirSync(corporaFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /\.svg$/i.test(path),
      );
      const texts = files.map((path) => readFileSync(join(corporaFolder, path), 'utf8'));

      expect(texts.length).toBeGreaterThan(50);
      expect(await lookTheSame(texts, texts.map(printed))).toBe(true);
    },
    60_000,
  );
});

describe('a drawing that could act', () => {
  const cases: readonly (readonly [string, string])[] = [
    [svg('<rect onclick="x()" width="1"/>'), 'onclick'],
    [svg('', ' onload="x()"'), 'onload'],
    [svg('<script>x()</script>'), '<script>'],
    [svg('<s:script xmlns:s="http://www.w3.org/2000/svg">x()</s:script>'), '<script>'],
    [svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'), '<iframe>'],
    [svg('<a href="java&#x73;cript:x()"/>'), 'href'],
    [svg('<a xlink:href="java&#10;script:x()"/>'), 'xlink:href'],
    [svg('<use href="data:image/svg+xml,x#a"/>'), 'href'],
    [svg('<image href="https://evil.example/t.png"/>'), 'href'],
    [svg('<set attributeName="onload" to="x()"/>'), '<set>'],
    [svg('<a><animate attributeName="href" values="javascript:x()"/></a>'), '<animate>'],
    [svg('<style>a { fill: \\75rl(https://evil.example/) }</style>'), 'a style'],
  ];
  for (const [text, part] of cases)
    it(`loses ${part} and keeps the rest: ${text.slice(97, 160)}`, () => {
      const safe = safeDrawing(Buffer.from(text));

      expect(safe).toMatchObject({ outcome: 'kept', removed: [part] });
      expect(JSON.stringify(safe)).not.toMatch(/x\(\)|evil/);
    });

  it('is refused where its meaning depends on more than its elements', () => {
    const refused = [
      '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
      '<?xml-stylesheet href="x.css"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0" encoding="ISO-2022-JP"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0" encoding="iso-8859-1"?><svg xmlns="http://www.w3.org/2000/svg"><text>é</text></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
      '<svg/onload=x()>',
      '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'no drawing',
      '',
    ];

    expect(refused.map((text) => safeDrawing(Buffer.from(text)).outcome)).toEqual(
      refused.map(() => 'refused'),
    );
    expect(safeDrawing(Buffer.from(`\uFEFF${svg('')}`, 'utf16le')).outcome).toBe('refused');
    expect(safeDrawing(Buffer.from([0x3c, 0xff])).outcome).toBe('refused');
  });

  it('that is refused is kept as text, and replaced by a drawing that leads there', () => {
    const text = '<!DOCTYPE svg [<!ENTITY x "y">]><svg/>';
    const { files, warning, replaced } = safeAsset('_files/a b.svg', Buffer.from(text));
    const [stand, twin] = files.map(({ file, bytes }) => ({ file, text: Buffer.from(bytes).toString() }));

    expect(replaced).toBe(true);
    expect(twin).toEqual({ file: '_files/a b-svg.txt', text: `\uFEFF${text}` });
    expect(stand?.file).toBe('_files/a b.svg');
    expect(stand?.text).toContain('href="./a%20b-svg.txt"');
    expect(warning).toContain('_files/a b-svg.txt');
    expect(printed(stand?.text ?? '')).toBe(stand?.text);
  });
});

describe('a style in a drawing', () => {
  it('loads nothing from other hosts, however it is written', () => {
    expect(safeCss('@import url("https://e.example/x.css"); a { fill: red }')).toBe(' a { fill: red }');
    expect(safeCss('a{background:url( "https://e.example/x" )}')).toBe('a{background:none}');
    expect(safeCss('a{fill:url(#b)}')).toBe('a{fill:url(#b)}');
    expect(safeCss('a{src:url(data:font/woff2;base64,AAAA)}')).toBe(
      'a{src:url(data:font/woff2;base64,AAAA)}',
    );
    for (const css of [
      '@im\\port "x"',
      'a{b:u\\rl(x)}',
      'a{b:image-set("https://e.example/x" 1x)}',
      'a{b:url("https://e.example/x}',
      'a{b:url(https://e.example/\n"x)}',
      'a{} /* url(https://e.example/)',
    ])
      expect(safeCss(css) ?? '').not.toMatch(/e\.example|import/);
  });
});
