import { X509Certificate } from 'node:crypto';
import { AppError } from '../../base/index.ts';

/**
 * Reads an identity provider's signing certificate, as PEM or as the bare base64 of SAML metadata, and returns it as PEM. Its dates are not
 * checked: providers do sign with expired certificates.
 */
export function readCertificate(text: string): string {
  const trimmed = text.trim();
  const pem = trimmed.startsWith('-----BEGIN CERTIFICATE-----')
    ? trimmed
    : `-----BEGIN CERTIFICATE-----\n${trimmed.replace(/\s+/g, '').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----`;
  try {
    return new X509Certificate(pem).toString().trim();
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The certificate cannot be read as an X.509 certificate.', {
      hint: 'Give it as PEM, or as the base64 text of the provider’s SAML metadata.',
      cause,
    });
  }
}
