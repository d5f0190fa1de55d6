export { serveEditor } from './server.ts';
export type { EditorPorts } from './server.ts';
export type { WorkspacePorts } from './workspace.ts';
