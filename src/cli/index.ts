export { runCli } from './run.ts';
export type { ImportHostOptions, OpenedRepository, Output, PortMakers, World } from './world.ts';
