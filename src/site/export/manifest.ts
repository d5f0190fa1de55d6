import { createHash } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { UpdateEntry } from '../body/context.ts';
import type { RenderedBody } from '../body/render-body.ts';
import { resolveImage, resolveLink } from '../model/resolve-link.ts';
import type { SiteModel, SitePage, NavEntry, PlacedSpace } from '../model/site-model.ts';
import type { SiteWarning } from '../source.ts';
import type { ExportCache } from './cache.ts';
import type { World } from './world.ts';

/** What is remembered of a page between exports. */
export interface PageRecord {
  readonly textHash: string;
  worldVersion: string;
  /** What the body asked of the site, and a digest of the answers. */
  readonly questions: readonly string[];
  readonly answers: string;
  readonly assets: readonly string[];
  readonly warnings: readonly SiteWarning[];
  readonly updates: readonly UpdateEntry[];
  /** Names the body's contents: the same for the same bytes. */
  readonly bodyKey: string;
  /** Names everything that went into the page's file. */
  shellKey: string;
}

export interface StoredBody {
  readonly body: RenderedBody;
  readonly markdown: string;
}

interface Stored {
  readonly version: number;
  readonly collected: string;
  readonly pages: Readonly<Record<string, PageRecord>>;
}

const storedVersion = 1;

/** The memory of an export: which bodies can be used again, and which files need not even be made. */
export class Manifest {
  collected = '';
  readonly #cache: ExportCache | undefined;
  readonly #old: ReadonlyMap<string, PageRecord>;
  readonly #fresh = new Map<string, StoredBody>();
  readonly #navigation = new WeakMap<PlacedSpace, string>();
  readonly #world: string;

  constructor(cache: ExportCache | undefined, world: string) {
    this.#cache = cache;
    this.#world = world;
    const read = cache?.readJson('manifest') as Stored | undefined;
    const usable = read !== undefined && typeof read === 'object' && read.version === storedVersion;
    this.#old = new Map(usable ? Object.entries(read.pages) : []);
    if (usable) this.collected = read.collected;
  }

  /** The record of a page whose body would come out the same; its answers are asked again only when the site changed. */
  reusable(page: SitePage, textHash: string, world: World): PageRecord | undefined {
    const record = this.#old.get(page.key);
    if (!record || record.textHash !== textHash || !this.#cache?.has(bodyName(record.bodyKey))) return undefined;
    if (record.worldVersion !== this.#world) {
      if (this.answersDigest(page, record.questions, world) !== record.answers) return undefined;
      record.worldVersion = this.#world;
    }
    return record;
  }

  /** Remembers a page that has just been rendered. */
  record(made: Omit<PageRecord, 'bodyKey' | 'shellKey' | 'updates'> & StoredBody): PageRecord {
    const { body, markdown, ...rest } = made;
    const stored = { body, markdown };
    const bodyKey = createHash('sha256').update(JSON.stringify(stored)).digest('hex').slice(0, 32);
    const record: PageRecord = { ...rest, updates: body.updates, bodyKey, shellKey: '' };
    // With a cache on disk, memory holds the latest bodies only.
    if (this.#cache) {
      this.#cache.writeJson(bodyName(bodyKey), stored);
      if (this.#fresh.size > 256) this.#fresh.clear();
    }
    this.#fresh.set(bodyKey, stored);
    return record;
  }

  bodyOf(record: PageRecord): StoredBody {
    const fresh = this.#fresh.get(record.bodyKey);
    if (fresh) return fresh;
    const read = this.#cache?.readJson(bodyName(record.bodyKey)) as StoredBody | undefined;
    if (!read) throw new AppError('FILE_SYSTEM', 'the export cache lost a page while it was in use', { hint: 'Remove the cache folder and export again.' });
    return read;
  }

  /** A digest of what the site answers to a page's questions now. */
  answersDigest(page: SitePage, questions: readonly string[], world: World): string {
    const hash = createHash('sha256');
    const { model } = world;
    const { space } = page;
    hash.update(JSON.stringify([page.place, page.title, page.file, space.language, space.source.variables, world.visitor, model.urls]));
    for (const question of questions) {
      const [kind, written = '', from = ''] = question.split('\u0000');
      let answer: unknown;
      if (kind === 'link') answer = resolveLink(model, space, page.place, from, written);
      else if (kind === 'image') answer = resolveImage(model, space, page.place, from, written);
      else if (kind === 'spec') answer = world.specs.get(written)?.root;
      else answer = space.source.includes;
      hash.update(`${question}\u0000${JSON.stringify(answer)}\n`);
    }
    return hash.digest('base64url');
  }

  /** Names all that goes into a page's file beside its body: the frame, the navigation around it, its own fields. */
  shellKey(page: SitePage, record: PageRecord, frame: string, model: SiteModel): string {
    let navigation = this.#navigation.get(page.space);
    if (navigation === undefined) {
      navigation = createHash('sha256').update(JSON.stringify(navigationFacts(page.space.navigation))).digest('hex');
      this.#navigation.set(page.space, navigation);
    }
    const at = page.space.sequence.indexOf(page);
    const own = page.source.kind === 'document' ? { ...page.source.page, pages: undefined, updated: page.space.source.updatedAtOf?.(page.source.page) } : {};
    return createHash('sha256')
      .update(JSON.stringify([record.bodyKey, frame, navigation, at, own, page.hidden, page.noIndex, page.noRobotsIndex, model.spaces.map((space) => [space.prefix, space.title, space.home?.place.path, space.language]), page.space.customization]))
      .digest('base64url');
  }

  /** Writes down what the next export may use, and drops bodies that no page has any more. */
  save(pages: readonly SitePage[], records: readonly PageRecord[]): void {
    if (!this.#cache) return;
    const stored: Record<string, PageRecord> = {};
    for (const [at, page] of pages.entries()) {
      const record = records[at];
      if (record) stored[page.key] = record;
    }
    const kept = new Set(records.map((record) => record.bodyKey));
    for (const { bodyKey } of this.#old.values()) if (!kept.has(bodyKey)) this.#cache.remove(bodyName(bodyKey));
    this.#cache.writeJson('manifest', { version: storedVersion, collected: this.collected, pages: stored } satisfies Stored);
  }
}

function bodyName(key: string): string {
  return `bodies/${key.slice(0, 2)}/${key}`;
}

function navigationFacts(entries: readonly NavEntry[]): unknown {
  return entries.map((entry) =>
    entry.kind === 'link'
      ? [entry.node.title, entry.node.target, entry.node.href, entry.node.icon, entry.node.emoji]
      : entry.kind === 'group'
        ? [entry.title, entry.icon, entry.emoji, navigationFacts(entry.children)]
        : [entry.page.place.path, entry.page.title, entry.page.linkTitle, entry.page.icon, entry.page.emoji, navigationFacts(entry.children)],
  );
}
