import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../base/index.ts';
import type { CommandContext } from '../program.ts';
import { exportCommand } from './export.ts';

export interface GuideOptions {
  out?: string;
  port?: number;
}

/** Writes the handbook of this version, which is in the package, to a folder, or serves it on a local port. */
export async function guide(
  context: CommandContext,
  { out, port }: GuideOptions,
): Promise<number | undefined> {
  const folder = join(packageRoot(), 'docs', 'guide');
  if (out !== undefined) return exportCommand(context, { folder, out, isConfigured: false });
  const cache = context.world.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return exportCommand(context, {
    folder,
    out: join(cache, 'tidemark', 'guide'),
    serve: port ?? true,
    isConfigured: false,
  });
}
