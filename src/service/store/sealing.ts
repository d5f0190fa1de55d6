/**
 * How the database keeps a secret: sealed by AES-256-GCM, with the place that the secret belongs to as associated data. A sealed text that
 * is copied to another row or column does not open there. Pure: keys and randomness come from the caller.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** A key of 32 bytes, with a name that tells it from other keys but reveals nothing about it. */
export interface ServiceKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A column whose values are sealed, and the columns that say which row a value belongs to. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly row: readonly string[];
}

/** Every column with secrets. All other columns are readable to everybody who reads the database. */
export const sealedColumns = {
  integrationSecret: { table: 'integration_secrets', column: 'value', row: ['integration', 'name'] },
  installationConfiguration: { table: 'integration_installations', column: 'configuration', row: ['id'] },
  samlAddress: { table: 'saml_providers', column: 'sso_url', row: ['id'] },
  samlEntity: { table: 'saml_providers', column: 'entity_id', row: ['id'] },
  samlCertificate: { table: 'saml_providers', column: 'certificate', row: ['id'] },
  serviceSecret: { table: 'service_secrets', column: 'value', row: ['name'] },
  visitorKey: { table: 'site_visitor_keys', column: 'private_key', row: ['site'] },
} as const satisfies Readonly<Record<string, SealedColumn>>;

export const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const version = '1';

export function serviceKey(bytes: Uint8Array): ServiceKey {
  const id = createHash('sha256').update('tidemark:service-key\n').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

/** The place that a value belongs to; its parts cannot be mistaken for those of another place. */
export type Place = readonly string[];

export function placeOf({ table, column }: SealedColumn, row: readonly string[]): Place {
  return [table, column, ...row];
}

function associated(place: Place, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(['tidemark', version, keyId, ...place]));
}

/** Seals a text. `nonce` is 12 random bytes that are never used again. */
export function sealText(text: string, key: ServiceKey, place: Place, nonce: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(associated(place, key.id));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return ['sealed', version, key.id, sealed.toString('base64url')].join(':');
}

/** The name of the key that sealed a text; undefined for a text that is not sealed. */
export function keyIdOf(sealed: string): string | undefined {
  return /^sealed:1:([0-9a-f]{8}):[\w-]+$/u.exec(sealed)?.[1];
}

/** Opens a sealed text; undefined when it was sealed with another key or for another place, or was changed. */
export function openText(sealed: string, key: ServiceKey, place: Place): string | undefined {
  if (keyIdOf(sealed) !== key.id) return undefined;
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf(':') + 1), 'base64url');
  if (bytes.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(associated(place, key.id));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(nonceLength, -tagLength)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return undefined;
  }
}
