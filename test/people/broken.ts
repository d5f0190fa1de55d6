/** A rule that does not hold. */
export class Broken extends Error {
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(detail);
    this.rule = rule;
  }
}
