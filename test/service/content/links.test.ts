import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf, linkUses } from '../../../src/service/content/links.ts';
import { primaryRoot } from '../../../src/service/content/roots.ts';
import { ContentCache } from '../../../src/service/tree/tree.ts';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let other: string;
beforeEach(() => {
  world = aService();
  space = world.newSpace('Guides');
  other = world.newSpace('More');
});
afterEach(() => world.close());

async function change(where: string, changes: readonly object[]): Promise<void> {
  const { id } = await world.ok(`POST /spaces/${where}/change-requests`, {});
  await world.ok(`POST /spaces/${where}/change-requests/${id}/content`, { changes });
  await world.ok(`POST /spaces/${where}/change-requests/${id}/merge`);
}
const insert = (title: string, markdown: string) => ({
  type: 'insert_page',
  title,
  document: { markdown },
  git: { path: `${title.toLowerCase()}.md` },
});
const idOf = async (where: string, title: string): Promise<string> =>
  (await world.ok(`GET /spaces/${where}/content/pages`)).pages.find((page: Json) => page.title === title).id;
const write = async (title: string, markdown: string): Promise<void> =>
  change(space, [
    {
      type: 'update_page',
      page: await idOf(space, title),
      document: { markdown: `# ${title}\n\n${markdown}\n` },
    },
  ]);

/** The links of a space, in a service that has run for a while and in one that has just started. */
function links(where = space): string[] {
  const ctx = world.context();
  const say = (at: typeof ctx): string[] =>
    linkUses(at, primaryRoot(at, { spaceId: where })).map(
      ({ target, status, from }) => `${status} ${keyOf(target)} from ${from.length}`,
    );
  const said = say(ctx);
  const fresh = Object.create(ctx, { cache: { value: new ContentCache() } }) as typeof ctx;
  expect(say(fresh)).toEqual(said);
  expect(say(ctx)).toEqual(said);
  return said;
}

describe('the cached links of a space', () => {
  it('follow the texts at both ends: a removed heading, a new link', async () => {
    await change(space, [
      insert('One', 'To [two](two.md#part).'),
      insert('Two', '## Part\n\nTo [one](one.md).'),
    ]);
    const [one, two] = [await idOf(space, 'One'), await idOf(space, 'Two')];
    expect(links()).toEqual([`ok page ${space} ${two} part from 1`, `ok page ${space} ${one}  from 1`]);

    await write('Two', '## Piece\n\nTo [one](one.md) and [nothing](nothing.md).');
    expect(links()).toEqual([
      `broken page ${space} ${two} part from 1`,
      `ok page ${space} ${one}  from 1`,
      'broken url nothing.md from 1',
    ]);
  });

  it('take # for the top of the page that they are in', async () => {
    await change(space, [insert('One', 'Up [here](#), or [nowhere]().')]);
    const one = await idOf(space, 'One');

    expect(links()).toEqual([`ok page ${space} ${one}  from 1`, 'broken url  from 1']);
  });

  it('take #top for the top of any page, as browsers do', async () => {
    await change(space, [insert('One', 'Up [here](#top), or [there](#topmost).')]);
    const one = await idOf(space, 'One');

    expect(links()).toEqual([
      `ok page ${space} ${one} top from 1`,
      `broken page ${space} ${one} topmost from 1`,
    ]);
  });

  it('follow new and deleted pages, and differ between spaces with the same content', async () => {
    await change(space, [insert('One', 'To [two](two.md).')]);
    expect(links()).toEqual(['broken url two.md from 1']);
    await change(space, [insert('Two', 'Words.')]);
    const two = await idOf(space, 'Two');
    expect(links()).toEqual([`ok page ${space} ${two}  from 1`]);

    const { id: copy } = await world.ok(`POST /spaces/${space}/duplicate`);
    expect(links(copy as string)).toEqual([`ok page ${copy as string} ${two}  from 1`]);
    await change(space, [{ type: 'delete_page', page: two }]);
    expect(links()).toEqual(['broken url two.md from 1']);
    expect(links(copy as string)).toEqual([`ok page ${copy as string} ${two}  from 1`]);
  });

  it('follow another space that links in the application lead to', async () => {
    await change(other, [insert('Far', 'Words.')]);
    const far = await idOf(other, 'Far');
    const address = `http://docs.test/app/spaces/${other}`;
    await change(space, [insert('One', `To [far](${address}/far) and [all](${address}).`)]);
    expect(links()).toEqual([`ok page ${other} ${far}  from 1`, `ok space ${other} from 1`]);

    await change(other, [{ type: 'delete_page', page: far }]);
    expect(links()).toEqual([`broken url ${address}/far from 1`, `ok space ${other} from 1`]);
    await world.ok(`DELETE /spaces/${other}`);
    expect(links()).toEqual([`in-app url ${address}/far from 1`, `in-app url ${address} from 1`]);
  });

  it('follow reusable content, and links within it', async () => {
    const include = (text: string) => ({
      type: 'insert_files',
      files: [
        {
          name: '.gitbook/includes/words.md',
          contentType: 'text/markdown',
          base64: Buffer.from(text).toString('base64'),
        },
      ],
    });
    await change(space, [
      insert('One', '{% include "./.gitbook/includes/words.md" %}'),
      include('## Here\n\n[up](#here)\n'),
    ]);
    const before = links();
    await change(space, [include('## There\n\n[up](#here)\n')]);

    expect(before.map((line) => line.split(' ')[0])).toEqual(['ok', 'ok']);
    expect(links().map((line) => line.split(' ')[0])).toEqual(['ok', 'broken']);
  });
});
