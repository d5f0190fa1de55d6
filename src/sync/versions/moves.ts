import type { GitRepository, PathChange } from '../../git/port.ts';
import { shareOfCommonLines } from '../compare-texts.ts';
import { identifyPages, hasLostIdentity, originalOf } from './identity.ts';
import type { FileText, KnownPage } from './identity.ts';
import { pageChanges } from './page-changes.ts';
import type { PageFile } from './page-changes.ts';
import { keyWithoutId } from './places.ts';

/** Finds out which pages moved between two versions, and which files are copies, by the identities that left paths and came to others. */

/** A file that one side moved: the identity in it shows that, or its text. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** The page's identity; for a file without one, the name that `keyWithoutId` gives. */
  readonly id: string;
}

/**
 * Finds the pages of a difference that moved: by the identities in them, also where two pages changed places. A file that came without
 * an identity is the page that it has most of, whether that page had an identity before or not.
 */
export async function movesIn(git: GitRepository, changes: readonly PathChange[]): Promise<Move[]> {
  const sides = await identitiesIn(git, changes);
  const { gone, come } = sides;
  const named = [...come].flatMap(([id, files]) => {
    const from = gone.get(id);
    const to = from && originalAmong(files, from, sides);
    return from && to ? [{ from: from.path, to: to.path, id }] : [];
  });
  const unlike = copiesAmongComing(sides).filter(({ id }) => gone.has(id));
  const nameless = [...sides.nameless, ...unlike];
  if (nameless.length === 0) return named;
  const left = [...gone].flatMap(([id, file]) => (come.has(id) ? [] : [{ ...file, id }]));
  const pages = [...left, ...sides.goneNameless];
  const pathOf = new Map(pages.map(({ id, path }) => [id, path]));
  const found = [...identifyPages(nameless, pages, new Map())];
  return [...named, ...found.map(([to, id]) => ({ from: pathOf.get(id)!, to, id }))];
}

/** Paths of a difference at which a file appeared with the identity of a page that is elsewhere: somebody copied that page. */
export async function copiesIn(git: GitRepository, changes: readonly PathChange[]): Promise<string[]> {
  const sides = await identitiesIn(git, changes);
  return copiesAmongComing(sides).map(({ path }) => path);
}

/** The identities that left a path in a difference, and those that came to one, with the texts there; and files without an identity. */
interface IdentitiesOfSides {
  readonly gone: ReadonlyMap<string, FileText>;
  readonly come: ReadonlyMap<string, readonly FileText[]>;
  /** New files without an identity. */
  readonly nameless: readonly FileText[];
  /** Files without an identity that are gone, each with the name that its path gives it. */
  readonly goneNameless: readonly KnownPage[];
}

/** Finds, among the files that came with an identity, the page that left its path with that identity. */
function originalAmong(
  files: readonly FileText[],
  page: FileText | undefined,
  { gone, come }: IdentitiesOfSides,
): FileText | undefined {
  const others = [...gone].flatMap(([id, file]) => (come.has(id) ? [] : [file]));
  return page && originalOf(files, page.text, others);
}

/** Files that came with the identity of a page, but are copies of it, each with that identity. */
function copiesAmongComing(sides: IdentitiesOfSides): readonly KnownPage[] {
  return [...sides.come].flatMap(([id, files]) => {
    const page = originalAmong(files, sides.gone.get(id), sides);
    return files.flatMap((file) => (file === page ? [] : [{ ...file, id }]));
  });
}

async function identitiesIn(git: GitRepository, changes: readonly PathChange[]): Promise<IdentitiesOfSides> {
  const left = new Map<string, FileText[]>();
  const come = new Map<string, FileText[]>();
  const nameless: FileText[] = [];
  const goneNameless: KnownPage[] = [];
  const add = (files: Map<string, FileText[]>, file: PageFile | null): void => {
    if (file && file.id !== null) files.set(file.id, [...(files.get(file.id) ?? []), file]);
  };
  for await (const { before, after } of pageChanges(git, changes)) {
    if (before === null && after?.id === null) nameless.push(after);
    if (after === null && before?.id === null)
      goneNameless.push({ ...before, id: keyWithoutId(before.path) });
    if ((before?.id ?? null) === (after?.id ?? null)) continue;
    if (before && after && hasLostIdentity(before.text, after)) continue;
    add(left, before);
    add(come, after);
  }
  const gone = new Map([...left].map(([id, files]) => [id, nearestTo(come.get(id) ?? [], files)]));
  return { gone, come, nameless, goneNameless };
}

/** Of several files that left their paths with one identity, the one that is nearest to a file that came with it: the others were copies. */
function nearestTo(come: readonly FileText[], files: readonly FileText[]): FileText {
  if (files.length === 1) return files[0]!;
  const near = files.map(({ text }) =>
    Math.max(0, ...come.map((file) => shareOfCommonLines(text, file.text))),
  );
  return files[near.indexOf(Math.max(...near))]!;
}
