import {
  childFolder,
  folderOf,
  isMarkdownPath,
  listedFile,
  nameOf,
  parseSummary,
  printPath,
  relativePath,
  type SummaryEntry,
} from '../../content/index.ts';
import type { LaterPath } from './paths.ts';
import { applySplices, type Splice } from './splices.ts';

/** A table of contents, and the facts about its files. Paths are relative to the space's folder. */
export interface MovedContents {
  readonly text: string;
  readonly summaryPath: string;
  /** The folder of the content; `''` for the space's own. */
  readonly root: string;
  has(path: string): boolean;
  readonly later: LaterPath;
}

export interface ContentsEdits {
  readonly splices: readonly Splice[];
  /** Titles of the entries whose lines move, each with the title above it; null for the top. */
  readonly placed: readonly { readonly title: string; readonly under: string | null }[];
}

/**
 * The changes of a table of contents when files move: new targets, and where the table of contents follows the folders, new places:
 * the line of a page that moves to another folder goes, with the lines below it, to the page or group of that folder. Elsewhere,
 * each line keeps its place.
 */
export function moveContents(contents: MovedContents): ContentsEdits {
  const { text } = contents;
  const entries = parseSummary(text).entries;
  const targets = targetSplices(contents, entries);
  const outline = new Outline(contents, entries);
  const moves = outline.roots().flatMap((at) => {
    const place = outline.newPlace(at);
    return place === null ? [] : [{ at, place }];
  });
  const splices = [...targets];
  const placed: { title: string; under: string | null }[] = [];
  for (const { at, place } of moves) {
    const block = outline.block(at);
    const inner = targets.filter(({ start, end }) => start >= block.start && end <= block.end);
    for (const splice of inner) splices.splice(splices.indexOf(splice), 1);
    const moved = applySplices(
      text.slice(block.start, block.end),
      inner.map(({ start, end, written }) => ({
        start: start - block.start,
        end: end - block.start,
        written,
      })),
    );
    splices.push({ ...block, written: '' }, outline.insertion(moved, block.indent, place));
    placed.push({ title: block.title, under: place.name });
  }
  return saysTheSame(text, splices, entries) ? { splices, placed } : { splices: targets, placed: [] };
}

/** Checks the edit: the new text has the same entries, in any order, and no entry is misread. */
function saysTheSame(text: string, splices: readonly Splice[], entries: readonly SummaryEntry[]): boolean {
  const names = (list: readonly SummaryEntry[]): string =>
    list
      .map((entry) =>
        entry.kind === 'item' || entry.kind === 'group' ? `${entry.kind} ${entry.title}` : entry.kind,
      )
      .sort()
      .join('\n');
  return names(parseSummary(applySplices(text, splices)).entries) === names(entries);
}

function targetSplices(contents: MovedContents, entries: readonly SummaryEntry[]): Splice[] {
  const { later, summaryPath, text } = contents;
  return entries.flatMap((entry) => {
    if (entry.kind !== 'item') return [];
    const { file, fragment } = listedFile(entry, contents);
    if (file === null || later(file) === file) return [];
    const path = printPath(relativePath(folderOf(summaryPath), later(file)));
    const dot = /^<?\.\//u.test(text.slice(entry.targetStart, entry.targetEnd)) && !path.startsWith('.');
    const whole = dot ? path.replace(/^<?/u, '$&./') : path;
    const written =
      fragment === null
        ? whole
        : whole.endsWith('>')
          ? `${whole.slice(0, -1)}#${fragment}>`
          : `${whole}#${fragment}`;
    return [{ start: entry.targetStart, end: entry.targetEnd, written }];
  });
}

/** The new place of a line: an offset of the text, and an indentation. */
interface Place {
  readonly offset: number;
  readonly indent: string;
  readonly name: string | null;
}

/** The nesting of a table of contents. */
class Outline {
  readonly #contents: MovedContents;
  readonly #entries: readonly SummaryEntry[];

  constructor(contents: MovedContents, entries: readonly SummaryEntry[]) {
    this.#contents = contents;
    this.#entries = entries;
  }

  /** The entries of moved pages that are not below another moved page. */
  roots(): number[] {
    const found: number[] = [];
    let until = 0;
    for (const at of this.#entries.keys()) {
      if (at < until || !this.#hasMoved(at)) continue;
      found.push(at);
      until = this.#endOf(at);
    }
    return found;
  }

  #hasMoved(at: number): boolean {
    const file = this.#page(at);
    return file !== null && this.#contents.later(file) !== file;
  }

  /** The page of an entry; null for an entry that links to a section of a page. */
  #page(at: number): string | null {
    const entry = this.#entries[at];
    if (entry?.kind !== 'item') return null;
    const { file, fragment } = listedFile(entry, this.#contents);
    return file !== null && fragment === null && isMarkdownPath(file) ? file : null;
  }

