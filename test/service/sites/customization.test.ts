import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let site: string;
let at: string;

beforeEach(async () => {
  world = aService();
  const spaces = [world.newSpace('Manual')];
  ({ id: site } = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Our Docs', spaces }));
  at = `/orgs/${world.org}/sites/${site}/customization`;
});
afterEach(() => world.close());

const look = (): Promise<Json> => world.ok(`GET ${at}`);
const status = async (change: (look: Json) => Json): Promise<number> =>
  (await world.call(`PUT ${at}`, change(await look()))).status;
const linkTo = (to: object): Json => ({ title: 'There', to, links: [] });

describe('the look of a site', () => {
  it('is shown in its published profile, and begins like that of every new site', async () => {
    const { customizations } = await world.ok(`GET /orgs/${world.org}/sites/${site}/published`);
    expect(await look()).toEqual(customizations.site);
    expect(await look()).toMatchObject({ title: 'Our Docs', styling: { theme: 'clean' } });
  });

  it('is written all at once; settings that are left out are those of a new site', async () => {
    const before = await look();
    const announcement = { enabled: true, message: 'New words', style: 'info' };
    const styling = { ...before.styling, theme: 'bold' };
    const after = await world.ok(`PUT ${at}`, { ...before, styling, announcement });
    expect(after).toEqual({ ...before, styling, announcement });
    expect(await look()).toEqual(after);
    expect(await world.ok(`PUT ${at}`, before)).toEqual(before);
  });

  it('follows the title of the site, unless visitors see another title', async () => {
    const before = await look();
    await world.ok(`PUT ${at}`, before);
    await world.ok(`PATCH /orgs/${world.org}/sites/${site}`, { title: 'Renamed' });
    expect((await look()).title).toBe('Renamed');
    await world.ok(`PUT ${at}`, { ...before, title: 'For visitors' });
    await world.ok(`PATCH /orgs/${world.org}/sites/${site}`, { title: 'Inside' });
    expect((await look()).title).toBe('For visitors');
  });

  it('keeps members that the interface does not name, and never shows them', async () => {
    const kept = {
      socialAccounts: [{ platform: 'x', handle: 'us' }],
      header: {
        links: [{ ...linkTo({ kind: 'url', url: 'https://example.org' }), localizedTitle: { de: 'Dort' } }],
      },
    };
    const { store } = world.embedded.service;
    store.run('UPDATE sites SET customization = ? WHERE id = ?', JSON.stringify(kept), site);
    const before = await look();
    expect(JSON.stringify(before)).not.toMatch(/socialAccounts|localizedTitle/);
    const other = linkTo({ kind: 'url', url: 'https://example.org/other' });
    await world.ok(`PUT ${at}`, {
      ...before,
      header: { ...before.header, links: [other, ...before.header.links] },
    });
    const { customization } = store.get<{ customization: string }>(
      'SELECT customization FROM sites WHERE id = ?',
      site,
    )!;
    expect(JSON.parse(customization)).toMatchObject({
      socialAccounts: kept.socialAccounts,
      header: { links: [other, kept.header.links[0]] },
    });
  });

  it('is refused when no page could show it', async () => {
    const before = await look();
    const withLink = (link: Json) => (each: Json) => ({ ...each, header: { ...each.header, links: [link] } });
    const url = { kind: 'url', url: 'https://example.org' };
    const statuses = [
      await status(withLink({ ...linkTo(url), condition: 'visitor.(' })),
      await status((each) => ({
        ...each,
        favicon: { icon: { light: 'javascript:1', dark: 'javascript:1' } },
      })),
      await status((each) => ({ ...each, privacyPolicy: { url: 'data:text/html,x' } })),
      await status((each) => ({ ...each, surprise: 1 })),
      await status((each) => ({ ...each, styling: { ...each.styling, surprise: 1 } })),
      await status(({ styling: _, ...rest }) => rest),
    ];
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400]);
    expect(await look()).toEqual(before);
  });

  it('may not link to a space that the writer does not see, but keeps links to a deleted space', async () => {
    const to = (space: string) => (each: Json) => ({
      ...each,
      footer: {
        groups: [{ title: 'More', links: [{ title: 'There', to: { kind: 'page', page: 'p', space } }] }],
      },
    });
    expect(await status(to(world.newSpace('Foreign', world.otherOrg)))).toBe(404);
    const own = world.newSpace('Own');
    expect(await status(to(own))).toBe(200);
    await world.ok(`DELETE /spaces/${own}`);
    expect(await status((each) => ({ ...each, pdf: { enabled: false } }))).toBe(200);
  });
});
