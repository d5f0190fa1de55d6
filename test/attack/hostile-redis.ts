import type { Kind } from './kind.ts';
export const hostileRedis: Kind = { name: 'hostile redis', missing: null, play: async () => [] };
