/** One `{% … %}` tag as written. */
export interface Tag {
  /** `hint`, `endhint`, `@mermaid/diagram`, … in lower case, without a leading `end` when {@link closes}. */
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  /** What follows the name and is not an attribute: the path of an include, the expression of an if. */
  readonly argument: string;
  /** The tag's own text, braces included. */
  readonly raw: string;
}

/** Whether a tag of this name begins a further branch of an `if`, and so needs no end. */
export function isBranchTag(name: string): boolean {
  return name === 'else' || name === 'elif' || name === 'elseif';
}

/** The longest tag that we read; a longer one stays text. */
const maximumTagLength = 65_536;

/**
 * Reads the tag that begins at `offset` of `text`; undefined when no tag begins there. Quotes protect `%}` inside attribute values;
 * a tag may span lines.
 */
export function readTag(text: string, offset: number): { tag: Tag; end: number } | undefined {
  if (!text.startsWith('{%', offset)) return undefined;
  const end = endOfTag(text, offset + 2);
  if (end === undefined) return undefined;
  const inner = text.slice(offset + 2, end - 2).trim();
  const name = /^(?:@[\w.-]+\/[\w.-]+|[a-zA-Z][\w-]*)/.exec(inner)?.[0];
  if (name === undefined) return undefined;
  const rest = inner.slice(name.length);
  if (rest !== '' && !/^\s/.test(rest)) return undefined;
  const lower = name.toLowerCase();
  const closes = lower.startsWith('end') && lower.length > 3;
  const bare = closes ? lower.slice(3).replace(/^-/, '') : lower;
  const isExpression = bare === 'if' || bare === 'elif' || bare === 'elseif';
  const attributes = isExpression ? {} : readAttributes(rest);
  return {
    tag: {
      name: bare,
      closes,
      attributes,
      argument: isExpression ? rest.trim() : readArgument(rest),
      raw: text.slice(offset, end),
    },
    end,
  };
}

function endOfTag(text: string, from: number): number | undefined {
  const limit = Math.min(text.length, from + maximumTagLength);
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const character = text[at];
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '%' && text[at + 1] === '}') return at + 2;
    else if (character === '{' && text[at + 1] === '%') return undefined;
  }
  if (quote === '') return undefined;
  const plain = text.indexOf('%}', from);
  const lineEnd = text.indexOf('\n', from);
  return plain !== -1 && plain < limit && (lineEnd === -1 || plain < lineEnd) ? plain + 2 : undefined;
}

const attributePattern =
  /([\w:@.-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|([^\s"']+))/g;

/** Reads attributes as tags and HTML have them. */
export function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of text.matchAll(attributePattern)) {
    const key = match[1] ?? '';
    const quoted = match[2] ?? match[3];
    const value = quoted === undefined ? (match[4] ?? '') : quoted.replace(/\\(["'\\])/g, '$1');
    if (key !== '__proto__') attributes[key] = decodeEntities(value);
  }
  return attributes;
}

function readArgument(text: string): string {
  const match = /^\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
  return match ? (match[1] ?? match[2] ?? '') : '';
}

function decodeEntities(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (all, hex, decimal, named) => {
      if (named !== undefined) return named_[String(named).toLowerCase()] ?? all;
      const code = hex !== undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

const named_: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
