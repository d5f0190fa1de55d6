import type { BodyNode } from '../html/nodes.ts';
import type { BlockScope } from '../body/state.ts';

/** A part of a block with its own tag: a tab, a step, a column, an update. */
export interface BlockPart {
  readonly attributes: Readonly<Record<string, string>>;
  readonly body: () => BodyNode[];
}

export interface BlockRendering extends BlockScope {
  readonly name: string;
  readonly parts: (partName: string) => readonly BlockPart[];
  /** What is in the block outside the parts of these names. */
  readonly rest: (...partNames: readonly string[]) => BodyNode[];
}

/** Turns one block into what readers see. */
export type BlockRenderer = (
  attributes: Readonly<Record<string, string>>,
  rendering: BlockRendering,
) => BodyNode[];
