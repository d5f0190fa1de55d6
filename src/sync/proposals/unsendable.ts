import {
  decodeText,
  findFrontMatterInText,
  findConflictMarkers,
  findEncodingFault,
  isMarkdownPath,
  lineWithQuotes,
  readFrontMatter,
  splitFrontMatter,
  unsafeReason,
} from '../../content/index.ts';
import type { EncodingFault, FrontMatterReading } from '../../content/index.ts';
import { contentBodyLimit, largestContentFile } from '../../contract/index.ts';
import type { RefusedReason } from '../../files/port.ts';
import { inFolder } from '../mirror/tip.ts';
import type { Problem, UnsendableCause } from '../report.ts';
import { fingerprint, fingerprintOfMarkers } from '../state/allowed.ts';
import { pointedContent } from '../versions/lfs-pointer.ts';
import { findSecrets } from './secrets.ts';

/**
 * A file whose content cannot be sent. It counts neither as an edit nor as a new or deleted page, what was sent of it before
 * stays as it is, and the other edits of its space are sent.
 */
export interface Unsendable {
  /** The path in the space's folder. */
  readonly path: string;
  readonly cause: UnsendableCause;
  readonly line: number | null;
  /** The rest of a sentence that begins with the path. */
  readonly why: string;
  readonly hint: string;
  /** The fingerprint by which a person lets the file pass; null: nobody can. */
  readonly allow: string | null;
}

/** What a check needs besides a file's bytes. */
export interface SendingRules {
  /** The space's folder. */
  readonly folder: string;
  /** Fingerprints that a person lets pass. */
  readonly allowed: ReadonlySet<string>;
  /** The service's message when it refused this very content; null: it did not refuse it. */
  readonly refusal: (path: string, bytes: Uint8Array) => string | null;
  /** The path of the table of contents in the folder, where it is known. */
  readonly contents?: string;
}

