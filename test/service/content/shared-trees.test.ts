import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/clock/index.ts';
import { spaceLayout } from '../../../src/service/content/space-layout.ts';
import { ContentCache, readTree } from '../../../src/service/tree/tree.ts';
import { readRevision, type RevisionRow } from '../../../src/service/content/revisions.ts';
import { spaceSource } from '../../../src/service/sites/index.ts';
import { spaceReader, type SpaceReader, type SpaceSource } from '../../../src/site/index.ts';
import { roundsOf } from '../../rounds.ts';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

const schedules = [1, 2, 3, 4].slice(0, roundsOf({ usual: 1, all: 4 }));

let world: ServiceFixture;
beforeEach(() => (world = aService()));
afterEach(() => world.close());

const flat = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** One change to a page, a place or a text, as a batch of the interface. */
function aChange(round: number, ids: readonly string[], pick: (below: number) => number): object {
  const page = ids[pick(ids.length)];
  const link = `[there](${['one', 'two/three', 'four'][pick(3)]}.md)`;
  switch (ids.length < 4 ? 0 : pick(12)) {
    case 0:
    case 1:
      return {
        type: 'insert_page',
        title: ['One', 'Two', 'Three', 'Four', 'One'][pick(5)],
        document: { markdown: `Text ${round} with ${link}.` },
        ...(ids.length === 0 || pick(2) === 0 ? {} : { into: page }),
      };
    case 2:
      return { type: 'update_page', page, title: `Renamed ${round}` };
    case 3:
      return { type: 'update_page', page, into: null, at: 0 };
    case 4:
      return { type: 'update_page', page, description: `About ${round}` };
    case 5:
      return ids.length > 8
        ? { type: 'delete_page', page }
        : { type: 'update_page', page, slug: `s${round}` };
    default:
      return { type: 'update_page', page, document: { markdown: `Words ${round}, ${link}.\n` } };
  }
}

async function everythingOf(reader: SpaceReader, ids: readonly string[]): Promise<unknown> {
  const pages = ids.map(async (id) => ({
    id,
    page: await reader.page(id),
    text: await reader.text(id),
    path: reader.pathOf(id),
    file: reader.fileOfPage(id),
    at: reader.pageAt(reader.pathOf(id) ?? ''),
  }));
  return { tree: reader.pages, pages: await Promise.all(pages) };
}

describe('a tree that revisions share', () => {
  it.each(schedules)('is the same as each revision’s own tree (schedule %i)', async (seed) => {
    const random = seededRandom(seed);
    const pick = (below: number): number => Math.floor(random.number() * below);
    const space = world.newSpace('Shared');
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;
    const { service } = world.embedded;
    const source = (revision: RevisionRow, cache = service.cache): SpaceSource =>
      spaceSource({ store: service.store, cache }, { id: space, title: 'Shared' }, revision);
    let like: SpaceReader | undefined;
    let shared = 0;
    for (let round = 0; round < 40; round += 1) {
      const before = flat((await world.ok(`GET ${base}/pages`)).pages).map((page) => page.id as string);
      // A page cannot be moved below itself: such a change is refused, and nothing happens.
      await world.call(`POST ${base}`, { changes: [aChange(round, before, pick)] });
      const revision = readRevision(service.store, (await world.ok(`GET ${base}`)).id);
      const fresh = { store: service.store, cache: new ContentCache() };

      expect(readTree(service, revision.root)).toEqual(readTree(fresh, revision.root));
      const { nodeOf: _shared, ...layout } = spaceLayout(service, revision);
      const { nodeOf: _alone, ...alone } = spaceLayout(fresh, revision);
      expect(layout).toEqual(alone);

      const ids = [...readTree(fresh, revision.root).byId.keys()];
      const options = { basePath: `/base-${round}/` };
      const reader = spaceReader(source(revision), { ...options, like });
      const whole = spaceReader(source(revision, fresh.cache), options);
      expect(await everythingOf(reader, ids)).toEqual(await everythingOf(whole, ids));
      if (source(revision).shape === shape(like)) shared += 1;
      like = reader;
      shapes.set(like, source(revision).shape);
    }
    expect(shared).toBeGreaterThan(5);
  });
});

const shapes = new WeakMap<SpaceReader, string | undefined>();
const shape = (reader: SpaceReader | undefined): string | undefined =>
  reader === undefined ? undefined : shapes.get(reader);
