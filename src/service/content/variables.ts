import { parseDocument } from 'yaml';
import type { Variables } from '../../contract/index.ts';
import type { StoredFile } from './lists.ts';
import { getBlob } from '../tree/objects.ts';
import type { ContentCache } from '../tree/tree.ts';
import type { Store } from '../store/index.ts';

/** The file that holds a space's variables. */
const variablesPath = '.gitbook/vars.yaml';
const maximumSize = 64 * 1024;

/**
 * The variables that a space's files define; undefined where they define none. Values other than text, numbers and booleans are left out.
 */
export function variablesOf(
  { store, cache }: { store: Store; cache: ContentCache },
  files: readonly StoredFile[],
): Variables | undefined {
  const file = files.find(({ path }) => path === variablesPath);
  if (file === undefined || file.size > maximumSize) return undefined;
  const key = `variables\n${file.blob}`;
  const known = cache.derived.get(key) as { variables: Variables | undefined } | undefined;
  if (known !== undefined) return known.variables;
  const variables = parseVariables(Buffer.from(getBlob(store, file.blob) ?? []).toString('utf8'));
  cache.derived.set(key, { variables }, file.size + 64);
  return variables;
}

function parseVariables(text: string): Variables | undefined {
  const document = parseDocument(text, {
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    logLevel: 'silent',
  });
  if (document.errors.length > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return Object.fromEntries(entries);
}
