/** The two parts of signing in that a library does: it sends a request to a provider, and verifies the signature of the answer. */
import type { SAML } from '@node-saml/node-saml';
import type { SAMLProvider } from '../../contract/index.ts';
import { signOnError, type Element } from './assertion.ts';
import type { Provider } from './providers.ts';

type Ours = SAMLProvider['service'];

/** The largest answer; those of providers have some 10 kB. */
const largestAnswer = 256 * 1024;

/** The address at the provider for a sign-in request with this id. */
export async function requestAddress(provider: Provider, ours: Ours, id: string): Promise<string> {
  return (await open(provider, ours, id)).getAuthorizeUrlAsync('', undefined, {});
}

/** The part of an answer that the provider has signed. Throws UNAUTHENTICATED where it has signed none. */
export async function signedAssertion(provider: Provider, ours: Ours, answer: string): Promise<Element> {
  demandPlain(answer);
  const saml = await open(provider, ours, '');
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
    const assertion = (profile?.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion;
    if (assertion !== undefined) return assertion;
  } catch (cause) {
    throw signOnError('it lacks a signature of the provider, or it was changed', { cause });
  }
  throw signOnError('it says nothing');
}

/** Refuses constructs that no honest provider sends, before anything reads the answer as XML. */
function demandPlain(answer: string): void {
  if (answer === '' || answer.length > largestAnswer || !/^[A-Za-z0-9+/=\s]+$/.test(answer))
    throw signOnError('it cannot be read');
  const text = Buffer.from(answer, 'base64').toString('utf8');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw signOnError('it has a document type declaration');
  if (/xmldsig#(?:\w+-)?sha1\b/i.test(text))
    throw signOnError('it is signed with SHA-1', { hint: 'Let the provider sign with SHA-256.' });
}

async function open(provider: Provider, ours: Ours, request: string): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    issuer: ours.entityID,
    callbackUrl: ours.acsURL,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate,
    idpIssuer: provider.entityID,
    wantAssertionsSigned: true,
    // Many providers sign only the assertion, and this service reads only the assertion.
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request,
    // This service checks these in the signed part itself: by its own clock, and against its own requests.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    audience: false,
  });
}
