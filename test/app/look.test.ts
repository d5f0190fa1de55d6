import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everybody, publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser } from '../site/browser.ts';
import { appInBrowser, contextFor } from './listening.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

interface LookedAt {
  readonly fixture: ServiceFixture;
  readonly space: string;
  readonly site: string;
  /** The address of the look in the interface. */
  readonly at: string;
  readonly path: string;
}

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

/** A site of one space with a page and a picture. */
async function aSite(fixture: ServiceFixture, title = 'Harbour'): Promise<LookedAt> {
  const space = fixture.newSpace('Guides');
  await publishPages(fixture, space, '# Tides\n\nThe words of the guides.\n');
  const { id } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Picture' });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: [{ type: 'insert_files', files: [{ name: 'mark.png', contentType: 'image/png', base64: dot }] }],
  });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  const site = (await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title, spaces: [space] })).id as string;
  const at = `/orgs/${fixture.org}/sites/${site}/customization`;
  return { fixture, space, site, at, path: `/app/sites/${site}/look` };
}

/** The fields that a browser sends for the form on a page when nobody changed it. */
function formOf(html: string): Record<string, string> {
  const form = /<form[^>]*class="look-form"[^]*?<\/form>/.exec(html)?.[0] ?? '';
  const text = (value = ''): string =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    if (attribute('type') === 'checkbox' && !/ checked/.test(tag)) continue;
    // The token belongs to the session that asked.
    if (attribute('name') !== 'form-token') fields[attribute('name') ?? ''] = text(attribute('value'));
  }
  for (const [, name = '', options = ''] of form.matchAll(
    /<select\b[^>]* name="([^"]+)"[^>]*>([^]*?)<\/select>/g,
  ))
    fields[name] = text(
      /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1],
    );
  return fields;
}

/** The elements in the middle of a page that act and do not belong to the form. */
function actingIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      if (/^(?:script|img|svg|math|object|embed)$/.test(node.tagName)) found.push(node.tagName);
      found.push(...node.attrs.filter(({ name }) => /^on|^style$/.test(name)).map(({ name }) => name));
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html.slice(html.indexOf('<main'))));
  return found;
}

