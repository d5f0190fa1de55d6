import { pageIdOf } from '../../src/content/index.ts';
import { isPagePath, look, mirroredTexts, styleOf } from './actor.ts';
import type { Actor, Deed } from './actor.ts';
import { placeOf } from './listings.ts';
import { joinTwo } from '../simulation/person-git.ts';
import { birthOf, identityOf, withParagraph, withoutIdentity, withoutParagraphs } from './texts.ts';
import { nothingAside, nothingToTake } from './world.ts';
import type { CloneStage, GitAct } from './world.ts';

/** What writers do with git in their clones, at any moment. */

/** The branch that the configuration names. */
export const home = 'main';

const does =
  (act: GitAct, words: string): Deed =>
  async ({ clone }) => {
    const said = await clone.git(act);
    return `${words}${said === '' ? '' : ` (${said})`}`;
  };

/** Does what may join two versions, and looks through what was joined by hand. */
export async function joinsByHand(
  { clone, ledger }: Pick<Actor, 'clone' | 'ledger'>,
  act: GitAct,
): Promise<string> {
  const said = await clone.git(act);
  const [, joined = ''] = /^keeping both sides in (.+)$/u.exec(said) ?? [];
  let any = false;
  for (const path of joined.split(', ')) any = (await bringsLinesHome({ clone, ledger }, path)) || any;
  if (any && act.do !== 'unstash') await clone.git({ do: 'commit' });
  return said;
}

/**
 * Where a page has moved and another one is in its place, git joins versions of two pages. A person takes out of the second page what
 * is the first one's, and puts it where the first one is now; says whether there was anything.
 */
async function bringsLinesHome(
  { clone, ledger }: Pick<Actor, 'clone' | 'ledger'>,
  path: string,
): Promise<boolean> {
  const files = await clone.files();
  const text = files.get(path);
  if (text === undefined) return false;
  let left = text;
  for (const [other, there] of files) {
    const birth = other === path || !isPagePath(other, clone.root) ? null : birthOf(there);
    const isOfOther = birth !== null && [...ledger.birthsIn([text])].some((each) => each !== birth);
    const lines = isOfOther ? ledger.linesOfPage(birth, left) : [];
    if (lines.length === 0) continue;
    left = withoutParagraphs(left, lines);
    if (identityOf(left) === identityOf(there)) left = withoutIdentity(left);
    const lacking = lines.filter((line) => !ledger.linesIn([there]).has(line));
    if (lacking.length > 0)
      await clone.save(other, `${[there.trimEnd(), ...lacking].join('\n\n')}\n`, 'in place');
  }
  if (left !== text) await clone.save(path, left, 'in place');
  return left !== text;
}

const commitsEverything = does({ do: 'commit' }, 'commits everything');

/** Commits everything, or one file; or puts the work aside instead, and takes it up again some time. */
export const commits: Deed = async (actor) => {
  const { clone, dice } = actor;
  const choice = dice.number(10);
  if (choice < 5) {
    const said = await takeUpAgain(actor);
    if (said !== nothingAside) return `takes up again what was put aside (${said})`;
  }
  if (choice < 2) return putsAside(actor);
  const path = choice === 9 ? dice.pick(await clone.differing()) : undefined;
  if (path === undefined || !(await hasAll(clone))) return commitsEverything(actor);
  const said = await clone.git({ do: 'commit', only: path });
  return `commits ${path} alone${said === '' ? '' : ` (${said})`}`;
};

export async function putsAside({ clone, ledger }: Pick<Actor, 'clone' | 'ledger'>): Promise<string> {
  const before = ledger.linesIn((await clone.files()).values());
  const said = await clone.git({ do: 'stash' });
  const left = ledger.linesIn((await clone.files()).values());
  ledger.putAside([...before].filter((line) => !left.has(line)));
  return `puts the work aside (${said})`;
}

/** Whether no file is missing: tools show a move as one change, so that nobody commits half of it. */
async function hasAll(clone: CloneStage): Promise<boolean> {
  const [differing, files] = [await clone.differing(), await clone.files()];
  return differing.every((path) => files.has(path));
}

