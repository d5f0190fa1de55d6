export { openapiHandlers, specText } from './handlers.ts';
export { createSpecProcessor } from './processor.ts';
export { addSpecTexts, specVersionHandlers } from './versions.ts';
export { specContentHandlers } from './content.ts';
