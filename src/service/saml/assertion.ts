/**
 * The checks of a signed assertion before it lets anybody in. The library has verified the signature and returns the signed part. This
 * module checks that the provider made the assertion for us, now, and in answer to one of our requests, by our own clock.
 */
import { AppError } from '../../base/index.ts';

/** An element of XML: attributes under `$`, text under `_`, children by their names without prefix. */
export interface Element {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [child: string]: readonly Element[] | Readonly<Record<string, string>> | string | undefined;
}

export interface Expected {
  /** The provider's name. */
  readonly issuer: string;
  /** The name of this service. */
  readonly audience: string;
  /** The address that the answer came to. */
  readonly recipient: string;
  readonly nowMs: number;
}

/** Who the provider says has signed in. */
export interface Identity {
  /** The request of this service that the answer belongs to. */
  readonly request: string;
  /** The provider's own identifier for the person, which stays the same. */
  readonly subject: string;
  readonly email?: string;
  readonly name?: string;
}

/** How much the clocks of two machines may differ. */
const skewMs = 60_000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const longestSubject = 1024;

/** Reads who signed in. Throws UNAUTHENTICATED unless everything is as expected. */
export function identityIn(assertion: Element, expected: Expected): Identity {
  refuseUnless(textOf(onlyChild(assertion, 'Issuer')) === expected.issuer, 'it is from another provider');
  refuseUnless(childrenOf(assertion, 'AuthnStatement').length > 0, 'it does not say that anybody signed in');
  checkConditions(onlyChild(assertion, 'Conditions'), expected);
  const subject = onlyChild(assertion, 'Subject');
  const request = confirmedRequest(subject, expected);
  const nameId = onlyChild(subject, 'NameID');
  const name = textOf(nameId);
  refuseUnless(name !== '' && name.length <= longestSubject, 'it does not say who signed in');
  if (nameId.$?.['Format'] === transient)
    throw signOnError('it names the person differently each time', {
      hint: 'Let the provider send a persistent name or the e-mail address as NameID.',
    });
  const attributes = attributesOf(assertion);
  const email = firstOf(attributes, emailNames) ?? (isAddress(name) ? name : undefined);
  const shown = firstOf(attributes, displayNames);
  return {
    request,
    subject: name,
    ...(email === undefined || !isAddress(email) ? {} : { email: email.toLowerCase() }),
    ...(shown === undefined ? {} : { name: shown }),
  };
}

/** Checks the time and the audience that the provider made the assertion for. */
function checkConditions(conditions: Element, { audience, nowMs }: Expected): void {
  const { NotBefore: from, NotOnOrAfter: until } = conditions.$ ?? {};
  refuseUnless(from === undefined || timeOf(from) <= nowMs + skewMs, 'it is not valid yet');
  refuseUnless(until === undefined || nowMs - skewMs < timeOf(until), 'it has expired');
  const restrictions = childrenOf(conditions, 'AudienceRestriction');
  refuseUnless(
    restrictions.length > 0 &&
      restrictions.every((each) => childrenOf(each, 'Audience').some((one) => textOf(one) === audience)),
    'it was made for another service',
  );
}

/** The request that the only confirmation of the subject answers, at this address and in its time. */
function confirmedRequest(subject: Element, { recipient, nowMs }: Expected): string {
  const confirmation = onlyChild(subject, 'SubjectConfirmation');
  refuseUnless(confirmation.$?.['Method'] === bearer, 'its bearer may not use it');
  const { Recipient, NotBefore, NotOnOrAfter, InResponseTo } =
    onlyChild(confirmation, 'SubjectConfirmationData').$ ?? {};
  refuseUnless(Recipient === recipient, 'it was meant for another address');
  refuseUnless(NotBefore === undefined, 'it is not valid yet');
  refuseUnless(NotOnOrAfter !== undefined && nowMs - skewMs < timeOf(NotOnOrAfter), 'it has expired');
  if (InResponseTo === undefined || InResponseTo === '')
    throw signOnError('it answers no request of ours', {
      hint: 'Begin at the sign-in page of this service: the service signs in only people who asked there.',
    });
  return InResponseTo;
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const emailNames = ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`];
const displayNames = [
  ...['displayName', 'urn:oid:2.16.840.1.113730.3.1.241', 'cn', 'urn:oid:2.5.4.3', 'name', `${claims}/name`],
  'http://schemas.microsoft.com/identity/claims/displayname',
];

function attributesOf(assertion: Element): ReadonlyMap<string, string> {
  return new Map(
    childrenOf(assertion, 'AttributeStatement')
      .flatMap((statement) => childrenOf(statement, 'Attribute'))
      .map((attribute) => {
        const [value] = childrenOf(attribute, 'AttributeValue');
        return [attribute.$?.['Name'] ?? '', value === undefined ? '' : textOf(value)];
      }),
  );
}

function firstOf(attributes: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== '');
}

function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+$/u.test(text);
}

function childrenOf(element: Element, name: string): readonly Element[] {
  const children = Object.hasOwn(element, name) ? element[name] : undefined;
  return Array.isArray(children) ? children.map((each: Element | string) => asElement(each)) : [];
}

/** The library returns an element without attributes and children as its text. */
function asElement(given: Element | string): Element {
  return typeof given === 'string' ? { _: given } : given;
}

/** The only child of a name: with two, nobody knows which counts. */
function onlyChild(element: Element, name: string): Element {
  const [one, ...others] = childrenOf(element, name);
  if (one === undefined || others.length > 0) throw signOnError(`it does not have exactly one ${name}`);
  return one;
}

function textOf({ _: text = '' }: Element): string {
  return text.trim();
}

function timeOf(text: string): number {
  const ms = Date.parse(text);
  refuseUnless(!Number.isNaN(ms), 'it has a time that cannot be read');
  return ms;
}

function refuseUnless(holds: boolean, otherwise: string): void {
  if (!holds) throw signOnError(otherwise);
}

/** The failure that says why a provider's answer does not sign somebody in. */
export function signOnError(why: string, options: { hint?: string; cause?: unknown } = {}): AppError {
  return new AppError('UNAUTHENTICATED', `The answer of the identity provider is not accepted: ${why}.`, {
    hint: 'Begin again at the sign-in page; if it stays so, ask who administers the organization.',
    ...options,
  });
}