describe('the look of a site', () => {
  let fixture: ServiceFixture;
  let admin: Visitor;
  let one: LookedAt;
  beforeAll(async () => {
    fixture = aServiceWithApp();
    admin = await signedIn(fixture);
    one = await aSite(fixture);
  });
  afterAll(() => fixture.close());

  const look = (): Promise<Json> => fixture.ok(`GET ${one.at}`);
  const visited = async (address: string) => {
    const { host, pathname } = new URL(address);
    const answer = await fixture.embedded.app.inject({
      url: pathname,
      headers: { host, accept: 'text/html' },
    });
    return { status: answer.statusCode, html: answer.body, headers: answer.headers };
  };
  const tried = async (fields: Record<string, string>, visitor = admin) => {
    const { status, html } = await visitor.post(`${one.path}/try`, fields, { accept: 'application/json' });
    return { status, ...(JSON.parse(html) as { url?: string; problems?: string[]; message?: string }) };
  };

  it('stays as it is when the form is sent unchanged', async () => {
    const before = await look();
    const page = await admin.get(one.path);
    expect(page.headers['content-security-policy']).toContain('frame-src http://docs.test');
    expect((await admin.get(`/app/sites/${one.site}`)).html).toContain(`href="${one.path}"`);
    const answer = await admin.post(one.path, { ...formOf(page.html), do: 'save' });
    expect(answer.location).toBe(one.path);
    expect(await look()).toEqual(before);
  });

  it('is saved with title, pictures, colours and links, and visitors see it', async () => {
    await fixture.ok(`POST /orgs/${fixture.org}/sites/${one.site}/publish`);
    const { html } = await admin.get(one.path);
    const picture = /<option value="([^"]*mark\.png[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const fields = {
      ...formOf(html),
      title: 'Harbour guide',
      'header.logo.light': picture,
      'styling.theme': 'bold',
      'styling.primaryColor.light': '#aa0055',
      'header.0.title': 'Elsewhere',
      'header.0.to': 'https://example.org/',
      'footer.0.title': 'More',
      'footer.0.links.0.title': 'The guides',
      'footer.0.links.0.to': 'the space Guides',
      copyright: '© The harbour',
    };
    const { location } = await admin.post(one.path, { ...fields, do: 'save' });
    expect(location).toBe(one.path);
    expect(await look()).toMatchObject({
      title: 'Harbour guide',
      styling: { theme: 'bold', primaryColor: { light: '#aa0055', dark: '#346DDB' } },
      header: { logo: { light: picture, dark: picture }, links: [{ title: 'Elsewhere' }] },
      footer: { groups: [{ title: 'More', links: [{ to: { kind: 'space', space: one.space } }] }] },
    });
    const { html: shown } = await visited(`http://docs.test/sites/${one.site}/`);
    for (const words of ['Harbour guide', 'href="https://example.org/"', 'The guides', '© The harbour'])
      expect(shown).toContain(words);
    expect(shown).toMatch(/<img class="logo"/);
  });

  it('is tried beside the form, at the origin of sites, in a frame that only the app may show, and nothing is saved', async () => {
    const before = await look();
    const { html } = await admin.get(one.path);
    expect(html).toMatch(
      /<iframe src="http:\/\/docs\.test\/preview\/[^"]+" title="[^"]+" sandbox="allow-same-origin">/,
    );
    const { url = '', problems } = await tried({ ...formOf(html), title: 'Another <b>title</b>' });
    expect(problems).toEqual([]);
    const shown = await visited(url);
    expect(shown.html).toContain('Another &lt;b&gt;title&lt;/b&gt;');
    // The frame runs no scripts, and a browser complains of each that is there.
    expect(shown.html).not.toContain('<script');
    expect(shown.headers['content-security-policy']).toContain('frame-ancestors http://app.test');
    expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(await look()).toEqual(before);
    const plain = (await admin.get(`/app/sites/${one.site}/preview`)).location ?? '';
    expect((await visited(plain)).headers['content-security-policy']).toContain("frame-ancestors 'none'");

    const again = await admin.post(one.path, { ...formOf(html), do: 'preview', title: 'Typed here' });
    expect(formOf(again.html)['title']).toBe('Typed here');
    const frame = /<iframe src="([^"]+)"/.exec(again.html)?.[1] ?? '';
    expect((await visited(frame)).html).toContain('Typed here');
  });

  it('keeps the typed text, and says what is wrong with it', async () => {
    const before = await look();
    const { html } = await admin.get(one.path);
    const fields = { ...formOf(html), do: 'save', 'header.0.to': 'javascript:alert(1)', copyright: 'Typed' };
    const answer = await admin.post(one.path, fields);
    expect(answer.status).toBe(422);
    expect(answer.html).toContain('leads nowhere: write an address that begins with https://');
    expect(formOf(answer.html)).toMatchObject({ 'header.0.to': 'javascript:alert(1)', copyright: 'Typed' });
    expect((await tried(fields)).problems).toHaveLength(1);
    const unknown = await admin.post(one.path, { ...formOf(html), do: 'save', 'styling.theme': 'loud' });
    expect([unknown.status, unknown.html.includes('role="alert"')]).toEqual([422, true]);
    expect((await admin.post(one.path, { ...formOf(html), before: '{' })).status).toBe(400);
    expect(await look()).toEqual(before);
  });

  it('overwrites nobody’s look without saying so', async () => {
    const { html } = await admin.get(one.path);
    const mine = { ...formOf(html), do: 'save', copyright: 'Mine' };
    const theirs = await look();
    await fixture.ok(`PUT ${one.at}`, { ...theirs, footer: { ...theirs.footer, copyright: 'Theirs' } });
    const answer = await admin.post(one.path, mine);
    expect([answer.status, answer.html.includes('Somebody else saved another look')]).toEqual([409, true]);
    expect((await look()).footer.copyright).toBe('Theirs');
    await admin.post(one.path, { ...formOf(answer.html), do: 'save' });
    expect((await look()).footer.copyright).toBe('Mine');
  });

  it('gets its links into another order by a button, before anything is saved', async () => {
    const before = await look();
    const links = ['One', 'Two'].map((title) => ({
      ...{ title, links: [] },
      to: { kind: 'url', url: `https://example.org/${title}` },
    }));
    await fixture.ok(`PUT ${one.at}`, { ...before, header: { ...before.header, links } });
    const { html } = await admin.get(one.path);
    expect(html).toContain('value="up:header.1"');
    const moved = await admin.post(one.path, { ...formOf(html), do: 'up:header.1' });
    await admin.post(one.path, { ...formOf(moved.html), do: 'save' });
    expect((await look()).header.links).toEqual([...links].reverse());
  });

  it('can be changed and tried only by people who arrange the sites', async () => {
    const rows = JSON.stringify(await look());
    const sent = formOf((await admin.get(one.path)).html);
    const allowed: string[] = [];
    for (const who of everybody) {
      const visitor = await signedIn(fixture, who);
      const site = await visitor.get(`/app/sites/${one.site}`);
      const offers = site.html.includes(`href="${one.path}"`);
      const statuses = [
        (await visitor.get(one.path)).status,
        (await visitor.post(one.path, { ...sent, do: 'save' })).status,
        (await tried(sent, visitor)).status,
      ];
      if (offers) allowed.push(who);
      expect([
        who,
        statuses.every((status) => status < 400),
        statuses.every((status) => status >= 400),
      ]).toEqual([...[who, offers, !offers]]);
    }
    expect(allowed).toEqual(['admin', 'create']);
    expect(JSON.stringify(await look())).toBe(rows);
  });

  it('shows no preview of a look that no site can have, and says so', async () => {
    const { html } = await admin.get(one.path);
    const answer = await admin.post(one.path, { ...formOf(html), do: 'preview', 'styling.theme': 'loud' });
    expect(answer.html).not.toContain('<iframe');
    expect(answer.html).toContain('There is nothing to show');
    expect((await tried({ ...formOf(html), 'styling.theme': 'loud' })).status).toBe(400);
  });

  it.each(['"><img src=x onerror=alert(1)>', '</textarea></title><script>alert(1)</script>', '<%= 1 %>${1}'])(
    'shows %s as text in every field',
    async (vector) => {
      const before = await look();
      const link = {
        title: vector,
        to: { kind: 'url', url: `https://example.org/${encodeURI(vector)}` },
        links: [],
      };
      await fixture.ok(`PUT ${one.at}`, {
        ...before,
        title: vector,
        header: { ...before.header, links: [link] },
        footer: { copyright: vector, groups: [{ title: vector, links: [{ title: vector, to: link.to }] }] },
        announcement: { enabled: true, message: vector, style: 'info' },
      });
      const { html } = await admin.get(one.path);
      expect(actingIn(html)).toEqual([]);
      const sent = formOf(html);
      expect(sent['title']).toBe(vector);
      await admin.post(one.path, { ...sent, do: 'save' });
      expect((await look()).header.links).toEqual([link]);
    },
  );
});

