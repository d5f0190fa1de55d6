/**
 * A tiny identity provider. It writes its XML in the form that is signed (exclusive canonical XML), so that it signs the text itself, and
 * no XML library is on both sides of a test.
 */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { certifiedKey } from './certificate.ts';

/** The content of an assertion; tests may make any of it wrong. */
export interface Said {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly format: string;
  readonly method: string;
  readonly recipient: string;
  readonly inResponseTo: string;
  readonly notBefore: string;
  /** The end of the confirmation; empty means that there is none. */
  readonly until: string;
  readonly conditionsUntil: string;
  /** One audience restriction for each list. */
  readonly audiences: readonly (readonly string[])[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly statement: boolean;
}

const names = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  c14n: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const;

export const formats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

interface Hashes {
  readonly name: 'sha256' | 'sha1';
  readonly digest: string;
  readonly signature: string;
}

const hashes: Readonly<Record<'sha256' | 'sha1', Hashes>> = {
  sha256: {
    name: 'sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  },
  sha1: { name: 'sha1', digest: `${names.ds}sha1`, signature: `${names.ds}rsa-sha1` },
};

export class IdentityProvider {
  readonly entityID: string;
  readonly certificate: string;
  readonly #key: KeyObject;

  constructor(entityID = 'https://id.test/metadata') {
    const { key, certificate } = certifiedKey('id.test');
    this.entityID = entityID;
    this.certificate = certificate;
    this.#key = key;
  }

  /** The request in an address: its id, its issuer, and the address for the answer. */
  static requestIn(address: string): { readonly id: string; readonly issuer: string; readonly acs: string } {
    const request = new URL(address).searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
    const found = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
    return {
      id: found(/ ID="([^"]+)"/),
      issuer: found(/<saml:Issuer[^>]*>([^<]+)</),
      acs: found(/AssertionConsumerServiceURL="([^"]+)"/),
    };
  }

  /** An assertion with its signature inside. */
  signed(
    said: Said,
    { hash = 'sha256', key = this.#key }: { hash?: 'sha256' | 'sha1'; key?: KeyObject } = {},
  ): string {
    const plain = assertionText(said);
    const { name, digest, signature } = hashes[hash];
    const digestValue = createHash(name).update(plain).digest('base64');
    const info =
      `<ds:SignedInfo xmlns:ds="${names.ds}"><ds:CanonicalizationMethod Algorithm="${names.c14n}"></ds:CanonicalizationMethod>` +
      `<ds:SignatureMethod Algorithm="${signature}"></ds:SignatureMethod><ds:Reference URI="#${said.id}"><ds:Transforms>` +
      `<ds:Transform Algorithm="${names.enveloped}"></ds:Transform><ds:Transform Algorithm="${names.c14n}"></ds:Transform>` +
      `</ds:Transforms><ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod><ds:DigestValue>${digestValue}</ds:DigestValue>` +
      `</ds:Reference></ds:SignedInfo>`;
    const value = sign(name, Buffer.from(info), key).toString('base64');
    const whole = `<ds:Signature xmlns:ds="${names.ds}">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
    return plain.replace('</saml:Issuer>', `</saml:Issuer>${whole}`);
  }
}

/** An assertion without a signature, in canonical form. */
export function assertionText(said: Said): string {
  const confirmation = attributesText({
    InResponseTo: said.inResponseTo,
    NotBefore: said.notBefore,
    NotOnOrAfter: said.until,
    Recipient: said.recipient,
  });
  const restrictions = said.audiences
    .map((each) => each.map((one) => `<saml:Audience>${one}</saml:Audience>`).join(''))
    .map((each) => `<saml:AudienceRestriction>${each}</saml:AudienceRestriction>`)
    .join('');
  const attributes = Object.entries(said.attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('');
  return (
    `<saml:Assertion xmlns:saml="${names.saml}" ID="${said.id}" IssueInstant="2026-01-01T00:00:00Z" Version="2.0">` +
    `<saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.subject}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${said.method}"><saml:SubjectConfirmationData${confirmation}></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions${attributesText({ NotOnOrAfter: said.conditionsUntil })}>` +
    `${restrictions}</saml:Conditions>` +
    (said.statement
      ? `<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z"><saml:AuthnContext></saml:AuthnContext></saml:AuthnStatement>`
      : '') +
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`
  );
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === '' ? '' : ` ${name}="${value}"`))
    .join('');
}

/** A response around assertions, or around anything else, in the form of a form field. */
export function responseWith(inside: string, { before = '' } = {}): string {
  const text =
    `${before}<samlp:Response xmlns:samlp="${names.samlp}" ID="_response" Version="2.0"><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${inside}</samlp:Response>`;
  return Buffer.from(text).toString('base64');
}
