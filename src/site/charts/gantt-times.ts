/** Reads and writes the times of a plan; all of them are taken for UTC, so that every machine draws the same. */

const day = 86_400_000;

const dateParts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  m: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{2})',
  s: '(?<second>\\d{1,2})',
  SSS: '(?<thousandth>\\d{3})',
  X: '(?<seconds>\\d+)',
  x: '(?<thousandths>\\d+)',
};

/** Makes a reader for times of a format (`YYYY-MM-DD HH:mm`); undefined for an unknown format. */
export function timeReader(format: string): ((text: string) => number | undefined) | undefined {
  let isKnown = true;
  const pattern = format.replace(/[A-Za-z]+|[^A-Za-z]+/g, (part) => {
    if (!/[A-Za-z]/.test(part)) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const tokens = part === 'T' ? ['T'] : (part.match(/YYYY|YY|MM?|DD?|HH?|mm?|SSS|ss?|X|x|T|./g) ?? []);
    isKnown &&= tokens.every((token) => token === 'T' || Object.hasOwn(dateParts, token));
    return tokens.map((token) => dateParts[token] ?? token).join('');
  });
  if (!isKnown) return undefined;
  const reader = new RegExp(`^${pattern}$`);
  return (text) => timeIn((reader.exec(text) ?? isoTime.exec(text))?.groups);
}

const isoTime =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?$/;

function timeIn(parts: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
  if (!parts) return undefined;
  const part = (name: string, otherwise: number): number =>
    parts[name] === undefined ? otherwise : Number(parts[name]);
  if (parts['seconds'] !== undefined) return part('seconds', 0) * 1000;
  if (parts['thousandths'] !== undefined) return part('thousandths', 0);
  const year = parts['short'] === undefined ? part('year', 2000) : 2000 + part('short', 0);
  const [month, date] = [part('month', 1), part('day', 1)];
  const time = Date.UTC(
    year,
    month - 1,
    date,
    part('hour', 0),
    part('minute', 0),
    part('second', 0),
    part('thousandth', 0),
  );
  const read = new Date(time);
  // `Date` turns the thirtieth of February into a day of March.
  return read.getUTCMonth() === month - 1 ? time : undefined;
}

const lengths: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: day,
  w: 7 * day,
};

/** The time after a duration (`3d`, `1.5h`, `2M`); undefined for a text that is not a duration. */
export function addDuration(time: number, length: string): number | undefined {
  if (length === '0') return time;
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|[smhdwMy])$/.exec(length) ?? [];
  if (count === undefined) return undefined;
  if (Object.hasOwn(lengths, unit)) return time + Number(count) * (lengths[unit] ?? 0);
  const date = new Date(time);
  return date.setUTCMonth(date.getUTCMonth() + Number(count) * (unit === 'y' ? 12 : 1));
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Whether a plan's list of free days includes a day. */
export function isDayOff(
  time: number,
  free: readonly string[],
  read: (text: string) => number | undefined,
): boolean {
  const date = new Date(time).getUTCDay();
  const start = time - (((time % day) + day) % day);
  return free.some(
    (name) =>
      (name === 'weekends' && (date === 0 || date === 6)) || name === dayNames[date] || read(name) === start,
  );
}

/** The end of a task when free days do not count as work: `drawn` for the bar, `end` for the tasks that follow. */
export function withDaysOff(
  start: number,
  end: number,
  isFreeDay: (time: number) => boolean,
): { readonly drawn: number; readonly end: number } {
  let [last, drawn] = [end, end];
  let wasFree = false;
  for (let time = start + day; time <= last && last - end < 3650 * day; time += day) {
    if (!wasFree) drawn = last;
    wasFree = isFreeDay(time);
    if (wasFree) last += day;
  }
  return { drawn, end: last };
}

const steps: readonly (readonly [length: number, format: string])[] = [
  [60_000, '%H:%M'],
  [5 * 60_000, '%H:%M'],
  [15 * 60_000, '%H:%M'],
  [30 * 60_000, '%H:%M'],
  [3_600_000, '%H:%M'],
  [3 * 3_600_000, '%H:%M'],
  [6 * 3_600_000, '%H:%M'],
  [12 * 3_600_000, '%m-%d %H:%M'],
  [day, '%Y-%m-%d'],
  [2 * day, '%Y-%m-%d'],
  [7 * day, '%Y-%m-%d'],
  [14 * day, '%Y-%m-%d'],
];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

export interface Tick {
  readonly time: number;
  readonly label: string;
}

/** The ticks below a plan, seven at most. */
export function ticksOf(from: number, to: number, axisFormat: string | undefined): Tick[] {
  const most = 7;
  const step = steps.find(([length]) => (to - from) / length <= most);
  const times: number[] = [];
  if (step) {
    // Weeks begin on Monday, and 1 January 1970 was a Thursday.
    const shift = step[0] % (7 * day) === 0 ? 4 * day : 0;
    const first = Math.ceil((from - shift) / step[0]) * step[0] + shift;
    for (let time = first; time <= to; time += step[0]) times.push(time);
  } else {
    const months = monthSteps.find((count) => (to - from) / (count * 30 * day) <= most) ?? 1200;
    const begin = new Date(from).getUTCFullYear() * 12;
    for (let at = Math.floor(begin / months) * months; ; at += months) {
      const time = Date.UTC(Math.floor(at / 12), at % 12, 1);
      if (time > to) break;
      if (time >= from) times.push(time);
    }
  }
  const format = axisFormat ?? step?.[1] ?? '%Y-%m';
  return times.map((time) => ({ time, label: printed(time, format) }));
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ');

/** Prints a time in a plan's format (`%Y-%m-%d`). */
function printed(time: number, format: string): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [month = '', weekday = ''] = [monthNames[date.getUTCMonth()], dayNames[date.getUTCDay()]];
  const named = weekday.replace(/^./, (letter) => letter.toUpperCase());
  const signs: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    e: String(date.getUTCDate()),
    b: month.slice(0, 3),
    B: month,
    a: named.slice(0, 3),
    A: named,
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
  };
  return format.replace(/%-?([A-Za-z])/g, (sign, name: string) => signs[name] ?? sign);
}
