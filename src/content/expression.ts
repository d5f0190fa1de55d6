/*
 * The service's conditions and inline expressions (`visitor.claims.unsigned.isBeta && !x`, `space.vars.version`): a small, closed
 * part of JavaScript's expressions, read by hand and never by `eval`, with JavaScript's meaning. What the editor accepts, what the
 * service keeps and what readers of a site see come from this one grammar. The grammar differs from JavaScript in four things:
 * names and fields that are missing are undefined at any depth, so that a condition about a claim that an anonymous visitor lacks
 * is simply false; `in` asks whether a list holds a value, a text a text or an object a name; only the methods below can be called;
 * a missing value adds nothing to a text.
 */

export type Evaluation =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** The names that an expression may use: `visitor`, `space`, `page`, …; only own fields of these are ever read. */
export type Names = Readonly<Record<string, unknown>>;

/** Computes the value of an expression from the values of its names. Never fails. */
export type Expression = (names: Names) => unknown;

/** An expression that was read, or the reason and the place of the fault. */
export type ReadExpression =
  | {
      readonly ok: true;
      readonly evaluate: Expression;
      /** The names that begin its paths, each with the offset of its first use. */
      readonly names: ReadonlyMap<string, number>;
    }
  | { readonly ok: false; readonly reason: string; readonly at: number };

const maximumLength = 2048;
const maximumNesting = 64;

/** Reads an expression. */
export function readExpression(source: string): ReadExpression {
  if (source.length > maximumLength)
    return { ok: false, reason: `longer than ${maximumLength} characters`, at: maximumLength };
  const reader = new Reader(source);
  try {
    const evaluate = reader.expression();
    reader.end();
    return { ok: true, evaluate, names: reader.names };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, reason: error.message, at: error.at };
    throw error;
  }
}

/** Evaluates an expression. An expression that cannot be read has the value undefined, which conditions take for false. */
export function evaluateExpression(source: string, names: Names): Evaluation {
  const read = readExpression(source);
  return read.ok ? { ok: true, value: read.evaluate(names) } : read;
}

