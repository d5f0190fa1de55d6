/** A field as the specification's shorthand names it, for example in `{id, urls {location}, size: number}`. */
export interface Named {
  readonly name: string;
  readonly list: boolean;
  readonly fields: readonly Named[];
  /** The words after the name: a type, a limit, values. */
  readonly about: string;
}

/** Reads the inside of braces: names with a type after a colon or in parentheses, nested objects, lists. */
export function readFields(text: string): Named[] {
  const parts = splitTop(text.replace(/^\{/, '').replace(/\}$/, ''), /[,;]/);
  // A pattern belongs to the field before it.
  const joined = parts.reduce<string[]>(
    (done, part) =>
      /^\s*pattern /.test(part) ? [...done.slice(0, -1), `${done.at(-1)},${part}`] : [...done, part],
    [],
  );
  return joined.flatMap((part) => {
    const match = /^\s*(?:\.\.\.)?\[?\s*([A-Za-z_$][A-Za-z0-9_]*)(\[\])?\s*(.*)$/s.exec(part);
    if (!match) return [];
    const [, name = '', suffix, about = ''] = match;
    const inner = outermostBraces(about);
    const map = /^:?\s*map\b/.test(about);
    return [
      {
        name,
        list: suffix !== undefined || /^:?\s*\[/.test(about) || map || /string\[\]|array/.test(about),
        fields: inner === null ? [] : readFields(inner),
        about: (/pattern /.test(about) ? about : about.replace(/\{.*\}/s, '')).trim(),
      },
    ];
  });
}

/** The first `{…}` of a text with its braces, or null. */
export function outermostBraces(text: string): string | null {
  const start = text.indexOf('{');
  if (start < 0) return null;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

/** Splits where no bracket, brace, parenthesis or backtick is open. */
export function splitTop(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let current = '';
  for (const character of text) {
    if (character === '`') quoted = !quoted;
    if (!quoted && '([{'.includes(character)) depth++;
    if (!quoted && ')]}'.includes(character)) depth--;
    if (!quoted && depth === 0 && separator.test(character)) {
      parts.push(current);
      current = '';
    } else {
      current += character;
    }
  }
  return [...parts, current].filter((part) => part.trim() !== '');
}

/** Limits in prose: `max 50`, `min 2, max 128`, `2 to 128`, `pattern \`…\``, `(uri)`. */
export function readLimits(
  text: string,
): { keyword: 'minimum' | 'maximum' | 'pattern' | 'format'; value: number | string }[] {
  const limits: { keyword: 'minimum' | 'maximum' | 'pattern' | 'format'; value: number | string }[] = [];
  const pattern = /pattern\s+`?(\^\S*?\$)`?(?=[\s;,.)]|$)/.exec(text);
  if (pattern) limits.push({ keyword: 'pattern', value: pattern[1]!.replaceAll('\\\\', '\\') });
  const prose = text.replace(/pattern\s+\S+/, '').replace(/`[^`]*`/g, '');
  const range = /\b(\d+) to (\d+)\b/.exec(prose);
  if (range)
    limits.push(
      { keyword: 'minimum', value: Number(range[1]) },
      { keyword: 'maximum', value: Number(range[2]) },
    );
  const min = /\bmin (\d+)/.exec(prose);
  if (min) limits.push({ keyword: 'minimum', value: Number(min[1]) });
  const max = /\bmax (\d+)/.exec(prose);
  if (max) limits.push({ keyword: 'maximum', value: Number(max[1]) });
  if (/\b(uri)\b/.test(prose)) limits.push({ keyword: 'format', value: 'uri' });
  if (/\bdate-time\b/.test(prose)) limits.push({ keyword: 'format', value: 'date-time' });
  return limits;
}
