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
