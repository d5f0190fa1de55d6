import { describe, expect, it } from 'vitest';
import { isLoopback, reasonNotToConnect } from '../../../src/http/index.ts';
import { readTarget } from '../../../src/service/outgoing/target.ts';

describe('the addresses that an outgoing request may reach', () => {
  it('are public ones', () => {
    for (const address of [
      '1.1.1.1',
      '93.184.216.34',
      '172.15.255.255',
      '172.32.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::200e',
    ]) {
      expect(reasonNotToConnect(address)).toBeUndefined();
    }
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['0.0.0.0', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['198.19.0.1', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'reserved or broadcast'],
    ['::', 'not a global IPv6 address'],
    ['::1', 'not a global IPv6 address'],
    ['::ffff:127.0.0.1', 'not a global IPv6 address'],
    ['::ffff:7f00:1', 'not a global IPv6 address'],
    ['64:ff9b::7f00:1', 'not a global IPv6 address'],
    ['fd00:ec2::254', 'not a global IPv6 address'],
    ['fe80::1', 'not a global IPv6 address'],
    ['ff02::1', 'not a global IPv6 address'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'protocol assignments (Teredo, ORCHID)'],
    ['2001:db8::1', 'documentation'],
    ['localhost', 'not an IP address'],
    ['', 'not an IP address'],
  ])('are not %s', (address, reason) => {
    expect(reasonNotToConnect(address)).toBe(reason);
  });

  it('count as this machine only when they are loopback', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true]);
    expect(['10.0.0.1', '::', '1.1.1.1', 'localhost'].map(isLoopback)).toEqual([false, false, false, false]);
  });
});

describe('the URL of an outgoing request', () => {
  it.each([
    'http://127.0.0.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127.0.0.1\\@example.com/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:secret@example.com/',
    'http://example.com:8080/',
    'https://example.com:22/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,hi',
    'javascript:alert(1)',
    'not a url',
    '',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('is refused: %s', (url) => {
    expect(() => readTarget(url, [])).toThrow(expect.objectContaining({ code: 'ADDRESS_REFUSED' }) as Error);
  });

  it('passes for public hosts on the usual ports', () => {
    expect(readTarget('https://docs.example.com/a?b#c', [])).toMatchObject({
      host: 'docs.example.com',
      port: 443,
      allowed: false,
    });
    expect(readTarget('http://93.184.216.34/', [])).toMatchObject({ port: 80 });
    expect(readTarget('https://[2606:4700::1111]:443/', [])).toMatchObject({ host: '2606:4700::1111' });
  });

  it('may be on this machine only when exactly this host and port is allowed', () => {
    expect(readTarget('http://127.0.0.1:9000/x', ['127.0.0.1:9000'])).toMatchObject({ allowed: true });
    for (const url of [
      'http://127.0.0.1:9001/',
      'http://127.0.0.2:9000/',
      'http://localhost:9000/',
      'http://10.0.0.1:9000/',
    ]) {
      expect(() => readTarget(url, ['127.0.0.1:9000'])).toThrow();
    }
    expect(() => readTarget('http://10.0.0.1:9000/', ['10.0.0.1:9000'])).toThrow(/not public \(private\)/);
  });
});
