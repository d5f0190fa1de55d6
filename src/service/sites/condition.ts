/**
 * The language of `condition`: expressions over a visitor's claims that say whether he is shown a section, a space or a
 * link. It is total: it has no loops, no calls but three tests, no names but `visitor`, so that every expression ends and
 * none can reach anything. What is unknown is undefined, and comparing it with anything but itself is false.
 *
 *   or := and ('||' and)* · and := not ('&&' not)* · not := '!' not | compared
 *   compared := value (('==' | '===' | '!=' | '!==' | '<' | '<=' | '>' | '>=' | 'in') value)?
 *   value := text | number | true | false | null | list | path | '(' or ')'
 *   path := 'visitor' ('.' name | '[' text ']')* ('.includes(' value ')' | '.startsWith(' … | '.endsWith(' …)?
 */
import { AppError } from '../../base/index.ts';

export type Value =
  string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };

/** Gives the value of an expression for what `visitor` stands for. */
export type Condition = (visitor: Value) => boolean;

type Expression = (visitor: Value) => Value;

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const comparisons = ['===', '!==', '==', '!=', '<=', '>=', '<', '>'] as const;
const tests = ['includes', 'startsWith', 'endsWith'] as const;
const maxNesting = 64;

/** Reads a condition. Throws BAD_REQUEST with the place and what was expected there. */
export function parseCondition(text: string): Condition {
  const expression = new Parser(tokensOf(text)).whole();
  return (visitor) => isTrue(expression(visitor));
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#peek().kind !== 'end') throw this.#unexpected('the end, or an operator');
    return expression;
  }

  #or(): Expression {
    const parts = [this.#and()];
    while (this.#take('||')) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : (visitor) => parts.some((part) => isTrue(part(visitor)));
  }

  #and(): Expression {
    const parts = [this.#not()];
    while (this.#take('&&')) parts.push(this.#not());
    return parts.length === 1 ? parts[0]! : (visitor) => parts.every((part) => isTrue(part(visitor)));
  }

  #not(): Expression {
    return this.#nested(() => {
      if (!this.#take('!')) return this.#compared();
      const inner = this.#not();
      return (visitor) => !isTrue(inner(visitor));
    });
  }

  #compared(): Expression {
    const left = this.#value();
    const sign = comparisons.find((each) => this.#take(each));
    if (sign !== undefined) {
      const right = this.#value();
      return (visitor) => compare(sign, left(visitor), right(visitor));
    }
    if (this.#peek().kind === 'name' && this.#peek().text === 'in') {
      this.#next += 1;
      const right = this.#value();
      return (visitor) => holds(right(visitor), left(visitor));
    }
    return left;
  }

  #value(): Expression {
    const token = this.#peek();
    if (this.#take('(')) {
      const inner = this.#nested(() => this.#or());
      this.#expect(')');
      return inner;
    }
    if (this.#take('[')) return this.#list();
    if (token.kind === 'text' || token.kind === 'number') {
      this.#next += 1;
      const constant = token.kind === 'text' ? token.text : Number(token.text);
      return () => constant;
    }
    if (token.kind !== 'name') throw this.#unexpected('a value');
    this.#next += 1;
    switch (token.text) {
      case 'true':
      case 'false':
        return () => token.text === 'true';
      case 'null':
        return () => null;
      case 'undefined':
        return () => undefined;
      case 'visitor':
        return this.#path();
      default:
        throw problem(`"${token.text}" is not known`, token.at, 'Names begin with "visitor.claims".');
    }
  }

  #list(): Expression {
    const entries: Expression[] = [];
    if (!this.#take(']')) {
      do entries.push(this.#nested(() => this.#or()));
      while (this.#take(','));
      this.#expect(']');
    }
    return (visitor) => entries.map((entry) => entry(visitor));
  }

  #path(): Expression {
    let path: Expression = (visitor) => visitor;
    for (;;) {
      if (this.#take('[')) {
        const name = this.#peek();
        if (name.kind !== 'text') throw this.#unexpected('a name in quotes');
        this.#next += 1;
        this.#expect(']');
        path = member(path, name.text);
        continue;
      }
      if (!this.#take('?.') && !this.#take('.')) return path;
      const name = this.#peek();
      if (name.kind !== 'name') throw this.#unexpected('a name');
      this.#next += 1;
      const test = tests.find((each) => each === name.text);
      if (test !== undefined && this.#take('(')) {
        const argument = this.#nested(() => this.#or());
        this.#expect(')');
        return tested(test, path, argument);
      }
      path = member(path, name.text);
    }
  }

  #nested<Result>(read: () => Result): Result {
    if (++this.#nesting > maxNesting)
      throw problem('it nests too deep', this.#peek().at, `Nest at most ${maxNesting} deep.`);
    const result = read();
    this.#nesting -= 1;
    return result;
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(sign: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.#next += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected(`"${sign}"`);
  }

  #unexpected(expected: string): AppError {
    const { kind, text, at } = this.#peek();
    return problem(`${kind === 'end' ? 'it ends' : `"${text}" stands`} where ${expected} belongs`, at);
  }
}

const tokenPattern =
  /\s*(?:(?<name>[A-Za-z_$][A-Za-z0-9_$]*)|(?<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>\|\||&&|===|!==|==|!=|<=|>=|\?\.|[<>!()[\],.]))/suy;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    tokenPattern.lastIndex = at;
    const groups = tokenPattern.exec(text)?.groups;
    if (groups === undefined)
      throw problem(`"${[...text.slice(at).trimStart()][0] ?? ''}" cannot stand here`, at);
    const start = at;
    at = tokenPattern.lastIndex;
    if (groups['name'] !== undefined) tokens.push({ kind: 'name', text: groups['name'], at: start });
    else if (groups['number'] !== undefined)
      tokens.push({ kind: 'number', text: groups['number'], at: start });
    else if (groups['text'] !== undefined)
      tokens.push({ kind: 'text', text: unquote(groups['text']), at: start });
    else tokens.push({ kind: 'sign', text: groups['sign']!, at: start });
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gsu, '$1');
}

