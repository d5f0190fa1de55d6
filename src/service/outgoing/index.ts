export {
  createOutgoing,
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingOptions,
  type OutgoingRequest,
  type Resolve,
} from './fetch.ts';
export { readTarget } from './target.ts';
