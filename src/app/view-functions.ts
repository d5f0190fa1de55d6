import { emojiCharacter } from '../content/index.ts';
import { shownSubject, writtenTitle } from './blank-names.ts';
import { serializeOuter } from 'parse5';
import { element } from './html-nodes.ts';

/** What every template may use beside its own data. */
export interface ViewFunctions {
  /** The hidden fields that every form of a session carries, as HTML: the session's token, and the page on which the form stands. */
  readonly token: string;
  /** How long ago a time was, in words. */
  ago(time: string): string;
  /** A time as people write it. */
  time(time: string): string;
  emoji(code: string | undefined): string;
  /** `1 page`, `2 pages`. */
  count(number: number, one: string, many?: string): string;
  size(bytes: number): string;
  /** The value of a field for a title that is shown. */
  written(title: string): string;
  /** A subject as it is shown. */
  subject(written: string): string;
}

export function viewFunctions({
  nowMs,
  formToken,
  page,
}: {
  nowMs: number;
  formToken: string;
  page: string;
}): ViewFunctions {
  return {
    token: hiddenField('form-token', formToken) + hiddenField('form-page', page),
    ago: (time) => agoText(nowMs - Date.parse(time), time),
    time: (time) => timeText(time),
    emoji: (code) => (code === undefined ? '' : emojiCharacter(code)),
    count: (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`,
    size: sizeText,
    written: writtenTitle,
    subject: shownSubject,
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function agoText(ms: number, time: string): string {
  if (ms < minute) return 'just now';
  if (ms < hour) return several(Math.floor(ms / minute), 'minute');
  if (ms < day) return several(Math.floor(ms / hour), 'hour');
  if (ms < 14 * day) return several(Math.floor(ms / day), 'day');
  return `on ${timeText(time).split(',')[0]}`;
}

function several(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`;
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function timeText(time: string): string {
  return inWords.format(new Date(time));
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function hiddenField(name: string, value: string): string {
  return serializeOuter(element('input', { type: 'hidden', name, value }, []));
}
