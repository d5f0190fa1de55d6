import { serveRendering } from './site/index.ts';

// A thread of an export: built beside main.ts, started by it.
void serveRendering();
