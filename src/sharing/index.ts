export { hostBranchProblem } from './host-branch.ts';
export { withGitHost } from './with-git-host.ts';
export type { GitHostPorts } from './with-git-host.ts';
export { createMirrorHost } from './mirror-host.ts';
export type { FetchResult, MirrorHost } from './mirror-host.ts';
export { withProblems } from './with-problems.ts';
