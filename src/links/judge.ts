import {
  encodeMarks,
  folderOf,
  isExternalTarget,
  lineWithQuotes,
  listedFile,
  placeAt,
  relativePath,
  splitTarget,
  type Anchor,
  type PageLink,
  type SummaryEntry,
} from '../content/index.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Finding, LinkCounts, Span } from './finding.ts';
import { checkAnchor, isUnlisted, resolveLink, type Fault, type ResolveOptions } from './resolve.ts';
import { rules, type Level, type RuleId, type RuleLevel } from './rules.ts';
import { TargetSuggestions, type MovedFiles } from './suggest.ts';
import type { LinkIndex, ReadSpace, ScannedFile } from './tree.ts';

export interface JudgeOptions extends ResolveOptions {
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  moves?: MovedFiles | null;
  /** A suggester that has already read the paths of this index. */
  suggester?: TargetSuggestions;
  /** False leaves suggestions out, because a base is read only for its fingerprints. */
  suggestions?: boolean;
  /** Says whose links to judge; by default, those of all files. */
  only?: (path: string) => boolean;
  /**
   * Whether there is an OpenAPI document for a name, or for a block that names an operation, which any document may have. Without
   * this function, blocks are not checked.
   */
  hasDocument?: (name: string, namesOperation: boolean) => boolean;
  /** The path of a file in a later tree, for findings under the later names. */
  laterPath?: (path: string) => string | null;
}

/** An external address with the places that link to it. */
export interface ExternalUse {
  url: string;
  path: string;
  link: PageLink;
}

export interface JudgedLinks {
  findings: Finding[];
  /** For each fingerprint, the page and the target as written, which stay equal when a page moves but its links do not change. */
  asWritten: ReadonlyMap<string, string>;
  counts: LinkCounts;
  externals: readonly ExternalUse[];
}

const maxExcerpt = 160;

/** An attribute of a tag; null when the tag does not have it. */
function attributeOf(attributes: string, name: string): string | null {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'u').exec(attributes)?.[1] ?? null;
}

/** Judges every link of a repository by the repository's files. */
export function judgeLinks(index: LinkIndex, options: JudgeOptions = {}): JudgedLinks {
  return new Judge(index, options).run();
}

/** The level of a rule, after applying the configuration. */
export function levelOf(rule: RuleId, levels: Readonly<Partial<Record<RuleId, RuleLevel>>> = {}): RuleLevel {
  return levels[rule] ?? rules[rule].level;
}

class Judge {
  readonly #index: LinkIndex;
  readonly #options: JudgeOptions;
  readonly #suggester: TargetSuggestions | null;
  readonly #fingerprints = new Fingerprints();
  readonly #findings: Finding[] = [];
  readonly #asWritten = new Map<string, string>();
  readonly #externals: ExternalUse[] = [];
  readonly #used = new Set<string>();
  readonly #counts: LinkCounts = { pages: 0, links: 0, external: 0, unchecked: 0 };

  constructor(index: LinkIndex, options: JudgeOptions) {
    this.#index = index;
    this.#options = options;
    this.#suggester =
      options.suggestions === false
        ? null
        : (options.suggester ?? new TargetSuggestions(index, options.moves ?? null));
  }

