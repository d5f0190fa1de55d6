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
 * Prints an answer in which the same objects come again and again, each of those that lie `depth` steps down once. What is printed already may
 * be among its parts, down to there.
 */
export function printedOnce<Result>(result: Result, depth: number): Result {
  const texts = new Map<object, string>();
  // One list for the whole answer, so that its text is put together once.
  const pieces: string[] = [];
  const put = (value: unknown, left: number): void => {
    if (typeof value !== 'object' || value === null) pieces.push(JSON.stringify(value) ?? 'null');
    else if (value instanceof PrintedJson) pieces.push(value.text);
    else if (left === 0) pieces.push(textOf(texts, value));
    else if (Array.isArray(value)) putAll(value, '[]', (part) => put(part, left - 1));
    else
      putAll(membersOf(value), '{}', ([name, part]) => {
        pieces.push(JSON.stringify(name), ':');
        put(part, left - 1);
      });
  };
  const putAll = <Part>(
    parts: readonly Part[],
    [first, last]: string,
    putPart: (part: Part) => void,
  ): void => {
    parts.forEach((part, at) => {
      pieces.push(at === 0 ? first! : ',');
      putPart(part);
    });
    pieces.push(parts.length === 0 ? `${first}${last}` : last!);
  };
  put(result, depth);
  return printed(pieces.join(''));
}

function textOf(texts: Map<object, string>, value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
