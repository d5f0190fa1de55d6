export * from './create.mjs';
export * from './decode.mjs';
export * from './encode.mjs';
export * from './static.mjs';
export * from './is_finite.mjs';
export * from './is_pattern.mjs';
