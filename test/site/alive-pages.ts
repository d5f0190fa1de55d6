import type { Browser, Page } from 'playwright-core';

/** Describes what the pages of a site did that no page should do. Each page is opened with our policy and without one. */
export async function aliveOn(browser: Browser, url: string, paths: readonly string[]): Promise<string[]> {
  const alive: string[] = [];
  for (const bypassCSP of [false, true]) {
    const context = await browser.newContext({ bypassCSP });
    const page = await context.newPage();
    listen(page, url, alive);
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: 'load' });
      if (await page.evaluate(() => '__alive' in globalThis)) alive.push(`${page.url()} ran a payload`);
      for (const link of await page.$$eval('a[href]', (links) =>
        links.map((each) => (each as unknown as { href: string }).href),
      ))
        if (!/^(?:https?|mailto|tel):/.test(link)) alive.push(`${page.url()} links to ${link}`);
    }
    await context.close();
  }
  return alive;
}

function listen(page: Page, url: string, alive: string[]): void {
  page.on('dialog', (dialog) => {
    alive.push(`${page.url()} opened a dialog`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      alive.push(`${page.url()} asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text()))
      alive.push(`${page.url()}: ${message.text()}`);
  });
}
