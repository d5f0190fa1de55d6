export { reviewHandlers } from './handlers.ts';
export { peopleHandlers } from './people.ts';
