import { domainToASCII } from 'node:url';
import { AppError } from '../../base/index.ts';

/** Providers where everybody may have an address: a claim on one of their domains would let strangers in. */
const publicMail: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'mail.com',
  'mail.ru',
  'yandex.com',
  'yandex.ru',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'fastmail.com',
  'zoho.com',
  'qq.com',
  '163.com',
  '126.com',
  'naver.com',
  'tutanota.com',
]);

/** The normal form of a domain, for storing and comparing: ASCII, lower case; undefined when the text is not a domain name. */
export function normalDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim().replace(/\.$/, ''));
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  return domain.length <= 253 &&
    new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`).test(domain)
    ? domain
    : undefined;
}

/** Reads the domains that an organization claims for its members. */
export function readEmailDomains(texts: readonly string[]): string[] {
  const domains = texts.map((text) => {
    const domain = normalDomain(text);
    if (domain === undefined)
      throw new AppError('BAD_REQUEST', `"${text}" in emailDomains is not a domain name.`);
    if (publicMail.has(domain)) {
      throw new AppError(
        'BAD_REQUEST',
        `The e-mail domain "${domain}" belongs to everybody, so no organization may claim it.`,
      );
    }
    return domain;
  });
  return [...new Set(domains)];
}

/** The domain of an e-mail address, in normal form. */
export function domainOf(email: string): string | undefined {
  return normalDomain(email.slice(email.lastIndexOf('@') + 1));
}