function problem(what: string, at: number, hint?: string): AppError {
  return new AppError('BAD_REQUEST', `The condition cannot be read: ${what} (at character ${at + 1}).`, {
    hint: hint ?? 'Write for example: visitor.claims.plan == "pro" && visitor.claims.beta',
  });
}

/** A member of an object, by its own names alone: nothing is inherited. */
function member(of: Expression, name: string): Expression {
  return (visitor) => {
    const value = of(visitor);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.hasOwn(value, name)
      ? (value as { readonly [name: string]: Value })[name]
      : undefined;
  };
}

function tested(test: (typeof tests)[number], of: Expression, argument: Expression): Expression {
  return (visitor) => {
    const [value, sought] = [of(visitor), argument(visitor)];
    if (test === 'includes') return holds(value, sought);
    if (typeof value !== 'string' || typeof sought !== 'string') return false;
    return test === 'startsWith' ? value.startsWith(sought) : value.endsWith(sought);
  };
}

/** Says whether a list holds a value, or a text another text. */
function holds(value: Value, sought: Value): boolean {
  if (Array.isArray(value)) return value.some((entry: Value) => isSame(entry, sought));
  return typeof value === 'string' && typeof sought === 'string' && value.includes(sought);
}

function compare(sign: (typeof comparisons)[number], left: Value, right: Value): boolean {
  switch (sign) {
    case '==':
    case '===':
      return isSame(left, right);
    case '!=':
    case '!==':
      return !isSame(left, right);
    default: {
      const [one, other] = [left, right];
      const ordered =
        (typeof one === 'number' && typeof other === 'number') ||
        (typeof one === 'string' && typeof other === 'string');
      if (!ordered) return false;
      if (sign === '<') return one < other;
      if (sign === '<=') return one <= other;
      return sign === '>' ? one > other : one >= other;
    }
  }
}

/** Equal in kind and value; lists and objects are never the same as anything. */
function isSame(left: Value, right: Value): boolean {
  return typeof left !== 'object' || left === null ? left === right : false;
}

function isTrue(value: Value): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}
