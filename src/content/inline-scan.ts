import { foldLabel, type LinkKind, type ScannedLink, type ScanSink } from './scan-values.ts';
import { decodeEntities } from './title.ts';

/** A block's text, and where it is in the page. `offsets` is for a text that is joined from several lines. */
export interface InlineSource {
  start: number;
  text: string;
  offsets: readonly { at: number; offset: number }[] | null;
}

// Neither `i` nor `u`: this pattern reads every character of every page, and is several times faster without.
const special = /\\[\s\S]|`+|<|!?\[|\]|\{%|\$\$|[hH][tT][tT][pP][sS]?:\/\//g;
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/iuy;
const codeElement = /^<(\/?)(?:code|kbd|samp|tt)[\s>]/iu;
const comment = /<!--(?:-?>|[\s\S]*?(?:-->|$))/uy;
/** Instructions, declarations and raw characters, as HTML may hold them. Longer ones are text, so that hostile ones cost no time. */
const instruction = /<(?:\?[\s\S]{0,4096}?\?>|![a-z][^>]{0,4096}>|!\[CDATA\[[\s\S]{0,4096}?\]\]>)/iuy;
const htmlTag =
  /<\/?([a-z][a-z\d-]*)((?:\s+[a-z_:@][\w.:@-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*)\s*\/?>/iuy;
const attribute = /([a-z_:@][\w.:@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/giu;
const templateTag = /\{%[ \t]*([@\w/-]+)([^%]*(?:%(?!\})[^%]*)*)%\}/uy;
const definition =
  /^\[((?:[^\[\]\\]|\\[\s\S])+)\]:[ \t]*\n?[ \t]*(?:<([^<>\n]*)>|((?!<)\S+))(?!\S)(?:[ \t]*(?:\n[ \t]*)?(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?:\n|$)/u;

interface Opener {
  at: number;
  image: boolean;
  /** How many links were found before this bracket. */
  links: number;
}

/** Open brackets. Those below `dead` already hold a link, so they cannot become links. */
interface Openers {
  stack: Opener[];
  dead: number;
}

/** Scans a block's text for links. A paragraph (`definitions`) may begin with link definitions. */
export function scanInline(source: InlineSource, sink: ScanSink, definitions = false): void {
  const { text } = source;
  const openers: Openers = { stack: [], dead: 0 };
  let tickRuns: Map<number, number[]> | null = null;
  let codeDepth = 0;
  special.lastIndex = definitions ? scanDefinitions(source, sink) : 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    const [found] = match;
    const character = found.charAt(0);
    let next = at + found.length;
    if (character === '`') {
      tickRuns ??= runsOf(text);
      next = codeSpanEnd(tickRuns, found.length, at, next);
    } else if (character === '<') {
      next = scanAngle(source, at, sink);
      const element = codeElement.exec(text.slice(at, Math.min(next, at + 8)));
      if (element !== null) codeDepth = Math.max(0, codeDepth + (element[1] === '/' ? -1 : 1));
    } else if (character === '{') next = scanTag(source, at, sink);
    else if (character === '$') next = formulaEnd(text, at);
    else if (character === '[' || character === '!')
      openers.stack.push({ at, image: character === '!', links: sink.links.length });
    else if (character === ']') next = closeBracket(source, at, openers, sink);
    else if (character === 'h' || character === 'H') {
      const before = sink.links.length;
      next = bareUrl(source, at, sink);
      const url = sink.links[before];
      if (codeDepth > 0 && url !== undefined) url.isCode = true;
    }
    special.lastIndex = next;
    // Each step sets `lastIndex`, because the patterns are shared and a nested call may have moved it.
  }
}

/** The offset in the page of a place in a block's text. */
function offsetIn({ start, offsets }: InlineSource, at: number): number {
  if (offsets === null) return start + at;
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const line = offsets[low];
  return line === undefined ? start + at : line.offset + at - line.at;
}

/** Says whether a paragraph holds link definitions and nothing else. */
export function isDefinitions(text: string): boolean {
  if (!text.startsWith('[')) return false;
  return scanDefinitions({ start: 0, text, offsets: null }, { links: [], labels: [] }) === text.length;
}

