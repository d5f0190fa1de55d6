import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { hasBrowser, launch } from './browser.ts';

describe.skipIf(!hasBrowser)('the judge of accessibility', () => {
  it('reports faults only in dark, and faults in both schemes once', async () => {
    const browser = await launch();
    const page = await browser.newPage();
    await page.setContent(
      '<!doctype html><html lang="en"><title>Page</title><style>body { color: #111; background: #fff; }' +
        '@media (prefers-color-scheme: dark) { body { color: #333; background: #222; } }</style>' +
        '<main><h1>Page</h1><p>Words.</p><input></main></html>',
    );

    const faults = (await accessibilityFaults(page)).map((each) => each.split(':')[0]);
    await browser.close();

    expect(faults).toEqual(['light label', 'dark color-contrast']);
  });

  it('judges the colours at the end of a transition, however long it takes', async () => {
    const browser = await launch();
    const page = await browser.newPage();
    await page.setContent(
      '<!doctype html><html lang="en"><title>Page</title>' +
        '<style>body { background: #fff; } p { color: #111; transition: color 1000s; }' +
        '@media (prefers-color-scheme: dark) { body { background: #222; } h1, p { color: #eee; } }</style>' +
        '<main><h1>Page</h1><p>Words.</p></main></html>',
    );

    const faults = await accessibilityFaults(page);
    await browser.close();

    expect(faults).toEqual([]);
  });
});
