import { createHash, createHmac } from 'node:crypto';

/** A request in the form that a server receives. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
}

/**
 * What is wrong with the signature of a request (version 4), in the words of an object store; null where nothing is. The check follows the
 * rules of the signature, independent of the library that signs, and a test compares it with the example in their description.
 */
export function signatureFault(request: SignedRequest, secret: string, now: number): string | null {
  const { searchParams, pathname } = new URL(request.url, 'http://store.test');
  const claim = claimOf(request, searchParams);
  if (claim === null) return 'AccessDenied';
  const expires = Number(searchParams.get('X-Amz-Expires') ?? 900);
  if (now > timeOf(claim.date) + expires * 1000) return 'AccessDenied';
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha256(request.body))
    return 'XAmzContentSHA256Mismatch';
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const names = claim.signedHeaders.split(';');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const path = decodeURIComponent(pathname).split('/').map(encoded).join('/');
  const canonical = [request.method, path, query, headers, claim.signedHeaders, claim.payload].join('\n');
  const [day = '', region = '', service = ''] = claim.credential.split('/').slice(1);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${claim.date}\n${scope}\n${sha256(canonical)}`;
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(key, toSign).toString('hex') === claim.signature ? null : 'SignatureDoesNotMatch';
}

function claimOf({ headers }: SignedRequest, query: URLSearchParams): Claim | null {
  const signed = query.get('X-Amz-Signature');
  if (signed !== null)
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      ...{ signature: signed, date: query.get('X-Amz-Date') ?? '', payload: 'UNSIGNED-PAYLOAD' },
    };
  const given = String(headers['authorization'] ?? '');
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/u.exec(given) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return null;
  const date = String(headers['x-amz-date'] ?? '');
  return { credential, signedHeaders, signature, date, payload: String(headers['x-amz-content-sha256']) };
}

function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'));
}
