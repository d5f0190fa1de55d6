export { addWeb, type WebOptions } from './add-web.ts';
export { appOriginOf, defaultAppOrigin } from './origins.ts';
export type {
  OperationInput,
  CallOperation,
  Sessions,
  SignOn,
  SignOnMethod,
  WebApp,
  WebPages,
  WebParts,
} from './port.ts';
