import { posix } from 'node:path';
import { isFirstPage, look, markdownEnding, saveSummary, styleOf } from './actor.ts';
import type { Actor, Deed, Here, PageHere } from './actor.ts';
import {
  endOf,
  entriesOf,
  entryLine,
  folderOfPath,
  withLine,
  withOtherLine,
  withMoved,
  withoutLines,
} from './summary-lines.ts';

/** What writers do with the places of pages: files, folders, and the table of contents. */

export function folders(here: Here): string[] {
  return [...new Set(here.pages.map(({ path }) => folderOfPath(path)))].sort();
}

export function movable(here: Here): PageHere[] {
  return here.pages.filter((page) => !page.path.endsWith('README.md'));
}

export async function moveFile(
  actor: Actor,
  here: Here,
  from: string,
  to: string,
  listed: boolean,
): Promise<void> {
  const { clone } = actor;
  await clone.move(from, to);
  if (listed)
    await saveSummary(actor, here, (summary) =>
      withMoved(summary, from.slice(clone.root.length), to.slice(clone.root.length)),
    );
}

/** Moves a page's file to another folder, alone or with its line. */
const movesAFile =
  (listed: boolean): Deed =>
  async (actor) => {
    const here = await look(actor);
    const page = actor.dice.pick(movable(here));
    const folder = page && actor.dice.pick(folders(here).filter((each) => each !== folderOfPath(page.path)));
    if (!page || folder === undefined) return null;
    const to = posix.join(folder, posix.basename(page.path));
    if (here.files.has(to)) return null;
    await moveFile(actor, here, page.path, to, listed);
    return `moves ${page.path} to ${to}${listed ? ', and corrects its line' : ', and leaves the table of contents as it is'}`;
  };

export const movesAListedFile = movesAFile(true);
export const movesAFileAlone = movesAFile(false);

export const renamesAFile: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(movable(here));
  if (!page) return null;
  const to = posix.join(folderOfPath(page.path), `renamed-${actor.ledger.next()}.md`);
  await moveFile(actor, here, page.path, to, true);
  return `renames ${page.path} to ${to}, and corrects its line`;
};

export const movesAFolder: Deed = async (actor) => {
  const here = await look(actor);
  const { root } = actor.clone;
  const folder = actor.dice.pick(folders(here).filter((each) => each !== '' && `${each}/` !== root));
  if (folder === undefined) return null;
  const to = posix.join(posix.dirname(folder), `folder-${actor.ledger.next()}`);
  await moveFile(actor, here, folder, to, true);
  return `renames the folder ${folder} to ${to}, and corrects the lines`;
};

/** Moves an entry of the table of contents with what is below it; no file moves. */
export const movesALine: Deed = async (actor) => {
  const here = await look(actor);
  const entry = actor.dice.pick(here.listed.filter((each) => !isFirstPage(each)));
  if (!entry || here.summary === null) return null;
  const end = endOf(here.summary, entry);
  const lines = here.summary.split('\n').slice(entry.line, end);
  const rest = withoutLines(here.summary, entry.line, end);
  const beside = actor.dice.pick(entriesOf(rest));
  if (!beside) return null;
  const below = actor.dice.chance(0.3);
  const depth = beside.depth + (below ? 1 : 0);
  const at = below ? beside.line + 1 : endOf(rest, beside);
  const moved = lines.map((line) => '  '.repeat(depth) + line.slice(entry.depth * 2));
  const text = [...rest.split('\n').slice(0, at), ...moved, ...rest.split('\n').slice(at)].join('\n');
  await actor.clone.save(here.summaryPath, text, styleOf(actor.dice));
  return `moves the line of ${entry.target} ${below ? 'below' : 'after'} that of ${beside.target}`;
};

/** Moves a page's file and its line to where another page is. */
export const movesAPageAndItsLine: Deed = async (actor) => {
  const here = await look(actor);
  const leaves = here.listed.filter(
    (each) => !each.path.endsWith('README.md') && endOf(here.summary!, each) === each.line + 1,
  );
  const page = actor.dice.pick(leaves);
  const beside = page && actor.dice.pick(here.listed.filter(({ path }) => path !== page.path));
  if (!page || !beside || here.summary === null) return null;
  const to = posix.join(folderOfPath(beside.path), posix.basename(page.path));
  if (to !== page.path && here.files.has(to)) return null;
  if (to !== page.path) await actor.clone.move(page.path, to);
  const rest = withoutLines(here.summary, page.line, page.line + 1);
  const after = entriesOf(rest).find(({ target }) => target === beside.target)!;
  const line = entryLine(after.depth, page.title, to.slice(actor.clone.root.length));
  await actor.clone.save(here.summaryPath, withLine(rest, endOf(rest, after), line), styleOf(actor.dice));
  return `moves ${page.path} to ${to}, and its line after that of ${beside.target}`;
};

export const swapsTwoFiles: Deed = async (actor) => {
  const here = await look(actor);
  const one = actor.dice.pick(movable(here));
  const other = one && actor.dice.pick(movable(here).filter(({ path }) => path !== one.path));
  if (!one || !other) return null;
  const aside = `${one.path}.aside`;
  await actor.clone.move(one.path, aside);
  await actor.clone.move(other.path, one.path);
  await actor.clone.move(aside, other.path);
  return `swaps the files ${one.path} and ${other.path}`;
};

/** Lists a file that was not listed in place of one that was. */
export const listsAnotherFile: Deed = async (actor) => {
  const here = await look(actor);
  const named = new Set(here.listed.map(({ path }) => path));
  const unlisted = actor.dice.pick(here.pages.filter(({ path }) => !named.has(path)));
  const entry = actor.dice.pick(
    here.listed.filter((each) => !isFirstPage(each) && endOf(here.summary!, each) === each.line + 1),
  );
  if (!unlisted || !entry) return null;
  const line = entryLine(entry.depth, `Now ${entry.title}`, unlisted.target);
  await saveSummary(actor, here, (summary) => withOtherLine(summary, entry.line, line));
  // A page whose line in SUMMARY.md is gone stays as a file with its text.
  actor.ledger.retire(entry.text);
  return `lists ${unlisted.target} in place of ${entry.target}`;
};

export const makesAFolderOfAFile: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(movable(here));
  const to = page?.path.replace(markdownEnding, '/README.md');
  if (!page || to === undefined || here.files.has(to)) return null;
  await moveFile(actor, here, page.path, to, true);
  return `makes ${to} of ${page.path}, and corrects its line`;
};

export const makesAFileOfAFolder: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(here.pages.filter((each) => each.target.endsWith('/README.md')));
  const to = page?.path.replace(/\/README\.md$/u, '.md');
  if (!page || to === undefined || here.files.has(to)) return null;
  await moveFile(actor, here, page.path, to, true);
  return `makes ${to} of ${page.path}, and corrects its line`;
};

export const changesTheCaseOfAName: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(movable(here).filter(({ path }) => /^[a-z]/u.test(posix.basename(path))));
  if (!page) return null;
  const name = posix.basename(page.path);
  const to = posix.join(folderOfPath(page.path), name[0]!.toUpperCase() + name.slice(1));
  if (here.files.has(to)) return null;
  await moveFile(actor, here, page.path, to, true);
  return `renames ${page.path} to ${to}, and corrects its line`;
};
