import { foldName } from './fold-name.ts';

/** A part of a page that a link can lead to. */
export interface PagePart {
  readonly id: string;
  /** The words of its heading. */
  readonly text: string;
}

/** What an anchor means although no part has this id, and whether the id or the words of the part are the same but for their signs. */
export interface LikelyAnchor {
  readonly id: string;
  readonly isSame: boolean;
}

/**
 * The one part of a page whose id or words are like an anchor; undefined for none, and for several. The link check suggests this part,
 * and an export leads the link to it.
 */
export function likelyAnchor(anchor: string, parts: readonly PagePart[]): LikelyAnchor | undefined {
  // Code hosts put this prefix before the ids of their pages.
  const named = anchor.replace(/^user-content-/, '');
  const wanted = foldAnchor(named);
  if (wanted === '') return undefined;
  const idsOf = (fits: (part: PagePart) => boolean): string[] => parts.filter(fits).map(({ id }) => id);
  const withoutNumber = wanted.replace(/\d+$/, '');
  const said = wordsIn(named);
  const likely = [
    idsOf(({ id }) => foldAnchor(id) === wanted),
    idsOf(({ text }) => foldAnchor(text) === wanted),
    withoutNumber === '' ? [] : idsOf(({ id }) => foldAnchor(id).replace(/\d+$/, '') === withoutNumber),
    idsOf(({ text }) => isLonger(said, wordsIn(text))),
  ];
  for (const [at, ids] of likely.entries()) {
    const [id] = ids;
    if (id !== undefined && new Set(ids).size === 1) return { id, isSame: at < 2 };
  }
  return undefined;
}

function wordsIn(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldAnchor)
    .filter((word) => word !== '');
}

/** Whether the shorter of an anchor and a heading is the beginning of the longer one: `set-up` and "Set up the server". */
function isLonger(anchor: readonly string[], heading: readonly string[]): boolean {
  const [fewer, more] = anchor.length < heading.length ? [anchor, heading] : [heading, anchor];
  const letters = fewer.join('').length;
  return (
    letters >= 4 && (fewer.length > 1 || more.length === 2) && fewer.every((word, at) => word === more[at])
  );
}

/** A text's letters and digits, without accents and capitals. An `id` before a leading number is dropped. */
export function foldAnchor(text: string): string {
  return foldName(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replace(/^id(?=\d)/, '');
}