/** Reads the definitions at the beginning of a text; returns where they end. */
function scanDefinitions(source: InlineSource, sink: Pick<ScanSink, 'links' | 'labels'>): number {
  const { text } = source;
  let from = 0;
  while (text.startsWith('[', from) && !text.startsWith('[^', from)) {
    const match = definition.exec(text.slice(from));
    if (match === null || (match[1] ?? '').trim() === '') break;
    const [whole, label = '', angled, plain] = match;
    const raw = angled ?? plain ?? '';
    if (angled === undefined && plainEnd(`${raw} `, 0) !== raw.length) break;
    const lead = whole.indexOf(raw, label.length + 3);
    const start = offsetIn(source, from + lead);
    sink.labels.push(foldLabel(label));
    sink.links.push({
      kind: 'definition',
      form: angled === undefined ? 'plain' : 'angle',
      raw,
      start,
      end: start + raw.length,
    });
    from += whole.length;
  }
  return from;
}

/** The end of a formula, which is on one line; without a formula, the end of the mark. */
function formulaEnd(text: string, at: number): number {
  const close = text.indexOf('$$', at + 2);
  if (close < 0) return at + 2;
  const formula = text.slice(at + 2, close);
  return formula.trim() === '' || formula.includes('\n') ? at + 2 : close + 2;
}

/** Where each run of backticks begins, by length, so that finding a closing run takes one step. */
function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/gu)) {
    const { length } = match[0];
    const list = runs.get(length);
    if (list === undefined) runs.set(length, [match.index]);
    else list.push(match.index);
  }
  return runs;
}

function codeSpanEnd(runs: ReadonlyMap<number, number[]>, length: number, at: number, next: number): number {
  const list = runs.get(length);
  if (list === undefined) return next;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const closing = list[low];
  return closing === undefined ? next : closing + length;
}

function scanAngle(source: InlineSource, at: number, sink: ScanSink): number {
  const { text } = source;
  comment.lastIndex = at;
  const remark = text.startsWith('<!--', at) ? comment.exec(text) : null;
  if (remark !== null) {
    const end = at + remark[0].length;
    sink.comments.push({ start: offsetIn(source, at), end: offsetIn(source, end) });
    return end;
  }
  autolink.lastIndex = at;
  const url = autolink.exec(text)?.[1];
  if (url !== undefined) {
    const start = offsetIn(source, at + 1);
    sink.links.push({ kind: 'autolink', form: 'angle', raw: url, start, end: start + url.length });
    return at + url.length + 2;
  }
  instruction.lastIndex = at;
  const instructed = instruction.exec(text)?.[0];
  if (instructed !== undefined) return at + instructed.length;
  htmlTag.lastIndex = at;
  const tag = htmlTag.exec(text);
  if (tag === null) return at + 1;
  scanAttributes(tag, source, sink);
  if (/^summary$/iu.test(tag[1] ?? '') && tag[0][1] !== '/') takeSummary(text, at + tag[0].length, sink);
  return at + tag[0].length;
}

function takeSummary(text: string, from: number, sink: ScanSink): void {
  const rest = text.slice(from, from + 2000);
  const end = rest.search(/<\/summary>/iu);
  if (end >= 0) sink.summaries.push(rest.slice(0, end));
}

const sourceElements = new Set(['img', 'source', 'video', 'audio', 'iframe', 'embed', 'track', 'picture']);

function scanAttributes(tag: RegExpExecArray, source: InlineSource, sink: ScanSink): void {
  const [whole, name = '', attributes = ''] = tag;
  if (attributes === '') return;
  const element = name.toLowerCase();
  const base = tag.index + 1 + (whole[1] === '/' ? 1 : 0) + name.length;
  for (const match of attributes.matchAll(attribute)) {
    const raw = match[2] ?? match[3] ?? match[4] ?? '';
    const role = raw === '' ? null : roleOf(element, match[1]?.toLowerCase() ?? '');
    if (role === null) continue;
    const quote = match[4] === undefined ? 1 : 0;
    const start = offsetIn(source, base + match.index + match[0].length - quote - raw.length);
    if (role === 'id') sink.ids.push({ id: decodeEntities(raw), start });
    else if (role === 'srcset') scanSourceSet(raw, start, sink);
    else push(sink, role, raw, start);
  }
}