  run(): JudgedLinks {
    for (const file of this.#index.files.values()) if (this.#isWanted(file.path)) this.#file(file);
    for (const space of this.#index.spaces) {
      const { summaryPath } = space.folder;
      this.#unread(space);
      if (summaryPath !== null && this.#isWanted(space.prefix + summaryPath)) this.#summary(space);
      if (this.#isWanted(`${space.prefix}.gitbook.yaml`)) this.#redirects(space);
    }
    const { only, levels } = this.#options;
    // A part of the pages does not show which files no page uses.
    if (only === undefined && levelOf('unused-file', levels) !== 'off') this.#unused();
    this.#findings.sort(compareByPlace);
    return {
      findings: this.#findings,
      asWritten: this.#asWritten,
      counts: this.#counts,
      externals: this.#externals,
    };
  }

  #isWanted(path: string): boolean {
    return this.#options.only?.(path) ?? true;
  }

  #file(file: ScannedFile): void {
    this.#counts.pages += 1;
    for (const link of file.links) this.#link(file.path, file.pageId ?? file.path, file.text, link);
    const page = this.#index.anchorsOf(file.path);
    this.#frontMatter(file);
    for (const { label, start, end } of file.scan.undefinedReferences)
      this.#add('undefined-reference', file, {
        span: spanAt(file.scan.lineStarts, start, end),
        target: `[${label}]`,
        message: `This page has no definition [${label}]: readers see the brackets as they are written`,
      });
    for (const { label, start, end } of file.scan.blankTargets)
      this.#add('blank-in-target', file, {
        span: spanAt(file.scan.lineStarts, start, end),
        target: label,
        message: `This address has a blank, so readers see the brackets as they are written: write <${label}>`,
      });
    this.#documents(file);
    const idAt = (start: number, length: number): Span => spanAt(file.scan.lineStarts, start, start + length);
    for (const { anchor, of } of page?.stolen ?? [])
      this.#add('stolen-id', file, {
        span: idAt(anchor.start, anchor.id.length),
        target: `#${anchor.id}`,
        message: `“${anchor.text}” carries the id ${anchor.id}, which belongs to “${of.text}”`,
      });
    // An exporter may have written the same id into every heading, which is one thing to fix. A stolen id is reported already.
    const written = (page?.duplicates ?? []).filter(
      (anchor) =>
        anchor.kind === 'explicit' &&
        file.text.startsWith(anchor.id, anchor.start) &&
        page?.stolen.every((other) => other.anchor !== anchor),
    );
    for (const { id, start } of firstOfEach(written)) {
      const first = page?.anchors.get(id);
      const count = written.filter((other) => other.id === id).length + (first?.kind === 'explicit' ? 1 : 0);
      this.#add('duplicate-anchor', file, {
        span: idAt(start, id.length),
        target: `#${id}`,
        message:
          first?.kind === 'heading'
            ? `The id ${id} is also made of the words of the heading “${first.text}”; links lead to that heading`
            : `The id ${id} occurs ${count === 2 ? 'twice' : `${count} times`} in this page; links lead to the first one`,
      });
    }
  }

  #frontMatter(file: ScannedFile): void {
    const { text, scan, frontMatterFault: fault } = file;
    if (fault === null) return;
    const { line, column, message } = fault;
    const start = (scan.lineStarts[line - 1] ?? 0) + column - 1;
    const quoted = lineWithQuotes(text, line);
    this.#add('unreadable-front-matter', file, {
      span: spanAt(scan.lineStarts, start, start + (/^.*/u.exec(text.slice(start))?.[0].length ?? 0)),
      // A page has one front matter at most, so these words are enough to know the finding again.
      target: 'front matter',
      message:
        `${message.charAt(0).toUpperCase()}${message.slice(1)}, so nothing in it counts` +
        (quoted === null ? '' : `. A value with a colon needs quotes: ${quoted}`),
    });
  }

  /** Blocks that name an API document, and nothing that leads to it. */
  #documents({ path, text, pageId, scan }: ScannedFile): void {
    const { hasDocument } = this.#options;
    for (const { attributes, start } of hasDocument === undefined ? [] : scan.apiBlocks) {
      const name = attributeOf(attributes, 'spec');
      const body = text.slice(start, text.indexOf('{% end', start) + 1 || undefined);
      // The old forms name a file, and a link in a block says where its document is.
      if (name === null || attributeOf(attributes, 'src') !== null || body.includes('](')) continue;
      if (hasDocument?.(name, attributeOf(attributes, 'path') !== null) !== false) continue;
      const at = text.indexOf(name, text.indexOf('spec', start));
      this.#add(
        'broken-openapi',
        { path, text, pageId },
        {
          span: spanAt(scan.lineStarts, at, at + name.length),
          target: name,
          message: `No OpenAPI document ${name} is here, so an export shows nothing in this place`,
          isMild: true,
        },
      );
    }
  }

  #link(path: string, page: string, text: string, link: PageLink): void {
    this.#counts.links += 1;
    const verdict = resolveLink(this.#index, path, link, this.#options);
    if (verdict.outcome === 'ok') {
      if (verdict.file !== null) this.#used.add(verdict.file);
      return;
    }
    if (verdict.outcome === 'unchecked') this.#counts.unchecked += 1;
    if (verdict.outcome === 'external') {
      this.#counts.external += 1;
      this.#externals.push({ url: verdict.url, path, link });
    }
    if (verdict.outcome !== 'fault') return;
    if (verdict.file !== null) this.#used.add(verdict.file);
    let suggestion: Finding['suggestion'] = null;
    for (let fault: Fault | undefined = verdict; fault !== undefined; fault = fault.then) {
      // Two suggestions for one target could not both be applied.
      suggestion = suggestion === null ? (this.#suggester?.suggest(path, text, link, fault) ?? null) : null;
      this.#add(
        fault.rule,
        { path, text, pageId: page },
        {
          span: spanOf(link),
          target: link.target,
          message: fault.message,
          known: this.#knownTarget(fault),
          isMild: fault.isMild ?? false,
          suggestion,
        },
      );
    }
  }

  #summary(space: ReadSpace): void {
    const inner = space.folder.summaryPath;
    if (inner === null) return;
    const path = space.prefix + inner;
    const text = this.#index.text(path) ?? '';
    const lineStarts = lineStartsOf(text);
    for (const entry of space.folder.summary?.entries ?? []) {
      if (entry.kind !== 'item') continue;
      const raw = text.slice(entry.targetStart, entry.targetEnd);
      const angle = raw.startsWith('<') && raw.endsWith('>');
      const start = entry.targetStart + (angle ? 1 : 0);
      const bare = angle ? raw.slice(1, -1) : raw;
      const target = this.#listedTarget(entry, path);
      // In the table of contents, a path from the root is an address, which works wherever the site is.
      if (target.startsWith('/') && !isExternalTarget(target)) {
        this.#counts.links += 1;
        this.#counts.unchecked += 1;
        continue;
      }
      this.#link(path, path, text, {
        kind: 'link',
        form: angle ? 'angle' : 'plain',
        raw: bare,
        start,
        end: start + bare.length,
        target,
        ...placeAt(lineStarts, start),
      });
    }
  }

  /** The target of a line as a link of a page would write it: marks that belong to a file's name are encoded. */
  #listedTarget(entry: Extract<SummaryEntry, { kind: 'item' }>, path: string): string {
    const contents = { summaryPath: path, has: (each: string): boolean => this.#index.paths.has(each) };
    const { file, named, fragment } = listedFile(entry, contents);
    if (!/[#?%]/u.test(file ?? named)) return entry.target;
    const name = file === null ? named : relativePath(folderOf(path), file);
    return encodeMarks(name) + (fragment === null ? '' : `#${fragment}`);
  }

  /** Redirects name pages by file or by the path that readers see. */
  #redirects(space: ReadSpace): void {
    const path = `${space.prefix}.gitbook.yaml`;
    const text = this.#index.text(path);
    if (text === null) return;
    const { root, redirects } = space.folder.config;
    const base = space.prefix + (root === '' ? '' : `${root}/`);
    for (const { to, start, end } of redirects) {
      this.#counts.links += 1;
      if (/^[a-z][a-z\d+.-]*:|^\/\//iu.test(to)) continue;
      const fault = this.#redirectFault(space, base, to);
      if (fault === null) continue;
      const written = text.slice(start, end);
      const quoted = /^["']/u.test(written) ? 1 : 0;
      const from = start + quoted;
      const link: PageLink = {
        kind: 'link',
        form: 'yaml',
        raw: text.slice(from, end - quoted),
        start: from,
        end: end - quoted,
        target: to,
        ...placeAt(lineStartsOf(text), from),
      };
      this.#add(
        fault.rule,
        { path, text, pageId: path },
        {
          span: spanOf(link),
          target: to,
          message: fault.message,
          known: this.#knownTarget(fault),
          isMild: fault.isMild ?? false,
          // Targets are relative to the root, wherever the file is.
          suggestion: this.#suggester?.suggest(`${base}.gitbook.yaml`, text, link, fault) ?? null,
        },
      );
    }
  }

  /** The fault of a redirect: its page is missing, or the page's anchor. */
  #redirectFault(space: ReadSpace, base: string, to: string): Fault | null {
    // The service looks for the whole target first, so that a # may be part of a file's name.
    if (this.#index.paths.has(base + to.replace(/^(?:\.?\/)+/u, ''))) return null;
    const { path, fragment } = splitTarget(to);
    const inner = path.replace(/^(?:\.?\/)+/u, '').replace(/\/+$/u, '');
    const candidates =
      inner === '' ? [`${base}README.md`] : [base + inner, `${base}${inner}.md`, `${base}${inner}/README.md`];
    const file =
      candidates.find((candidate) => this.#index.paths.has(candidate)) ??
      space.filesByPagePath.get(inner.replace(/\.md$/u, ''));
    if (file !== undefined) {
      const anchor = checkAnchor(this.#index, file, fragment, to);
      return anchor.outcome === 'fault' ? anchor : null;
    }
    return {
      outcome: 'fault',
      rule: 'broken-redirect',
      message: `This redirect leads to ${base + inner}, which does not exist`,
      wanted: base + inner,
      file: null,
      fragment: null,
    };
  }

  /** Names the pages without a text: a check that says nothing of them would be green although it did not look. */
  #unread({ folder, prefix }: ReadSpace): void {
    for (const inner of [...folder.documents.keys(), ...folder.unlisted, ...folder.includes]) {
      const path = prefix + inner;
      if (!this.#index.paths.has(path) || this.#index.files.has(path) || !this.#isWanted(path)) continue;
      this.#add(
        'unreadable-page',
        { path, text: '', pageId: path },
        {
          span: null,
          target: inner,
          message: 'This page cannot be read as UTF-8 text, so its links were not checked',
        },
      );
    }
  }

  #unused(): void {
    for (const { folder, prefix } of this.#index.spaces)
      for (const inner of folder.assets) {
        const path = prefix + inner;
        if (this.#used.has(path)) continue;
        this.#add(
          'unused-file',
          { path, text: '', pageId: path },
          { span: null, target: inner, message: `No page of this repository uses ${path}` },
        );
      }
  }

  /** The name of a file in fingerprints. */
  #later(path: string): string {
    return this.#options.laterPath?.(path) ?? path;
  }

  #knownTarget({ wanted, file, fragment, rule }: Fault): string {
    return rule === 'broken-anchor' || rule === 'unanchored-heading'
      ? `${file === null ? '' : this.#later(file)}#${fragment ?? ''}`
      : wanted;
  }

  #add(
    rule: RuleId,
    { path, text, pageId }: { path: string; text: string; pageId: string | null },
    found: {
      span: Span | null;
      target: string;
      message: string;
      known?: string;
      isMild?: boolean;
      suggestion?: Finding['suggestion'];
    },
  ): void {
    const ofRule = levelOf(rule, this.#options.levels);
    if (ofRule === 'off') return;
    const { span, target, message, known = target, isMild = false, suggestion = null } = found;
    // Readers of the site cannot reach a file that the table of contents does not list.
    const level = isMild || isUnlisted(this.#index, path) ? (lower[ofRule] ?? ofRule) : ofRule;
    const page = pageId ?? path;
    const name = page === path ? this.#later(path) : page;
    const fingerprint = this.#fingerprints.of(rule, name, known);
    this.#asWritten.set(fingerprint, JSON.stringify([rule, this.#later(path), target]));
    this.#findings.push({
      rule,
      level,
      message,
      path,
      isFile: true,
      span,
      target,
      about: known,
      suggestion,
      fingerprint,
      isNew: true,
      title: this.#index.titleOf(path),
      ...excerptOf(text, span),
      sources: ['scan'],
    });
  }
}

