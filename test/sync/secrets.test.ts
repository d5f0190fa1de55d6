import { describe, expect, it } from 'vitest';
import { contentBodyLimit, largestContentFile } from '../../src/contract/index.ts';
import { findSecrets } from '../../src/sync/proposals/secrets.ts';
import { findUnsendable, isText, notAFile, problemOf } from '../../src/sync/proposals/unsendable.ts';
import type { SendingRules, Unsendable } from '../../src/sync/proposals/unsendable.ts';

const letters = (count: number): string => 'aB3'.repeat(30).slice(0, count);
const capitals = (count: number): string => 'AB3'.repeat(30).slice(0, count);

describe('what counts as a secret', () => {
  it.each<[string, string, string]>([
    ['private key', '-----BEGIN PRIVATE KEY-----', '-----BEGIN PUBLIC KEY-----'],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----', '-----BEGIN rsa PRIVATE KEY-----'],
    ['private key', '-----BEGIN EC PRIVATE KEY-----', '-----BEGIN CERTIFICATE-----'],
    ['Tidemark token', `tdm_${letters(36)}`, `tdm_${letters(35)}`],
    ['Tidemark token', `tdm_${letters(36)}`, `tdm_${letters(37)}`],
    ...['p', 'o', 'u', 's', 'r'].map((kind): [string, string, string] => [
      'GitHub token',
      `gh${kind}_${letters(36)}`,
      `gh${kind}_${letters(35)}`,
    ]),
    ['GitHub token', `ghp_${letters(50)}`, `ghx_${letters(50)}`],
    ['GitHub token', `github_pat_${letters(59)}_`.slice(0, 71), `github_pat_${letters(59)}`],
    ['GitBook token', `gb_api_${letters(20)}`, `gb_api_${letters(19)}`],
    ['AWS access key', `AKIA${capitals(16)}`, `AKIA${capitals(15)}`],
    ['AWS access key', `AKIA${capitals(16)}`, `AKIA${capitals(17)}`],
    ...['b', 'a', 'p', 'r', 's'].map((kind): [string, string, string] => [
      'Slack token',
      `xox${kind}-1-${letters(18)}`,
      `xox${kind}-${letters(19)}`,
    ]),
    ['Google API key', `AIza${letters(34)}_`.slice(0, 39).replace('_', 'x'), `AIza${letters(34)}`],
  ])('is a %s: %s, and not %s', (kind, secret, other) => {
    expect(findSecrets(`Write \`${secret}\`.`).map((each) => each.kind)).toEqual([kind]);
    expect(findSecrets(`Write \`${other}\`.`)).toEqual([]);
    if (kind !== 'private key') expect(findSecrets(`Write x${secret}.`)).toEqual([]);
  });

  it('is named by its line and a fingerprint, every time that it is there, unless a person lets it pass', () => {
    const [one, other] = [`gb_api_${letters(20)}`, `gb_api_${letters(24)}`];
    const found = findSecrets(`${one}\n\nText, ${other}, ${one}`);
    expect(found.map(({ line }) => line)).toEqual([1, 3, 3]);
    const [first, second, third] = found.map(({ sha }) => sha);
    expect(first).toMatch(/^[0-9a-f]{16}$/u);
    expect([first === third, first === second]).toEqual([true, false]);
    expect(findSecrets(`${one} ${other}`, [first!]).map(({ sha }) => sha)).toEqual([second]);
  });
});

describe('a file that cannot be sent', () => {
  it('is named with the first of its secrets, with the article of its name', () => {
    const secrets = `Key: AKIA${'A'.repeat(16)}\n\n-----BEGIN PRIVATE KEY-----\n`;
    expect(findUnsendable('key.md', new TextEncoder().encode(secrets), rules)).toMatchObject({
      ...{ cause: 'secret', line: 1, why: 'line 1 holds what looks like an AWS access key' },
    });
  });

  const rules: SendingRules = { folder: 'guides', allowed: new Set(), refusal: () => null };
  const found = (path: string, bytes: Uint8Array): Unsendable | null => findUnsendable(path, bytes, rules);
  const page = (length: number, letter = 'a'): Uint8Array => new TextEncoder().encode(letter.repeat(length));
  const most = contentBodyLimit - 64 * 1024;
  const tooLarge = (path: string, megabytes: number): Unsendable => ({
    ...{ path, cause: 'size', line: null, hint: 'Divide it, or make it smaller.', allow: null },
    why: `it is larger than the ${megabytes} MB that the service takes`,
  });
  const megabytesOf = (bytes: number): number => Math.floor(bytes / (1024 * 1024));

  it('is larger than the service takes', () => {
    expect(found('a.bin', new Uint8Array(largestContentFile))).toBeNull();
    expect(found('a.bin', new Uint8Array(largestContentFile + 1))).toEqual(
      tooLarge('a.bin', megabytesOf(largestContentFile)),
    );
    // Its text counts as long as JSON makes it, with the quotes around it.
    expect(found('a.md', page(most - 2))).toBeNull();
    expect(found('a.md', page(most - 1))).toEqual(tooLarge('a.md', megabytesOf(most)));
    expect(found('a.md', page(most / 2 - 1, '"'))).toBeNull();
    expect(found('a.md', page(most / 2, '"'))).toEqual(tooLarge('a.md', megabytesOf(most)));
  });

  it.each([
    ['a.md', true],
    ['.gitbook/vars.yaml', true],
    ['.gitbook.yaml', true],
    ['a.yaml', false],
    ['a.png', false],
    ['md', false],
  ])('is read as text or not by its name: %s', (path, is) => {
    expect(isText(path)).toBe(is);
  });

  it.each([
    ['link', 'it is a link', 'Put an ordinary file in its place, or take it out of the folder.'],
    [
      'unreadable',
      'this user may not read it',
      'Give this user the right to read it; the next sync goes on.',
    ],
    [
      'special',
      'it is not an ordinary file (special)',
      'Put an ordinary file in its place, or take it out of the folder.',
    ],
  ] as const)('is no file: %s', (reason, why, hint) => {
    const finding = notAFile('a.md', reason);
    expect(finding).toEqual({ path: 'a.md', cause: 'not-a-file', line: null, why, hint, allow: null });
    expect(problemOf(finding, { space: 's', folder: 'guides' })).toEqual({
      ...{ code: 'UNSAFE_PATH', message: `guides/a.md is not sent: ${why}`, hint },
      ...{ space: 's', path: 'guides/a.md', cause: 'not-a-file' },
    });
  });

  it('is told with its line, and with what lets it pass, by a code for its cause', () => {
    const finding = { path: 'a.md', line: 3, why: 'why', hint: 'hint', allow: 'f' } as const;
    const told = {
      message: 'a.md is not sent: why',
      hint: 'hint',
      space: 's',
      path: 'a.md',
      line: 3,
      allow: 'f',
    };
    const codes = { secret: 'SECRET_REFUSED', markers: 'NOT_SENDABLE' } as const;
    for (const cause of ['secret', 'markers'] as const)
      expect(problemOf({ ...finding, cause }, { space: 's', folder: '.' })).toEqual({
        ...told,
        ...{ cause, code: codes[cause] },
      });
  });
});
