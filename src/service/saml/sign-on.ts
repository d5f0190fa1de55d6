/**
 * Signing in through an organization's provider, in three steps: the browser goes to the provider, brings back the provider's answer, and
 * then gets a session. Each request is answered once, and only the browser that began can finish.
 */
import { noteAuditEvent } from '../audit/index.ts';
import { randomBase62 } from '../base62.ts';
import { contextOf, type Service } from '../context.ts';
import { createSession } from '../sessions/index.ts';
import { hashToken } from '../tokens/index.ts';
import { identityIn, signOnError } from './assertion.ts';
import { userOf } from './people.ts';
import { completeProvider, isComplete, serviceOf, type ProviderRow } from './providers.ts';
import { requestAddress, signedAssertion } from './verify.ts';

/** How long somebody may take at the provider. */
const requestLifeMs = 10 * 60 * 1000;
/** About 178 bits, as many as a session has. */
const secretLength = 30;

/** A way to sign in that somebody may choose. */
export interface SignOnMethod {
  readonly id: string;
  readonly label: string;
  readonly organization: string;
}

/** The providers of the organizations that the domain of an e-mail address belongs to. */
export function signOnMethods({ store }: Pick<Service, 'store'>, email: string): SignOnMethod[] {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return store
    .all<ProviderRow & { title: string }>(
      `SELECT saml_providers.*, organizations.title FROM email_domains
       JOIN saml_providers USING (organization) JOIN organizations ON organizations.id = organization
       WHERE domain = ? ORDER BY number LIMIT 20`,
      domain,
    )
    .filter(isComplete)
    .map(({ id, label, title }) => ({ id, label, organization: title }));
}

/** Asks a provider to sign somebody in. `browser` is the secret of the browser that may finish. */
export async function beginSignOn(
  service: Service,
  id: string,
  to: string,
): Promise<{ address: string; browser: string }> {
  const provider = completeProvider(service, id);
  const { store, random } = service;
  const [request, browser] = [`_${randomBase62(random, secretLength)}`, randomBase62(random, secretLength)];
  const address = await requestAddress(provider, serviceOf(service, id), request);
  const nowMs = service.clock.now();
  store.transaction(() => {
    store.run('DELETE FROM saml_requests WHERE expires_at <= ?', nowMs);
    store.run(
      'INSERT INTO saml_requests (id, provider, browser, return_to, expires_at) VALUES (?, ?, ?, ?, ?)',
      ...[request, id, hashToken(browser), to, nowMs + requestLifeMs],
    );
  });
  return { address, browser };
}

/** Takes a provider's answer, and returns the code with which the browser that began can finish. */
export async function acceptAnswer(service: Service, id: string, answer: string): Promise<string> {
  const provider = completeProvider(service, id);
  const ours = serviceOf(service, id);
  try {
    const assertion = await signedAssertion(provider, ours, answer);
    const nowMs = service.clock.now();
    const identity = identityIn(assertion, {
      ...{ issuer: provider.entityID, audience: ours.entityID, recipient: ours.acsURL, nowMs },
    });
    const { store, random } = service;
    return store.transaction(() => {
      const open = store.get(
        'SELECT 1 FROM saml_requests WHERE id = ? AND provider = ? AND code IS NULL AND expires_at > ?',
        ...[identity.request, id, nowMs],
      );
      if (open === undefined) throw signOnError('it answers no open request of ours');
      const user = userOf({ store, random, now: new Date(nowMs).toISOString(), nowMs }, provider, identity);
      const code = randomBase62(random, secretLength);
      store.run(
        'UPDATE saml_requests SET code = ?, user = ? WHERE id = ?',
        hashToken(code),
        user,
        identity.request,
      );
      return code;
    });
  } catch (error) {
    service.log.warn({ provider: id, reason: reasonOf(error) }, 'a sign-in through a provider was refused');
    throw error;
  }
}

/** The innermost reason, which is not shown to the person who signs in. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Begins a session for somebody who brings a code, and the secret of the browser that began; each code works once. */
export function finishSignOn(
  service: Service,
  code: string,
  browser: string,
): { secret: string; to: string } | undefined {
  const { store, random } = service;
  const nowMs = service.clock.now();
  return store.transaction(() => {
    const row = store.get<{ user: string; provider: string; return_to: string; expires_at: number }>(
      'DELETE FROM saml_requests WHERE code = ? AND browser = ? RETURNING user, provider, return_to, expires_at',
      ...[hashToken(code), hashToken(browser)],
    );
    if (row === undefined || row.expires_at <= nowMs) return undefined;
    const caller = { userId: row.user, tokenId: '' };
    const { organization, label } = completeProvider(service, row.provider);
    noteAuditEvent(contextOf(service, caller), {
      ...{ organization, action: 'signInThroughProvider', source: 'ui', body: undefined },
      subject: { target: { type: 'saml-provider', id: row.provider, label }, place: undefined },
    });
    const secret = createSession({ store, random, nowMs }, caller, row.provider);
    return { secret, to: row.return_to };
  });
}

/** What an identity provider has to know about this service, as XML. */
export function serviceMetadata(service: Pick<Service, 'store' | 'appBase'>, id: string): string | undefined {
  if (service.store.get('SELECT 1 FROM saml_providers WHERE id = ?', id) === undefined) return undefined;
  const { entityID, acsURL } = serviceOf(service, id);
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${attribute(entityID)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${attribute(acsURL)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

function attribute(text: string): string {
  return text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
