import type { SAMLProvider } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Level } from '../access/index.ts';
import type { Context, Service } from '../context.ts';
import type { SealedName } from '../store/index.ts';

/** A provider; its address, name and certificate are sealed. */
export interface ProviderRow {
  number: number;
  id: string;
  organization: string;
  label: string;
  sso_url: string | null;
  entity_id: string | null;
  certificate: string | null;
  default_team: string | null;
  default_role: Level;
  created_at: string;
}

/** The provider of an organization with this id. */
export function findProvider(
  { store }: Pick<Context, 'store'>,
  organization: string,
  id: string,
): ProviderRow {
  const row = store.get<ProviderRow>(
    'SELECT * FROM saml_providers WHERE organization = ? AND id = ?',
    organization,
    id,
  );
  if (row === undefined) throw notFound('SAML provider', id);
  return row;
}

/** Says whether a provider has everything that signing in needs. */
export function isComplete(row: Pick<ProviderRow, 'sso_url' | 'entity_id' | 'certificate'>): boolean {
  return row.sso_url !== null && row.entity_id !== null && row.certificate !== null;
}

/**
 * What an identity provider has to know about this service. All addresses are at the app's origin, since the person who comes back from a
 * provider gets a session there.
 */
export function serviceOf({ appBase }: Pick<Service, 'appBase'>, id: string): SAMLProvider['service'] {
  const base = `${appBase}/sign-in/saml/${id}`;
  return { acsURL: `${base}/acs`, startURL: base, entityID: `${base}/metadata` };
}

/** The secrets of a provider. */
export function openedSecrets({ vault }: Pick<Service, 'vault'>, row: ProviderRow) {
  const opened = (name: SealedName, sealed: string | null): string | null =>
    sealed === null ? null : vault.open(name, [row.id], sealed);
  return {
    ssoURL: opened('samlAddress', row.sso_url),
    entityID: opened('samlEntity', row.entity_id),
    certificate: opened('samlCertificate', row.certificate),
  };
}

/** A provider through which people can sign in. */
export interface Provider {
  readonly id: string;
  readonly organization: string;
  readonly label: string;
  readonly ssoURL: string;
  readonly entityID: string;
  readonly certificate: string;
  readonly defaultRole: Level;
  readonly defaultTeam: string | null;
}

/** The provider with this id, if people can sign in through it. */
export function completeProvider(service: Pick<Service, 'store' | 'vault'>, id: string): Provider {
  const row = service.store.get<ProviderRow>('SELECT * FROM saml_providers WHERE id = ?', id);
  if (row === undefined || !isComplete(row)) throw notFound('way to sign in', id);
  const { ssoURL, entityID, certificate } = openedSecrets(service, row);
  return {
    ...{ id: row.id, organization: row.organization, label: row.label },
    ...{ ssoURL: ssoURL ?? '', entityID: entityID ?? '', certificate: certificate ?? '' },
    ...{ defaultRole: row.default_role, defaultTeam: row.default_team },
  };
}