  /** The index after the last entry below this one. */
  #endOf(at: number): number {
    const entry = this.#entries[at];
    let end = at + 1;
    for (; end < this.#entries.length; end += 1) {
      const next = this.#entries[end];
      if (next === undefined || entry === undefined || isHead(next)) break;
      if (!isHead(entry) && next.depth <= entry.depth) break;
    }
    return end;
  }

  block(at: number): { start: number; end: number; indent: string; title: string } {
    const entry = this.#entries[at];
    const last = this.#entries[this.#endOf(at) - 1];
    return {
      start: entry?.start ?? 0,
      end: last?.end ?? 0,
      indent: entry?.indent ?? '',
      title: entry?.kind === 'item' ? entry.title : '',
    };
  }

  /** The new place for the line of a moved page; null when the line stays. */
  newPlace(at: number): Place | null {
    const { later, root } = this.#contents;
    const file = this.#page(at);
    if (file === null) return null;
    const oldFolder = folderAround(file);
    const newFolder = folderAround(later(file));
    if (oldFolder === newFolder || this.#folderOwned(this.#parentOf(at), (path) => path) !== oldFolder)
      return null;
    const end = this.#endOf(at);
    const owners = [...this.#entries.keys()].filter(
      (each) => (each < at || each >= end) && this.#folderOwned(each, later) === newFolder,
    );
    const owner = owners[0] ?? (newFolder === root ? -1 : undefined);
    return owner === undefined ? null : this.#endInside(owner, at);
  }

  /** The entry directly above this one in the nesting; -1 at the top. */
  #parentOf(at: number): number {
    const entry = this.#entries[at];
    for (let above = at - 1; above >= 0; above -= 1) {
      const one = this.#entries[above];
      if (one === undefined || entry === undefined || isHead(entry) || one.kind === 'divider') break;
      if (one.kind === 'group') return above;
      if (one.kind === 'item' && one.depth < entry.depth) return above;
    }
    return -1;
  }

  /** The folder whose files belong below an entry, where the table of contents follows the folders. */
  #folderOwned(at: number, when: LaterPath): string | null {
    const { root } = this.#contents;
    const prefix = root === '' ? '' : `${root}/`;
    if (at < 0) return root;
    const entry = this.#entries[at];
    if (entry?.kind === 'group') return prefix + entry.slug;
    const file = this.#page(at);
    return file === null ? null : childFolder(when(file), prefix);
  }

  #endInside(owner: number, moving: number): Place | null {
    const end = owner < 0 ? this.#topEnd() : this.#endOf(owner);
    if (end < 0) return null;
    // The line is already last in its new place, so only its target changes.
    if (this.#endOf(moving) === end && this.#parentOf(moving) === owner) return null;
    const entry = this.#entries[owner];
    const last = this.#entries[end - 1];
    const children = this.#entries.slice(owner + 1, end);
    const first = children.find((child) => !isHead(child));
    const unit = this.#unit();
    const indent = first?.indent ?? (entry?.kind === 'item' ? entry.indent + unit : '');
    const name = entry?.kind === 'item' || entry?.kind === 'group' ? entry.title : null;
    return { offset: last?.end ?? this.#contents.text.length, indent, name };
  }

  /** The index after the last entry outside groups; -1 where all entries are in groups. */
  #topEnd(): number {
    const last = [...this.#entries.keys()].findLast((at) => {
      const entry = this.#entries[at];
      return entry !== undefined && !isHead(entry) && entry.depth === 0 && this.#parentOf(at) < 0;
    });
    return last === undefined ? -1 : this.#endOf(last);
  }

  #unit(): string {
    for (const [at, entry] of this.#entries.entries()) {
      const parent = this.#entries[this.#parentOf(at)];
      if (parent?.kind === 'item' && entry.indent.startsWith(parent.indent))
        return entry.indent.slice(parent.indent.length);
    }
    return '  ';
  }

  /** The splice that inserts a block of lines at its new place. */
  insertion(block: string, oldIndent: string, { offset, indent }: Place): Splice {
    const { text } = this.#contents;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = block.replace(/\r?\n$/u, '').split(/\r?\n/u);
    const moved = lines.map((line) =>
      line.startsWith(oldIndent) && line !== '' ? indent + line.slice(oldIndent.length) : line,
    );
    const before = offset > 0 && text[offset - 1] !== '\n' ? eol : '';
    const apart = this.#entries.some((entry) => entry.kind === 'group' && entry.end === offset) ? eol : '';
    return {
      start: offset,
      end: offset,
      written: before + apart + moved.join(eol) + (before === '' ? eol : ''),
    };
  }
}

type Head = Extract<SummaryEntry, { kind: 'group' | 'divider' }>;

function isHead(entry: SummaryEntry): entry is Head {
  return entry.kind === 'group' || entry.kind === 'divider';
}

/** The folder that a page is in; for a folder's own page, the folder around that folder. */
function folderAround(path: string): string {
  const folder = folderOf(path);
  return /^readme\.(?:md|markdown)$/iu.test(nameOf(path)) && folder !== '' ? folderOf(folder) : folder;
}
