/**
 * Writes a ZenUML diagram, which looks like a program, as a mermaid sequence diagram, which the drawing library reads. `unread` is the
 * first thing that is not understood.
 */
export function sequenceOf(
  source: string,
): { readonly text: string; readonly title: string } | { readonly unread: string } {
  return new Translation(source).text();
}

const name = String.raw`(?:"[^"\n]*"|[\p{L}_][\p{L}\p{N}_-]*(?<!-))`;
const form = (pattern: string): RegExp => new RegExp(pattern, 'yu');
const forms = {
  blank: /(?:\s|;)+/y,
  comment: /\/\/[ \t]*([^\n]*)/y,
  title: /title[ \t]+([^\n]*)/y,
  starter: form(`@(?:Starter|starter)\\s*\\(\\s*(${name})?\\s*\\)`),
  reply: /@(?:return|reply)\b/iy,
  // `@Actor Alice`, `<<service>> Alice`, `Alice as "A"`, `Alice #ff0000`, or the name alone on its line.
  participant: form(
    `(?:@(\\w+)[ \\t]+)?(?:<<[^>\\n]*>>[ \\t]*)?(${name})(?:[ \\t]+as[ \\t]+(${name}))?(?:[ \\t]+\\d+)?(?:[ \\t]+#\\w+)?[ \\t]*(?=\\r?\\n|//|$)`,
  ),
  group: /group\b[ \t]*(?:"[^"\n]*"|[^{\n]*?)[ \t]*\{([^{}]*)\}/y,
  divider: /==+[ \t]*([^=\n]*?)[ \t]*==+/y,
  block:
    /(if|while|for|forEach|foreach|loop|opt|par|critical|section|frame|try)\b[ \t]*(?:\(([^\n]*?)\))?[ \t]*\{/y,
  next: /\}\s*(else[ \t]+if|else|catch|finally)\b[ \t]*(?:\(([^\n]*?)\))?\s*\{/y,
  end: /\}/y,
  returned: /return\b\s*([^\n;}]*)/y,
  message: form(`(${name})[ \\t]*(-->|->)[ \\t]*(${name})[ \\t]*:[ \\t]*([^\\n]*)`),
  creation: form(
    `(?:(?:[\\w<>]+[ \\t]+)?([\\w]+)[ \\t]*=[ \\t]*)?new[ \\t]+(${name})[ \\t]*(\\([^\\n()]*\\))?[ \\t]*(\\{)?`,
  ),
  call: form(
    `(?:(?:[\\w<>]+[ \\t]+)?(\\w+)[ \\t]*=[ \\t]*)?(?:await[ \\t]+)?(?:(${name})[ \\t]*->[ \\t]*)?(?:(${name})\\.)?("[^"\\n]*"|[\\w.]+(?:[ \\t]*\\((?:[^\\n()]|\\([^()\\n]*\\))*\\)(?:\\.\\w+)?)*)[ \\t]*(\\{)?`,
  ),
};

/** The blocks of a sequence diagram for the words that open them. */
const blocks: Readonly<Record<string, string>> = {
  if: 'alt',
  try: 'alt',
  opt: 'opt',
  par: 'par',
  critical: 'critical',
  section: 'opt',
  frame: 'opt',
};

/** The name of who starts where the source does not say it: a figure without words. */
const noWords = '\u200b';

interface Open {
  /** A call, whose receiver answers and calls further; else a block of the drawing. */
  readonly call: { readonly from: string; readonly to: string; readonly result: string } | undefined;
  readonly word: string;
  /** The number of lines before the block's first statement. */
  readonly start: number;
}

