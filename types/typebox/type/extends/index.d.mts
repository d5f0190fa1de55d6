export { Extends, type TExtends } from './extends.mjs';
export * as ExtendsResult from './result.mjs';
