import type { Handlers } from './handler.ts';
import { spaceHandlers } from './spaces/handlers.ts';

/** A handler for each row of the contract. A row without one does not compile. */
export const handlers: Partial<Handlers> = {
  ...spaceHandlers,
};
