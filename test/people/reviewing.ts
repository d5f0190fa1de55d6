import { documentsThere, isLeafThere, openRequests } from './actor.ts';
import type { Actor, Deed } from './actor.ts';
import { Broken } from './broken.ts';
import { birthOf, newPage, withParagraph, withTitle } from './texts.ts';
import type { PageThere } from './world.ts';

/** What people do in the service. */

const author = 'a-reviewer';

async function edit(actor: Actor, page: PageThere, request?: string): Promise<string> {
  const token = actor.ledger.token(birthOf(page.markdown), author);
  const markdown = withParagraph(page.markdown, token, actor.dice);
  await actor.stage.service.change([{ type: 'update_page', page: page.id, document: { markdown } }], request);
  return token;
}

export const editsAPage: Deed = async (actor) => {
  const page = actor.dice.pick(await documentsThere(actor));
  if (!page) return null;
  return `writes ${await edit(actor, page)} into the page ${page.title}`;
};

export const retitlesAPage: Deed = async (actor) => {
  const page = actor.dice.pick(await documentsThere(actor));
  if (!page) return null;
  const title = `Called ${actor.ledger.next()}`;
  const markdown = withTitle(page.markdown, title);
  await actor.stage.service.change([{ type: 'update_page', page: page.id, title, document: { markdown } }]);
  return `calls the page ${page.title} ${title}`;
};

export const changesASlug: Deed = async (actor) => {
  const page = actor.dice.pick((await documentsThere(actor)).slice(1));
  if (!page) return null;
  const slug = `slug-${actor.ledger.next()}`;
  await actor.stage.service.change([{ type: 'update_page', page: page.id, slug }]);
  return `gives the page ${page.title} the address ${slug}`;
};

export const renamesAFile: Deed = async (actor) => {
  const page = actor.dice.pick((await documentsThere(actor)).slice(1));
  if (!page) return null;
  const path = `${actor.stage.clones[0]!.root}named-${actor.ledger.next()}.md`;
  await actor.stage.service.change([{ type: 'update_page', page: page.id, git: { path } }]);
  return `gives the file of the page ${page.title} the path ${path}`;
};

const adds =
  (where: 'at the top' | 'below another one'): Deed =>
  async (actor) => {
    const { dice, ledger, stage } = actor;
    const pages = await stage.service.pages();
    const parents = pages.filter(({ kind }) => kind === 'document' || kind === 'group');
    const parent = where === 'at the top' ? undefined : dice.pick(parents);
    const birth = ledger.birth(author);
    const title = `Made ${ledger.next()}`;
    const siblings = pages.filter((page) => page.parent === (parent?.id ?? null)).length;
    await stage.service.change([
      {
        type: 'insert_page',
        document: { markdown: newPage(title, birth, ledger.token(birth, author)) },
        ...(parent ? { into: parent.id } : {}),
        ...(dice.chance(0.4) ? { at: parent ? dice.number(siblings + 1) : 1 + dice.number(siblings) } : {}),
      },
    ]);
    return `adds the page ${title} ${parent ? `below ${parent.title}` : 'at the top'}`;
  };

export const addsAPage = adds('at the top');
export const addsAPageBelow = adds('below another one');

export const movesAPage: Deed = async (actor) => {
  const { dice, stage } = actor;
  const pages = await documentsThere(actor);
  const page = dice.pick(pages.slice(1));
  if (!page) return null;
  const below = new Set([page.id]);
  for (const each of pages) if (each.parent !== null && below.has(each.parent)) below.add(each.id);
  const into = dice.pick(pages.filter(({ id }) => !below.has(id)));
  if (!into) return null;
  await stage.service.change([{ type: 'update_page', page: page.id, into: into.id }]);
  return `moves the page ${page.title} below ${into.title}`;
};

export const putsAPageElsewhere: Deed = async (actor) => {
  const { dice, stage } = actor;
  const pages = await documentsThere(actor);
  const page = dice.pick(pages.slice(1));
  if (!page) return null;
  const siblings = pages.filter(({ parent }) => parent === page.parent).length;
  const at = dice.number(siblings);
  await stage.service.change([{ type: 'update_page', page: page.id, into: page.parent, at }]);
  return `puts the page ${page.title} at place ${at} of its list`;
};

