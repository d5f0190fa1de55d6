import { look, saveSummary, styleOf } from './actor.ts';
import type { Deed } from './actor.ts';
import { bulletsOf, endOf, entryLine, withLine } from './summary-lines.ts';

/** What writers do with the table of contents itself. */

export const addsAnExternalLink: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const url = `https://example.com/${actor.ledger.listing(actor.clone.name)}`;
  await saveSummary(actor, here, (summary) =>
    withLine(summary, endOf(summary, beside), entryLine(beside.depth, 'A site', url)),
  );
  return `lists ${url} after ${beside.target}`;
};

export const addsALinkOutOfTheRoot: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const target = `../${actor.ledger.listing(actor.clone.name)}.md`;
  await saveSummary(actor, here, (summary) =>
    withLine(summary, endOf(summary, beside), entryLine(beside.depth, 'Elsewhere', target)),
  );
  return `lists ${target} after ${beside.target}`;
};

export const listsAMissingFile: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed);
  if (!beside) return null;
  const target = `${actor.ledger.listing(actor.clone.name)}.md`;
  await saveSummary(actor, here, (summary) =>
    withLine(summary, endOf(summary, beside), entryLine(beside.depth, 'Not yet', target)),
  );
  return `lists ${target}, which is not there yet`;
};

/** A page that has its entry gets another one further down, with other words: the first one is that of the page. */
export const listsAPageTwice: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(here.listed);
  const beside = page && actor.dice.pick(here.listed.filter(({ line }) => line >= page.line));
  if (!page || !beside) return null;
  const title = `Again ${actor.ledger.listing(actor.clone.name)}`;
  await saveSummary(actor, here, (summary) =>
    withLine(summary, endOf(summary, beside), entryLine(beside.depth, title, page.target)),
  );
  return `lists ${page.target} once more, after ${beside.target}, as ${title}`;
};

/** An entry that leads to a part of a page. */
export const listsASection: Deed = async (actor) => {
  const here = await look(actor);
  const page = actor.dice.pick(here.listed);
  if (!page) return null;
  const part = `${page.target}#${actor.ledger.listing(actor.clone.name)}`;
  await saveSummary(actor, here, (summary) =>
    withLine(summary, page.line + 1, entryLine(page.depth + 1, 'A part', part)),
  );
  return `lists ${part} below ${page.target}`;
};

/** A comment of the writer between two entries. */
export const commentsOnAnEntry: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed.filter(({ depth }) => depth === 0));
  if (!beside) return null;
  const words = `<!-- ${actor.ledger.listing(actor.clone.name)} -->`;
  await saveSummary(actor, here, (summary) => withLine(summary, endOf(summary, beside), `\n${words}\n`));
  return `writes ${words} after the entry of ${beside.target}`;
};

/** As a formatter does it that has its own opinion of bullets. */
export const formatsTheTableOfContents: Deed = async (actor) => {
  const here = await look(actor);
  if (here.summary === null) return null;
  const [from, to] = bulletsOf(here.summary).has('*') ? ['*', '-'] : ['-', '*'];
  const lines = here.summary
    .split('\n')
    .map((line) => line.replace(new RegExp(`^(\\s*)[${from}] \\[`, 'u'), `$1${to} [`));
  if (actor.ledger.bullets === 'kept') actor.ledger.bullets = 'formatted';
  await actor.clone.save(here.summaryPath, lines.join('\n'), styleOf(actor.dice));
  return `formats ${here.summaryPath}: its bullets are ${to} now`;
};

export const addsAGroup: Deed = async (actor) => {
  const here = await look(actor);
  const beside = actor.dice.pick(here.listed.filter(({ depth }) => depth === 0));
  if (!beside) return null;
  const title = `Group ${actor.ledger.listing(actor.clone.name)}`;
  await saveSummary(actor, here, (summary) => withLine(summary, endOf(summary, beside), `\n## ${title}\n`));
  return `begins the group ${title} after ${beside.target}`;
};

export const renamesAGroup: Deed = async (actor) => {
  const here = await look(actor);
  const lines = (here.summary ?? '').split('\n');
  const at = actor.dice.pick(lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : [])));
  if (at === undefined) return null;
  const title = `Group ${actor.ledger.listing(actor.clone.name)}`;
  const before = lines[at]!;
  lines[at] = `## ${title}`;
  await saveSummary(actor, here, () => lines.join('\n'));
  return `calls the group “${before.slice(3)}” ${title}`;
};

export const deletesTheTableOfContents: Deed = async (actor) => {
  const here = await look(actor);
  if (here.summary === null) return null;
  await actor.clone.remove(here.summaryPath);
  return `deletes ${here.summaryPath}`;
};

export const breaksTheTableOfContents: Deed = async (actor) => {
  const here = await look(actor);
  if (here.summary === null) return null;
  const bytes = Buffer.concat([Buffer.from(here.summary), Buffer.from('caf\xe9\n', 'latin1')]);
  await actor.clone.save(here.summaryPath, bytes, styleOf(actor.dice));
  return `saves ${here.summaryPath} with a byte that is not UTF-8`;
};
