import { joinsByHand, putsAside, revertCommit, takeUpAgain } from '../people/git-work.ts';
import { judge, judgeConflicts, judgeRequests } from '../people/judge.ts';
import { Ledger } from '../people/ledger.ts';
import { placeOf, watchListings } from '../people/listings.ts';
import { settle } from '../people/settle.ts';
import { endOf, entriesOf, entryLine, withLine, withMoved } from '../people/summary-lines.ts';
import { birthOf, newPage, withDescription, withTitle } from '../people/texts.ts';
import type { CloneStage, PageThere, Setting, Stage, Trouble } from '../people/world.ts';
import { DayRecord } from './day-record.ts';
import { keepOrCompare } from './kept-days.ts';
import { memoryStage } from './memory-stage.ts';

/** A day that a test tells step by step: what schedules of people have found, played and judged as they are. */
export interface Day {
  readonly ada: Writer;
  /** Only where two clones are played. */
  readonly ben: Writer;
  readonly reviewer: Reviewer;
}

/** Where a line goes: right below the title, or to the end of the page. */
type Spot = 'at the top' | 'at the end';

const usual: Setting = {
  ...{ shape: 'flat', clones: 1, branches: 1, gitHost: false, interface: 'full', runs: 'single' },
  ...{ trigger: 'save', reads: 'at once', identities: 'kept', answers: 'whole', company: 'others' },
};

/**
 * Plays a day, lets everybody finish what they began, and judges the result as that of a schedule.
 *
 * @returns What was told, line by line.
 */
export async function playDay(
  given: Partial<Setting>,
  does: (day: Day) => Promise<void>,
): Promise<readonly string[]> {
  const setting = { ...usual, ...given };
  // An odd seed sends edits first and looks at the service after that, as a daemon does.
  const record = new DayRecord();
  const bare = memoryStage(given.runs === 'single' ? 2 : 1, setting, { record });
  const ledger = new Ledger('day');
  const stage = { ...bare, clones: bare.clones.map((clone) => watchListings(clone, { ledger, setting })) };
  const told: string[] = [];
  for (const clone of stage.clones) await clone.cycle(null);
  for (const { markdown } of await stage.service.pages()) {
    const birth = birthOf(markdown);
    if (birth !== null) ledger.adopt(birth);
  }
  const [ada, ben] = stage.clones.map((clone) => new Writer(clone, { stage, setting, ledger, told }));
  await does({ ada: ada!, ben: ben!, reviewer: new Reviewer(stage, ledger) });
  try {
    const reports = await settle({ stage, ledger, told, setting });
    await judge({ stage, ledger, reports, setting });
  } catch (error) {
    throw new Error([...told, String(error)].join('\n'), { cause: error });
  }
  keepOrCompare(record.cycles);
  return told;
}

class Writer {
  readonly clone: CloneStage;
  readonly #stage: Stage;
  readonly #setting: Setting;
  readonly #ledger: Ledger;
  readonly #told: string[];

  constructor(
    clone: CloneStage,
    { stage, setting, ledger, told }: { stage: Stage; setting: Setting; ledger: Ledger; told: string[] },
  ) {
    this.clone = clone;
    this.#stage = stage;
    this.#setting = setting;
    this.#ledger = ledger;
    this.#told = told;
  }

