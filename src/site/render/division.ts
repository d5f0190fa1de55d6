import type { Evaluation } from '../../content/expression.ts';
import { isBranchTag } from '../../content/tree/tag.ts';
import { isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { divAttributes } from '../html/schema.ts';

/** A block that is written as a `div`. */
export interface DivisionBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The block that a `div` in the hosted editor's export means. */
export function divisionBlock(node: BodyElement): DivisionBlock | undefined {
  if (node.tagName !== 'div' || propertyOf(node, 'dataGbCustomBlock') === undefined) return undefined;
  const name = (propertyOf(node, 'dataTag') ?? '').toLowerCase();
  const attributes = Object.fromEntries(
    divAttributes.flatMap((field) => {
      const value = propertyOf(node, field);
      return value === undefined ? [] : [[blockAttribute(field), value] as const];
    }),
  );
  return { name, attributes };
}

function blockAttribute(field: string): string {
  const name = field.slice('data'.length).toLowerCase();
  return (
    { linenumbers: 'lineNumbers', fullwidth: 'fullWidth', defaultexpanded: 'defaultExpanded' }[name] ?? name
  );
}

/** The expression of a division that is a condition; its attribute has no name that all versions of the editor agree on. */
export function expressionOf({ attributes }: DivisionBlock): string {
  return attributes['expression'] ?? attributes['condition'] ?? attributes['if'] ?? attributes['0'] ?? '';
}

/** One branch of a condition. A branch without an expression is shown when none before it is. */
export interface Branch<Content> {
  readonly expression: string | undefined;
  readonly content: Content[];
}

/** The branches of a condition that is a division: `else` is a division among its children, empty or with its content. */
export function branchesOfDivision(
  division: DivisionBlock,
  children: readonly BodyNode[],
): Branch<BodyNode>[] {
  const branches: Branch<BodyNode>[] = [{ expression: expressionOf(division), content: [] }];
  for (const child of children) {
    const inner = isElement(child) ? divisionBlock(child) : undefined;
    if (inner && isElement(child) && isBranchTag(inner.name))
      branches.push({
        expression: inner.name === 'else' ? undefined : expressionOf(inner),
        content: [...child.children],
      });
    else branches.at(-1)?.content.push(child);
  }
  return branches;
}

/** The content of the first branch whose condition holds. An expression that cannot be read is false, with a warning. */
export function shownBranch<Content>(
  branches: readonly Branch<Content>[],
  evaluate: (expression: string) => Evaluation,
  warn: (message: string, more: { readonly about: string }) => void,
): readonly Content[] {
  for (const { expression, content } of branches) {
    if (expression === undefined) return content;
    const result = evaluate(expression);
    if (!result.ok)
      warn(`the condition "${expression}" is taken for false: ${result.reason}`, { about: expression });
    else if (result.value) return content;
  }
  return [];
}
