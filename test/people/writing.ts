import { posix } from 'node:path';
import { isFirstPage, look, markdownEnding, saveSummary, styleOf } from './actor.ts';
import type { Actor, Deed, Here, PageHere } from './actor.ts';
import { endOf, entriesOf, entryLine, folderOfPath, withLine, withOtherLine } from './summary-lines.ts';
import { placeOf } from './listings.ts';
import {
  newPage,
  withDescription,
  withParagraph,
  withTitle,
  withoutIdentity,
  withoutIdentityLine,
} from './texts.ts';

/** What writers do with the texts of pages and with new pages. */

/** Words that people call pages by; some of them make hard names. */
const words = [
  'Notes',
  'Limits',
  'Über uns',
  "What's new",
  'C# & more',
  'FAQ (short)',
  '概要',
  'Roadmap_2027',
];

export const addsALine: Deed = async (actor) => {
  const page = actor.dice.pick((await look(actor)).pages);
  if (!page) return null;
  // Some people take out what others have written, instead of writing more.
  const there = ((await actor.clone.mirrored(page.path)) ?? '').split('\n');
  const own = `-by-${actor.clone.name}-in-`;
  const said = page.text
    .split(/\r?\n/u)
    .filter((line) => line.startsWith('said-') && !line.includes(own) && there.includes(line));
  const line = page.text.length % 2 === 0 ? said[page.text.length % said.length] : undefined;
  return line === undefined ? addLine(actor, page) : takeLineOut(actor, page, line);
};

async function takeLineOut(actor: Actor, page: PageHere, line: string): Promise<string> {
  const { clone, dice, ledger } = actor;
  const eol = page.text.includes('\r\n') ? '\r\n' : '\n';
  ledger.takeOut(line, await placeOf(clone));
  await clone.save(page.path, page.text.replace(`${eol}${line}${eol}`, ''), styleOf(dice));
  return `takes ${line} out of ${page.path}`;
}

async function addLine(actor: Actor, page: PageHere): Promise<string> {
  const { clone, dice, ledger } = actor;
  const token = ledger.token(page.birth, clone.name);
  await clone.save(page.path, withParagraph(page.text, token, dice), styleOf(dice));
  return `writes ${token} into ${page.path}`;
}

export const retitles: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(here.pages);
  if (!page) return null;
  const title = `Title ${actor.ledger.next()}`;
  const alsoListed = actor.dice.chance(0.6);
  const style = styleOf(actor.dice);
  // Some people change only the line in the table of contents, and leave the heading as it is.
  const isListedAlone = alsoListed && page.text.length % 2 === 0;
  if (!isListedAlone) await actor.clone.save(page.path, withTitle(page.text, title), style);
  if (alsoListed)
    await saveSummary(actor, here, (summary) => {
      const entry = entriesOf(summary).find(({ target }) => target === page.target);
      return entry
        ? withOtherLine(summary, entry.line, entryLine(entry.depth, title, entry.target))
        : summary;
    });
  const where = isListedAlone ? ', in the table of contents alone' : ', in the table of contents, too';
  return `calls ${page.path} ${title}${alsoListed ? where : ''}`;
};

/** As a search through all pages does that replaces a word. */
export const writesIntoEveryPage: Deed = async (actor) => {
  const { clone, dice, ledger } = actor;
  const { pages } = await look(actor);
  for (const { path, text, birth } of pages)
    await clone.save(path, withParagraph(text, ledger.token(birth, clone.name), dice), styleOf(dice));
  return pages.length === 0 ? null : `writes a line into each of ${pages.length} pages`;
};

/** A description in the front matter, instead of the one that was there. */
export const describesAPage: Deed = async (actor) => {
  const { clone, dice, ledger, setting } = actor;
  const page = dice.pick((await look(actor)).pages);
  if (!page || page.text.includes('\r\n')) return null;
  const [, before] = /^description: (.*)$/mu.exec(page.text) ?? [];
  if (before !== undefined) ledger.retire(before);
  const token = ledger.token(page.birth, clone.name);
  // A page has one description: of two in a conflict, people give one up.
  if (setting.clones * setting.branches > 1) ledger.retire(token);
  await clone.save(page.path, withDescription(page.text, token), styleOf(dice));
  return `describes ${page.path} with ${token}`;
};

/** Makes a page's file; gives its words. */
async function make(
  actor: Actor,
  path: string,
  title: string,
  instead: string | null = null,
): Promise<string> {
  const { clone, dice, ledger } = actor;
  const birth = ledger.birth(clone.name, instead);
  await clone.save(path, newPage(title, birth, ledger.token(birth, clone.name)), styleOf(dice));
  return birth;
}

