import { AppError } from '../../base/index.ts';
import type { HostSettings, SettingsByHost, StatusMeaning } from '../../links/index.ts';
import { durationPattern, readDuration, timeSpanPattern } from '../config/duration.ts';
import { durationMs, hostPattern, statusPattern, type Config } from '../config/schema.ts';
import type { ExternalCommandOptions } from './external-flags.ts';

/** The settings for external addresses: the configuration, overridden by the command line. */
export interface ExternalSettings {
  readonly settings: Partial<HostSettings>;
  readonly hosts: SettingsByHost;
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  readonly maxAgeMs: number;
  /** The written path, relative to the configuration's base folder; undefined for the account's default file. */
  readonly cacheFile: string | undefined;
  readonly privateHosts: readonly string[];
  readonly anchors: boolean;
  readonly remap: readonly { readonly from: string; readonly to: string }[];
  readonly archive: string | null;
}

/** Merges configuration and options. @throws AppError USAGE for an option that cannot be read. */
export function externalSettings(
  { externalLinks: config }: Pick<Config, 'externalLinks'>,
  options: ExternalCommandOptions,
  env: Readonly<Record<string, string | undefined>>,
): ExternalSettings {
  const said = [
    ...(options.externalTimeout ?? []).map(setting('--external-timeout', 'timeoutMs', timeSpanOf)),
    ...(options.externalTries ?? []).map(setting('--external-tries', 'tries', countUpTo(10))),
    ...(options.externalInterval ?? []).map(setting('--external-interval', 'intervalMs', durationOf)),
    ...(options.externalConcurrency ?? []).map(
      setting('--external-concurrency', 'concurrency', countUpTo(16)),
    ),
    ...(options.externalHeader ?? []).map((text) => readHeader(text, env)),
  ];
  const configured = Object.entries(config.hosts).map(([host, of]) => ({ host, settings: ofConfig(of) }));
  const remap = [...(options.remap ?? []), ...config.remap].map(readRemap);
  const archive = options.externalArchive === true || config.archive ? config.archiveUrl : null;
  return {
    settings: Object.assign(
      ofConfig(config),
      ...said.filter(({ host }) => host === '').map(({ settings }) => settings),
    ) as Partial<HostSettings>,
    hosts: [...configured, ...said.filter(({ host }) => host !== '')],
    statuses: { ...config.status, ...Object.fromEntries((options.externalStatus ?? []).map(readStatus)) },
    maxAgeMs:
      options.externalMaxAge === undefined
        ? durationMs(config.maxAge)
        : durationOf('--external-max-age', options.externalMaxAge),
    cacheFile: options.externalCache ?? config.cache,
    // A person who names another address or an archive wants requests to that host, even if it is private.
    privateHosts: [
      ...config.privateHosts,
      ...(options.externalPrivate ?? []).map(readHost),
      ...[...remap.map(({ to }) => to), ...(archive === null ? [] : [archive])].map(
        (url) => new URL(url).host,
      ),
    ],
    anchors: options.externalAnchors ?? config.anchors,
    remap,
    archive,
  };
}

type OfHost = Partial<Pick<Config['externalLinks'], 'timeout' | 'tries' | 'interval' | 'concurrency'>> & {
  readonly headers?: Readonly<Record<string, string>>;
};

function ofConfig({ timeout, tries, interval, concurrency, headers }: OfHost): Partial<HostSettings> {
  return {
    ...(timeout === undefined ? {} : { timeoutMs: durationMs(timeout) }),
    ...(tries === undefined ? {} : { tries }),
    ...(interval === undefined ? {} : { intervalMs: durationMs(interval) }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
          ),
        }),
  };
}

/** Reads `VALUE` or `HOST=VALUE`. */
function setting(
  option: string,
  key: keyof HostSettings,
  read: (option: string, text: string) => number,
): (text: string) => { host: string; settings: Partial<HostSettings> } {
  return (text) => {
    const at = text.lastIndexOf('=');
    return { host: text.slice(0, Math.max(0, at)), settings: { [key]: read(option, text.slice(at + 1)) } };
  };
}

const readerOf =
  (pattern: string, number: string) =>
  (option: string, text: string): number => {
    const ms = readDuration(text, pattern);
    if (ms !== null) return ms;
    throw wrongOption(option, text, `Write ${number} and ms, s, m, h or d, such as 20s.`);
  };

const durationOf = readerOf(durationPattern, 'a number');
const timeSpanOf = readerOf(timeSpanPattern, 'a number above 0');

const countUpTo =
  (most: number) =>
  (option: string, text: string): number => {
    const count = Number(text);
    if (/^[0-9]+$/.test(text) && count >= 1 && count <= most) return count;
    throw wrongOption(option, text, `Write a whole number from 1 to ${most}.`);
  };

function readHeader(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { host: string; settings: Partial<HostSettings> } {
  const [, host = '', name = '', variable = ''] = /^([^=]+)=([A-Za-z0-9-]+):([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (host === '')
    throw wrongOption(
      '--external-header',
      text,
      'Write HOST=NAME:VARIABLE, such as docs.example.com=Authorization:DOCS_TOKEN.',
    );
  const value = env[variable];
  if (value === undefined || value === '')
    throw new AppError('USAGE', `--external-header ${text}: the variable ${variable} is not set`, {
      hint: `Set ${variable} in the environment to the header's whole value.`,
    });
  return { host, settings: { headers: { [name.toLowerCase()]: value } } };
}

function readStatus(text: string): [string, StatusMeaning] {
  const [, status = '', meaning] = /^([^=]*)=(alive|refused|dead)$/.exec(text) ?? [];
  if (!new RegExp(statusPattern).test(status))
    throw wrongOption(
      '--external-status',
      text,
      'Write a status of HTTP such as 403 or 5xx, =, and alive, refused or dead.',
    );
  return [status, meaning as StatusMeaning];
}

function readHost(text: string): string {
  if (new RegExp(hostPattern).test(text)) return text;
  throw wrongOption(
    '--external-private',
    text,
    'Write a host without a scheme or a path, such as docs.intern:8080.',
  );
}

function readRemap(text: string): { from: string; to: string } {
  const [, from, to] = /^(https?:\/\/.+?)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || !URL.canParse(to))
    throw wrongOption('--remap', text, 'Write FROM=TO, two addresses that begin with http:// or https://.');
  return { from, to };
}

function wrongOption(option: string, text: string, hint: string): AppError {
  return new AppError('USAGE', `${option} ${text} cannot be read`, { hint });
}
