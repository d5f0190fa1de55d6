import type { Clock, Random } from '../../clock/index.ts';
import type { Cache } from '../../files/port.ts';
import type { Remote } from '../remote/port.ts';
import type { StateStore } from '../state/store.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Announce } from './announce.ts';
import type { ImportHost } from './import-host.ts';

/** The ports that a cycle uses. */
export interface CyclePorts extends BranchPorts {
  readonly remote: Remote;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly importHost?: ImportHost | undefined;
  readonly announce?: Announce | undefined;
  readonly cache?: Cache | undefined;
}
