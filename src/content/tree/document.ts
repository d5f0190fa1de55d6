import type { Definition, FootnoteDefinition, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { repairEmphasis, undoEmphasisRepair } from './emphasis.ts';
import { beginsWithUnknownTag } from '../html-elements.ts';
import { checkParseLimits, depthOf, parseLimits, type MarkdownParser } from './parse.ts';
import { markPattern, prepareMarkdown, type PreparedText } from './prepare.ts';
import { isBranchTag, type Tag } from './tag.ts';
import { AppError } from '../../base/index.ts';

/** A `{% name %} … {% endname %}` block, or a tag that has no body. */
export interface BlockNode {
  readonly type: 'block';
  readonly tag: Tag;
  /** Line of the opening tag in its file. */
  readonly line: number;
  readonly children: FlowNode[];
}

export interface FormulaNode {
  readonly type: 'formula';
  readonly formula: string;
  readonly line: number;
}

export type FlowNode = RootContent | BlockNode | FormulaNode;

/** An oddity in a text, with its line. */
export interface TextProblem {
  readonly line: number;
  readonly message: string;
}

/** A page's (or an include's) text as a tree, with what its parts refer to. */
export interface MarkdownDocument {
  readonly children: FlowNode[];
  readonly prepared: PreparedText;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
  readonly problems: readonly TextProblem[];
}

/** Tags that never have a body. */
const voidTags = new Set(['include']);

/** Tags that have a body only when their end tag comes before the next tag of that name. */
const maybeVoid = (name: string): boolean =>
  name.startsWith('@') ||
  [
    'embed',
    'file',
    'openapi',
    'swagger',
    'page-ref',
    'content-ref',
    'openapi-operation',
    'openapi-schemas',
    'openapi-webhook',
    'api-method',
    'video',
    'youtube',
  ].includes(name);

/** Reads a text into blocks. Throws `TOO_LARGE` for one that cannot be read in bounded time. */
export function readDocument(
  source: string,
  {
    parse,
    firstLine = 1,
    mends = false,
  }: {
    parse: MarkdownParser;
    firstLine?: number;
    /**
     * Whether to accept emphasis marks that CommonMark does not recognise, as in the hosted editor's own text, and to read on where a line
     * has nothing but a word in angle brackets, which CommonMark takes for HTML.
     */
    mends?: boolean;
  },
): MarkdownDocument {
  checkParseLimits(source);
  const prepared = prepareMarkdown(source, firstLine);
  const mended = mends ? repairEmphasis(prepared.text) : undefined;
  const root: Root = parse(mended ?? prepared.text);
  if (mends && prepared.text.includes('<')) showUnknownTags(root, parse);
  if (mended !== undefined) undoEmphasisRepair(root);
  if (depthOf(root, parseLimits.nesting) > parseLimits.nesting)
    throw new AppError('TOO_LARGE', `the page nests more than ${parseLimits.nesting} levels deep`, {
      hint: 'Remove nested quotes, lists or brackets.',
    });
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const problems: TextProblem[] = [];
  const nester = new Nester(prepared, problems);
  const children = nester.container(root.children);
  collect(root, definitions, footnotes);
  return { children, prepared, definitions, footnotes, problems };
}

/** Reads a block of HTML as markdown where it begins with a tag that no browser knows: that tag is a word. */
function showUnknownTags(node: Nodes, parse: MarkdownParser): void {
  if (node.type !== 'root' && !hasFlow(node)) return;
  const { children } = node as { children: RootContent[] };
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child?.type === 'html' && beginsWithUnknownTag(child.value))
      children.splice(at, 1, ...parse(`\\${child.value}`).children);
  }
  for (const child of children) showUnknownTags(child, parse);
}

function collect(
  root: Nodes,
  definitions: Map<string, Definition>,
  footnotes: Map<string, FootnoteDefinition>,
): void {
  if (root.type === 'definition' && !definitions.has(root.identifier.toLowerCase()))
    definitions.set(root.identifier.toLowerCase(), root);
  if (root.type === 'footnoteDefinition' && !footnotes.has(root.identifier.toLowerCase()))
    footnotes.set(root.identifier.toLowerCase(), root);
  if ('children' in root) for (const child of root.children) collect(child, definitions, footnotes);
}

