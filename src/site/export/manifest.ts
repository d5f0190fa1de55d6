import { createHash } from 'node:crypto';
import type { ContentRef } from '../../content/index.ts';
import {
  placeInSequence,
  type NavEntry,
  type PlacedSpace,
  type SiteModel,
  type SitePage,
} from '../model/site-model.ts';
import type { SiteWarning } from '../source.ts';
import { resolveRef } from '../model/resolve-link.ts';
import { placeOf } from '../model/urls.ts';
import { coverFiles } from '../page/cover.ts';
import { answersDigest } from './answers.ts';
import { BodyPacks } from './body-packs.ts';
import type { ExportCache } from '../writer/cache.ts';
import type { PackedPage } from './page-maker.ts';
import { PageRecord } from './page-record.ts';
import type { StoredBody } from './stored-body.ts';
import type { World } from './world.ts';

/** The files made from the whole site, and the inputs that they were made from. */
export interface RememberedLists {
  readonly key: string;
  readonly files: readonly string[];
  readonly warnings: readonly SiteWarning[];
}

interface Stored {
  readonly version: number;
  readonly frame: string;
  /** The parts of the site that pages show, if those were needed. */
  readonly around?: string;
  /** The {@link World.version} of that export. */
  readonly world: string;
  /** A digest of the searched pages, with everything that search shows of them except their text. */
  readonly searched: string;
  /** A digest of the pages in the texts for assistants. */
  readonly listed: string;
  readonly nextPack: number;
  readonly packs: readonly number[];
  readonly lists: RememberedLists | null;
  /** The version that each asset's file was written from. */
  readonly assets: Readonly<Record<string, string>>;
}

const storedVersion = 8;
const manifestName = 'manifest.txt';

/** The memory of an export: which bodies can be reused, and which files need not even be made. */
export class Manifest {
  searched = '';
  listed = '';
  lists: RememberedLists | undefined;
  /**
   * Whether only texts of pages may have changed since the last export. The files made from the whole site then need no check
   * page by page.
   */
  readonly isSameSite: boolean;
  /** The version that each asset's file was written from. */
  readonly assets = new Map<string, string>();
  readonly #cache: ExportCache | undefined;
  readonly #stored: string;
  /** The lines of {@link #stored}, by the page's key as JSON. */
  readonly #lines: ReadonlyMap<string, string>;
  readonly #read = new Map<SitePage, PageRecord | undefined>();
  readonly #packs: BodyPacks;
  /** The packs of the last export. */
  readonly #oldPacks: readonly number[];
  #around: string | undefined;
  readonly #frame: string;
  readonly #world: string;
  readonly #sameWorld: boolean;

