export { blockKinds, inlineKinds, markKinds } from './kinds.ts';
export type { BlockKind, InlineKind, MarkKind } from './kinds.ts';
export { documentOfMarkdown } from './read-document.ts';
export { markdownOfDocument } from './print-document.ts';
export type { References, ReferenceUse } from './references.ts';
export type { Block, Inline, JsonDocument, NodeData, Reference } from './values.ts';
