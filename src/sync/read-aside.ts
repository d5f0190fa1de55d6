import { AppError } from '../base/index.ts';
import type { ChangeRequest } from '../contract/index.ts';
import { draftOn } from '../git/index.ts';
import type { GitRepository, Oid } from '../git/port.ts';
import type { SyncConfig } from './config.ts';
import { openContext } from './cycle.ts';
import type { CycleMemory } from './cycle.ts';
import { readChangeRequest } from './mirror/read-change-request.ts';
import { readTip } from './mirror/tip.ts';
import type { CyclePorts } from './proposals/ports.ts';
import type { SpaceRecord } from './state/records.ts';

/** A change request that the mirror does not keep, as a commit in memory. */
export interface AsideRequest {
  /** The repository with that commit. */
  readonly git: GitRepository;
  readonly commit: Oid;
}

/** Returns the function that reads a change request that the mirror does not keep. It writes nothing. */
export function asideReader(
  ports: CyclePorts,
  config: SyncConfig,
  memory: CycleMemory,
): (found: { readonly record: SpaceRecord; readonly changeRequest: ChangeRequest }) => Promise<AsideRequest> {
  return async ({ record, changeRequest }) => {
    const space = await ports.remote.space(record.id);
    if (space === null) throw new AppError('NOT_FOUND', `The service no longer has ${record.title}`);
    const { git, writer } = draftOn(ports.git);
    const tip = await readTip(ports.git);
    const context = await openContext({ ...ports, git }, config, { memory, tip }, { dryRun: true });
    const request = { space, record, changeRequest, before: undefined, at: null };
    // Nobody writes into it any more, so what the service does not give now, it will not give later.
    const { commit } = await readChangeRequest({ ...context, remote: ports.remote }, writer, request);
    return { git, commit };
  };
}
