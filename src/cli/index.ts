export { runCli } from './run.ts';
export type { Output, World } from './world.ts';
