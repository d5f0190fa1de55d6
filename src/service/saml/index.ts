export { samlHandlers } from './handlers.ts';
export {
  acceptAnswer,
  beginSignOn,
  finishSignOn,
  serviceMetadata,
  signOnMethods,
  type SignOnMethod,
} from './sign-on.ts';