/** The role of an element's attribute for links: a target for links (`id`), or a link itself. */
function roleOf(element: string, attribute: string): 'id' | 'href' | 'src' | 'srcset' | null {
  switch (attribute) {
    case 'id':
    case 'href':
    case 'srcset':
      return attribute;
    case 'name':
      return element === 'a' ? 'id' : null;
    case 'src':
    case 'poster':
      return sourceElements.has(element) ? 'src' : null;
    case 'data':
      return element === 'object' ? 'src' : null;
    default:
      return null;
  }
}

function push(sink: ScanSink, kind: LinkKind, raw: string, start: number): void {
  sink.links.push({ kind, form: 'attribute', raw, start, end: start + raw.length });
}

function scanSourceSet(raw: string, start: number, sink: ScanSink): void {
  // File names may have spaces and commas, and a single candidate is the usual case on disk.
  if (!/\s\d+(?:\.\d+)?[wx]\s*(?:,|$)/u.test(raw)) {
    push(sink, 'src', raw, start);
    return;
  }
  for (const match of raw.matchAll(/\s*(\S[^,]*?)\s+\d+(?:\.\d+)?[wx]\s*(?:,|$)/gu)) {
    const url = match[1] ?? '';
    push(sink, 'src', url, start + match.index + match[0].indexOf(url));
  }
}

const tagTargets: Readonly<Record<string, { kind: LinkKind; attribute: string }[]>> = {
  'content-ref': [{ kind: 'content-ref', attribute: 'url' }],
  'page-ref': [{ kind: 'content-ref', attribute: 'page' }],
  embed: [{ kind: 'embed', attribute: 'url' }],
  file: [{ kind: 'file', attribute: 'src' }],
  openapi: [{ kind: 'openapi', attribute: 'src' }],
  swagger: [{ kind: 'openapi', attribute: 'src' }],
};

const apiTag = /^(?:openapi|swagger)/u;

const maxTagLength = 4096;

function scanTag(source: InlineSource, at: number, sink: ScanSink): number {
  const { text } = source;
  const close = text.slice(at, at + maxTagLength).indexOf('%}');
  templateTag.lastIndex = at;
  const match = close < 0 ? null : templateTag.exec(text);
  if (match === null) return at + 2;
  const [whole, name = '', attributes = ''] = match;
  sink.tags.add(name);
  if (name === 'update') sink.updates.push({ tag: name, attributes, start: offsetIn(source, at) });
  if (apiTag.test(name)) sink.apiBlocks.push({ tag: name, attributes, start: offsetIn(source, at) });
  const base = at + whole.length - 2 - attributes.length;
  if (name === 'include') {
    const path = /^\s*"([^"]*)"/u.exec(attributes);
    if (path?.[1] !== undefined)
      push(sink, 'include', path[1], offsetIn(source, base + path[0].length - 1 - path[1].length));
    return at + whole.length;
  }
  for (const { kind, attribute: wanted } of tagTargets[name] ?? []) {
    const value = new RegExp(`(?:^|\\s)${wanted}="([^"]*)"`, 'u').exec(attributes);
    const raw = value?.[1];
    if (value === null || raw === undefined || raw === '') continue;
    push(sink, kind, raw, offsetIn(source, base + value.index + value[0].length - 1 - raw.length));
  }
  return at + whole.length;
}