/** Whatever state a killed sync has left the files in. */
export const commitsAtOnce = does({ do: 'commit', atOnce: true }, 'commits everything at once');
/**
 * Takes up again what was put aside last. A page that got another file meanwhile stays one file, with the lines of both; of two descriptions,
 * people give one up.
 */
export async function takeUpAgain({ clone, ledger }: Pick<Actor, 'clone' | 'ledger'>): Promise<string> {
  const before = await clone.files();
  const said = await joinsByHand({ clone, ledger }, { do: 'unstash' });
  const files = await clone.files();
  for (const [path, text] of files) {
    const birth = before.has(path) ? null : birthOf(text);
    const isStillIn = (at: string): boolean => birthOf(files.get(at) ?? '') === birth;
    const other = [...before].find(([at, was]) => birthOf(was) === birth && isStillIn(at));
    if (birth === null || other === undefined) continue;
    await clone.save(other[0], joinTwo(files.get(other[0])!, text), 'in place');
    await clone.remove(path);
  }
  ledger.retireGone(before.values(), (await clone.files()).values());
  return said;
}

/** After that, no commit says any more what a writer took out again of what docs/main lacks. */
export const squashes: Deed = async ({ clone, ledger }) => {
  ledger.forgetTakenOut(ledger.linesIn(await mirroredTexts(clone)));
  const said = await clone.git({ do: 'squash' });
  return `makes one commit of all that docs/main lacks${said === '' ? '' : ` (${said})`}`;
};
export const amends = does({ do: 'amend' }, 'adds everything to the last commit');
export const merges: Deed = async (actor) =>
  `commits everything, and merges docs/main by hand (${await joinsByHand(actor, { do: 'merge' })})`;
export const rebases: Deed = async (actor) =>
  `commits everything, and rebases onto docs/main (${await joinsByHand(actor, { do: 'rebase' })})`;

export const resets: Deed = async (actor) => {
  await resetToMirror(actor);
  return 'resets to docs/main, and gives up what was not merged';
};

/** Takes away the last commit, if it is one of this clone's own, with whatever is not committed. */
export const drops: Deed = async (actor) => {
  const { clone, stage } = actor;
  const others = stage.clones.filter((other) => other !== clone);
  let said = '';
  await givingUp(actor, others, async () => void (said = await clone.git({ do: 'drop' })));
  return `drops the last commit${said === '' ? '' : ` (${said})`}`;
};

/** Takes what the mirror has. What only this clone said is given up with that. */
export async function resetToMirror(of: Pick<Actor, 'clone' | 'ledger' | 'stage'>): Promise<void> {
  const { clone, stage } = of;
  const others = stage.clones.filter((other) => other !== clone);
  await givingUp(of, others, async () => void (await clone.git({ do: 'reset' })));
}

/** Commits all files as the mirror has them. Through a git host, that gives up what they said in every clone. */
export async function commitsAsMirrored(of: Pick<Actor, 'clone' | 'ledger' | 'stage'>): Promise<void> {
  const { clone } = of;
  await givingUp(of, [], async () => {
    for (const path of await clone.differing())
      if ((await clone.mirrored(path)) === null) await clone.remove(path);
      else await clone.git({ do: 'restore', path });
    await clone.git({ do: 'commit' });
  });
}

async function givingUp(
  { clone, ledger, stage }: Pick<Actor, 'clone' | 'ledger' | 'stage'>,
  others: readonly CloneStage[],
  deed: () => Promise<void>,
): Promise<void> {
  const before = [...(await clone.files()).values()];
  await deed();
  const after = [...(await clone.files()).values()];
  for (const other of others) after.push(...(await other.files()).values());
  after.push(...(await stage.service.pages()).map(({ markdown }) => markdown));
  ledger.retireGone(before, after);
}

export const revertsACommit: Deed = async ({ clone, ledger, setting }) => {
  const said = await revertCommit({ clone, ledger, setting });
  return `commits everything, and reverts the last commit (${said})`;
};

/**
 * Takes back the last commit with another one. What only that commit said is given up, in the pages that others have, too; no sync may bring it
 * back, unless another branch or clone has it.
 */