type Piece =
  | FlowNode
  | { readonly type: 'open'; readonly tag: Tag; readonly line: number }
  | { readonly type: 'close'; readonly tag: Tag; readonly line: number };

class Nester {
  readonly #prepared: PreparedText;
  readonly #problems: TextProblem[];

  constructor(prepared: PreparedText, problems: TextProblem[]) {
    this.#prepared = prepared;
    this.#problems = problems;
  }

  /** Nests the content between tags, separately in each container of the tree. */
  container(children: readonly (RootContent | PhrasingContent)[]): FlowNode[] {
    for (const child of children) {
      if ('children' in child && child.children.length > 0 && hasFlow(child))
        (child as { children: unknown }).children = this.container(child.children);
    }
    if (this.#prepared.marks.length === 0) return children as FlowNode[];
    const pieces = children.flatMap((child) => this.#split(child));
    return pieces.some((piece) => piece.type === 'open' || piece.type === 'close')
      ? this.#nest(pieces)
      : (pieces as FlowNode[]);
  }

  #split(node: RootContent): Piece[] {
    if (node.type !== 'html' || !node.value.includes(this.#prepared.nonce)) return [node];
    const pieces: Piece[] = [];
    let from = 0;
    for (const match of node.value.matchAll(markPattern(this.#prepared.nonce))) {
      if (match[1] === undefined) continue;
      const mark = this.#prepared.marks[Number(match[1])];
      if (!mark) continue;
      const before = node.value.slice(from, match.index);
      if (before.trim() !== '') pieces.push({ type: 'html', value: before });
      from = match.index + match[0].length;
      if (mark.kind === 'tag')
        pieces.push({ type: mark.tag.closes ? 'close' : 'open', tag: mark.tag, line: mark.line });
      else pieces.push({ type: 'formula', formula: mark.formula, line: mark.line });
    }
    const after = node.value.slice(from);
    if (after.trim() !== '') pieces.push({ type: 'html', value: after });
    return pieces;
  }

  #nest(pieces: readonly Piece[]): FlowNode[] {
    const top: FlowNode[] = [];
    const stack: BlockNode[] = [];
    const add = (node: FlowNode): void => {
      (stack.at(-1)?.children ?? top).push(node);
    };
    for (const [index, piece] of pieces.entries()) {
      if (piece.type === 'open') {
        const block: BlockNode = { type: 'block', tag: piece.tag, line: piece.line, children: [] };
        add(block);
        if (!voidTags.has(piece.tag.name) && (!maybeVoid(piece.tag.name) || closesSoon(pieces, index)))
          stack.push(block);
      } else if (piece.type === 'close') {
        const depth = stack.findLastIndex((block) => block.tag.name === piece.tag.name);
        if (depth === -1)
          this.#problems.push({ line: piece.line, message: `${piece.tag.raw} closes nothing` });
        else {
          for (const open of stack.slice(depth + 1)) this.#unclosed(open);
          stack.length = depth;
        }
      } else add(piece);
    }
    for (const open of stack) this.#unclosed(open);
    return top;
  }

  #unclosed(block: BlockNode): void {
    if (isBranchTag(block.tag.name)) return;
    this.#problems.push({
      line: block.line,
      message: `{% ${block.tag.name} %} is not closed where it was opened`,
    });
  }
}

function hasFlow(node: Nodes): boolean {
  return ['blockquote', 'list', 'listItem', 'footnoteDefinition'].includes(node.type);
}

function closesSoon(pieces: readonly Piece[], index: number): boolean {
  const opener = pieces[index];
  if (opener?.type !== 'open') return false;
  for (const piece of pieces.slice(index + 1)) {
    if (piece.type === 'close' && piece.tag.name === opener.tag.name) return true;
    if (piece.type === 'open' && piece.tag.name === opener.tag.name) return false;
  }
  return false;
}
