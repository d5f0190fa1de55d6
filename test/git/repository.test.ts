import path from 'node:path';
import { MemoryRepository, initRepository } from '../../src/git/index.ts';
import { realClock } from '../../src/clock/index.ts';
import { temporaryFolder } from './native.ts';
import { describeRepository } from './repository.contract.ts';

const folder = temporaryFolder('contract');
let count = 0;

describeRepository('MemoryRepository', async () => new MemoryRepository());
describeRepository('DiskRepository', async () =>
  initRepository(path.join(folder, String(count++)), { clock: realClock }),
);
describeRepository('DiskRepository without a working tree', async () =>
  initRepository(path.join(folder, String(count++)), { clock: realClock }, { bare: true }),
);