export async function revertCommit({
  clone,
  ledger,
  setting,
}: Pick<Actor, 'clone' | 'ledger' | 'setting'>): Promise<string> {
  await clone.git({ do: 'commit' });
  const [before, place] = [await clone.files(), await placeOf(clone)];
  const said = await clone.git({ do: 'revert' });
  const files = await clone.files();
  for (const text of files.values()) {
    const birth = birthOf(text);
    const [was] = [...before.values()].filter((each) => birth !== null && birthOf(each) === birth);
    // What the commit had put into another page is in this one again.
    const had = ledger.linesIn(was === undefined ? [] : [was]);
    const back = [...ledger.linesIn([text])].filter((line) => ledger.isOwed(line) && !had.has(line));
    if (birth !== null) ledger.rehome(back, birth);
  }
  const after = ledger.linesIn(files.values());
  for (const [path, text] of before) {
    const birth = birthOf(text);
    const gone = [...ledger.linesIn([text])].filter((line) => !after.has(line));
    const isPageGone = birth !== null && !after.has(birth);
    if (isPageGone) ledger.retirePage({ text, birth }, clone.name);
    // A page that goes comes back with all its lines if somebody else has edited it (SYNC-8).
    const mayComeBack = isPageGone && setting.company === 'others';
    if (mayComeBack || setting.clones * setting.branches > 1) ledger.retire(gone.join('\n'));
    else for (const line of gone) ledger.takeOut(line, place);
    if (path.endsWith('.md')) ledger.goBack(gone);
  }
  return said;
}

/** Takes back a page that was deleted, from an older commit, without the lines that somebody has put into another page meanwhile. */
export const undeletesAPage: Deed = async ({ clone, ledger, setting, stage }) => {
  const path = await clone.git({ do: 'undelete' });
  const files = new Map(await clone.files());
  const whole = files.get(path);
  if (whole === undefined) return null;
  files.delete(path);
  const elsewhere = ledger.linesIn(files.values());
  const twice = [...ledger.linesIn([whole])].filter((line) => elsewhere.has(line));
  const text = twice.length === 0 ? whole : withoutParagraphs(whole, twice);
  if (text !== whole) await clone.save(path, text, 'in place');
  // As long as the service has the page, its deletion may still be merged.
  const isFollowed = (await clone.mirrored(path)) === null;
  const isGone =
    isFollowed && (await stage.service.pages()).every(({ markdown }) => birthOf(markdown) !== birthOf(text));
  if (setting.clones === 1 && setting.branches === 1 && isGone) ledger.takeUp(text);
  return `takes back ${path} from an older commit`;
};

/** Looks at an older version on no branch while the program runs, and comes back. */
export const looksAtAnOlderVersion: Deed = async ({ clone }) => {
  const branch = await clone.branch();
  await clone.git({ do: 'commit' });
  const said = await clone.git({ do: 'detach' });
  if (said !== '') return `commits everything (${said})`;
  const seen = await clone.cycle(null);
  await clone.git({ do: 'switch', branch });
  return `commits everything, looks at the version before (sync: ${seen.said}), and comes back to ${branch}`;
};

/** Whether other files have lines of the page that docs/main has at a path, as it is here or in the service. */
async function hasLinesElsewhere({ clone, ledger, stage }: Actor, path: string): Promise<boolean> {
  const text = (await clone.mirrored(path)) ?? '';
  const there = (await stage.service.pages()).find(({ id }) => id === pageIdOf(text));
  const others = [...(await clone.files())].filter(([at]) => at !== path);
  const elsewhere = ledger.linesIn(others.map(([, each]) => each));
  return [...ledger.linesIn([text, there?.markdown ?? ''])].some((line) => elsewhere.has(line));
}

