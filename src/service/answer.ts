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

/** Answers with `body` under another status, or with a `Location` that the body's `urls.location` does not have. */
export function answer<Result>(
  body: Result,
  options: { status?: number; location?: string },
): Answer<Result> {
  return new Answer(body, options);
}

/** JSON text that is sent unchanged. {@link asPrintedJson} gives it the type of the result that it encodes. */
export class PrintedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks JSON text as the result that it encodes, so that a handler keeps its type. */
export function asPrintedJson<Result>(text: string): Result {
  return new PrintedJson(text) as Result;
}

/**
 * Prints an answer that contains the same objects many times: each object `depth` levels down is printed once. Down to that depth, parts
 * of the answer may be printed already.
 */
export function printShared<Result>(result: Result, depth: number): Result {
  const texts = new Map<object, string>();
  // One list for the whole answer, so that its text is joined only once.
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
  return asPrintedJson(pieces.join(''));
}

function textOf(texts: Map<object, string>, value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
