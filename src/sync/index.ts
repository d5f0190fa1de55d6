export { fromGitHost } from './report.ts';
export { mirrorRef } from './mirror/tip.ts';
export { importFinding } from './proposals/prove-import.ts';
export { lookCost } from './look-cost.ts';
export { tryFiles } from './try-files.ts';
export type { TriedFile } from './try-files.ts';
export { pasteOf } from './paste.ts';
export type { Paste } from './paste.ts';
export type { Todo } from './todo.ts';
export { stateRef } from './state/store.ts';
export { localRefs } from './state/clone.ts';
export { restoreSave, listSaves } from './saves/restore.ts';
export type { KeptSave } from './saves/restore.ts';
export { isMirrored } from './look/left-spaces.ts';
export { recordedSpaces } from './recorded-spaces.ts';
export type { RecordedSpace } from './recorded-spaces.ts';
export { adviceLine, adviceOn } from './advice.ts';
export type { Advice, Conflict, Situation, Step } from './advice.ts';
export { createSync } from './sync.ts';
export type { Look, Sync, SyncPorts } from './sync.ts';
export type { ReadAhead, ReadAheadOptions } from './read-ahead.ts';
export type {
  CycleOptions,
  GuardConfig,
  MirrorConfig,
  ProgressEvent,
  PushConfig,
  SyncConfig,
} from './config.ts';
export type {
  BranchReport,
  ChangeRequestReport,
  ConflictReport,
  CycleReport,
  EditReport,
  PathChange,
  Problem,
  ProposalReport,
  SpaceReport,
  SpaceStatus,
  StatusReport,
  UnsendableCause,
} from './report.ts';
export type { Announce } from './proposals/announce.ts';
export type { ImportHost } from './proposals/import-host.ts';
export type { Remote } from './remote/port.ts';
export type {
  AnsweredChangeRequest,
  ChangeRequestDiff,
  ChangeRequestName,
  ChangeRequests,
  ListedChangeRequest,
} from './change-requests.ts';
