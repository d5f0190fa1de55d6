import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { backUp } from './backup/index.ts';
import { databaseName, dropSecrets, keySourceOf, lostKey, lostSecrets, Store } from './store/index.ts';
import type { LostSecrets } from './store/index.ts';
import { migrations } from './schema.ts';

/** Data whose key is lost, before anything in the data is changed. */
export interface LostKey {
  /** The name of the lost key. */
  readonly key: string;
  readonly lost: readonly LostSecrets[];
  /** First writes a copy of the data, unless a backup is at hand, for the day on which the key turns up; then continues with another key. */
  startAgain(): Promise<{ readonly key: string; readonly copy: string }>;
  close(): void;
}

/** Opens data whose key is lost. Throws USAGE where the key is available. */
export function openLostKey({
  data,
  keys,
  clock,
  random,
  backup,
}: {
  data: string;
  /** The keys in the form of TIDEMARK_SERVICE_KEY. */
  keys: string | undefined;
  clock: Clock;
  random: Random;
  /** The backup that the data was restored from, if it was: then no other copy is needed. */
  backup?: string;
}): LostKey {
  const source = keySourceOf(data, keys);
  const store = new Store(data, migrations, new Date(clock.now()).toISOString());
  try {
    const key = lostKey(store, source);
    return {
      key,
      lost: lostSecrets(store),
      startAgain: async () => {
        const copy = backup ?? freeName(join(data, databaseName), key);
        if (backup === undefined) await backUp(data, copy);
        return { key: dropSecrets(store, source, random).id, copy };
      },
      close: () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** If one key is lost twice, the second copy does not overwrite the first one. */
function freeName(database: string, key: string): string {
  for (let count = 0; count < 100; count++) {
    const name = `${database}.${key}${count === 0 ? '' : `-${count}`}`;
    if (!existsSync(name)) return name;
  }
  throw new AppError('USAGE', `${database} has 100 copies of data whose key was lost already`, {
    hint: 'Move those away that are no longer needed.',
  });
}
