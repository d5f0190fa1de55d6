/*
 * The service's conditions and inline expressions (`visitor.claims.unsigned.isBeta && !x`, `space.vars.version`): a small,
 * closed part of JavaScript's expressions, read by hand and never by `eval`. Names and fields that are missing are
 * undefined, at any depth, so that a condition about a claim that an anonymous visitor lacks is simply false.
 */

export type Evaluation =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** What names an expression may use: `visitor`, `space`, `page`, …; only own fields of these are ever read. */
export type Names = Readonly<Record<string, unknown>>;

const maximumLength = 2048;

/** Evaluates an expression. An expression that is not understood is no value, which conditions take for false. */
export function evaluateExpression(source: string, names: Names): Evaluation {
  if (source.length > maximumLength) return { ok: false, reason: `longer than ${maximumLength} characters` };
  try {
    const reader = new Reader(source, names);
    const value = reader.expression(true);
    reader.end();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, reason: error.message };
    throw error;
  }
}

class NotUnderstood extends Error {}

const binary: readonly (readonly string[])[] = [
  ['||', '??'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const operators = [
  '===',
  '!==',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '...',
  '=>',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  '?',
  ':',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '=',
  '{',
  '}',
  '&',
  '|',
  '^',
  '~',
];

const methods: Readonly<Record<string, (value: string, parts: readonly unknown[]) => unknown>> = {
  charAt: (value, [at]) => value.charAt(Number(at ?? 0)),
  endsWith: (value, [end]) => value.endsWith(String(end)),
  includes: (value, [part]) => value.includes(String(part)),
  indexOf: (value, [part]) => value.indexOf(String(part)),
  slice: (value, [from, to]) => value.slice(Number(from ?? 0), to === undefined ? undefined : Number(to)),
  startsWith: (value, [start]) => value.startsWith(String(start)),
  substring: (value, [from, to]) =>
    value.substring(Number(from ?? 0), to === undefined ? undefined : Number(to)),
  toLowerCase: (value) => value.toLowerCase(),
  toString: (value: string) => value,
  toUpperCase: (value) => value.toUpperCase(),
  trim: (value) => value.trim(),
};

class Reader {
  readonly #source: string;
  readonly #names: Names;
  #at = 0;
  #depth = 0;

  constructor(source: string, names: Names) {
    this.#source = source;
    this.#names = names;
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.#source.length) this.#fail();
  }

  /** `live` is false in the branch that is read but not taken. */
  expression(live: boolean): unknown {
    this.#depth += 1;
    if (this.#depth > 64) throw new NotUnderstood('nested too deeply');
    const test = this.#binary(0, live);
    let value = test;
    if (this.#take('?')) {
      const yes = this.expression(live && Boolean(test));
      if (!this.#take(':')) this.#fail();
      const no = this.expression(live && !test);
      value = test ? yes : no;
    }
    this.#depth -= 1;
    return value;
  }

  #binary(level: number, live: boolean): unknown {
    const symbols = binary[level];
    if (!symbols) return this.#unary(live);
    let left = this.#binary(level + 1, live);
    for (;;) {
      const symbol = symbols.find((each) => this.#take(each));
      if (symbol === undefined) return left;
      const right = this.#binary(level + 1, live);
      left = apply(symbol, left, right);
    }
  }

  #unary(live: boolean): unknown {
    this.#depth += 1;
    if (this.#depth > 64) throw new NotUnderstood('nested too deeply');
    let value: unknown;
    if (this.#take('!')) value = !this.#unary(live);
    else if (this.#take('-')) value = -Number(this.#unary(live));
    else value = this.#fields(this.#primary(live), live);
    this.#depth -= 1;
    return value;
  }

  #fields(start: unknown, live: boolean): unknown {
    let value = start;
    for (;;) {
      if (this.#take('?.') || this.#take('.')) {
        const name = this.#name();
        if (this.#peek('(')) value = call(value, name, this.#list('(', ')', live));
        else value = field(value, name);
      } else if (this.#take('[')) {
        const key = this.expression(live);
        if (!this.#take(']')) this.#fail();
        value = field(value, String(key));
      } else return value;
    }
  }

  #primary(live: boolean): unknown {
    this.#blanks();
    const character = this.#source[this.#at] ?? '';
    if (character === '"' || character === "'") return this.#string(character);
    if (character === '`') return this.#template(live);
    if (/[0-9]/.test(character)) {
      const digits = /^\d+(?:\.\d+)?/.exec(this.#source.slice(this.#at))?.[0] ?? '';
      this.#at += digits.length;
      return Number(digits);
    }
    if (this.#take('(')) {
      const value = this.expression(live);
      if (!this.#take(')')) this.#fail();
      return value;
    }
    if (this.#peek('[')) return this.#list('[', ']', live);
    const name = this.#name();
    if (name === 'true') return true;
    if (name === 'false') return false;
    if (name === 'null') return null;
    if (name === 'undefined') return undefined;
    return Object.hasOwn(this.#names, name) ? this.#names[name] : undefined;
  }

  #list(open: string, close: string, live: boolean): unknown[] {
    const values: unknown[] = [];
    if (!this.#take(open)) this.#fail();
    if (this.#take(close)) return values;
    do values.push(this.expression(live));
    while (this.#take(','));
    if (!this.#take(close)) this.#fail();
    return values;
  }

  #string(quote: string): string {
    let value = '';
    for (this.#at += 1; this.#at < this.#source.length; this.#at += 1) {
      const character = this.#source[this.#at] ?? '';
      if (character === quote) {
        this.#at += 1;
        return value;
      }
      if (character === '\\') {
        this.#at += 1;
        value += this.#source[this.#at] ?? '';
      } else value += character;
    }
    return this.#fail();
  }

  #template(live: boolean): string {
    let value = '';
    this.#at += 1;
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at] ?? '';
      if (character === '`') {
        this.#at += 1;
        return value;
      }
      if (character === '$' && this.#source[this.#at + 1] === '{') {
        this.#at += 2;
        value += printValue(this.expression(live));
        if (!this.#take('}')) this.#fail();
      } else {
        value += character;
        this.#at += 1;
      }
    }
    return this.#fail();
  }

  #name(): string {
    this.#blanks();
    const name = /^[A-Za-z_$][\w$]*/.exec(this.#source.slice(this.#at))?.[0];
    if (name === undefined) return this.#fail();
    this.#at += name.length;
    return name;
  }

  #blanks(): void {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at += 1;
  }

  #peek(symbol: string): boolean {
    this.#blanks();
    return operators.find((each) => this.#source.startsWith(each, this.#at)) === symbol;
  }

  #take(symbol: string): boolean {
    if (!this.#peek(symbol)) return false;
    this.#at += symbol.length;
    return true;
  }

  #fail(): never {
    const rest = this.#source.slice(this.#at, this.#at + 20);
    throw new NotUnderstood(rest === '' ? 'ends too early' : `not understood at "${rest}"`);
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name === 'length' ? value.length : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && name === 'length') return value.length;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function call(value: unknown, name: string, parts: readonly unknown[]): unknown {
  if (Array.isArray(value) && name === 'includes') return value.includes(parts[0]);
  if (typeof value !== 'string') return undefined;
  return Object.hasOwn(methods, name) ? methods[name]?.(value, parts) : undefined;
}

function apply(symbol: string, left: unknown, right: unknown): unknown {
  switch (symbol) {
    case '||':
      return left || right;
    case '??':
      return left ?? right;
    case '&&':
      return left && right;
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return left === right || (left ?? null) === (right ?? null) || looselyEqual(left, right);
    case '!=':
      return !apply('==', left, right);
    case '<':
      return compare(left, right, (a, b) => a < b);
    case '>':
      return compare(left, right, (a, b) => a > b);
    case '<=':
      return compare(left, right, (a, b) => a <= b);
    case '>=':
      return compare(left, right, (a, b) => a >= b);
    case '+':
      return typeof left === 'number' && typeof right === 'number'
        ? left + right
        : printValue(left) + printValue(right);
    case '-':
      return Number(left) - Number(right);
    case '*':
      return Number(left) * Number(right);
    case '/':
      return Number(left) / Number(right);
    default:
      return Number(left) % Number(right);
  }
}

function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined) return false;
  return typeof left !== 'object' && typeof right !== 'object' && printValue(left) === printValue(right);
}

function compare(
  left: unknown,
  right: unknown,
  test: (a: number | string, b: number | string) => boolean,
): boolean {
  if (typeof left === 'string' && typeof right === 'string') return test(left, right);
  if (left === undefined || right === undefined) return false;
  return test(Number(left), Number(right));
}

/** A value as an inline expression shows it; nothing for what is not set. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}
