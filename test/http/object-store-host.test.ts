import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { createObjectStoreHost, createUndiciTransport } from '../../src/http/index.ts';
import type { FileHost, HttpTransport } from '../../src/http/index.ts';
import { objectStore } from '../support/object-store.ts';
import type { RunningStore } from '../support/object-store.ts';
import { signatureFault } from '../support/s3-signature.ts';

const found = await objectStore();
if ('missing' in found) console.warn(`left out: ${found.missing}`);

if (process.env['TIDEMARK_REQUIRE']?.split(',').includes('object-store')) {
  it('the object store is there where it must be', () => {
    expect(found).not.toHaveProperty('missing');
  });
}

describe('the check of signatures in tests', () => {
  // The example of the signature's description.
  const query =
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host';
  const signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  const request = {
    method: 'GET',
    url: `/test.txt?${query}&X-Amz-Signature=${signature}`,
    headers: { host: 'examplebucket.s3.amazonaws.com' },
    body: new Uint8Array(),
  };
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const then = Date.UTC(2013, 4, 24, 1);

  it('agrees with the published example, and with nothing that differs from it', () => {
    expect(signatureFault(request, secret, then)).toBeNull();
    expect(signatureFault(request, `${secret}x`, then)).toBe('SignatureDoesNotMatch');
    expect(signatureFault({ ...request, method: 'PUT' }, secret, then)).toBe('SignatureDoesNotMatch');
    expect(signatureFault(request, secret, then + 25 * 60 * 60_000)).toBe('AccessDenied');
  });
});

describe.skipIf('missing' in found)('a host of files in an object store', () => {
  let store: RunningStore;
  let transport: HttpTransport;
  beforeAll(async () => {
    if ('missing' in found) return;
    store = await found.start();
    transport = createUndiciTransport();
  });
  afterAll(async () => {
    await transport.close();
    await store.close();
  });

  const aHost = ({
    url = store.url,
    secret = store.secret,
    expiresMs = 60_000,
    now = Date.now,
  } = {}): FileHost =>
    createObjectStoreHost({
      ...{ transport, clock: { ...realClock, now }, random: realRandom, url, region: 'eu-central-1' },
      ...{ accessKey: store.key, secretKey: secret, expiresMs },
    });
  const files = new Map([
    ['edits.zip', Uint8Array.from({ length: 256 }, (_, each) => each)],
    ['a page (1).md', new TextEncoder().encode('# Ünï\n')],
  ]);

  it('gives addresses by which others fetch the files, and deletes the files at the end', async () => {
    const published = await aHost({ url: `${store.url}/folder/` }).publish(files);
    const answers = [];
    for (const name of files.keys()) answers.push(await fetch(published.urlOf(name)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/zip',
      'text/markdown; charset=utf-8',
    ]);
    expect(new Uint8Array(await answers[0]!.arrayBuffer())).toEqual(files.get('edits.zip'));
    expect(new URL(published.url).pathname).toMatch(/^\/edits\/folder\/tidemark-[\w-]{43}\/$/u);
    expect(published.fetched()).toBeNull();

    await published.close();
    expect((await fetch(published.urlOf('edits.zip'))).status).toBe(404);
  });

  it('gives nothing without a signature, to another method, or when the address has expired', async () => {
    const published = await aHost().publish(files);
    const url = published.urlOf('edits.zip');

    expect((await fetch(url.split('?')[0]!)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
    await published.close();
    const late = await aHost({ now: () => Date.now() - 61_000 }).publish(files);
    const expired = await fetch(late.urlOf('edits.zip'));
    expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    await late.close();
  });

  it('says what the store answered, and nothing of the key', async () => {
    const wrong = aHost({ secret: 'not the secret' }).publish(files);
    await expect(wrong).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/answered 403 \(SignatureDoesNotMatch\)$/u) as string,
    });
    await expect(wrong).rejects.not.toMatchObject({
      message: expect.stringContaining('not the secret') as string,
    });
    const nowhere = aHost({ url: store.url.replace(/edits$/u, 'another') }).publish(files);
    await expect(nowhere).rejects.toMatchObject({
      message: expect.stringContaining('404 (NoSuchBucket)') as string,
    });
  });
});
