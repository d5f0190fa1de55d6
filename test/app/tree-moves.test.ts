import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageNode } from '../../src/content/index.ts';
import { placeInTree } from '../../src/app/screens/tree.ts';
import { publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { accessibilityFaults } from '../site/axe.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { contextOver } from './every-page.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

const node = (id: string, ...pages: PageNode[]): PageNode => ({
  ...{ id, type: 'document', title: id, slug: id, path: id, pages },
});

describe('a place beside an entry of the tree', () => {
  const tree = [node('a'), node('b', node('c'), node('d')), node('e')];
  it.each([
    { moved: 'e', beside: 'a', where: 'before', place: { into: null, at: 0 } },
    { moved: 'a', beside: 'e', where: 'after', place: { into: null, at: 2 } },
    { moved: 'a', beside: 'e', where: 'before', place: { into: null, at: 1 } },
    { moved: 'd', beside: 'c', where: 'before', place: { into: 'b', at: 0 } },
    { moved: 'a', beside: 'd', where: 'after', place: { into: 'b', at: 2 } },
    { moved: 'a', beside: 'b', where: 'into', place: { into: 'b' } },
    { moved: 'a', beside: 'x', where: 'into', place: undefined },
  ] as const)('puts $moved $where $beside', ({ moved, beside, where, place }) => {
    expect(placeInTree(tree, moved, { beside, where })).toEqual(place);
  });
});

describe('pages in the tree', () => {
  let fixture: ServiceFixture;
  let admin: Visitor;
  beforeAll(async () => {
    fixture = aServiceWithApp();
    admin = await signedIn(fixture);
  });
  afterAll(() => fixture.close());

  const aSpace = async (title: string) => {
    const space = fixture.newSpace(title);
    const [one = '', two = '', three = ''] = await publishPages(
      fixture,
      space,
      ...['One', 'Two', 'Three'].map((name) => `# ${name}\n\nWords.\n`),
    );
    return { space, one, two, three, path: `/app/spaces/${space}` };
  };
  /** The titles in the newest change request, each with the pages below it. */
  const titlesIn = async (space: string): Promise<string[]> => {
    const [draft] = (await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items as Json[];
    const { pages } = await fixture.ok(`GET /spaces/${space}/change-requests/${draft.id}/content/pages`);
    const titles = (list: Json[]): string[] =>
      list.map(({ title, pages: below }) => (below.length > 0 ? `${title}(${titles(below).join()})` : title));
    return titles(pages);
  };

  it('are moved beside others by a form, in a draft, and stay where they already are', async () => {
    const { space, one, three, path } = await aSpace('Form');
    const at = `${path}/~/arrange`;
    const first = await admin.post(at, { do: 'move', page: three, beside: one, where: 'before' });
    expect(first.location).toBe(`${path}/~/changes/2`);
    expect(await titlesIn(space)).toEqual(['Three', 'One', 'Two']);
    await admin.post(`${path}/~/changes/2/~/arrange`, {
      do: 'move',
      page: three,
      beside: one,
      where: 'into',
    });
    expect(await titlesIn(space)).toEqual(['One(Three)', 'Two']);
    await admin.post(at, { do: 'move', page: one, beside: three, where: 'sideways' });
    await admin.post(at, { do: 'move', page: one, beside: one, where: 'after' });
    await admin.post(at, { do: 'move', page: one, beside: one, where: 'before' });
    expect((await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items).toHaveLength(1);
  });

  /** The places that a form offers: the value of each, and its words. */
  const placesIn = (html: string): string[][] =>
    [
      ...(/<select id="at"[^>]*>[^]*?<\/select>/.exec(html)?.[0] ?? html).matchAll(
        /value="([^"]*)"[^>]*>([^<]*)/g,
      ),
    ].map(([, value = '', words = '']) => [value, words]);
  const titledBelow = async (title: string) => {
    const made = await aSpace(title);
    const { space, one, two, three, path } = made;
    await admin.post(`${path}/~/arrange`, { do: 'move', page: two, parent: one });
    await fixture.ok(`POST /spaces/${space}/change-requests/2/merge`);
    return { space, one, two, three, path, at: `${path}/~/arrange` };
  };

  it('take the chosen place below another page', async () => {
    const { space, one, two, three, at } = await titledBelow('Places');
    const part = await admin.get(`${at}?page=${three}&below=${one}&part=1`);
    expect(placesIn(part.html)).toEqual([
      [`0 ${one}`, '1 (where Two is)'],
      [`1 ${one}`, '2 (at the end)'],
    ]);
    expect(part.html).not.toContain('<form');
    await admin.post(at, { do: 'move', page: three, parent: one, at: `0 ${one}` });
    expect(await titlesIn(space)).toEqual(['One(Three,Two)']);
    expect(placesIn((await admin.get(`${at}?page=${two}&below=${two}&part=1`)).html)).toEqual([
      [`0 ${two}`, 'the only page there'],
    ]);
  });

  it('ask for a place below the new parent where the list showed the places of the old one', async () => {
    const { space, one, three, at } = await titledBelow('Second step');
    const asked = await admin.post(at, {
      ...{ do: 'move', page: three, parent: one, at: '1 ', title: 'Third <3', slug: 'third' },
    });
    expect(asked.status).toBe(200);
    expect(asked.html).toContain('The list below has the places under the new parent');
    expect(asked.html).toContain('value="Third &lt;3"');
    expect(asked.html).toContain('value="third"');
    expect(asked.html).toContain(`<option value="${one}" selected="">`);
    expect(placesIn(asked.html).map(([value]) => value)).toEqual([`0 ${one}`, `1 ${one}`]);
    expect((await fixture.ok(`GET /spaces/${space}/change-requests?status=draft`)).items).toEqual([]);
    await admin.post(at, { do: 'move', page: three, parent: one, at: `0 ${one}`, title: 'Third <3' });
    expect(await titlesIn(space)).toEqual(['One(Third <3,Two)']);
  });

  it('are not asked for a place where there is only one', async () => {
    const { space, one, three, path } = await aSpace('Only child');
    await admin.post(`${path}/~/arrange`, { do: 'move', page: three, parent: one, at: '2 ' });
    expect(await titlesIn(space)).toEqual(['One(Three)', 'Two']);
  });

  it('cannot be moved by somebody who may not edit', async () => {
    const { path } = await aSpace('Readers');
    expect((await admin.get(path)).html).toContain('data-tree-move');
    expect((await (await signedIn(fixture, 'read')).get(path)).html).not.toMatch(/data-tree-move|\/tree\.js/);
  });

  describe.skipIf(!hasBrowser)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    const dragged = async (page: Page, what: string, { onto, part }: { onto: string; part: number }) => {
      const row = (name: string) => page.locator('.tree').getByRole('link', { name, exact: true });
      const box = (await row(onto).boundingBox())!;
      await row(what).hover();
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y + box.height * part, { steps: 5 });
      await page.mouse.up();
    };

    it('have a list of places that follows the chosen parent', { tags: ['long'] }, async () => {
      const { space, one, three, at } = await titledBelow('Follows');
      const context = await contextOver(browser, fixture, { visitor: admin });
      const page = await context.newPage();
      await page.goto(`${appOrigin}${at}?page=${three}`, { waitUntil: 'load' });
      await page.getByLabel('Below').selectOption({ value: one });
      const places = page.getByLabel('Place among its neighbours');
      await page.getByRole('option', { name: '1 (where Two is)' }).waitFor({ state: 'attached' });
      expect(await places.inputValue()).toBe(`1 ${one}`);
      await places.selectOption('1 (where Two is)');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(/\/~\/changes\/3$/);
      expect(await titlesIn(space)).toEqual(['One(Three,Two)']);
      await context.close();
    });

    it('are moved by the mouse, after a question that says what would happen', async () => {
      const { space, path } = await aSpace('Mouse');
      const context = await contextOver(browser, fixture, { visitor: admin });
      const page = await context.newPage();
      await page.goto(appOrigin + path, { waitUntil: 'load' });
      await dragged(page, 'Three', { onto: 'One', part: 0.5 });
      const question = page.locator('.tree-move');
      expect(await question.getByRole('status').textContent()).toBe('Move “Three” below “One”?');
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await question.isVisible()).toBe(false);

      await dragged(page, 'One', { onto: 'Three', part: 0.9 });
      expect(await question.getByRole('status').textContent()).toBe('Move “One” after “Three”?');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/~\/changes\/2$/);
      expect(await titlesIn(space)).toEqual(['Two', 'Three', 'One']);
      await context.close();
    });
  });
});
