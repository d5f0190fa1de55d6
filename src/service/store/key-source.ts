import { AppError } from '../../base/index.ts';
import type { Random } from '../../clock/index.ts';
import { createKeyFile, keyFileIn, keyVariable, readKeyFile, readKeys, replaceKeyFile } from './key-file.ts';
import { keyLength, serviceKey } from './sealing.ts';
import type { ServiceKey } from './sealing.ts';

/** Where the keys of a database come from. */
export interface KeySource {
  /** The place where a person can put a key. */
  readonly where: string;
  /** All keys that are available now. */
  read(): readonly ServiceKey[];
  /** The key for a database that has none yet. */
  first(random: Random): ServiceKey;
  /** The key to change to. From here on, until `settle`, both the present key and the next one are available. */
  next(present: ServiceKey, random: Random): ServiceKey;
  /** Called once everything is sealed with this key. */
  settle(key: ServiceKey): void;
}

/** The keys of a data directory: those of the environment, if any, before those of the key file. */
export function keySourceOf(directory: string, environment: string | undefined): KeySource {
  if (directory === ':memory:') return keyInMemory();
  const file = keyFileIn(directory);
  const given = (): ServiceKey[] => readKeys(environment ?? '', keyVariable);
  return {
    where: `${file} (mode 600) or into ${keyVariable}`,
    read: () => [...given(), ...readKeyFile(file)],
    first: (random) => {
      const known = [...given(), ...readKeyFile(file)][0];
      if (known !== undefined) return known;
      createKeyFile(file, serviceKey(random.bytes(keyLength)));
      return readKeyFile(file)[0]!;
    },
    next: (present, random) => {
      const [wanted] = given();
      if (wanted !== undefined) return fromEnvironment(wanted, present);
      const key = serviceKey(random.bytes(keyLength));
      // Earlier backups are sealed with the present key, so that key stays, under its own name.
      createKeyFile(`${file}.${present.id}`, present);
      replaceKeyFile(file, [present, key]);
      return key;
    },
    settle: (key) => {
      if (given().length === 0) replaceKeyFile(file, [key]);
    },
  };
}

function fromEnvironment(wanted: ServiceKey, present: ServiceKey): ServiceKey {
  if (wanted.id !== present.id) return wanted;
  throw new AppError('USAGE', `The first key in ${keyVariable} is the present one.`, {
    hint: `Put a new key before it (${keyVariable}=NEW,PRESENT) for the service too, then run the command again.\nThis makes a key: openssl rand -base64 32`,
  });
}

/** A database in memory leaves nothing behind; its key disappears with it. */
function keyInMemory(): KeySource {
  let keys: ServiceKey[] = [];
  const make = (random: Random): ServiceKey => {
    const key = serviceKey(random.bytes(keyLength));
    keys = [key, ...keys];
    return key;
  };
  return {
    where: 'memory',
    read: () => keys,
    first: make,
    next: (_present, random) => make(random),
    settle: (key) => {
      keys = [key];
    },
  };
}
