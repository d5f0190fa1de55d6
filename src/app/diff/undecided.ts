/**
 * Bodies in which two texts wait for a decision. Both texts are rendered as a whole, so that each keeps its structure, and the blocks in
 * which they differ stand beside each other with the names of their sides.
 */
import { parseFragment } from 'parse5';
import { childrenOf, element, textNode } from '../html-nodes.ts';
import { differenceParts, htmlOf, itemsOf, keyOf, type Item, type ShownPart } from './rendered.ts';
import { diffLists } from './words.ts';

/** The body that each side has. */
export interface Sides {
  /** The space's body. */
  readonly ours: string;
  /** The change request's body. */
  readonly theirs: string;
}

/** Blocks that both sides have, or a place where they differ. */
type Segment =
  | { readonly kind: 'same'; readonly blocks: readonly Item[] }
  | { readonly kind: 'open'; readonly ours: readonly Item[]; readonly theirs: readonly Item[] };

/** Both texts as one body, in which each open place is labelled. */
export function undecidedBody(sides: Sides): string {
  return segmentsOf(sides).map(printSegment).join('');
}

/** What both texts change in `before`, in the parts in which a difference is shown. An open place is a part of its own. */
export function undecidedParts(before: string, sides: Sides, open: ReadonlySet<string>): ShownPart[] {
  const segments = segmentsOf(sides);
  const former = blocksOf(before);
  const around = formerSegments(former, segments);
  if (around === undefined) return differenceParts(before, undecidedBody(sides), open);
  const names = new Set<string>();
  return segments.flatMap((segment, at): ShownPart[] => {
    if (segment.kind === 'open') return [{ html: printSegment(segment) }];
    // A block's name is an address, so a later block with the same words gets none.
    return differenceParts(htmlOf((around[at] ?? []).flat()), printSegment(segment), open).map(
      ({ html, node }) => {
        if (node === undefined || names.has(node)) return { html };
        names.add(node);
        return { html, node };
      },
    );
  });
}

/**
 * The blocks of the former body beside each segment, when the body contains the space's side of every open place: the space's text is then
 * what was there before, and is not shown a second time as removed.
 */
function formerSegments(former: readonly Item[], segments: readonly Segment[]): Item[][] | undefined {
  const keys = former.map(keyOf);
  const found: Item[][] = segments.map(() => []);
  let from = 0;
  for (const [at, segment] of segments.entries()) {
    if (segment.kind === 'same') continue;
    const wanted = segment.ours.map(keyOf);
    if (wanted.length === 0) return undefined;
    const start = keys.findIndex(
      (_key, index) => index >= from && wanted.every((key, offset) => keys[index + offset] === key),
    );
    if (start === -1) return undefined;
    if (at > 0) found[at - 1] = former.slice(from, start);
    else if (start > 0) return undefined;
    from = start + wanted.length;
  }
  const last = segments.length - 1;
  if (segments[last]?.kind === 'same') found[last] = former.slice(from);
  else if (from < former.length) return undefined;
  return found;
}

function segmentsOf({ ours, theirs }: Sides): Segment[] {
  const segments: Segment[] = [];
  for (const { kind, parts } of diffLists(blocksOf(ours), blocksOf(theirs), keyOf)) {
    const last = segments.at(-1);
    if (kind === 'same') segments.push({ kind, blocks: parts });
    else if (last?.kind === 'open') segments[segments.length - 1] = { ...last, theirs: parts };
    else
      segments.push({
        kind: 'open',
        ours: kind === 'removed' ? parts : [],
        theirs: kind === 'added' ? parts : [],
      });
  }
  return segments;
}

function blocksOf(html: string): Item[] {
  return itemsOf(childrenOf(parseFragment(html)));
}

function printSegment(segment: Segment): string {
  if (segment.kind === 'same') return htmlOf(segment.blocks.flat());
  const side = (words: string, blocks: readonly Item[]) =>
    element('div', { class: 'open-side' }, [
      element('p', { class: 'side-title' }, [textNode(words)]),
      ...(blocks.length === 0
        ? [element('p', { class: 'soft' }, [textNode('It says nothing here.')])]
        : blocks.flat()),
    ]);
  const heading = textNode('Both texts wait for a decision');
  return htmlOf([
    element('section', { class: 'open-place', 'aria-label': 'A conflict' }, [
      element('p', { class: 'open-words' }, [heading]),
      side('The space’s text', segment.ours),
      side('This change request’s text', segment.theirs),
    ]),
  ]);
}