describe.skipIf(!hasBrowser)('the look of a site in a browser', () => {
  const app = appInBrowser();

  const opened = async (context: BrowserContext, { path }: LookedAt): Promise<Page> => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(appOrigin + path, { waitUntil: 'load' });
    return page;
  };

  it('follows the typed text, runs no scripts of the site, and is saved by the button', async () => {
    const one = await aSite(app.fixture);
    const context = await contextFor(app.browser, app.admin);
    const page = await opened(context, one);
    const site = page.frameLocator('[data-look-frames] iframe:not(.coming)');
    await site.getByText('The words of the guides.').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Followed');
    await site.getByRole('banner').getByText('Followed').waitFor();
    await page.getByLabel('Main colour, light').fill('#880022');
    await page.getByLabel('Title of a further link').first().fill('Out');
    await page.getByText('The link “Out” needs an address').waitFor();
    await page.getByLabel('Address of a further link').first().fill('https://example.org/');
    await site.getByRole('link', { name: 'Out' }).waitFor();
    expect(await page.locator('[data-look-frames] iframe').count()).toBe(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The look is saved.').waitFor();
    expect(await app.fixture.ok(`GET ${one.at}`)).toMatchObject({
      title: 'Followed',
      styling: { primaryColor: { light: '#880022' } },
      header: { links: [{ title: 'Out' }] },
    });
    await context.close();
  });

  it('is changed without scripts, by the buttons', async () => {
    const one = await aSite(app.fixture);
    const context = await contextFor(app.browser, app.admin, { javaScriptEnabled: false });
    const page = await opened(context, one);
    await page.getByLabel('Title', { exact: true }).fill('Plain');
    await page.getByRole('button', { name: 'Preview' }).last().click();
    await page.frameLocator('iframe').getByRole('banner').getByText('Plain').waitFor();
    expect((await app.fixture.ok(`GET ${one.at}`)).title).toBe('Harbour');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The look is saved.').waitFor();
    expect((await app.fixture.ok(`GET ${one.at}`)).title).toBe('Plain');
    await context.close();
  });

  it('breaks no rule of accessibility, with every part open, and fits into 390 pixels', async () => {
    const one = await aSite(app.fixture);
    const context = await contextFor(app.browser, app.admin);
    const page = await opened(context, one);
    await page.evaluate(
      `for (const each of document.querySelectorAll('details')) if (!each.classList.contains('menu')) each.open = true`,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
});
