import { evaluateExpression, printValue, type Names } from '../expression.ts';
import { aText } from './inlines.ts';
import type { Block, InlineNode, JsonDocument } from './values.ts';

/** How {@link deriveDocument} replaces expressions, conditions and reusable content by what they stand for. */
export interface Derivation {
  /** The names that expressions may use. Without names, expressions and conditions stay. */
  readonly names?: Names;
  /** Says which expressions are evaluated: those that depend on the reader may have to stay. */
  readonly evaluates?: (expression: string) => boolean;
  /** The blocks that replace a reference to reusable content; undefined leaves the reference. */
  readonly reusable?: (block: Block) => readonly Block[] | undefined;
}

export function deriveDocument(document: JsonDocument, derivation: Derivation): JsonDocument {
  return { ...document, nodes: document.nodes.flatMap((block) => deriveBlock(block, derivation)) };
}

function deriveBlock(block: Block, derivation: Derivation): Block[] {
  if (block.type === 'reusable-content') return [...(derivation.reusable?.(block) ?? [block])];
  if (block.type === 'if') {
    const value = valueOf(block.data?.['expression'], derivation);
    if (value !== undefined) {
      if (!value.result) return [];
      return (block.nodes ?? []).flatMap((node) =>
        node.object === 'block' ? deriveBlock(node, derivation) : [],
      );
    }
  }
  return [
    {
      ...block,
      ...(block.nodes === undefined
        ? {}
        : {
            nodes: block.nodes.flatMap((node): (Block | InlineNode)[] =>
              node.object === 'block' ? deriveBlock(node, derivation) : [deriveInline(node, derivation)],
            ),
          }),
      ...(block.fragments === undefined
        ? {}
        : {
            fragments: block.fragments.map((part) => ({
              ...part,
              nodes: part.nodes.flatMap((node) => deriveBlock(node, derivation)),
            })),
          }),
    },
  ];
}

function deriveInline(node: InlineNode, derivation: Derivation): InlineNode {
  if (node.object === 'text') return node;
  if (node.type === 'expression') {
    const value = valueOf(node.data?.['expression'], derivation);
    return value === undefined ? node : aText(printValue(value.result));
  }
  return node.nodes === undefined
    ? node
    : { ...node, nodes: node.nodes.map((inner) => deriveInline(inner, derivation)) };
}

/** The value of an expression; undefined for an expression that stays in the text. An expression that cannot be read has no value. */
function valueOf(expression: unknown, { names, evaluates }: Derivation): { result: unknown } | undefined {
  if (names === undefined || typeof expression !== 'string' || evaluates?.(expression) === false)
    return undefined;
  const evaluation = evaluateExpression(expression, names);
  return { result: evaluation.ok ? evaluation.value : undefined };
}
