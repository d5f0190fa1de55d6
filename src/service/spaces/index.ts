export { createSpace, spaceHandlers } from './handlers.ts';
export { positionAmong } from './position.ts';
export { retentionMs, spaceJson, spaceRow, spaceRows, spacesJson, touchSpace } from './space.ts';
export type { SpaceRow } from './space.ts';
