import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A self-signed certificate without any use outside of tests, which is always the same. */
export const fixedCertificate = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUaB5+Rr6b/ESTIn2YwJ/OLsvSr54wCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTIxMDM1NzUyWhgPMjEyNjEwMjgw
MzU3NTJaMBMxETAPBgNVBAMMCGlkcC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAESfffBo0yopFgdaDB8N8WP6yKce698vCOL5VEE4nmHKWVDZ+rD3plrP36
XO1a61VA14+w9J/8C2Q3hYAtwmbwPKNTMFEwHQYDVR0OBBYEFP9OOG6DPZoNbU22
L8QO84HNNBpmMB8GA1UdIwQYMBaAFP9OOG6DPZoNbU22L8QO84HNNBpmMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgZt/JZo/VRgz6i0zRXccGsgox
QD5ICwjy8YlsLqAbcO4CIG39YTKZRAYTsq1EsfvnV+sIaHyatzblLLcxJG27BwkR
-----END CERTIFICATE-----`;

/** A key with a certificate that it signed itself. */
export interface CertifiedKey {
  readonly key: KeyObject;
  /** As PEM. */
  readonly certificate: string;
}

const rsaWithSha256 = '300d06092a864886f70d01010b0500';

/** Makes an RSA key with a self-signed certificate for `name`. */
export function certifiedKey(name: string): CertifiedKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = Buffer.from(rsaWithSha256, 'hex');
  const commonName = sequence(
    set(sequence(Buffer.from('0603550403', 'hex'), element(0x0c, Buffer.from(name)))),
  );
  const year = (text: string): Buffer => element(0x17, Buffer.from(`${text}0101000000Z`));
  const version = element(0xa0, element(0x02, Buffer.from([2])));
  const body = sequence(
    ...[version, element(0x02, Buffer.from([1])), algorithm, commonName],
    ...[sequence(year('20'), year('49')), commonName, publicKey.export({ type: 'spki', format: 'der' })],
  );
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const base64 = sequence(body, algorithm, signature)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n');
  return {
    key: privateKey,
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`,
  };
}

/** An element of DER: its type, its length, and its content. */
function element(tag: number, content: Buffer): Buffer {
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return element(0x31, part);
}
