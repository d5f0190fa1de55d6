export { runCli } from './run.ts';
export type { OpenedRepository, Output, PortMakers, World } from './world.ts';
