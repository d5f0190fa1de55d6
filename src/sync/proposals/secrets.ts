import { hash } from 'node:crypto';

export interface SecretFinding {
  readonly kind: string;
  /** The fingerprint by which a person lets the finding pass; it does not reveal the secret. */
  readonly sha: string;
  readonly line: number;
}

/** Patterns that match secrets and nothing else: a wrong guess would keep a page from being published. */
const forms: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: 'private key', pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/gu },
  { kind: 'Tidemark token', pattern: /\btdm_[0-9A-Za-z]{36}\b/gu },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{60,})\b/gu },
  { kind: 'GitBook token', pattern: /\bgb_api_[0-9A-Za-z]{20,}\b/gu },
  { kind: 'AWS access key', pattern: /\bAKIA[0-9A-Z]{16}\b/gu },
  { kind: 'Slack token', pattern: /\bxox[baprs]-[0-9A-Za-z-]{20,}\b/gu },
  { kind: 'Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}\b/gu },
];

/** The secrets in a text that is about to leave this machine, in the order of their lines. */
export function findSecrets(text: string, allowed: readonly string[] = []): SecretFinding[] {
  const found: SecretFinding[] = [];
  for (const { kind, pattern } of forms)
    for (const match of text.matchAll(pattern)) {
      const sha = hash('sha256', match[0], 'hex').slice(0, 16);
      if (!allowed.includes(sha))
        found.push({ kind, sha, line: text.slice(0, match.index).split('\n').length });
    }
  return found.sort((one, other) => one.line - other.line);
}
