import { createHash } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { UpdateEntry } from '../body/context.ts';
import {
  placeInSequence,
  type NavEntry,
  type PlacedSpace,
  type SiteModel,
  type SitePage,
} from '../model/site-model.ts';
import type { SiteWarning } from '../source.ts';
import { answersDigest } from './answers.ts';
import type { ExportCache } from './cache.ts';
import type { MadeBody } from './page-maker.ts';
import { packBodies, unpackBodies, type StoredBody } from './stored-body.ts';
import type { World } from './world.ts';

/** What is remembered of a page between exports. */
export interface PageRecord {
  readonly textHash: string;
  /** What the source said of the text without reading it. */
  version: string | undefined;
  worldVersion: string;
  /** What the body asked of the site, and a digest of the answers. */
  readonly questions: readonly string[];
  readonly answers: string;
  readonly assets: readonly string[];
  readonly warnings: readonly SiteWarning[];
  readonly updates: readonly UpdateEntry[];
  /** Names the body's contents: the same for the same bytes. */
  readonly bodyKey: string;
  /** The pack of the cache that holds it, and its place there. */
  pack: number;
  at: number;
  /** Characters of its markdown. */
  readonly length: number;
  /** Names everything that went into the page's file. */
  shellKey: string;
}

interface Stored {
  readonly version: number;
  /** The searched pages, with all that search shows of them but their text. */
  readonly searched: string;
  /** The pages that are in the texts for assistants. */
  readonly listed: string;
  readonly nextPack: number;
  /** What was around the pages of each space. */
  readonly spaces: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, PageRecord>>;
}

const storedVersion = 4;
const manifestName = 'manifest.json';

/** Bodies that share a file of the cache. */
const bodiesPerPack = 64;
/** Packs that are held in memory at once. */
const openPacks = 3;

/** The memory of an export: which bodies can be used again, and which files need not even be made. */
export class Manifest {
  searched = '';
  listed = '';
  readonly #cache: ExportCache | undefined;
  readonly #old: ReadonlyMap<string, PageRecord>;
  readonly #open = new Map<number, readonly (StoredBody | undefined)[]>();
  #filling: StoredBody[] = [];
  #nextPack = 0;
  readonly #packs = new Set<number>();
  readonly #around = new WeakMap<PlacedSpace, string>();
  readonly #world: string;
  readonly #spaceKeys = new Map<string, string>();
  #oldSpaceKeys: Readonly<Record<string, string>> = {};

