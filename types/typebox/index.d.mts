export * from './type/action/index.mjs';
export * from './type/engine/index.mjs';
export * from './type/extends/index.mjs';
export * from './type/script/index.mjs';
export * from './type/types/index.mjs';
export * as Type from './typebox.mjs';
import * as Type from './typebox.mjs';
export default Type;
