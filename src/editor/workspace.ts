import { titleOf } from '../content/index.ts';
import type { Finding } from '../links/finding.ts';
import { applyIgnores, withoutSwitchedOff } from '../links/ignore.ts';
import type { LinkSpace, LinkTree, RuleId, RuleLevel } from '../links/index.ts';
import { judgeLinks } from '../links/judge.ts';
import { TargetSuggestions } from '../links/suggest.ts';
import { LinkIndex, ScanCache } from '../links/tree.ts';

/** What the editor's server needs to know about one folder that is open in the editor. */
export interface WorkspacePorts {
  /** Reads which files there are. Called again when files were added or removed. */
  tree(): LinkTree;
  spaces(tree: LinkTree): readonly LinkSpace[];
  readonly levels: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  readonly ignore: readonly string[];
  /** How a page differs from what the service has, in words; null when that is not known. */
  stateOf?(path: string, text: string): Promise<string | null>;
}

/** Folders that programs write to all the time, and that hold no documentation. */
const apart = /(?:^|\/)(?:\.git|node_modules|\.tidemark)(?:\/|$)/u;

/**
 * The documentation in one folder of an editor: the files on disk, with open documents in place of their files. A key that changes a page's
 * text costs a look at this page only. When the set of pages changes, the folder is read again, without a new scan of unchanged pages.
 */
export class Workspace {
  readonly ports: WorkspacePorts;
  readonly cache = new ScanCache();
  readonly #open = new Map<string, string>();
  #disk: LinkTree | null = null;
  #index: LinkIndex | null = null;
  #suggester: TargetSuggestions | null = null;

  constructor(ports: WorkspacePorts) {
    this.ports = ports;
  }

  /** The documentation as it is now. The value is good until the next change. */
  get index(): LinkIndex {
    if (this.#index === null) {
      const disk = (this.#disk = this.ports.tree());
      const paths = new Set([...disk.paths, ...this.#open.keys()]);
      const tree: LinkTree = {
        ...disk,
        paths,
        text: (path) => this.#open.get(path) ?? disk.text(path),
      };
      this.#index = new LinkIndex(tree, this.ports.spaces(tree), this.cache);
      this.#suggester = null;
    }
    return this.#index;
  }

  /** Whether the next question can be answered without reading which files there are. */
  get isRead(): boolean {
    return this.#index !== null;
  }

  /** Takes the text of an open document, which replaces that of its file. */
  edit(path: string, text: string): void {
    const before = this.#open.get(path);
    this.#open.set(path, text);
    if (before !== text) this.#take(path, text);
  }

  /** Notes that a document is closed: its file counts again. */
  close(path: string): void {
    if (this.#open.delete(path)) this.#readAgain(path);
  }

  /** Notes that a file was changed, added or removed on disk. */
  changed(path: string, kind: 'text' | 'came' | 'gone'): void {
    if (apart.test(path)) return;
    if (kind !== 'text') this.#index = null;
    else if (!this.#open.has(path)) this.#readAgain(path);
  }

  #readAgain(path: string): void {
    const text = this.#disk?.text(path) ?? null;
    if (text !== null) this.#take(path, text);
    else if (this.#index?.files.has(path) === true) this.#index = null;
  }

  /** The text of a file as the editor shows it. */
  text(path: string): string | null {
    return this.#open.get(path) ?? this.index.text(path);
  }

  #take(path: string, text: string): void {
    const index = this.#index;
    if (index === null) return;
    const known = index.files.get(path);
    if (known === undefined) {
      const space = index.spaceOf(path);
      const inner = path.slice(space?.prefix.length ?? 0);
      const saysWhatThereIs = inner === space?.folder.summaryPath || /(?:^|\/)\.gitbook\.yaml$/u.test(path);
      if (saysWhatThereIs || !index.paths.has(path)) this.#index = null;
      return;
    }
    // Without a table of contents, titles come from the pages.
    const isInferred = index.spaceOf(path)?.folder.summaryPath === null;
    if (isInferred && titleOf(known.text) !== titleOf(text)) this.#index = null;
    else index.replace(this.cache.scan(path, text));
  }

  /** The findings of the link check in one file. */
  findings(path: string): Finding[] {
    const { index } = this;
    const { levels, ignore } = this.ports;
    this.#suggester ??= new TargetSuggestions(index);
    const judged = judgeLinks(index, { levels, suggester: this.#suggester, only: (one) => one === path });
    const inPage = withoutSwitchedOff(judged.findings, (one) => index.files.get(one) ?? null);
    return applyIgnores(inPage, ignore, () => true).findings;
  }
}
