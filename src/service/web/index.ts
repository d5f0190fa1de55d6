export { addWeb, type WebOptions } from './add-web.ts';
export { appOriginOf, twinOrigin } from './origins.ts';
export type { Asked, Call, Sessions, SignOn, SignOnWay, WebApp, WebPages, WebParts } from './port.ts';
