export type { MirrorDaemon } from './mirrors.ts';
export { webApp } from './server.ts';