export const deletesAPage: Deed = async (actor) => {
  const pages = await documentsThere(actor);
  const page = actor.dice.pick(pages.slice(1).filter((each) => isLeafThere(each, pages)));
  if (!page) return null;
  actor.ledger.retire(page.markdown);
  await actor.stage.service.change([{ type: 'delete_page', page: page.id }]);
  return `deletes the page ${page.title}`;
};

export const mergesARequest: Deed = async (actor) => {
  const request = actor.dice.pick(await openRequests(actor));
  if (!request) return null;
  return `merges #${request.number}: ${await merge(actor, request.id)}`;
};

/** Merges a change request. Throws where a page that nobody deleted is gone, or empty, afterwards. */
export async function merge(
  { stage, ledger }: Pick<Actor, 'stage' | 'ledger'>,
  request: string,
): Promise<string> {
  const textsOf = async (of?: string): Promise<readonly string[]> =>
    (await stage.service.pages(of)).map(({ markdown }) => markdown);
  const [before, asked] = [await textsOf(), await textsOf(request)];
  const sides = [ledger.linesIn(before), ledger.linesIn(asked)];
  const tables = ledger.listingsIn(await stage.service.tables());
  const { result, isDecided } = await stage.service.merge(request);
  const after = await textsOf();
  // Whoever keeps both sides of a conflict brings back what one of them took out.
  if (isDecided) {
    ledger.bringBack([...ledger.linesIn(after)].filter((line) => !sides.every((side) => side.has(line))));
    // Of a table of contents that nobody can join, a reviewer takes one side.
    ledger.takeAway(tables, ledger.listingsIn(await stage.service.tables()));
  }
  const gone = [...ledger.birthsIn(before)].filter((birth) => !ledger.birthsIn(after).has(birth));
  if (gone.length > 0) throw new Broken('a merge empties no page', `${gone.join(', ')} went with a merge`);
  return result;
}

export const updatesARequest: Deed = async (actor) => {
  const request = actor.dice.pick(await openRequests(actor));
  if (!request) return null;
  return `brings #${request.number} up to date: ${await actor.stage.service.update(request.id)}`;
};

export const editsARequest: Deed = async (actor) => {
  const request = actor.dice.pick(await openRequests(actor));
  const page = request && actor.dice.pick(await documentsThere(actor, request.id));
  if (!request || !page) return null;
  return `writes ${await edit(actor, page, request.id)} into the page ${page.title} of #${request.number}`;
};

/** A reviewer accepts a change request without one of its new pages. */
export const takesAPageOut: Deed = async (actor) => {
  const request = actor.dice.pick(await openRequests(actor));
  if (!request) return null;
  const known = new Set((await actor.stage.service.pages()).map(({ id }) => id));
  const pages = await documentsThere(actor, request.id);
  const page = actor.dice.pick(pages.filter((each) => !known.has(each.id) && isLeafThere(each, pages)));
  if (!page) return null;
  await actor.stage.service.change([{ type: 'delete_page', page: page.id }], request.id);
  actor.ledger.retireGone([page.markdown], await textsLeft(actor));
  return `takes the new page ${page.title} out of #${request.number}`;
};

export const archivesARequest: Deed = async (actor) => {
  const request = actor.dice.pick(await openRequests(actor));
  if (!request) return null;
  await archive(actor, request.id);
  return `archives #${request.number}`;
};

/** Puts a change request away. What only it says, and nobody has on a disk, goes with it. */
export async function archive(
  { stage, ledger }: Pick<Actor, 'stage' | 'ledger'>,
  request: string,
): Promise<void> {
  const said = (await stage.service.pages(request)).map(({ markdown }) => markdown);
  await stage.service.archive(request);
  ledger.retireGone(said, await textsLeft({ stage }));
}

/** What the space and the clones have. */
async function textsLeft({ stage }: Pick<Actor, 'stage'>): Promise<readonly string[]> {
  const left = (await stage.service.pages()).map(({ markdown }) => markdown);
  for (const clone of stage.clones) left.push(...(await clone.files()).values());
  return left;
}