type Finding = Omit<Unsendable, 'path'>;
interface CheckedFile extends SendingRules {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Why the content of a file cannot be sent; null when it can. All causes are in this one list, the gravest first. */
export function findUnsendable(path: string, bytes: Uint8Array, rules: SendingRules): Unsendable | null {
  for (const find of finders) {
    const finding = find({ path, bytes, ...rules });
    if (finding !== null) return { path, ...finding };
  }
  return null;
}

const finders: readonly ((file: CheckedFile) => Finding | null)[] = [
  ({ path, bytes }) => {
    if (!isText(path)) return bytes.length > largestContentFile ? tooLarge(largestContentFile) : null;
    // In a JSON string, a character takes six bytes at most.
    if (bytes.length * 6 < largestPage || jsonSize(new TextDecoder().decode(bytes)) <= largestPage)
      return null;
    return tooLarge(largestPage);
  },
  ({ bytes }) => (pointedContent(bytes) === null ? null : pointerFinding),
  ({ path, bytes, folder, contents }) =>
    isText(path) ? encodingFinding(inFolder(folder, path), bytes, path === contents) : null,
  ({ path, bytes, allowed }) => {
    if (!isText(path)) return null;
    const markers = findConflictMarkers(new TextDecoder().decode(bytes));
    const [first] = markers;
    const allow = fingerprintOfMarkers(path, markers);
    if (!first || allowed.has(allow)) return null;
    return {
      cause: 'markers',
      line: first.line,
      why: `line ${first.line} is a conflict marker (${first.text.slice(0, 7)})`,
      hint: `Choose between the two texts and take the markers out, or let them pass with --allow ${allow}.`,
      allow,
    };
  },
  ({ bytes, allowed }) => {
    const finding = findSecrets(decodeText(bytes) ?? '').find(({ sha }) => !allowed.has(sha));
    if (!finding) return null;
    const { kind, line, sha } = finding;
    return {
      cause: 'secret',
      line,
      why: `line ${line} holds what looks like ${/^[AEIO]/u.test(kind) ? 'an' : 'a'} ${kind}`,
      hint: `Take it out of the page, or let it pass with --allow-secret ${sha}.`,
      allow: sha,
    };
  },
  ({ path, bytes, refusal }) => {
    const said = refusal(path, bytes);
    return said === null ? null : refusedByService(said);
  },
  ({ path, bytes, folder, allowed }) => {
    const text = isMarkdownPath(path) ? (decodeText(bytes) ?? '') : '';
    const reading = readFrontMatter(text);
    const allow = fingerprint([path, splitFrontMatter(text).yaml ?? '', 'front-matter']);
    if (allowed.has(allow)) return null;
    const below = findFrontMatterInText(text);
    if (below !== null) return frontMatterInText(below.line, { whole: inFolder(folder, path), allow });
    if (reading.outcome !== 'invalid') return null;
    return unreadableFrontMatter({ reading, whole: inFolder(folder, path), text, allow });
  },
  ({ path, folder }) => {
    const reason = unsafeReason(inFolder(folder, path), { mayBeObeyed: true });
    return reason === null ? null : { ...nameFinding, why: `its path ${reason}` };
  },
];

const nameFinding = {
  cause: 'name',
  line: null,
  hint: 'Give it another name: other systems could not have this file, so no mirror would give the page this path.',
  allow: null,
} as const;

/** The service would show the front matter as words of the page, and the page would lose its `id`. */
function frontMatterInText(line: number, { whole, allow }: { whole: string; allow: string }): Finding {
  return {
    cause: 'front-matter',
    line,
    why: `its front matter begins in line ${line}, below other words, so it counts as a part of the text`,
    hint: `Move the words above line ${line} of ${whole} below the front matter, and save the file. If they are meant to be there, let it pass with --allow ${allow}.`,
    allow,
  };
}

/** The service would take nothing from such front matter, and would forget the description and icon that the page has there. */
function unreadableFrontMatter({
  reading: { line, message },
  whole,
  text,
  allow,
}: {
  reading: Extract<FrontMatterReading, { outcome: 'invalid' }>;
  whole: string;
  text: string;
  allow: string;
}): Finding {
  const quoted = lineWithQuotes(text, line);
  const mend =
    quoted === null
      ? `Mend line ${line} of ${whole}`
      : `A value with a colon needs quotes: write ${quoted} in line ${line} of ${whole}`;
  return {
    cause: 'front-matter',
    line,
    why: `line ${line}: ${message}, so the service would drop what the front matter says`,
    hint: `${mend}, and save the file. If the service may drop it, let it pass with --allow ${allow}.`,
    allow,
  };
}

const pointerFinding: Finding = {
  cause: 'pointer',
  line: null,
  why: 'it is a pointer of Git LFS, and its content is not here',
  hint: 'Run git lfs pull, which puts the content in its place. Tidemark reads files as they are, and runs no filters of git.',
  allow: null,
};

/** The largest page that a batch can carry; the rest of the limit is for what names the page. */
const largestPage = contentBodyLimit - 64 * 1024;

/** How many bytes a text takes in a request. */
export function jsonSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

export function refusedByService(said: string): Finding {
  return {
    cause: 'refused',
    line: null,
    why: `the service refuses it: ${said}`,
    hint: 'Change what the message names: the file stays local, and is sent again as soon as it is changed.',
    allow: null,
  };
}

/** The finding about a table of contents that says nothing any more; null when a person has said that this is meant. */
export function findEmptyContents(
  path: string,
  what: string,
  { folder, allowed }: Pick<SendingRules, 'folder' | 'allowed'>,
): Unsendable | null {
  const allow = fingerprint([path, 'gone']);
  if (allowed.has(allow)) return null;
  return {
    path,
    cause: 'contents',
    line: null,
    why: `${what}, so Tidemark sends no places of pages`,
    hint: `Put it back (git checkout docs/main -- ${quoted(inFolder(folder, path))}), or confirm that it is meant with --allow ${allow}: the pages then stay in the places that the service has.`,
    allow,
  };
}

/**
 * The finding about a second file of a page that this clone sent from that path, and that the mirror has at another path; null
 * when both files are meant.
 */
export function findPageTwice(
  path: string,
  other: string,
  { folder, allowed }: Pick<SendingRules, 'folder' | 'allowed'>,
): Unsendable | null {
  const allow = fingerprint([path, other, 'twice']);
  if (allowed.has(allow)) return null;
  const [mine, theirs] = [path, other].map((each) => inFolder(folder, each));
  return {
    path,
    cause: 'twice',
    line: null,
    why: `${theirs} is the same page, as docs/main has it`,
    hint: `Take into one of the two files what it lacks of the other, and delete the other one: without ${theirs}, the page moves to ${mine}. If you mean two pages, let it pass with --allow ${allow}.`,
    allow,
  };
}

/** What a person can do about a file or folder that may not be read. */
export const readableHint = 'Give this user the right to read it; the next sync goes on.';

/** The finding about a link, a pipe or another thing that is not an ordinary file, or that this user may not read. */
export function notAFile(path: string, reason: RefusedReason | 'link'): Unsendable {
  const [why, hint] =
    reason === 'unreadable'
      ? ['this user may not read it', readableHint]
      : [
          reason === 'link' ? 'it is a link' : `it is not an ordinary file (${reason})`,
          'Put an ordinary file in its place, or take it out of the folder.',
        ];
  return { path, cause: 'not-a-file', line: null, why, hint, allow: null };
}

/** Whether a file is read as text on both sides: pages, reusable contents, and the space's configuration. */
export function isText(path: string): boolean {
  return isMarkdownPath(path) || path.endsWith('.gitbook.yaml') || path.endsWith('.gitbook/vars.yaml');
}

function tooLarge(most: number): Finding {
  const megabytes = Math.floor(most / (1024 * 1024));
  return {
    cause: 'size',
    line: null,
    why: `it is larger than the ${megabytes} MB that the service takes`,
    hint: 'Divide it, or make it smaller.',
    allow: null,
  };
}

function encodingFinding(path: string, bytes: Uint8Array, isContents: boolean): Finding | null {
  const fault = findEncodingFault(bytes);
  if (fault === null) return null;
  const { line, byte, encoding, binary } = fault;
  const shown = `0x${byte.toString(16).padStart(2, '0')}`;
  const rest = { line, allow: null };
  if (encoding !== null) {
    const name = encoding === 'WINDOWS-1252' ? 'Latin-1 (Windows-1252)' : 'UTF-16';
    const where = encoding === 'WINDOWS-1252' ? `; line ${line} has the byte ${shown}` : '';
    return {
      ...rest,
      cause: 'encoding',
      why: `it is ${name}, not UTF-8${where}`,
      hint: `Save it as UTF-8 in your editor, or convert it, at the top of the repository: iconv -f ${iconvName(bytes, encoding)} -t UTF-8 ${quoted(path)} > converted && mv converted ${quoted(path)}`,
    };
  }
  if (byte === 0 && !binary)
    return {
      ...rest,
      cause: 'nul',
      why: `line ${line} has a NUL byte`,
      hint: 'Take the byte out in your editor; no page can hold it.',
    };
  return {
    ...rest,
    cause: 'encoding',
    why: binary
      ? `it is not text: line ${line} has the byte ${shown}`
      : `it is not UTF-8: line ${line} has the byte ${shown}`,
    hint: binary
      ? isContents
        ? `Put the table of contents back, at the top of the repository: git checkout -- ${quoted(path)}`
        : 'Give the file a name that fits its content, or take it out of the folder.'
      : `Write the character on line ${line} anew, and save the page as UTF-8.`,
  };
}

/** The encoding's name for iconv: with a byte order mark, UTF-16 tells its own byte order; without one, the name has to. */
function iconvName(bytes: Uint8Array, encoding: NonNullable<EncodingFault['encoding']>): string {
  const marked = encoding !== 'WINDOWS-1252' && (bytes[0] === 0xff || bytes[0] === 0xfe);
  return marked ? 'UTF-16' : encoding;
}

/** A path, quoted for a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** The problem, in the form that every report prints. */
export function problemOf(
  { path, cause, line, why, hint, allow }: Unsendable,
  { space, folder }: { readonly space: string; readonly folder: string },
): Problem {
  const whole = inFolder(folder, path);
  return {
    code: codes[cause] ?? 'NOT_SENDABLE',
    message: `${whole} is not sent: ${why}`,
    hint,
    space,
    path: whole,
    cause,
    ...(line === null ? {} : { line }),
    ...(allow === null ? {} : { allow }),
  };
}

const codes: Partial<Record<UnsendableCause, Problem['code']>> = {
  secret: 'SECRET_REFUSED',
  'not-a-file': 'UNSAFE_PATH',
};
