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