class Translation {
  readonly #source: string;
  readonly #lines: string[] = [];
  /** What the drawing calls each participant, with its words. */
  readonly #participants = new Map<string, { readonly id: string; words: string; isActor: boolean }>();
  readonly #open: Open[] = [];
  #starter = '';
  #notes: string[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source.replace(/^\s*zenuml\b/, '');
  }

  text(): { readonly text: string; readonly title: string } | { readonly unread: string } {
    let heading = '';
    for (;;) {
      this.#take(forms.blank);
      if (this.#at >= this.#source.length) break;
      const start = this.#at;
      const title = this.#take(forms.title);
      if (title) heading = title[1]?.trim() ?? '';
      else if (!this.#statement()) return { unread: this.#source.slice(start).split('\n')[0]?.trim() ?? '' };
    }
    if (this.#open.length > 0 || this.#participants.size === 0)
      return { unread: this.#open.at(-1)?.word ?? 'zenuml' };
    const people = [...this.#participants.values()].map(
      ({ id, words, isActor }) => `${isActor ? 'actor' : 'participant'} ${id} as ${words}`,
    );
    return { text: ['sequenceDiagram', ...people, ...this.#lines].join('\n'), title: heading };
  }

  #statement(): boolean {
    const comment = this.#take(forms.comment);
    if (comment) {
      this.#notes.push((comment[1] ?? '').replace(/(\*\*|__)(.+?)\1/g, '$2').trim());
      return true;
    }
    if (this.#readEnd()) return true;
    const around = this.#open.at(-1);
    // Each statement of a `par` block runs at the same time as the others, so each begins a branch of its own.
    if (around && !around.call && around.word === 'par' && this.#lines.length > around.start)
      this.#lines.push('and');
    return this.#readBlock() || this.#readDeclaration() || this.#readMessage();
  }

  #readDeclaration(): boolean {
    const starter = this.#take(forms.starter);
    if (starter) this.#starter = this.#idOf(starter[1] ?? '');
    const group = starter ? null : this.#take(forms.group);
    for (const [member] of (group?.[1] ?? '').matchAll(new RegExp(name, 'gu'))) this.#idOf(member);
    const divider = starter || group ? null : this.#take(forms.divider);
    if (divider) this.#notes.push(divider[1] ?? '');
    if (starter || group || divider) return true;
    const [whole, kind, written = '', alias] = this.#peek(forms.participant) ?? [];
    if (whole === undefined || written === 'return') return false;
    this.#at += whole.length;
    this.#idOf(written, alias === undefined ? undefined : plain(alias), kind?.toLowerCase() === 'actor');
    this.#notes = [];
    return true;
  }

  #readMessage(): boolean {
    const returned = this.#take(forms.returned);
    if (returned) {
      const call = [...this.#open].reverse().find((each) => each.call)?.call;
      return this.#send(call?.to ?? this.#caller(), call?.from ?? this.#caller(), '-->>', returned[1] ?? '');
    }
    const isReply = this.#take(forms.reply) !== null;
    if (isReply) this.#take(forms.blank);
    const message = this.#take(forms.message);
    if (!message) return !isReply && (this.#readCreation() || this.#readCall());
    const [, from = '', arrow, to = '', words = ''] = message;
    if (this.#starter === '') this.#starter = this.#idOf(from);
    return this.#send(this.#idOf(from), this.#idOf(to), isReply || arrow === '-->' ? '-->>' : '-)', words);
  }

  #readCreation(): boolean {
    const creation = this.#take(forms.creation);
    if (!creation) return false;
    const [, result = '', made = '', values = '()', brace] = creation;
    const from = this.#caller();
    return this.#call({ from, to: this.#idOf(made), result }, `«create» ${values}`, brace !== undefined);
  }

  #readCall(): boolean {
    const [whole = '', result = '', written, receiver, method = '', brace] = this.#peek(forms.call) ?? [];
    if (receiver === undefined && !method.includes('(')) return false;
    this.#at += whole.length;
    const from = written === undefined ? this.#caller() : this.#idOf(written);
    if (this.#starter === '') this.#starter = from;
    const to = receiver === undefined ? from : this.#idOf(receiver);
    return this.#call({ from, to, result }, plain(method), brace !== undefined);
  }

  #call(call: NonNullable<Open['call']>, words: string, isOpen: boolean): boolean {
    this.#send(call.from, call.to, '->>', words);
    if (isOpen) this.#open.push({ call, word: words, start: this.#lines.length });
    else if (call.result !== '') this.#send(call.to, call.from, '-->>', call.result);
    return true;
  }

  #readBlock(): boolean {
    const next = this.#open.at(-1)?.call ? null : this.#take(forms.next);
    if (next && this.#open.length > 0) {
      const [, word = '', condition = ''] = next;
      const label = word.startsWith('else') ? condition : `${word} ${condition}`.trim();
      this.#lines.push(`else ${label || 'else'}`);
      return true;
    }
    const opened = this.#take(forms.block);
    if (!opened) return false;
    const [, word = '', condition = ''] = opened;
    const block = blocks[word] ?? 'loop';
    this.#lines.push(`${block} ${condition || (word === 'try' ? 'try' : '')}`.trim());
    this.#open.push({ call: undefined, word, start: this.#lines.length });
    return true;
  }

  #readEnd(): boolean {
    const last = this.#open.at(-1);
    if (!last || this.#peek(forms.end) === null || (!last.call && this.#peek(forms.next) !== null))
      return false;
    this.#take(forms.end);
    this.#open.pop();
    if (!last.call) this.#lines.push('end');
    else if (last.call.result !== '') this.#send(last.call.to, last.call.from, '-->>', last.call.result);
    return true;
  }

  /** Who calls at this place: the receiver of the call around it, or who starts. */
  #caller(): string {
    const around = [...this.#open].reverse().find(({ call }) => call)?.call?.to;
    if (around !== undefined) return around;
    if (this.#starter === '') this.#starter = this.#idOf('', noWords, true);
    return this.#starter;
  }

  #send(from: string, to: string, arrow: string, words: string): boolean {
    this.#lines.push(...this.#takeNotes(from), `${from}${arrow}${to}: ${words.trim() || '…'}`);
    return true;
  }

  #takeNotes(over: string): string[] {
    const notes = this.#notes.filter((note) => note !== '');
    this.#notes = [];
    return notes.map((note) => `Note over ${over}: ${note}`);
  }

  #idOf(written: string, words?: string, isActor = false): string {
    const known = this.#participants.get(written);
    if (known) {
      known.words = words ?? known.words;
      known.isActor ||= isActor;
      return known.id;
    }
    const id = `p${this.#participants.size}`;
    this.#participants.set(written, { id, words: words ?? plain(written), isActor });
    return id;
  }

  #peek(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const match = this.#peek(pattern);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}

function plain(written: string): string {
  return written.replace(/^"(.*)"$/, '$1');
}
