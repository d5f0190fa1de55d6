/** What people wrote, each line once, and the page that each line belongs to. */
export class Ledger {
  /** Token to the birth mark of its page. */
  readonly #belongs = new Map<string, string>();
  readonly #births = new Set<string>();
  /** The births of pages that were written anew, with that of the first page in their place: people may join two of these in a conflict. */
  readonly #firsts = new Map<string, string>();
  readonly #listed = new Set<string>();
  readonly #takenBack = new Set<string>();
  readonly #wentBack = new Set<string>();
  readonly #putAside = new Set<string>();
  /** Lines that a writer took out of a page that stays, with the place in which the writer did that. */
  readonly #takenOut = new Map<string, string>();
  readonly #name: string;
  #serial = 0;

  /** `name` makes the lines of a schedule different from those of any other. */
  constructor(name: string) {
    this.#name = name;
  }

  /** What became of the bullets of tables of contents: a formatter may change them, and git then mixes the lines of two tables. */
  bullets: 'kept' | 'formatted' | 'mixed' = 'kept';

  /** A number for a new file or title, never given twice. */
  next(): number {
    return ++this.#serial;
  }

  /** A line that is about to be written into the page with a birth mark. */
  token(birth: string | null, author: string): string {
    const token = `said-${this.next()}-by-${author}-in-${this.#name}.`;
    this.#belongs.set(token, birth ?? '');
    return token;
  }

  /** The mark of a page that is about to be made; `instead`: that of the page whose place it takes. */
  birth(author: string, instead: string | null = null): string {
    const birth = `born-${this.next()}-by-${author}-in-${this.#name}.`;
    this.#births.add(birth);
    if (instead !== null) this.#firsts.set(birth, this.#firstOf(instead));
    return birth;
  }

