export { webApp } from './server.ts';
