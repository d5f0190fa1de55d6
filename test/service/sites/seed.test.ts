import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultProblems } from '../../../src/contract/index.ts';
import { createSiteFromSeed } from '../../../src/service/sites/index.ts';
import { aService, type ServiceFixture, type Json } from '../fixture.ts';

let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

const space = (id: string): object => ({ object: 'space', id, title: `Space ${id}` });
const siteSpace = (id: string, path: string, more: object = {}): object => ({
  object: 'site-space',
  path,
  title: `Variant ${path}`,
  space: space(id),
  ...more,
});

const structure = {
  type: 'sections',
  structure: [
    {
      object: 'site-section',
      title: 'Home',
      path: 'home',
      icon: 'house',
      siteSpaces: [siteSpace('home', 'docs')],
    },
    {
      object: 'site-section-group',
      title: 'Products',
      icon: 'angles-up',
      sections: [
        {
          object: 'site-section',
          title: 'Pay',
          path: 'pay',
          description: 'Money',
          default: true,
          condition: 'visitor.claims.paying == true',
          siteSpaces: [
            siteSpace('pay-1', 'v1'),
            siteSpace('pay-2', 'v2', { default: true, condition: 'not readable !!' }),
            siteSpace('missing', 'v3', { default: true }),
          ],
        },
        { object: 'site-section', title: 'Gone', path: 'gone', siteSpaces: [siteSpace('missing', 'x')] },
      ],
    },
    { object: 'site-section-group', title: 'Empty', sections: [] },
  ],
};

describe('a site from its files', () => {
  it('gets the sections, groups and variants with existing spaces, in their order', async () => {
    const spaces = new Map(['home', 'pay-1', 'pay-2'].map((id) => [id, world.newSpace(`Space ${id}`)]));

    const site = createSiteFromSeed(world.context(), {
      organization: world.org,
      structure,
      customization: {
        title: 'Our docs',
        styling: { corners: 'straight' },
        favicon: { emoji: 'not an emoji at all' },
      },
      spaces,
    });

    const profile = await world.ok(`GET /orgs/${world.org}/sites/${site}/published`);
    expect(resultProblems('getPublishedContentSite', 200, profile)).toEqual([]);
    expect(profile.site).toMatchObject({
      title: 'Our docs',
      published: true,
      visibility: 'public',
      siteSpaces: 3,
    });
    expect(profile.structure.type).toBe('sections');
    expect(
      profile.structure.structure.map((part: Json) => [
        part.object,
        part.title,
        (part.sections ?? []).map((each: Json) => each.title),
      ]),
    ).toEqual([
      ['site-section', 'Home', []],
      ['site-section-group', 'Products', ['Pay']],
    ]);
    const pay = profile.structure.structure[1].sections[0];
    expect(pay).toMatchObject({
      default: true,
      description: 'Money',
      condition: 'visitor.claims.paying == true',
    });
    expect(pay.siteSpaces.map((each: Json) => [each.title, each.path, each.default, each.condition])).toEqual(
      [
        ['Variant v1', 'v1', false, undefined],
        ['Variant v2', 'v2', true, 'false'],
      ],
    );
    expect(profile.customizations.site).toMatchObject({
      title: 'Our docs',
      styling: { corners: 'straight', theme: 'clean' },
      favicon: {},
    });
  });

  it('of nothing but spaces has no sections', async () => {
    const site = createSiteFromSeed(world.context(), {
      organization: world.org,
      title: 'Plain',
      structure: { type: 'siteSpaces', structure: [siteSpace('a', 'a'), siteSpace('b', 'b')] },
      spaces: new Map([['b', world.newSpace('B')]]),
    });

    const found = await world.ok(`GET /orgs/${world.org}/sites/${site}/structure`);
    expect(found).toMatchObject({
      type: 'siteSpaces',
      structure: [{ path: 'b', default: true, title: 'Variant b' }],
    });
  });

  it('can be made however strange its files are', () => {
    for (const strange of [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      { structure: [null, 3, { object: 'site-section' }, { object: 'site-space', space: 1 }] },
    ]) {
      expect(
        createSiteFromSeed(world.context(), {
          organization: world.org,
          structure: strange,
          customization: strange,
          spaces: new Map(),
        }),
      ).toMatch(/^\w{20}$/);
    }
  });
});