/** Makes a link of a closing bracket and the text around it, where they form a link; returns where to go on. */
function closeBracket(source: InlineSource, at: number, openers: Openers, sink: ScanSink): number {
  const { text } = source;
  const opener = openers.stack.pop();
  if (opener === undefined) return at + 1;
  const dead = openers.stack.length < openers.dead && !opener.image;
  openers.dead = Math.min(openers.dead, openers.stack.length);
  if (dead) return at + 1;
  const target = text[at + 1] === '(' ? destinationAt(text, at + 2) : null;
  if (target === null) {
    const blank = blankTargetAt(text, opener, at);
    if (blank !== null) {
      const start = offsetIn(source, at + 2);
      sink.blankTargets.push({ label: blank, start, end: start + blank.length });
    }
    const reference = referenceAt(text, opener, at);
    if (reference !== null) {
      const start = offsetIn(source, reference.at);
      sink.references.push({ label: reference.label, start, end: start + reference.label.length });
    }
    return at + 1;
  }
  if (opener.image || opener.links < sink.links.length) {
    // Nothing inside an image's description is a link, and a bare URL in a link's text belongs to that link.
    const inside = sink.links.splice(opener.links);
    if (!opener.image) sink.links.push(...inside.filter((link) => link.kind !== 'autolink'));
    else sink.links.push(...inside.filter((link) => link.kind === 'image'));
  }
  const start = offsetIn(source, target.start);
  const link: ScannedLink = {
    kind: opener.image ? 'image' : 'link',
    form: target.angle ? 'angle' : 'plain',
    raw: text.slice(target.start, target.end),
    start,
    end: start + target.end - target.start,
  };
  sink.links.push(link);
  if (!opener.image) openers.dead = openers.stack.length;
  return target.after;
}

/** Longer references are not read, so that hostile brackets cost no time. */
const maxReferenceText = 1000;
const referenceLabel = /\[((?:[^[\]\\\n]|\\[^\n])*)\](?![[(])/uy;

/**
 * The label that the brackets from `opener` to `at` name, when they are certainly meant as a link: `grid[row][column]`, `[1][2]`
 * and adjacent notes are text.
 */
function referenceAt(text: string, opener: Opener, at: number): { label: string; at: number } | null {
  if (text[at + 1] !== '[' || at - opener.at > maxReferenceText) return null;
  referenceLabel.lastIndex = at + 1;
  const written = referenceLabel.exec(text)?.[1];
  if (written === undefined || written.startsWith('^')) return null;
  const from = opener.at + (opener.image ? 2 : 1);
  const words = text.slice(from, at);
  if (/[\p{L}\p{N}_\])]/u.test(text[opener.at - 1] ?? '')) return null;
  if (!opener.image && !/^[^\p{L}"'^]*\p{L}/u.test(words)) return null;
  if (written.trim() !== '') return words.length + written.length < 3 ? null : { label: written, at: at + 2 };
  return /[[\]\n]/u.test(words) ? null : { label: words, at: from };
}

const maxBlankTarget = 300;
const blankTarget = /\(([^\s<>()"'][^<>()"'\n]*(?:\([^<>()"'\n]*\)[^<>()"'\n]*)*)\)/uy;
/** The endings of files that pages show or link to. Without one of them, words in brackets after brackets may be meant as they are. */
const fileEnding =
  /\.(?:md|markdown|html?|png|jpe?g|gif|svg|webp|avif|ico|pdf|mp[34]|webm|mov|zip|gz|docx?|xlsx?|pptx?|csv|txt|json|ya?ml)(?:#\S*)?$/iu;

/** The address after the brackets from `opener` to `at`, when it certainly names a file and only its blanks make it no link. */
function blankTargetAt(text: string, opener: Opener, at: number): string | null {
  if (text[at + 1] !== '(') return null;
  if (!opener.image && /[\p{L}\p{N}_\])]/u.test(text[opener.at - 1] ?? '')) return null;
  blankTarget.lastIndex = at + 1;
  const written = blankTarget.exec(text.slice(0, at + maxBlankTarget))?.[1]?.trimEnd();
  if (written === undefined || !/\s/u.test(written) || !fileEnding.test(written)) return null;
  return /^[a-z][a-z\d+.-]*:(?!\/\/)/iu.test(written) ? null : written;
}

interface Destination {
  start: number;
  end: number;
  angle: boolean;
  after: number;
}

const spaces = /[ \t]*\n?[ \t]*/uy;
const angled = /<((?:[^<>\\\n]|\\[^\n])*)>/uy;
const linkTitle =
  /[ \t\n]+(?:"(?:[^"\\]|\\[\s\S]){0,1000}"|'(?:[^'\\]|\\[\s\S]){0,1000}'|\((?:[^()\\]|\\[\s\S]){0,1000}\))/uy;

/** The `target "title")` after a bracket; null for any other text. */
function destinationAt(text: string, at: number): Destination | null {
  const first = text.charCodeAt(at);
  if (first > 32 && first !== 60) {
    const end = plainEnd(text, at);
    if (end < 0) return null;
    if (text.charCodeAt(end) === 41) return { start: at, end, angle: false, after: end + 1 };
  }
  spaces.lastIndex = at;
  const start = at + (spaces.exec(text)?.[0].length ?? 0);
  angled.lastIndex = start;
  const inAngles = text[start] === '<' ? angled.exec(text)?.[1] : undefined;
  let end: number;
  let rest: number;
  if (inAngles !== undefined) {
    end = start + 1 + inAngles.length;
    rest = end + 1;
  } else {
    if (text[start] === '<') return null;
    end = plainEnd(text, start);
    if (end < 0) return null;
    rest = end;
  }
  linkTitle.lastIndex = rest;
  const title = rest > start ? linkTitle.exec(text) : null;
  if (title !== null) rest += title[0].length;
  spaces.lastIndex = rest;
  rest += spaces.exec(text)?.[0].length ?? 0;
  if (text[rest] !== ')') return null;
  return {
    start: inAngles === undefined ? start : start + 1,
    end,
    angle: inAngles !== undefined,
    after: rest + 1,
  };
}

const maxBrackets = 32;

function isPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

function plainEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += isPunctuation(text.charCodeAt(at + 1)) ? 1 : 0;
    else if (code === 40) {
      depth += 1;
      if (depth > maxBrackets) return -1;
    } else if (code === 41) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (code <= 32) return depth === 0 ? at : -1;
  }
  return -1;
}

