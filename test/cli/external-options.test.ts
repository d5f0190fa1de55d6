import { describe, expect, it } from 'vitest';

import type { Config } from '../../src/cli/config/schema.ts';
import { parseConfig } from '../../src/cli/config/parse.ts';
import { checksExternal, type ExternalCommandOptions } from '../../src/cli/links/external-flags.ts';
import { externalSettings, type ExternalSettings } from '../../src/cli/links/external-options.ts';

const config = (text: string, env: Record<string, string> = {}): Config =>
  parseConfig({ text, file: 'sync.config.yaml', env });

const settings = (
  text: string,
  options: ExternalCommandOptions = {},
  env: Record<string, string> = {},
): ExternalSettings => externalSettings(config(text, env), options, env);

describe('how addresses outside are asked', () => {
  it('is usual when nobody says anything, and addresses are not asked', () => {
    expect(settings('')).toEqual({
      settings: { timeoutMs: 20_000, tries: 3, intervalMs: 250, concurrency: 1 },
      hosts: [],
      statuses: {},
      maxAgeMs: 86_400_000,
      cacheFile: undefined,
      privateHosts: [],
      anchors: false,
      remap: [],
      archive: null,
    });
    expect(checksExternal({})).toBe(false);
    expect(checksExternal({ external: true })).toBe(true);
    expect(checksExternal({ remap: ['x'] })).toBe(true);
    expect(checksExternal({ externalMaxAge: '1d' })).toBe(true);
  });

  const file =
    'externalLinks:\n  timeout: 5s\n  hosts:\n    "*.a.test": { tries: 1, headers: { X-One: "${LINKS_ONE}" } }\n  status: { 403: dead, 5xx: alive }\n  cache: kept.json\n  privateHosts: [intern.test]\n  anchors: true\n  remap: ["https://a.test/=http://localhost:8080/"]\n  archive: true\n  archiveUrl: http://archive.test/?u=\n';

  it('is what the configuration says, and what the command line says over that', () => {
    const env = { LINKS_ONE: 'one', TWO: 'two' };
    const written = settings(file, {}, env);
    const said = settings(
      file,
      {
        externalTimeout: ['1m', 'slow.test:8443=2m'],
        externalTries: ['*.a.test=5'],
        externalHeader: ['a.test=X-Two:TWO'],
        externalStatus: ['403=refused'],
        externalPrivate: ['other.test'],
        externalMaxAge: '7d',
        remap: ['https://b.test/?q=1=http://127.0.0.1/x'],
      },
      env,
    );

    expect(written).toMatchObject({
      settings: { timeoutMs: 5000, tries: 3 },
      hosts: [{ host: '*.a.test', settings: { tries: 1, headers: { 'x-one': 'one' } } }],
      statuses: { '403': 'dead', '5xx': 'alive' },
      cacheFile: 'kept.json',
      privateHosts: ['intern.test', 'localhost:8080', 'archive.test'],
      anchors: true,
      remap: [{ from: 'https://a.test/', to: 'http://localhost:8080/' }],
      archive: 'http://archive.test/?u=',
    });
    expect(said.settings.timeoutMs).toBe(60_000);
    expect(said.hosts.slice(1)).toEqual([
      { host: 'slow.test:8443', settings: { timeoutMs: 120_000 } },
      { host: '*.a.test', settings: { tries: 5 } },
      { host: 'a.test', settings: { headers: { 'x-two': 'two' } } },
    ]);
    expect(said.statuses).toEqual({ '403': 'refused', '5xx': 'alive' });
    expect(said.maxAgeMs).toBe(7 * 86_400_000);
    expect(said.remap[0]).toEqual({ from: 'https://b.test/?q=1', to: 'http://127.0.0.1/x' });
  });

  it('leaves out a header whose variable is not set, and refuses one that is meant for something else', () => {
    expect(settings(file).hosts).toEqual([{ host: '*.a.test', settings: { tries: 1, headers: {} } }]);
    expect(() =>
      config('externalLinks: { hosts: { evil.test: { headers: { x: "${TIDEMARK_TOKEN}" } } } }', {
        TIDEMARK_TOKEN: 'secret',
      }),
    ).toThrow(/names begin with LINKS_, not TIDEMARK_TOKEN/u);
  });

  it.each([
    [{ externalTries: ['0'] }, /--external-tries 0 cannot be read/u],
    [{ externalTimeout: ['a.test=soon'] }, /--external-timeout soon cannot be read/u],
    [{ externalConcurrency: ['99'] }, /--external-concurrency 99 cannot be read/u],
    [{ externalHeader: ['a.test'] }, /--external-header a\.test cannot be read/u],
    [{ externalHeader: ['a.test=X:NOT_SET'] }, /the variable NOT_SET is not set/u],
    [{ externalStatus: ['403=fine'] }, /--external-status 403=fine cannot be read/u],
    [{ externalMaxAge: 'long' }, /--external-max-age long cannot be read/u],
    [{ remap: ['https://a.test/'] }, /--remap https:\/\/a\.test\/ cannot be read/u],
  ])('is refused where it cannot be read: %j', (options, message) => {
    expect(() => settings('', options)).toThrow(message);
  });
});
