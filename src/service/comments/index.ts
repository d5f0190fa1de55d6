export { commentHandlers, commentsById, postComment } from './handlers.ts';