const urlBody = /https?:\/\/[^\s<]{0,2048}/iuy;

/** A bare URL in the text. GitHub's rule decides which punctuation at the end belongs to the sentence. */
function bareUrl(source: InlineSource, at: number, sink: ScanSink): number {
  const { text } = source;
  const before = text[at - 1];
  urlBody.lastIndex = at;
  const whole = urlBody.exec(text)?.[0] ?? '';
  if (before !== undefined && /[\p{L}\p{N}]/u.test(before)) return at + 4;
  let url = whole;
  const cut = /[\]`]|\{%/u.exec(url);
  if (cut !== null) url = url.slice(0, cut.index);
  for (let last = url.length; ; last = url.length) {
    url = url.replace(/[?!.,:*_~'"]+$/u, '').replace(/&[a-z\d]+;$/iu, '');
    if (url.endsWith(')') && count(url, ')') > count(url, '(')) url = url.slice(0, -1);
    if (url.length === last) break;
  }
  if (!/^https?:\/\/[\p{L}\p{N}-]+(?:\.|:|\/|$)/iu.test(url)) return at + 4;
  const start = offsetIn(source, at);
  sink.links.push({ kind: 'autolink', form: 'plain', raw: url, start, end: start + url.length });
  return at + url.length;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

const preEnd = /<\/pre>/giu;

/** Scans a block of HTML: attributes and tags only. Comments and the content of `<pre>` have no links. */
export function scanHtml(text: string, start: number, sink: ScanSink): void {
  const source: InlineSource = { start, text, offsets: null };
  const opening = /<|\{%/gu;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const at = match.index;
    if (match[0] === '{%') opening.lastIndex = scanTag(source, at, sink);
    else if (/^<pre[\s>]/iu.test(text.slice(at, at + 5))) {
      preEnd.lastIndex = at;
      opening.lastIndex = preEnd.exec(text) === null ? text.length : preEnd.lastIndex;
    } else opening.lastIndex = scanAngle(source, at, sink);
  }
}