  /** The mark of the first page in a place whose page people have written anew. */
  #firstOf(birth: string): string {
    return this.#firsts.get(birth) ?? birth;
  }

  /** A page that was there from the beginning. */
  adopt(birth: string): void {
    this.#births.add(birth);
  }

  /** A page that its only writer takes back from an older commit, with the lines that it had then. */
  takeUp(text: string): void {
    const lines = [...linesOf(text)];
    const birth = lines.find((line) => line.startsWith('born-'));
    if (birth === undefined) return;
    for (const line of lines) {
      this.#takenBack.delete(line);
      if (line.startsWith('born-')) this.#births.add(line);
      else this.#belongs.set(line, birth);
    }
  }

  /** Words for an entry of the table of contents that is no page: of an address, a title or a file's name. */
  listing(author: string): string {
    const words = `listed-${this.next()}-by-${author}-in-${this.#name}`;
    this.#listed.add(words);
    return words;
  }

  listingsIn(text: string): readonly string[] {
    return (text.match(/listed-\d+-by-[a-z]+-in-\d+/gu) ?? []).filter((words) => this.#listed.has(words));
  }

  isListed(words: string): boolean {
    return this.#listed.has(words);
  }

  /** A person took away what was listed before and is not listed any more. */
  takeAway(before: readonly string[], after: readonly string[]): void {
    for (const words of before) if (!after.includes(words)) this.#listed.delete(words);
  }

  /** Lines that somebody takes away on purpose: they may stay, and need not. */
  retire(text: string): void {
    for (const line of linesOf(text)) {
      this.#belongs.delete(line);
      this.#births.delete(line);
    }
  }

  /** Whether a line has to be in its page. */
  isOwed(line: string): boolean {
    return this.#belongs.has(line);
  }

  /** Of the lines in a text, those that belong to the page with a birth mark, and the mark itself. */
  linesOfPage(birth: string, text: string): readonly string[] {
    return [...linesOf(text)].filter((line) => line === birth || this.#belongs.get(line) === birth);
  }

  /** A writer moves lines to the page with a birth mark. */
  rehome(lines: Iterable<string>, birth: string | null): void {
    for (const line of lines) this.#belongs.set(line, birth ?? '');
  }

  /** A writer takes a line out of a page: no sync may bring it back to that place. */
  takeOut(line: string, place: string): void {
    this.retire(line);
    this.#takenOut.set(line, place);
  }

  /** A person has brought these lines back somewhere, so that a sync may bring them anywhere. */
  bringBack(lines: Iterable<string>): void {
    for (const line of lines) this.#takenOut.delete(line);
  }

  /** A sync may bring back what was taken out, but for these lines. */
  forgetTakenOut(but: ReadonlySet<string>): void {
    for (const line of this.#takenOut.keys()) if (!but.has(line)) this.#takenOut.delete(line);
  }

  /** Of these lines, those that a writer took out in a place. */
  takenOutOf(lines: Iterable<string>, place: string): readonly string[] {
    return [...lines].filter((line) => this.#takenOut.get(line) === place);
  }

  /** A writer takes lines back that nobody has merged: a change request may not bring them to the readers. */
  takeBack(lines: Iterable<string>): void {
    for (const line of lines) {
      this.retire(line);
      this.#takenBack.add(line);
    }
  }

  /** A writer takes a page as it was before these lines. These lines may be merged already, or only before the writer's next sync. */
  goBack(lines: Iterable<string>): void {
    for (const line of lines) this.#wentBack.add(line);
  }

  /** A writer puts lines aside, goes on without them, and takes them up again some time. */
  putAside(lines: Iterable<string>): void {
    for (const line of lines) this.#putAside.add(line);
  }

  /** Of these lines, those that a writer once put aside. */
  putAsideOf(lines: Iterable<string>): readonly string[] {
    return [...lines].filter((line) => this.#putAside.has(line));
  }

  /** Of these lines, those before which a writer went back. */
  wentBackOf(lines: Iterable<string>): readonly string[] {
    return [...lines].filter((line) => this.#wentBack.has(line));
  }

  /** The lines and births in some texts. */
  linesIn(texts: Iterable<string>): ReadonlySet<string> {
    return new Set([...texts].flatMap((text) => [...linesOf(text)]));
  }

  /** What people took back, of these lines. */
  takenBackOf(lines: Iterable<string>): readonly string[] {
    return [...lines].filter((line) => this.#takenBack.has(line));
  }

  /** A writer deletes a page, with all that this writer ever wrote into it, merged by now or not. */
  retirePage(
    { text, birth }: { readonly text: string; readonly birth: string | null },
    author: string,
  ): void {
    this.retire(text);
    for (const [token, page] of this.#belongs)
      if (page === birth && token.includes(`-by-${author}-in-`)) this.#belongs.delete(token);
  }

  /** What was in some texts and is in none of the others was taken away. */
  retireGone(before: Iterable<string>, after: Iterable<string>): void {
    const left = new Set([...after].flatMap((text) => [...linesOf(text)]));
    for (const text of before) for (const line of linesOf(text)) if (!left.has(line)) this.retire(line);
  }

  /** The birth marks in some texts of pages that nobody has taken away. */
  birthsIn(texts: Iterable<string>): ReadonlySet<string> {
    return new Set([...texts].flatMap((text) => [...linesOf(text)].filter((line) => this.#births.has(line))));
  }

  /** What is wrong with pages that should hold every line once, and where it belongs; empty when nothing is. */
  faults(pages: Iterable<string>, where: string): string[] {
    const count = new Map<string, number>();
    const home = new Map<string, readonly string[]>();
    for (const text of pages) {
      const lines = [...linesOf(text)];
      const births = lines.filter((line) => this.#births.has(line));
      for (const line of lines) {
        count.set(line, (count.get(line) ?? 0) + 1);
        home.set(line, births);
      }
    }
    const faults: string[] = [];
    for (const birth of this.#births) {
      const found = count.get(birth) ?? 0;
      if (found !== 1) faults.push(`the page ${birth} is ${found} times ${where}`);
    }
    for (const [token, birth] of this.#belongs) {
      const found = count.get(token) ?? 0;
      if (found !== 1) faults.push(`${token} is ${found} times ${where}`);
      else if (this.#births.has(birth) && !this.#isHome(home.get(token) ?? [], birth))
        faults.push(`${token} is not in its page ${birth} ${where}`);
    }
    return faults;
  }

  /** Whether a page with these marks is the one with this mark, and no other page was joined with it. */
  #isHome(births: readonly string[], birth: string): boolean {
    return births.includes(birth) && births.every((each) => this.#firstOf(each) === this.#firstOf(birth));
  }

  /** Lines that are more than once in some texts, be they taken away or not. */
  doubles(pages: Iterable<string>, where: string): string[] {
    const count = new Map<string, number>();
    for (const text of pages) for (const line of linesOf(text)) count.set(line, (count.get(line) ?? 0) + 1);
    return [...count].flatMap(([line, times]) => (times > 1 ? [`${line} is ${times} times ${where}`] : []));
  }
}

/** Lines by which people's words are known. */
function* linesOf(text: string): Generator<string> {
  for (const each of text.split('\n')) {
    const trimmed = each.trim();
    const [, line] = /^(?:description: )?((?:said|born)-\S+\.)$/u.exec(trimmed) ?? [];
    if (line !== undefined) yield line;
  }
}
