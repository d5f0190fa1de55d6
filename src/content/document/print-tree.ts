import type { Parents, Root, RootContent } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

/** A `{% … %}` block of a markdown tree. */
export interface TagNode {
  type: 'tagBlock';
  open: string;
  /** Absent for a tag without an end. */
  close: string | undefined;
  children: RootContent[];
}

/** What remark gives to a handler of a node. */
interface State {
  containerFlow(node: Parents, info: Info): string;
  createTracker(info: Info): { move(value: string): string; current(): Info };
}

interface Info {
  readonly before: string;
  readonly after: string;
  readonly now: { line: number; column: number };
  readonly lineShift: number;
}

function tagBlock(node: TagNode, _parent: unknown, state: State, info: Info): string {
  if (node.close === undefined) return node.open;
  const tracker = state.createTracker(info);
  let value = tracker.move(`${node.open}\n`);
  const body = state.containerFlow(node as unknown as Parents, tracker.current());
  value += tracker.move(body === '' ? '' : `${body}\n`);
  return value + tracker.move(node.close);
}

function inlineMath({ value }: { value: string }): string {
  return value;
}
inlineMath.peek = (): string => '$';

/** The constructs of markdown in which our own tags and formulas would be read. */
const everywhere = [
  'phrasing',
  'destinationRaw',
  'destinationLiteral',
  'titleQuote',
  'titleApostrophe',
] as const;
const unsafe = [
  { before: '\\{', character: '%', inConstruct: [...everywhere] },
  // A comment that is not closed would hide every tag after it.
  { before: '<', character: '!', inConstruct: [...everywhere] },
  { character: '$', after: '\\$', inConstruct: [...everywhere] },
  { before: '\\$', character: '$', inConstruct: [...everywhere] },
];

const writer = remark()
  .use(remarkGfm)
  .data('settings', {
    bullet: '*',
    bulletOther: '-',
    emphasis: '_',
    strong: '*',
    fences: true,
    rule: '*',
    ruleRepetition: 3,
    listItemIndent: 'one',
    incrementListMarker: true,
    unsafe,
    handlers: { tagBlock, inlineMath } as never,
  })
  .freeze();

/** Prints a markdown tree that also has our own nodes. */
export function printTree(root: Root): string {
  return writer.stringify(root);
}