/** The title and the file of a new page. Some people end the names of their files otherwise than with `.md`, or write a `#` in them (`C#.md`). */
function newName(actor: Actor): { title: string; name: string } {
  const number = actor.ledger.next();
  const title = actor.dice.chance(0.2) ? `${actor.dice.pick(words)!} ${number}` : `Fresh ${number}`;
  const ending = number % 8 === 5 ? 'MD' : number % 8 === 7 ? 'markdown' : 'md';
  const mark = number % 8 === 3 ? '#' : '';
  return { title, name: `fresh-${number}${mark}.${ending}` };
}

/** A new file beside a page, and a line for it after that page's. */
export const addsAListedPage: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(beside.path), `${name}`);
  await make(actor, path, title);
  await listAfter(actor, here, { beside, depth: beside.depth, title, path });
  return `adds ${path}, and lists it after ${beside.target}`;
};

/** A new file in the folder of one page, listed after another one. */
export const addsAPageListedElsewhere: Deed = async (actor) => {
  const here = await look(actor);
  const [inFolderOf, beside] = [actor.dice.pick(here.listed), actor.dice.pick(here.listed)];
  if (!inFolderOf || !beside) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(inFolderOf.path), `${name}`);
  await make(actor, path, title);
  await listAfter(actor, here, { beside, depth: beside.depth, title, path });
  return `adds ${path}, and lists it after ${beside.target}, which is in another place`;
};

export const addsAChildPage: Deed = async (actor) => {
  const here = await look(actor);
  const parent = actor.dice.pick(here.listed);
  if (!parent) return null;
  const { title, name } = newName(actor);
  const own = parent.path.endsWith('/README.md')
    ? folderOfPath(parent.path)
    : parent.path.replace(markdownEnding, '');
  const folder = actor.dice.chance(0.5) ? own : folderOfPath(parent.path);
  const path = posix.join(folder, `${name}`);
  await make(actor, path, title);
  await listAfter(actor, here, { beside: parent, depth: parent.depth + 1, title, path });
  return `adds ${path}, and lists it below ${parent.target}`;
};

export const addsAPageInANewFolder: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed.filter(({ depth }) => depth === 0));
  if (!beside) return null;
  const { title, name } = newName(actor);
  const folder = `${actor.clone.root}area-${actor.ledger.next()}`;
  const withReadme = actor.dice.chance(0.5);
  const paths = [...(withReadme ? [`${folder}/README.md`] : []), `${folder}/${name}`];
  let line = endOf(here.summary!, beside);
  let summary = here.summary!;
  for (const [depth, path] of paths.entries()) {
    const called = depth === 0 && withReadme ? `Area ${title}` : title;
    await make(actor, path, called);
    summary = withLine(summary, line++, entryLine(depth, called, path.slice(actor.clone.root.length)));
  }
  await actor.clone.save(here.summaryPath, summary, styleOf(actor.dice));
  return `adds ${paths.join(' and ')} in a new folder, listed after ${beside.target}`;
};

/** A new group at the end of the table of contents, with a page of its own, and often with words of the writer below it. */
export const addsAPageInANewGroup: Deed = async (actor) => {
  const here = await look(actor);
  if (here.summary === null) return null;
  const { title, name } = newName(actor);
  const path = `${actor.clone.root}${name}`;
  const group = `Group ${actor.ledger.listing(actor.clone.name)}`;
  const words = actor.dice.chance(0.5) ? `\nWritten for ${actor.ledger.listing(actor.clone.name)}.\n` : '';
  await make(actor, path, title);
  const entry = entryLine(0, title, `${name}`);
  await saveSummary(actor, here, (summary) =>
    withLine(
      `${summary.trimEnd()}\n\n## ${group}\n`,
      summary.trimEnd().split('\n').length + 3,
      `${entry}\n${words}`,
    ),
  );
  return `begins the ${group} with ${path}`;
};

/** Editors make an empty file first, and a sync may come before its text does. */
export const beginsWithAnEmptyFile: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(beside.path), name);
  await actor.clone.save(path, '', 'in place');
  const isListedFirst = actor.dice.chance(0.5);
  const list = async (): Promise<void> =>
    listAfter(actor, await look(actor), { beside, depth: beside.depth, title, path });
  if (isListedFirst) await list();
  const seen = await actor.clone.cycle(null);
  const birth = actor.ledger.birth(actor.clone.name);
  const text = newPage(title, birth, actor.ledger.token(birth, actor.clone.name));
  const front = /^---\n[^]*?\n---\n\n?/u.exec((await actor.clone.files()).get(path) ?? '')?.[0] ?? '';
  await actor.clone.save(path, front + text, styleOf(actor.dice));
  if (!isListedFirst) await list();
  return `makes the empty file ${path} (sync: ${seen.said}), writes a page into it, and lists it after ${beside.target}`;
};

/** The line comes first, and the file after the next sync. */
export const listsAPageFirst: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(beside.path), name);
  await listAfter(actor, here, { beside, depth: beside.depth, title, path });
  const seen = await actor.clone.cycle(null);
  await make(actor, path, title);
  return `lists ${path} after ${beside.target} (sync: ${seen.said}), and writes it`;
};