  /** `frame`: a digest of everything that is the same around every page; `world`: of the rest of the site. */
  constructor(cache: ExportCache | undefined, { frame, world }: { frame: string; world: string }) {
    this.#cache = cache;
    this.#frame = frame;
    this.#world = world;
    this.#stored = cache?.read(manifestName) ?? '';
    const { head, lines } = readStored(this.#stored);
    this.#lines = lines;
    this.#packs = new BodyPacks(cache, head?.nextPack ?? 0);
    this.#oldPacks = head?.packs ?? [];
    this.#sameWorld = head?.world === world;
    this.isSameSite = this.#sameWorld && head?.frame === frame;
    if (this.isSameSite) this.#around = head?.around;
    if (!head) return;
    this.searched = head.searched;
    this.listed = head.listed;
    this.lists = head.lists ?? undefined;
    for (const [file, version] of Object.entries(head.assets)) this.assets.set(file, version);
  }

  /** The record of the last export. */
  before(page: SitePage): PageRecord | undefined {
    if (this.#read.has(page)) return this.#read.get(page);
    const line = this.#lines.get(JSON.stringify(page.key));
    const record = line === undefined ? undefined : PageRecord.parse(line);
    this.#read.set(page, record);
    return record;
  }

  /** Whether the body of the last export can still be read. */
  canReadBefore(page: SitePage): boolean {
    const record = this.before(page);
    return record !== undefined && this.#packs.has(record.pack);
  }

  /** As {@link reusable}, for a page whose source says that its text is that of the last export. */
  reusableUnread(page: SitePage, version: string, world: World): PageRecord | undefined {
    const record = this.before(page);
    return record?.version === version ? this.#withSameAnswers(page, record, world) : undefined;
  }

  /** The record of a page whose body would be the same. The page's questions are asked again only when the site changed. */
  reusable(page: SitePage, textHash: string, world: World): PageRecord | undefined {
    const record = this.before(page);
    return record?.textHash === textHash ? this.#withSameAnswers(page, record, world) : undefined;
  }

  #withSameAnswers(page: SitePage, record: PageRecord, world: World): PageRecord | undefined {
    if (!this.#packs.has(record.pack)) return undefined;
    return this.#sameWorld || answersDigest(page, record.questions, world) === record.answers
      ? record
      : undefined;
  }

  /** Remembers a page that has just been rendered. */
  record(textHash: string, version: string | undefined, made: PackedPage): PageRecord {
    return PageRecord.of(made, { textHash, version, ...this.#packs.add(made.packed), length: made.length });
  }

  bodyOf(record: PageRecord): StoredBody {
    return this.#packs.bodyOf(record);
  }

  /** A page's markdown, as in {@link bodyOf}, but with little memory where the markdown of all pages is read. */
  markdownOf(record: PageRecord): string {
    return this.#packs.markdownOf(record);
  }

  /** A digest of everything in a page's file: its body, the site around it, its own fields. */
  shellKey(page: SitePage, record: PageRecord, model: SiteModel): string {
    this.#around ??= digest([this.#frame, siteFacts(model)]);
    return digest([record.bodyKey, this.#around, placeInSequence(page), ownFacts(page, model)]);
  }

  /** Stores what the next export may use, and drops bodies that no page has any more. */
  save(pages: readonly SitePage[], records: readonly PageRecord[]): void {
    if (!this.#cache) return;
    const used = this.#packs.store(records);
    for (const pack of this.#oldPacks) if (!used.has(pack)) this.#packs.remove(pack);
    const { searched, listed, lists } = this;
    const head: Stored = {
      version: storedVersion,
      frame: this.#frame,
      ...(this.#around === undefined ? {} : { around: this.#around }),
      world: this.#world,
      searched,
      listed,
      nextPack: this.#packs.next,
      packs: [...used].sort((a, b) => a - b),
      lists: lists ?? null,
      assets: Object.fromEntries(this.assets),
    };
    const lines = [JSON.stringify(head)];
    for (const [at, page] of pages.entries()) {
      const record = records[at];
      if (record) lines.push(`${JSON.stringify(page.key)}\t${record.print()}`);
    }
    const text = `${lines.join('\n')}\n`;
    if (text !== this.#stored) this.#cache.write(manifestName, text);
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** What every page may show of the other pages and their places. */
function siteFacts(model: SiteModel): unknown {
  return model.spaces.map((space) => {
    const { siteSpaceId, prefix, title, language, listed, isDefault, customization, source } = space;
    return [
      [siteSpaceId, prefix, title, language, listed, isDefault, source.id, source.editUrl],
      [source.variables, source.tags ?? [], filesIn(customization, space, model)],
      space.pages.map((page) => [page.place.path, page.file, page.title, page.hidden]),
      navigationFacts(space.navigation),
    ];
  });
}

/** The paths of the files that a profile names. */
function filesIn(value: unknown, space: PlacedSpace, model: SiteModel): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    (value as { kind?: unknown }).kind === 'file'
      ? [resolveRef(model, root, value as ContentRef, space)]
      : [];
  return [...own, ...Object.values(value).flatMap((each) => filesIn(each, space, model))];
}

const root = placeOf('');

function ownFacts(page: SitePage, model: SiteModel): unknown {
  const own =
    page.source.kind === 'document'
      ? {
          ...page.source.page,
          pages: undefined,
          updated: page.space.source.updatedAtOf?.(page.source.page),
          coverFiles: coverFiles(page, model),
        }
      : {};
  return [own, page.hidden, page.noIndex, page.noRobotsIndex, page.depth];
}

/** Reads the record of the last export; empty when it cannot be read. */
function readStored(text: string): { head?: Stored; lines: Map<string, string> } {
  const lines = new Map<string, string>();
  const head = headIn(text);
  if (!head) return { lines };
  for (let at = text.indexOf('\n') + 1; at < text.length;) {
    const end = text.indexOf('\n', at);
    const tab = text.indexOf('\t', at);
    // A complete line ends with a line break, so a line without one was cut off.
    if (end === -1 || tab === -1 || tab > end) return { lines: new Map() };
    lines.set(text.slice(at, tab), text.slice(tab + 1, end));
    at = end + 1;
  }
  return { head, lines };
}

function headIn(text: string): Stored | undefined {
  try {
    const read: unknown = JSON.parse(text.slice(0, text.indexOf('\n')) || 'null');
    return typeof read === 'object' && read !== null && (read as Stored).version === storedVersion
      ? (read as Stored)
      : undefined;
  } catch {
    return undefined;
  }
}

function navigationFacts(entries: readonly NavEntry[]): unknown {
  return entries.map((entry) =>
    entry.kind === 'link'
      ? [entry.node.title, entry.node.target, entry.node.href, entry.node.icon, entry.node.emoji]
      : entry.kind === 'group'
        ? [entry.title, entry.icon, entry.emoji, navigationFacts(entry.children)]
        : [
            entry.page.place.path,
            entry.page.title,
            entry.page.linkTitle,
            entry.page.icon,
            entry.page.emoji,
            navigationFacts(entry.children),
          ],
  );
}
