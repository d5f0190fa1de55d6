import type { Dice } from './dice.ts';
import type { Ledger } from './ledger.ts';
import { entriesOf, type Entry } from './summary-lines.ts';
import { birthOf } from './texts.ts';
import type { CloneStage, PageThere, SaveStyle, Setting, Stage } from './world.ts';

/** Somebody who is about to do one thing. */
export interface Actor {
  readonly stage: Stage;
  readonly setting: Setting;
  /** The clone of the writer; reviewers have none. */
  readonly clone: CloneStage;
  readonly dice: Dice;
  readonly ledger: Ledger;
}

/** Does one thing, and says in words what was done; null where there was nothing to do it with. */
export type Deed = (actor: Actor) => Promise<string | null>;

/** A page's file in a clone. */
export interface PageHere {
  /** In the working tree. */
  readonly path: string;
  /** From the folder of the table of contents. */
  readonly target: string;
  readonly text: string;
  readonly birth: string | null;
}

/** What a writer sees in the folder. */
export interface Here {
  readonly files: ReadonlyMap<string, string>;
  readonly pages: readonly PageHere[];
  readonly summaryPath: string;
  readonly summary: string | null;
  /** Entries of the table of contents whose file is there, and which are the only ones of their pages. */
  readonly listed: readonly (Entry & PageHere)[];
}

export async function look({ clone }: Actor): Promise<Here> {
  const files = await clone.files();
  const { root, contents: summaryPath } = clone;
  const pages = [...files]
    .filter(([path, text]) => isPagePath(path, root) && birthOf(text) !== null)
    .map(([path, text]) => ({ path, target: path.slice(root.length), text, birth: birthOf(text) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const summary = files.get(summaryPath) ?? null;
  const entries = entriesOf(summary ?? '');
  const isOnlyOne = ({ target }: Entry): boolean =>
    entries.filter((each) => each.target === target).length === 1;
  const listed = entries.filter(isOnlyOne).flatMap((entry) => {
    const page = pages.find(({ target }) => target === entry.target);
    return page ? [{ ...entry, ...page }] : [];
  });
  return { files, pages, summaryPath, summary, listed };
}

/** The texts of the mirror, as far as a clone has files with their paths, or lacks them. */
export async function mirroredTexts(clone: Actor['clone']): Promise<readonly string[]> {
  const paths = new Set([...(await clone.files()).keys(), ...(await clone.differing())]);
  const texts = await Promise.all([...paths].map((path) => clone.mirrored(path)));
  return texts.filter((text) => text !== null);
}

export const markdownEnding = /\.(?:md|markdown)$/iu;

/** Whether a file may be a page: markdown in the root, outside of hidden folders. */
export function isPagePath(path: string, root: string): boolean {
  return (
    path.startsWith(root) &&
    markdownEnding.test(path) &&
    !/(?:^|\/)SUMMARY\.md$/u.test(path) &&
    !/(?:^|\/)\./u.test(path)
  );
}

export function styleOf(dice: Dice): SaveStyle {
  return dice.pick(['in place', 'by rename', 'by a swap file'] as const)!;
}

/** Writes the table of contents, where there is one. */
export async function saveSummary(
  actor: Actor,
  here: Here,
  change: (summary: string) => string,
): Promise<void> {
  if (here.summary === null) return;
  const text = change(here.summary);
  if (text !== here.summary) await actor.clone.save(here.summaryPath, text, styleOf(actor.dice));
}

/** Documents of the service that a person may choose from. */
export async function documentsThere({ stage }: Actor, request?: string): Promise<readonly PageThere[]> {
  return (await stage.service.pages(request)).filter(({ kind }) => kind === 'document');
}

export function isLeafThere(page: PageThere, pages: readonly PageThere[]): boolean {
  return !pages.some(({ parent }) => parent === page.id);
}

export async function openRequests({ stage }: Actor) {
  return (await stage.service.requests()).filter(({ status }) => status === 'draft' || status === 'open');
}

/** The page that a space begins with: people leave it where it is. */
export function isFirstPage({ target }: PageHere): boolean {
  return target === 'README.md';
}