/** A new text, without an id, in the place of an old one. */
export const writesAPageAnew: Deed = async (actor) => {
  const page = actor.dice.pick((await look(actor)).pages.filter((each) => !isFirstPage(each)));
  if (!page) return null;
  actor.ledger.retirePage(page, actor.clone.name);
  await actor.clone.remove(page.path);
  await make(actor, page.path, `Anew ${actor.ledger.next()}`, page.birth);
  return `deletes ${page.path}, and writes another page in its place`;
};

export const addsAnUnlistedPage: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.pages);
  if (!beside) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(beside.path), `${name}`);
  await make(actor, path, title);
  return `adds ${path}, and lists it nowhere`;
};

export async function listAfter(
  actor: Actor,
  here: Here,
  {
    beside,
    depth,
    title,
    path,
  }: { beside: Here['listed'][number]; depth: number; title: string; path: string },
): Promise<void> {
  await saveSummary(actor, here, (summary) => {
    const at = depth > beside.depth ? beside.line + 1 : endOf(summary, beside);
    return withLine(summary, at, entryLine(depth, title, path.slice(actor.clone.root.length)));
  });
}

/** The front matter of a page, as a copy of the page keeps it: without a description that somebody wrote for this very page. */
function frontMatterForCopy({ text }: PageHere): string {
  const frontMatter = /^---\n[^]*?\n---\n\n?/u.exec(text)?.[0] ?? '';
  return frontMatter.replace(/^description: said-.*\n/mu, '');
}

/** People copy a page's file as a template, with its identity, and write their own text into it. */
export const copiesAPage: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(here.pages);
  if (!page) return null;
  const { title, name } = newName(actor);
  const path = posix.join(folderOfPath(page.path), `${name}`);
  const birth = actor.ledger.birth(actor.clone.name);
  const text = frontMatterForCopy(page) + newPage(title, birth, actor.ledger.token(birth, actor.clone.name));
  await actor.clone.save(path, text, styleOf(actor.dice));
  return `copies ${page.path} to ${path}, and writes another text into it`;
};

/** People copy a folder as a template, with the ids of its pages, and write their own texts. Some list the copies. */
export const copiesAFolder: Deed = async (actor) => {
  const here = await look(actor);
  const { root } = actor.clone;
  const folder = actor.dice.pick(
    [...new Set(here.pages.map(({ path }) => folderOfPath(path)))].filter(
      (each) => each !== '' && `${each}/` !== root,
    ),
  );
  if (folder === undefined) return null;
  const to = posix.join(posix.dirname(folder), `copy-${actor.ledger.next()}`);
  const listed = actor.dice.chance(0.6);
  for (const page of here.pages.filter(({ path }) => path.startsWith(`${folder}/`))) {
    const path = `${to}${page.path.slice(folder.length)}`;
    const title = `Fresh ${actor.ledger.next()}`;
    const birth = actor.ledger.birth(actor.clone.name);
    const text =
      frontMatterForCopy(page) + newPage(title, birth, actor.ledger.token(birth, actor.clone.name));
    await actor.clone.save(path, text, styleOf(actor.dice));
    if (listed)
      await saveSummary(actor, await look(actor), (summary) =>
        withLine(
          `${summary.trimEnd()}\n`,
          summary.trimEnd().split('\n').length,
          entryLine(0, title, path.slice(root.length)),
        ),
      );
  }
  return `copies the folder ${folder} to ${to}, writes other texts into it${listed ? ', and lists them' : ''}`;
};

export const takesTheIdentityAway: Deed = async (actor) => {
  const page = actor.dice.pick((await look(actor)).pages);
  if (!page || withoutIdentity(page.text) === page.text) return null;
  // Some delete the line, and some the block around it, too.
  const text = page.text.length % 2 === 0 ? withoutIdentityLine(page.text) : withoutIdentity(page.text);
  await actor.clone.save(page.path, text, styleOf(actor.dice));
  return `takes the id out of ${page.path}`;
};

export const deletesAListedPage: Deed = async (actor) => {
  const here = await look(actor);
  const leaves = here.listed.filter(
    (page) => !isFirstPage(page) && endOf(here.summary!, page) === page.line + 1,
  );
  const page = actor.dice.pick(leaves);
  if (!page) return null;
  actor.ledger.retirePage(page, actor.clone.name);
  await actor.clone.remove(page.path);
  await saveSummary(actor, here, (summary) =>
    summary
      .split('\n')
      .filter((_, line) => line !== page.line)
      .join('\n'),
  );
  return `deletes ${page.path} and its line`;
};

export const deletesAFile: Deed = async (actor) => {
  const page = actor.dice.pick((await look(actor)).pages.filter((each) => !isFirstPage(each)));
  if (!page) return null;
  actor.ledger.retirePage(page, actor.clone.name);
  await actor.clone.remove(page.path);
  return `deletes ${page.path}, and leaves the table of contents as it is`;
};