  constructor(cache: ExportCache | undefined, world: string) {
    this.#cache = cache;
    this.#world = world;
    const read = readStored(cache);
    this.#old = new Map(read ? Object.entries(read.pages) : []);
    if (read) {
      this.searched = read.searched;
      this.listed = read.listed;
      this.#nextPack = read.nextPack;
      this.#oldSpaceKeys = read.spaces;
    }
    for (const record of this.#old.values()) this.#packs.add(record.pack);
    for (const pack of this.#packs) if (!cache?.has(packName(pack))) this.#packs.delete(pack);
  }

  /** The record of the last export. */
  before(page: SitePage): PageRecord | undefined {
    return this.#old.get(page.key);
  }

  /** Whether the body of the last export can still be read. */
  canReadBefore(page: SitePage): boolean {
    const record = this.#old.get(page.key);
    return record !== undefined && this.#packs.has(record.pack);
  }

  /** As {@link reusable}, for a page whose source says that its text is that of the last export. */
  reusableUnread(page: SitePage, version: string, world: World): PageRecord | undefined {
    const record = this.#old.get(page.key);
    return record?.version === version ? this.reusable(page, record.textHash, world) : undefined;
  }

  /** The record of a page whose body would come out the same; its answers are asked again only when the site changed. */
  reusable(page: SitePage, textHash: string, world: World): PageRecord | undefined {
    const record = this.#old.get(page.key);
    if (!record || record.textHash !== textHash || !this.#packs.has(record.pack)) return undefined;
    if (record.worldVersion !== this.#world) {
      if (answersDigest(page, record.questions, world) !== record.answers) return undefined;
      record.worldVersion = this.#world;
    }
    return record;
  }

  /** Remembers a page that has just been rendered. */
  record(textHash: string, version: string | undefined, { stored, ...made }: MadeBody): PageRecord {
    if (this.#filling.length >= bodiesPerPack) this.#closePack();
    this.#filling.push(stored);
    return {
      ...made,
      textHash,
      version,
      worldVersion: this.#world,
      pack: this.#nextPack,
      at: this.#filling.length - 1,
      length: stored.markdown.length,
      shellKey: '',
    };
  }

  bodyOf(record: PageRecord): StoredBody {
    const body =
      record.pack === this.#nextPack ? this.#filling[record.at] : this.#openPack(record.pack)[record.at];
    if (!body)
      throw new AppError('FILE_SYSTEM', 'the export cache lost a page while it was in use', {
        hint: 'Remove the cache folder and export again.',
      });
    return body;
  }

  #openPack(pack: number): readonly (StoredBody | undefined)[] {
    let bodies = this.#open.get(pack);
    if (!bodies) {
      bodies = unpackBodies(this.#cache?.read(packName(pack)) ?? '');
      if (this.#cache && this.#open.size >= openPacks)
        this.#open.delete(this.#open.keys().next().value as number);
      this.#open.set(pack, bodies);
    }
    return bodies;
  }

  /** Many single edits leave many packs of one body each: they are put together again. */
  #repack(records: readonly PageRecord[]): void {
    for (const record of records) {
      const body = this.bodyOf(record);
      if (this.#filling.length >= bodiesPerPack) this.#closePack();
      this.#filling.push(body);
      record.pack = this.#nextPack;
      record.at = this.#filling.length - 1;
    }
    this.#closePack();
  }

  #closePack(): void {
    if (this.#filling.length === 0) return;
    if (this.#cache) this.#cache.write(packName(this.#nextPack), packBodies(this.#filling));
    else this.#open.set(this.#nextPack, this.#filling);
    this.#filling = [];
    this.#nextPack += 1;
  }

  /** Names all that goes into a page's file beside its body: the frame, the navigation around it, its own fields. */
  shellKey(page: SitePage, record: PageRecord, frame: string, model: SiteModel): string {
    let around = this.#around.get(page.space);
    if (around === undefined) {
      around = digest([
        frame,
        navigationFacts(page.space.navigation),
        siblingFacts(model),
        page.space.customization,
      ]);
      this.#around.set(page.space, around);
    }
    const own =
      page.source.kind === 'document'
        ? {
            ...page.source.page,
            pages: undefined,
            updated: page.space.source.updatedAtOf?.(page.source.page),
          }
        : {};
    return digest([
      record.bodyKey,
      around,
      placeInSequence(page),
      own,
      page.hidden,
      page.noIndex,
      page.noRobotsIndex,
    ]);
  }

  /**
   * Says whether everything around the pages of a space, their own fields included, is what it was at the last export; then what
   * it was made of need not be looked at page by page.
   */
  isSameSpace(space: PlacedSpace, frame: string, model: SiteModel): boolean {
    let key = this.#spaceKeys.get(space.siteSpaceId);
    if (key === undefined) {
      const { pages, updatedAtOf } = space.source;
      key = digest([
        frame,
        pages,
        siblingFacts(model),
        model.urls,
        space.prefix,
        space.customization,
        updatedAtOf
          ? space.pages.map((page) =>
              page.source.kind === 'document' ? updatedAtOf(page.source.page) : undefined,
            )
          : [],
        space.pages.map((page) => [page.key, page.source.kind === 'generated' ? page.title : '']),
      ]);
      this.#spaceKeys.set(space.siteSpaceId, key);
    }
    return this.#oldSpaceKeys[space.siteSpaceId] === key;
  }

  /** Says that of all spaces, and that no space came or went. */
  isSameSite(frame: string, model: SiteModel): boolean {
    return (
      model.spaces.length === Object.keys(this.#oldSpaceKeys).length &&
      model.spaces.every((space) => this.isSameSpace(space, frame, model))
    );
  }

  /** Writes down what the next export may use, and drops bodies that no page has any more. */
  save(pages: readonly SitePage[], records: readonly PageRecord[]): void {
    if (!this.#cache) return;
    this.#closePack();
    let used = new Set(records.map((record) => record.pack));
    if (used.size > 2 * Math.ceil(records.length / bodiesPerPack) + 32) {
      this.#repack(records);
      used = new Set(records.map((record) => record.pack));
    }
    for (const pack of this.#packs) if (!used.has(pack)) this.#cache.remove(packName(pack));
    const stored: Record<string, PageRecord> = {};
    for (const [at, page] of pages.entries()) {
      const record = records[at];
      if (record) stored[page.key] = record;
    }
    const { searched, listed } = this;
    const whole: Stored = {
      version: storedVersion,
      searched,
      listed,
      nextPack: this.#nextPack,
      spaces: Object.fromEntries(this.#spaceKeys),
      pages: stored,
    };
    this.#cache.write(manifestName, JSON.stringify(whole));
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

function siblingFacts(model: SiteModel): unknown {
  return model.spaces.map((space) => [
    space.siteSpaceId,
    space.prefix,
    space.title,
    space.home?.place.path,
    space.language,
  ]);
}

function packName(pack: number): string {
  return `bodies-${pack}.txt`;
}

/** What the last export wrote down; nothing when it cannot be read. */
function readStored(cache: ExportCache | undefined): Stored | undefined {
  try {
    const read: unknown = JSON.parse(cache?.read(manifestName) ?? 'null');
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