/** The first of all anchors with the same id. */
function firstOfEach(anchors: readonly Anchor[]): Anchor[] {
  const first = new Map<string, Anchor>();
  for (const anchor of anchors) if (!first.has(anchor.id)) first.set(anchor.id, anchor);
  return [...first.values()];
}

const lower: Readonly<Partial<Record<Level, Level>>> = { error: 'warning', warning: 'note' };

const order: Readonly<Record<Level, number>> = { error: 0, warning: 1, note: 2 };

/** The order of reports: by file, then by place. */
export function compareByPlace(one: Finding, other: Finding): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  const first = one.span?.start ?? -1;
  const second = other.span?.start ?? -1;
  return first - second || order[one.level] - order[other.level];
}

/** Where each line of a text begins. */
function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The place of a link's target, which is on one line. */
export function spanOf({ start, raw, line, column }: PageLink): Span {
  return { start, end: start + raw.length, line, column, endLine: line, endColumn: column + raw.length };
}

function spanAt(lineStarts: readonly number[], start: number, end: number): Span {
  const first = placeAt(lineStarts, start);
  const last = placeAt(lineStarts, end);
  return { start, end, ...first, endLine: last.line, endColumn: last.column };
}

/** The line of a span. A long line is cut around the span. */
export function excerptOf(text: string, span: Span | null): { excerpt: string; excerptStart: number } {
  if (span === null) return { excerpt: '', excerptStart: 0 };
  const lineStart = span.start - (span.column - 1);
  const newLine = text.indexOf('\n', span.start);
  const line = text.slice(lineStart, newLine < 0 ? text.length : newLine).replace(/\r$/u, '');
  if (line.length <= maxExcerpt) return { excerpt: line, excerptStart: 0 };
  const from = Math.max(0, Math.min(span.column - 1 - 40, line.length - maxExcerpt));
  return { excerpt: line.slice(from, from + maxExcerpt), excerptStart: from };
}
