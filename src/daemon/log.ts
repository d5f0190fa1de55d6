import { pino, type Logger } from 'pino';
import picocolors from 'picocolors';
import { escapeForTerminal } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { currentFlow } from '../queue/index.ts';
import { RepeatedMessages } from './repeats.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>;

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  write: (text: string) => void;
  /** A readable line each on a terminal, JSON lines elsewhere. */
  pretty: boolean;
  clock: Clock;
  level?: LogLevel;
  /** What every line contains, such as the name of the worker. */
  facts?: Readonly<Record<string, string>>;
  /** Values that must never appear, wherever they come from (a message, an error, a URL). Called for each line. */
  secrets?: () => readonly string[];
}

/** The lines that come again and again during an outage: warnings, errors, and cycles that end incomplete. */
const mayRepeat = /^\{"level":"(?:warn|error)"|"outcome":"incomplete"/u;

/** The daemon's log. Secrets are removed by value from the finished line, so that no path to it can be forgotten. */
export function createLog({
  write,
  pretty,
  clock,
  level = 'info',
  secrets = () => [],
  facts,
}: LogOptions): Log {
  const repeats = new RepeatedMessages();
  const print = (line: string): void => {
    const told = withoutRepeats(line);
    if (told === null) return;
    const clean = hideSecrets(told, secrets());
    write(pretty ? prettyLine(clean) : clean);
  };
  const withoutRepeats = (line: string): string | null => {
    if (log.level === 'debug' || !mayRepeat.test(line)) return line;
    const facts = JSON.parse(line) as Record<string, unknown>;
    const repeated = repeats.take(facts, clock.now());
    if (repeated === null) return null;
    return repeated === 0 ? line : `${JSON.stringify({ ...facts, repeated })}\n`;
  };
  const log = pino(
    {
      level,
      base: facts ?? null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      serializers: { err: errorFields },
      mixin: cycleFact,
    },
    { write: print },
  );
  return log;
}

/** Adds the cycle's id to each line that the cycle writes, however deep in it. */
function cycleFact(): Record<string, string> {
  const cycle = currentFlow()?.trace?.cycle;
  return cycle === undefined ? {} : { cycle };
}

/** What a person needs to know of an error: its code, its message, its hint and its cause. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, hint } = error as { code?: unknown; hint?: unknown };
  return {
    ...(typeof code === 'string' ? { code } : { stack: error.stack }),
    message: error.message,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
  };
}

/** Tokens are also found by their form: a token that we were never told must not leak either. */
const tokenForms =
  /tdm_[0-9A-Za-z]{36}|(?<=(?:authorization|Authorization)"?[:=] ?"?)(?:Bearer|Basic) [\w.~+/=-]+|(?<=:\/\/)[^/\s"@:]+:[^/\s"@]+(?=@)/g;

/** Replaces secrets in a text, also where they are escaped as in JSON or URLs. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 6) continue; // a shorter secret would remove ordinary words
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      clean = clean.replaceAll(form, '***');
  }
  return clean.replace(tokenForms, '***');
}

const levelColors: Record<string, (text: string) => string> = {
  debug: picocolors.dim,
  info: picocolors.cyan,
  warn: picocolors.yellow,
  error: picocolors.red,
};

function prettyLine(line: string): string {
  const { level, time, msg, err, cycle: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const label = String(level);
  const facts = Object.entries(rest).map(([key, value]) => picocolors.dim(`${key}=`) + plain(value));
  const failure = err as { message?: unknown; hint?: unknown } | undefined;
  const parts = [
    picocolors.dim(String(time).slice(11, 19)),
    (levelColors[label] ?? String)(label.padEnd(5)),
    plain(msg),
    ...facts,
  ];
  const more = failure ? [`\n               ${plain(failure.message)}`] : [];
  if (failure?.hint !== undefined) more.push(`\n               ${picocolors.dim(plain(failure.hint))}`);
  return `${parts.join(' ')}${more.join('')}\n`;
}

function plain(value: unknown): string {
  return escapeForTerminal(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
