import { describe, expect, it } from 'vitest';
import { isLoopbackName, hostNameIn, createHostCheck } from '../../src/http/index.ts';

describe('a server on loopback', () => {
  const isOwn = createHostCheck({ listensOn: '127.0.0.1', further: (name) => name === 'docs.example.com' });

  it.each([
    'localhost',
    'LOCALHOST:8787',
    'localhost.',
    '127.0.0.1:8787',
    '127.0.0.2',
    '[::1]',
    '[::1]:8787',
    'docs.example.com',
    'Docs.Example.com.:443',
  ])('answers to %s', (host) => expect(isOwn(host)).toBe(true));

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:127.0.0.1',
    '192.0.2.7',
    '[2001:db8::1]',
    'localhost:80:80',
    'a@localhost',
    'localhost/x',
    'localhost#x',
    '::1',
  ])('does not answer to %s', (host) => expect(isOwn(host)).toBe(false));
});

describe('a server beyond loopback', () => {
  it.each(['0.0.0.0', '::', '192.0.2.7'])(
    'on %s answers to every IP address, and to no name of a stranger',
    (listensOn) => {
      const isOwn = createHostCheck({ listensOn });
      expect(['192.0.2.7:80', '[2001:db8::1]:80', 'localhost'].map(isOwn)).toEqual([true, true, true]);
      expect(isOwn('evil.example')).toBe(false);
    },
  );

  it('answers to the name that it was told to listen on', () => {
    expect(createHostCheck({ listensOn: 'Docs.Internal' })('docs.internal:8787')).toBe(true);
  });
});

it('names are read without brackets, port and case', () => {
  expect([hostNameIn('[FE80::1]:80'), hostNameIn('A.Example:1'), hostNameIn('a b')]).toEqual([
    'fe80::1',
    'a.example',
    undefined,
  ]);
  expect(['[::1]', '127.9.9.9', 'localhost', '0.0.0.0'].map(isLoopbackName)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