  /** Syncs; returns what the cycle says. */
  async syncs(trouble: Trouble | null = null): Promise<string> {
    const { report, said } = await this.clone.cycle(trouble);
    const known = { setting: this.#setting, ledger: this.#ledger, service: this.#stage.service };
    if (report) await judgeConflicts(known, this.clone, report);
    await judgeRequests(this.#stage);
    this.#told.push(said);
    return said;
  }

  async reads(path: string): Promise<string> {
    return (await this.clone.files()).get(path)!;
  }

  /** Writes a line of its own into a page. */
  async writes(path: string, spot: Spot = 'at the end'): Promise<void> {
    const text = await this.reads(path);
    const token = this.#ledger.token(birthOf(text), this.clone.name);
    await this.clone.save(path, withLineAt(text, token, spot), 'in place');
  }

  /** Puts a description of its own into the front matter of a page, in place of the one that is there. */
  async describes(path: string): Promise<void> {
    const text = await this.reads(path);
    const described = withDescription(text, this.#ledger.token(birthOf(text), this.clone.name));
    this.#ledger.retireGone([text], [described]);
    await this.saves(path, described);
  }

  /** Takes the lines of somebody out of a page. */
  async takesOut(path: string, author: string): Promise<void> {
    const text = await this.reads(path);
    const lines = [...this.#ledger.linesIn([text])].filter((line) => line.includes(`-by-${author}-in-`));
    await this.saves(
      path,
      lines.reduce((left, line) => left.replace(`\n${line}\n`, ''), text),
    );
    for (const line of lines) this.#ledger.takeOut(line, await placeOf(this.clone));
  }

  async saves(path: string, content: string | Uint8Array): Promise<void> {
    await this.clone.save(path, content, 'in place');
  }

  /** Changes the table of contents. */
  async lists(change: (text: string) => string): Promise<void> {
    await this.#contents(change);
  }

  /** Gives the table of contents other bullets, as a formatter does. */
  async formats(): Promise<void> {
    this.#ledger.bullets = 'formatted';
    await this.#contents((text) => text.replaceAll('* [', '- ['));
  }

  /** Adds a page, with a line for it after another one's in the table of contents if that is given. */
  async adds(path: string, { after }: { after?: string } = {}): Promise<void> {
    const { name, root } = this.clone;
    const birth = this.#ledger.birth(name);
    const title = `Fresh ${this.#ledger.next()}`;
    await this.saves(path, newPage(title, birth, this.#ledger.token(birth, name)));
    if (after === undefined) return;
    await this.#contents((text) => {
      const beside = entriesOf(text).find(({ target }) => root + target === after)!;
      return withLine(text, endOf(text, beside), entryLine(beside.depth, title, path.slice(root.length)));
    });
  }

  /** Writes another page, without an id, in the place of one; says the new page's text. */
  async writesAnew(path: string): Promise<string> {
    const { name } = this.clone;
    const text = await this.reads(path);
    const before = birthOf(text);
    this.#ledger.retirePage({ text, birth: before }, name);
    const birth = this.#ledger.birth(name, before);
    const anew = newPage(`Anew ${this.#ledger.next()}`, birth, this.#ledger.token(birth, name));
    await this.clone.remove(path);
    await this.saves(path, anew);
    return anew;
  }

  /** Copies a page with its id, and writes another text into the copy. */
  async copies(from: string, to: string): Promise<void> {
    const { name } = this.clone;
    const [, front] = /^(---\n.*?\n---\n\n?)/su.exec(await this.reads(from)) ?? [];
    const birth = this.#ledger.birth(name);
    const text = newPage(`Fresh ${this.#ledger.next()}`, birth, this.#ledger.token(birth, name));
    await this.saves(to, `${front ?? ''}${text}`);
  }

  /** Makes a page of the last paragraphs of another one, and lists it after that. */
  async splits(from: string, to: string, { paragraphs }: { paragraphs: number }): Promise<void> {
    const text = (await this.reads(from)).trimEnd().split('\n\n');
    const moved = text.splice(-paragraphs);
    await this.adds(to, { after: from });
    const second = await this.reads(to);
    this.#ledger.rehome(this.#ledger.linesIn(moved), birthOf(second));
    await this.saves(to, `${second}\n${moved.join('\n\n')}\n`);
    await this.saves(from, `${text.join('\n\n')}\n`);
  }

  /** Moves a file or a folder, and corrects the lines of the table of contents. */
  async moves(from: string, to: string): Promise<void> {
    const { root } = this.clone;
    await this.clone.move(from, to);
    await this.#contents((text) => withMoved(text, from.slice(root.length), to.slice(root.length)));
  }

  async swaps(one: string, other: string): Promise<void> {
    await this.clone.move(one, `${one}.aside`);
    await this.clone.move(other, one);
    await this.clone.move(`${one}.aside`, other);
  }

  async deletes(path: string): Promise<void> {
    this.#ledger.retire(await this.reads(path));
    await this.clone.remove(path);
  }

  async commits(): Promise<void> {
    await this.clone.git({ do: 'commit' });
  }

  /** Makes one commit of all that docs/main lacks. */
  async squashes(): Promise<void> {
    await this.clone.git({ do: 'squash' });
  }

  async putsAside(): Promise<void> {
    await putsAside({ clone: this.clone, ledger: this.#ledger });
  }

  /** Takes up again what was put aside, and keeps both sides of a conflict, but one description. */
  async takesUpAgain(): Promise<void> {
    await takeUpAgain({ clone: this.clone, ledger: this.#ledger });
  }

  /** Commits everything, and takes it back with another commit. */
  async reverts(): Promise<void> {
    await revertCommit({ clone: this.clone, ledger: this.#ledger, setting: this.#setting });
  }

  /** Takes a page as docs/main has it, and gives up what it says now. */
  async takesBack(path: string): Promise<void> {
    const before = await this.reads(path);
    await this.clone.git({ do: 'restore', path });
    const kept = this.#ledger.linesIn([await this.reads(path)]);
    const dropped = [...this.#ledger.linesIn([before])].filter((line) => !kept.has(line));
    this.#ledger.retire(dropped.join('\n'));
    this.#ledger.goBack(dropped);
  }

  /** Goes back to docs/main as this clone has it. */
  async resets(): Promise<void> {
    await this.clone.git({ do: 'reset' });
  }

  /** Takes the last commit away, with all that it said. */
  async drops(): Promise<void> {
    const before = await this.clone.files();
    await this.clone.git({ do: 'drop' });
    this.#ledger.retireGone(before.values(), (await this.clone.files()).values());
  }

  /** Commits everything, and merges docs/main, or a branch, by hand. */
  async merges(branch?: string): Promise<void> {
    const act = { do: 'merge', ...(branch === undefined ? {} : { branch }) } as const;
    await joinsByHand({ clone: this.clone, ledger: this.#ledger }, act);
  }

  /** Commits everything, and goes to a branch. */
  async goesTo(branch: string): Promise<void> {
    await this.commits();
    await this.clone.git({ do: 'switch', branch });
  }

  async #contents(change: (text: string) => string): Promise<void> {
    const { contents: path } = this.clone;
    await this.saves(path, change(await this.reads(path)));
  }
}

class Reviewer {
  readonly #stage: Stage;
  readonly #ledger: Ledger;

  constructor(stage: Stage, ledger: Ledger) {
    this.#stage = stage;
    this.#ledger = ledger;
  }

  async writes(title: string, spot: Spot = 'at the end'): Promise<void> {
    const { id, markdown } = await this.#page(title);
    const token = this.#ledger.token(birthOf(markdown), 'a-reviewer');
    const document = { markdown: withLineAt(markdown, token, spot) };
    await this.#stage.service.change([{ type: 'update_page', page: id, document }]);
  }

  /** Writes a line of their own into a page of each open change request. */
  async writesInRequests(title: string, spot: Spot = 'at the end'): Promise<void> {
    for (const { id: request, status } of await this.#stage.service.requests()) {
      if (status !== 'draft' && status !== 'open') continue;
      const pages = await this.#stage.service.pages(request);
      const { id, markdown } = pages.find((page) => page.title === title)!;
      const token = this.#ledger.token(birthOf(markdown), 'a-reviewer');
      const document = { markdown: withLineAt(markdown, token, spot) };
      await this.#stage.service.change([{ type: 'update_page', page: id, document }], request);
    }
  }

  /** Gives a page another title. */
  async calls(title: string, wanted: string): Promise<void> {
    const { id, markdown } = await this.#page(title);
    const document = { markdown: markdown.replace(/^# .*$/mu, `# ${wanted}`) };
    await this.#stage.service.change([{ type: 'update_page', page: id, title: wanted, document }]);
  }

  /** Gives a page an icon. */
  async givesAnIcon(title: string): Promise<void> {
    const { id, markdown } = await this.#page(title);
    const document = { markdown: `---\nicon: star\n---\n\n${markdown}` };
    await this.#stage.service.change([{ type: 'update_page', page: id, document }]);
  }

  /** Adds a page at the end, whose file gets this path in the mirror. */
  async adds(title: string, path: string): Promise<void> {
    const birth = this.#ledger.birth('a-reviewer');
    const document = { markdown: newPage(title, birth, this.#ledger.token(birth, 'a-reviewer')) };
    const place = { into: null, at: (await this.#stage.service.pages()).length };
    await this.#stage.service.change([{ type: 'insert_page', title, document, ...place, git: { path } }]);
  }

  /** Gives the file of a page another path in the mirror. */
  async moves(title: string, path: string): Promise<void> {
    const { id } = await this.#page(title);
    await this.#stage.service.change([{ type: 'update_page', page: id, git: { path } }]);
  }

  /** Moves a page below another one in the service. */
  async putsBelow(title: string, parent: string): Promise<void> {
    const [{ id }, into] = [await this.#page(title), await this.#page(parent)];
    await this.#stage.service.change([{ type: 'update_page', page: id, into: into.id }]);
  }

  async deletes(title: string): Promise<void> {
    const { id, markdown } = await this.#page(title);
    this.#ledger.retire(markdown);
    await this.#stage.service.change([{ type: 'delete_page', page: id }]);
  }

  /** Gives a page another title in each open change request. */
  async callsInRequests(title: string, wanted: string): Promise<void> {
    for (const { id: request, status } of await this.#stage.service.requests()) {
      if (status !== 'draft' && status !== 'open') continue;
      const { id, markdown } = (await this.#stage.service.pages(request)).find(
        (page) => page.title === title,
      )!;
      const document = { markdown: withTitle(markdown, wanted) };
      await this.#stage.service.change([{ type: 'update_page', page: id, title: wanted, document }], request);
    }
  }

  /** Deletes a page in each open change request that has it; the page stays in the space, if it is there. */
  async takesOut(title: string): Promise<void> {
    for (const { id: request, status } of await this.#stage.service.requests()) {
      if (status !== 'draft' && status !== 'open') continue;
      const page = (await this.#stage.service.pages(request)).find((each) => each.title === title);
      if (page) await this.#stage.service.change([{ type: 'delete_page', page: page.id }], request);
    }
  }

  /** Merges every open change request, in the order of their numbers. */
  async merges(): Promise<void> {
    for (const { id, status } of await this.#stage.service.requests())
      if (status === 'draft' || status === 'open') await this.#stage.service.merge(id);
  }

  /** Brings the primary content into every open change request. */
  async updates(): Promise<void> {
    for (const { id, status } of await this.#stage.service.requests())
      if (status === 'draft' || status === 'open') await this.#stage.service.update(id);
  }

  /** Turns every open change request down. */
  async archives(): Promise<void> {
    for (const { id, status } of await this.#stage.service.requests())
      if (status === 'draft' || status === 'open') await this.#stage.service.archive(id);
  }

  async #page(title: string): Promise<PageThere> {
    return (await this.#stage.service.pages()).find((page) => page.title === title)!;
  }
}

function withLineAt(text: string, line: string, spot: Spot): string {
  return spot === 'at the end' ? `${text}\n${line}\n` : text.replace(/^# .*$/mu, `$&\n\n${line}`);
}
