import type { Kind } from './kind.ts';
export const hostileGitHost: Kind = { name: 'hostile git host', missing: null, play: async () => [] };
