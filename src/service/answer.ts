/** An answer that differs from what the operation's row says by default. */
export class Answer<Result> {
  readonly body: Result;
  readonly status: number | undefined;
  readonly location: string | undefined;

  constructor(body: Result, { status, location }: { status?: number; location?: string } = {}) {
    this.body = body;
    this.status = status;
    this.location = location;
  }
}

/** Answers with `body` under another status, or with a `Location` that the body does not hold in `urls.location`. */
export function answer<Result>(
  body: Result,
  options: { status?: number; location?: string },
): Answer<Result> {
  return new Answer(body, options);
}

/** JSON that is printed already; it is sent as it is. What it stands for is `Result`. */
export class PrintedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks printed JSON as the result that it stands for, so that a handler's type stays whole. */
export function printed<Result>(text: string): Result {
  return new PrintedJson(text) as Result;
}

/**
 * Prints an answer in which the same objects come again and again, each of them once. `depth` says how far down they are looked for:
 * whatever lies deeper is printed with what holds it.
 */
export function printedOnce<Result>(result: Result, depth: number): Result {
  const texts = new Map<object, string>();
  const print = (value: unknown, left: number): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = left === 0 ? JSON.stringify(value) : printParts(value, (part) => print(part, left - 1));
    texts.set(value, text);
    return text;
  };
  return printed(print(result, depth));
}

function printParts(value: object, print: (part: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${print(part)}`).join(',')}}`;
}
