/** Starting again without the secrets of a database whose key is lost. */
import { AppError } from '../../base/index.ts';
import type { Random } from '../../clock/index.ts';
import { randomBase62 } from '../base62.ts';
import type { KeySource } from './key-source.ts';
import { placeOf, sealedColumns, sealText } from './sealing.ts';
import type { SealedColumn, ServiceKey } from './sealing.ts';
import type { Store } from './store.ts';

/** What cannot be read without the key. */
export interface LostSecrets {
  /** What kind of secret this is and what to do about it, in words. */
  readonly what: string;
  /** The lost secrets, by the names that people know. */
  readonly names: readonly string[];
}

type Table = (typeof sealedColumns)[keyof typeof sealedColumns]['table'];
type Seal = (column: SealedColumn, row: string, text: string) => string;

interface Loss {
  readonly what: string;
  /** A query for the names, as `name`. */
  readonly names: string;
  /** Puts the rows into a usable state: afterwards, nothing in them is sealed with the lost key. */
  readonly forget: (store: Store, seal: Seal, random: Random) => void;
}

/** For each table with sealed columns, the consequences of the loss. A site stays closed: its visitors need tokens of the new key. */
const losses: Readonly<Record<Table, Loss>> = {
  integration_secrets: {
    what: 'secrets of integrations: give each integration its secrets anew',
    names: `SELECT integration || ': ' || name AS name FROM integration_secrets ORDER BY 1`,
    forget: (store) => void store.run('DELETE FROM integration_secrets'),
  },
  integration_installations: {
    what: 'configurations of installed integrations, which become empty: configure them anew',
    names: 'SELECT integration AS name FROM integration_installations ORDER BY 1',
    forget: (store, seal) => {
      for (const { id } of store.all<{ id: string }>('SELECT id FROM integration_installations'))
        store.run(
          'UPDATE integration_installations SET configuration = ? WHERE id = ?',
          seal(sealedColumns.installationConfiguration, id, '{}'),
          id,
        );
    },
  },
  saml_providers: {
    what: 'addresses, names and certificates of SAML providers: set them anew',
    names: 'SELECT label AS name FROM saml_providers ORDER BY 1',
    forget: (store) =>
      void store.run('UPDATE saml_providers SET sso_url = NULL, entity_id = NULL, certificate = NULL'),
  },
  site_visitor_keys: {
    what: 'keys by which visitors of sites sign in: each site has a new key: give it to whoever signs the tokens',
    names: `SELECT sites.title AS name FROM site_visitor_keys JOIN sites ON sites.id = site ORDER BY 1`,
    forget: (store, seal, random) => {
      for (const { site } of store.all<{ site: string }>('SELECT site FROM site_visitor_keys'))
        store.run(
          'UPDATE site_visitor_keys SET private_key = ? WHERE site = ?',
          seal(sealedColumns.visitorKey, site, randomBase62(random, 32)),
          site,
        );
    },
  },
  service_secrets: {
    what: 'the key of signed addresses and places in lists: those that were given out are refused, new ones work',
    names: 'SELECT name FROM service_secrets ORDER BY 1',
    forget: (store) => void store.run('DELETE FROM service_secrets'),
  },
};

/** The name of the key that sealed a database, once it is certain that the key is nowhere. */
export function lostKey(store: Store, source: KeySource): string {
  const state = store.get<{ key: string }>('SELECT key FROM secrets_state');
  if (state !== undefined && source.read().every(({ id }) => id !== state.key)) return state.key;
  throw new AppError('USAGE', 'the key of this data is at hand: nothing is lost', {
    hint: 'Start the service as it is. For another key: tidemark serve key rotate --data <folder>',
  });
}

export function lostSecrets(store: Store): LostSecrets[] {
  return Object.values(losses).flatMap(({ what, names }) => {
    const found = store.all<{ name: string }>(names).map(({ name }) => name);
    return found.length === 0 ? [] : [{ what, names: found }];
  });
}

/** Continues with an available key, or a new one, in one transaction; everything that the lost key sealed is gone. */
export function dropSecrets(store: Store, source: KeySource, random: Random): ServiceKey {
  const lost = lostKey(store, source);
  const key = source.first(random);
  const seal: Seal = (column, row, text) => sealText(text, key, placeOf(column, [row]), random.bytes(12));
  store.transaction(() => {
    const changed = store.run('UPDATE secrets_state SET key = ?, cleaned = 0 WHERE key = ?', key.id, lost);
    if (changed !== 1)
      throw new AppError('CONFLICT', 'Another process has just changed the key of the service’s secrets.');
    for (const { forget } of Object.values(losses)) forget(store, seal, random);
  });
  return key;
}