/** Takes a page as docs/main has it, with the table of contents where the page was deleted. */
export const takesAFileBack: Deed = async (actor) => {
  const { clone, dice, ledger, stage } = actor;
  const before = await clone.files();
  const possible: [string, string][] = [];
  for (const path of await clone.differing()) {
    const text = isPagePath(path, clone.root) ? await clone.mirrored(path) : null;
    const birth = text === null ? null : birthOf(text);
    // The page of a file that is gone, or that says something else, may be in another file by now. A file that a killed sync has not written yet is gone, too, and a
    // person gives nothing up for it.
    const isOwn = before.has(path) || (text !== null && ledger.birthsIn([text]).size === 0);
    const here = before.get(path);
    const isElsewhere =
      (here !== undefined && birthOf(here) !== birth) ||
      (text !== null && (await hasLinesElsewhere(actor, path)));
    if (text !== null && birth !== null && isOwn && !isElsewhere) possible.push([path, text]);
  }
  const [path, text] = dice.pick(possible) ?? [];
  if (path === undefined || text === undefined) return null;
  await clone.save(path, text, styleOf(dice));
  const { contents: summary } = clone;
  const contents = before.has(path) ? null : await clone.mirrored(summary);
  if (contents !== null) await clone.save(summary, contents, styleOf(dice));
  const left = (await stage.service.pages()).map(({ markdown }) => markdown);
  for (const other of stage.clones) left.push(...(await other.files()).values());
  const still = ledger.linesIn(left);
  const kept = ledger.linesIn([text]);
  const dropped = [...ledger.linesIn([before.get(path) ?? ''])].filter((line) => !kept.has(line));
  // What was merged meanwhile is taken away by an edit.
  ledger.retire(dropped.join('\n'));
  ledger.goBack(dropped);
  const gone = dropped.filter((line) => !still.has(line));
  ledger.takeBack(before.has(path) ? gone : [birthOf(text)!]);
  return `takes ${path} as docs/main has it${contents === null ? '' : ', and the table of contents'}`;
};

/** Commits on another branch, and comes back. */
export const worksOnABranch: Deed = async (actor) => {
  const { clone, dice, ledger } = actor;
  if ((await clone.branch()) !== home) return null;
  await clone.git({ do: 'commit' });
  const branch = 'idea';
  await clone.git({ do: 'switch', branch });
  const page = dice.pick((await look(actor)).pages);
  let said = 'nothing';
  if (page) {
    said = ledger.token(page.birth, clone.name);
    await clone.save(page.path, withParagraph(page.text, said, dice), styleOf(dice));
    await clone.git({ do: 'commit' });
  }
  await clone.git({ do: 'switch', branch: home });
  return `commits ${said} on the branch ${branch}${page ? ` in ${page.path}` : ''}, and comes back`;
};

/** Merges the other branch into the one that the configuration names, as people end their work on a branch. */
export const bringsABranchHome: Deed = async ({ clone, ledger }) => {
  if ((await clone.branch()) !== home) return null;
  const said = await joinsByHand({ clone, ledger }, { do: 'merge', branch: 'idea' });
  return `commits everything, and merges the branch idea (${said})`;
};

/** Makes one commit of the other branch on the one that the configuration names, as git hosts offer it, and deletes the other branch. */
export const bringsABranchHomeAsOne: Deed = async ({ clone }) => {
  if ((await clone.branch()) !== home) return null;
  const said = await clone.git({ do: 'merge as one', branch: 'idea' });
  if (said === nothingToTake) return null;
  await clone.git({ do: 'delete branch', branch: 'idea' });
  return `commits everything, takes the branch idea over as one commit (${said}), and deletes it`;
};

/** Takes over the last commit of the other branch, which stays as it is. */
export const picksACommit: Deed = async ({ clone }) => {
  const from = (await clone.branch()) === home ? 'idea' : home;
  const said = await clone.git({ do: 'pick', branch: from });
  return said === nothingToTake ? null : `commits everything, and picks the last commit of ${from} (${said})`;
};

/** Goes to another branch, and stays there. */
export const goesToABranch: Deed = async ({ clone }) => {
  await clone.git({ do: 'commit' });
  const to = (await clone.branch()) === home ? 'idea' : home;
  const said = await clone.git({ do: 'switch', branch: to });
  return `commits everything, and goes to the branch ${to}${said === '' ? '' : ` (${said})`}`;
};