class NotUnderstood extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const binary: readonly (readonly string[])[] = [
  ['||', '??'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<=', '>=', '<', '>', 'in'],
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
  readonly names = new Map<string, number>();
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.#source.length) this.#fail();
  }

  expression(): Expression {
    return this.#nested(() => {
      const test = this.#binary(0);
      if (!this.#take('?')) return test;
      const yes = this.expression();
      if (!this.#take(':')) this.#fail();
      const no = this.expression();
      return (names) => (test(names) ? yes(names) : no(names));
    });
  }

  #nested(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > maximumNesting) throw new NotUnderstood('nested too deeply', this.#at);
    const expression = read();
    this.#depth -= 1;
    return expression;
  }

  #binary(level: number): Expression {
    const symbols = binary[level];
    if (!symbols) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const symbol = symbols.find((each) => this.#take(each));
      if (symbol === undefined) return left;
      left = joined(symbol, left, this.#binary(level + 1));
    }
  }

  #unary(): Expression {
    return this.#nested(() => {
      if (this.#take('!')) {
        const inner = this.#unary();
        return (names) => !inner(names);
      }
      if (this.#take('-')) {
        const inner = this.#unary();
        return (names) => -numberOf(inner(names));
      }
      return this.#fields(this.#primary());
    });
  }

  #fields(start: Expression): Expression {
    let value = start;
    for (;;) {
      const of = value;
      if (this.#take('?.') || this.#take('.')) {
        const at = this.#at;
        const name = this.#name();
        if (this.#peek('(')) {
          if (name !== 'includes' && !Object.hasOwn(methods, name))
            throw new NotUnderstood(`the method "${name}" is not known`, at);
          const parts = this.#list('(', ')');
          value = (names) =>
            call(
              of(names),
              name,
              parts.map((part) => part(names)),
            );
        } else value = (names) => field(of(names), name);
      } else if (this.#take('[')) {
        const key = this.expression();
        if (!this.#take(']')) this.#fail();
        value = (names) => field(of(names), printValue(key(names)));
      } else return value;
    }
  }

  #primary(): Expression {
    this.#blanks();
    const character = this.#source[this.#at] ?? '';
    if (character === '"' || character === "'") {
      const text = this.#string(character);
      return () => text;
    }
    if (character === '`') return this.#template();
    if (/[0-9]/.test(character)) {
      const digits = /^\d+(?:\.\d+)?/.exec(this.#source.slice(this.#at))?.[0] ?? '';
      this.#at += digits.length;
      return () => Number(digits);
    }
    if (this.#take('(')) {
      const value = this.expression();
      if (!this.#take(')')) this.#fail();
      return value;
    }
    if (this.#peek('[')) {
      const entries = this.#list('[', ']');
      return (names) => entries.map((entry) => entry(names));
    }
    const at = this.#at;
    const name = this.#name();
    if (Object.hasOwn(constants, name)) return () => constants[name];
    if (name === 'in') this.#fail();
    if (!this.names.has(name)) this.names.set(name, at);
    return (names) => (Object.hasOwn(names, name) ? names[name] : undefined);
  }

  #list(open: string, close: string): Expression[] {
    const values: Expression[] = [];
    if (!this.#take(open)) this.#fail();
    if (this.#take(close)) return values;
    do values.push(this.expression());
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

  #template(): Expression {
    const parts: (string | Expression)[] = [];
    this.#at += 1;
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at] ?? '';
      if (character === '`') {
        this.#at += 1;
        return (names) =>
          parts.map((part) => (typeof part === 'string' ? part : printValue(part(names)))).join('');
      }
      if (character === '$' && this.#source[this.#at + 1] === '{') {
        this.#at += 2;
        parts.push(this.expression());
        if (!this.#take('}')) this.#fail();
      } else {
        parts.push(character);
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
    if (symbol === 'in') return /^in(?![\w$])/.test(this.#source.slice(this.#at, this.#at + 3));
    return operators.find((each) => this.#source.startsWith(each, this.#at)) === symbol;
  }

  #take(symbol: string): boolean {
    if (!this.#peek(symbol)) return false;
    this.#at += symbol.length;
    return true;
  }

  #fail(): never {
    const rest = this.#source.slice(this.#at, this.#at + 20);
    throw new NotUnderstood(rest === '' ? 'ends too early' : `not understood at "${rest}"`, this.#at);
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

/** Evaluates two values and their operator; `&&`, `||` and `??` evaluate their right side only where it counts. */
function joined(symbol: string, left: Expression, right: Expression): Expression {
  switch (symbol) {
    case '||':
      return (names) => left(names) || right(names);
    case '??':
      return (names) => left(names) ?? right(names);
    case '&&':
      return (names) => left(names) && right(names);
    default: {
      const apply = Object.hasOwn(operations, symbol) ? operations[symbol] : undefined;
      return (names) => apply?.(left(names), right(names));
    }
  }
}

const operations: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': looselyEqual,
  '!=': (left, right) => !looselyEqual(left, right),
  '<': (left, right) => compare(left, right, (a, b) => a < b),
  '>': (left, right) => compare(left, right, (a, b) => a > b),
  '<=': (left, right) => compare(left, right, (a, b) => a <= b),
  '>=': (left, right) => compare(left, right, (a, b) => a >= b),
  in: isIn,
  '+': (left, right) =>
    isText(left) || isText(right) ? printValue(left) + printValue(right) : numberOf(left) + numberOf(right),
  '-': (left, right) => numberOf(left) - numberOf(right),
  '*': (left, right) => numberOf(left) * numberOf(right),
  '/': (left, right) => numberOf(left) / numberOf(right),
  '%': (left, right) => numberOf(left) % numberOf(right),
};

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined };

/** JavaScript's `==` for texts, numbers and booleans; a list or an object equals only itself. */
function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === right || (left ?? null) === (right ?? null)) return true;
  if (!isPlain(left) || !isPlain(right)) return false;
  return typeof left === typeof right ? false : numberOf(left) === numberOf(right);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The value as a number; NaN for lists and objects. */
function numberOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? NaN : Number(value);
}

function isIn(sought: unknown, held: unknown): boolean {
  if (Array.isArray(held)) return held.includes(sought);
  if (isText(held)) return isText(sought) && held.includes(sought);
  return typeof held === 'object' && held !== null && Object.hasOwn(held, printValue(sought));
}

function compare(
  left: unknown,
  right: unknown,
  test: (a: number | string, b: number | string) => boolean,
): boolean {
  return isText(left) && isText(right) ? test(left, right) : test(numberOf(left), numberOf(right));
}

/** The text that an inline expression shows for a value; `''` for a missing value. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}
