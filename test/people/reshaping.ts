import { posix } from 'node:path';
import { isFirstPage, look, mirroredTexts, saveSummary, styleOf } from './actor.ts';
import type { Actor, Deed, PageHere } from './actor.ts';
import { folders, movable, moveFile } from './moving.ts';
import { endOf, entriesOf, folderOfPath, withoutLines } from './summary-lines.ts';
import { newPage } from './texts.ts';
import { listAfter } from './writing.ts';

/** What writers do when they give the documentation another shape: texts go from page to page. */

/** The paragraphs below the title and the birth mark, where the text is one that people can cut. */
function paragraphsOf({ text, birth }: PageHere): {
  readonly head: string;
  readonly body: readonly string[];
} {
  const mark = `\n${birth ?? ''}\n`;
  const at = text.indexOf(mark);
  if (birth === null || at < 0 || /\r|\0|^<{7}|^```/mu.test(text)) return { head: text, body: [] };
  const end = at + mark.length;
  return { head: text.slice(0, end), body: text.slice(end).trim().split('\n\n').filter(Boolean) };
}

/** The lines of a text that have to be in a page. */
function owedIn({ ledger }: Actor, text: string): readonly string[] {
  return [...ledger.linesIn([text])].filter((line) => ledger.isOwed(line));
}

/**
 * Whether a text has lines that the service has merged, and that docs/main does not have here. Taken out of a file before anybody commits them,
 * they come back once: nobody can tell that from a file that is as it was before.
 */
async function isMergedUnseen({ clone, ledger, stage }: Actor, text: string): Promise<boolean> {
  const seen = ledger.linesIn(await mirroredTexts(clone));
  const there = ledger.linesIn((await stage.service.pages()).map(({ markdown }) => markdown));
  return [...ledger.linesIn([text])].some((line) => there.has(line) && !seen.has(line));
}

/** The second half of a page becomes a page of its own, listed after it. */
export const splitsAPage: Deed = async (actor) => {
  const { clone, dice, ledger } = actor;
  const here = await look(actor);
  const page = dice.pick(here.listed.filter((each) => paragraphsOf(each).body.length > 1));
  if (!page) return null;
  const { head, body } = paragraphsOf(page);
  const middle = Math.ceil(body.length / 2);
  const [kept, moved] = [body.slice(0, middle), body.slice(middle)];
  if (await isMergedUnseen(actor, moved.join('\n\n'))) return null;
  const title = `Split ${ledger.next()}`;
  const path = posix.join(folderOfPath(page.path), `${title.toLowerCase().replace(' ', '-')}.md`);
  const birth = ledger.birth(clone.name);
  ledger.rehome(owedIn(actor, moved.join('\n\n')), birth);
  await clone.save(page.path, `${[head, ...kept].join('\n\n').replace('\n\n\n', '\n\n')}\n`, styleOf(dice));
  await clone.save(path, newPage(title, birth, ...moved), styleOf(dice));
  await listAfter(actor, here, { beside: page, depth: page.depth, title, path });
  return `splits ${page.path}: its second half is ${path}`;
};

/** The text of a page goes to the end of another one, and the page is deleted with its line. */
export const joinsTwoPages: Deed = async (actor) => {
  const { clone, dice, ledger } = actor;
  const here = await look(actor);
  const goes = dice.pick(
    here.listed.filter(
      (page) =>
        !isFirstPage(page) &&
        endOf(here.summary!, page) === page.line + 1 &&
        paragraphsOf(page).body.length > 0,
    ),
  );
  const stays = goes && dice.pick(here.listed.filter((page) => page !== goes && !/\r|\0/u.test(page.text)));
  if (!goes || !stays) return null;
  const text = paragraphsOf(goes).body.join('\n\n');
  const owed = owedIn(actor, text);
  ledger.retirePage(goes, clone.name);
  ledger.rehome(owed, stays.birth);
  await clone.save(stays.path, `${stays.text.trimEnd()}\n\n${text}\n`, styleOf(dice));
  await clone.remove(goes.path);
  await saveSummary(actor, here, (summary) => {
    const { line } = entriesOf(summary).find(({ target }) => target === goes.target)!;
    return withoutLines(summary, line, line + 1);
  });
  return `puts the text of ${goes.path} into ${stays.path}, and deletes the page with its line`;
};

/** A page moves to another folder with its line, and a new page at its old path says so. */
export const leavesAHint: Deed = async (actor) => {
  const { clone, dice, ledger, setting } = actor;
  const here = await look(actor);
  const page = dice.pick(movable(here));
  const folder = page && dice.pick(folders(here).filter((each) => each !== folderOfPath(page.path)));
  if (!page || folder === undefined) return null;
  const to = posix.join(folder, posix.basename(page.path));
  if (here.files.has(to)) return null;
  await moveFile(actor, here, page.path, to, true);
  // Others may write in this place as well, and people may join what both wrote.
  const birth = ledger.birth(clone.name, setting.company === 'alone' ? null : page.birth);
  const title = `Moved ${ledger.next()}`;
  await clone.save(page.path, newPage(title, birth, `This page is in \`${to}\` now.`), styleOf(dice));
  return `moves ${page.path} to ${to}, corrects its line, and leaves a page that says so`;
};
