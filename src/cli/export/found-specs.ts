import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { slugOfTitle } from '../../content/index.ts';
import {
  pathInCheckout,
  type ExportCache,
  type ExportReport,
  type MissingDocument,
  type SiteInput,
  type SpecSource,
} from '../../site/index.ts';
import type { World } from '../world.ts';
import { isOpenApiFile } from './checkout-specs.ts';
import { checkoutAround } from './checkout.ts';
import { pathsOfRawAddress } from './edit-address.ts';

const cacheName = 'checkout-documents.json';
/** The largest document. */
const mostBytes = 10 * 1024 * 1024;
/** How many documents are taken from outside of the exported folder. */
const mostDocuments = 200;

/** A document of the checkout, and what a block gives for it. */
interface Found {
  /** The path from the top of the checkout. */
  readonly path: string;
  readonly slug: string;
  /** The address on a code host, if a block has one; other blocks find the document by its path or name. */
  readonly address?: string;
}

/**
 * OpenAPI documents that lie in the same checkout as the exported folder, but outside of the folder: a block names them by an
 * address of the repository's host, by a path, or by the name of the file. What was found is remembered beside the export's cache,
 * so that the next export has the documents at once.
 */
export class FoundSpecs {
  readonly #root: string;
  /** The top of the checkout; undefined outside of repositories. */
  readonly #top: string | undefined;
  readonly #cache: ExportCache;
  readonly #found: Map<string, Found>;
  readonly #sought = new Set<string>();

  constructor(root: string, cache: ExportCache) {
    this.#root = realpathSync(root);
    this.#top = checkoutAround(root);
    this.#cache = cache;
    this.#found = new Map(foundIn(cache).map((each) => [keyOf(each), each]));
  }

  /** The documents that were found and are still there. */
  all(): SpecSource[] {
    return [...this.#found.values()].flatMap(({ path, slug, address }) => {
      const text = this.#textOf(path);
      if (text === undefined) return [];
      return address === undefined ? { slug, text, file: this.#fromRoot(path) } : { slug, text, address };
    });
  }

  hasAddress(address: string): boolean {
    return [...this.#found.values()].some((each) => each.address === address);
  }

  /** The files of these documents, to be watched. */
  files(): string[] {
    return [...new Set([...this.#found.values()].map(({ path }) => join(this.#top ?? '', path)))];
  }

  /** Looks for documents that blocks name and the site lacks; returns whether it found any. */
  async lookFor(missing: readonly MissingDocument[], { ports }: Pick<World, 'ports'>): Promise<boolean> {
    if (this.#top === undefined) return false;
    const wanted = missing.filter((each) => !this.#sought.has(JSON.stringify(each)));
    if (wanted.length === 0) return false;
    const before = this.#found.size;
    const { git, close } = await ports.repository(this.#top);
    try {
      const remote = await git.remoteUrl('origin');
      const { oid } = await git.head();
      const committed = oid === null ? [] : (await git.listTree(oid)).map(({ path }) => path);
      const named = (slug: string): string[] => committed.filter((path) => slugOfFile(path) === slug);
      for (const each of wanted) {
        this.#sought.add(JSON.stringify(each));
        const found = this.#find(each, remote, named);
        if (found !== undefined && this.#found.size < mostDocuments) this.#found.set(keyOf(found), found);
      }
    } finally {
      await close();
    }
    if (this.#found.size === before) return false;
    this.#cache.write(cacheName, JSON.stringify([...this.#found.values()]));
    return true;
  }

  #find(
    { name, address, file }: MissingDocument,
    remote: string | null,
    named: (slug: string) => string[],
  ): Found | undefined {
    const isThere = (path: string): boolean => this.#textOf(path) !== undefined;
    const slug = slugOfTitle(name);
    if (address !== undefined && /^https?:/i.test(address)) {
      const path = remote === null ? undefined : pathsOfRawAddress(remote, address).find(isThere);
      if (path !== undefined) return { path, slug, address };
    } else if (address !== undefined) {
      const path = this.#fromTop(pathInCheckout(address, file));
      if (path !== undefined && isThere(path)) return { path, slug };
    }
    const same = slug === '' ? [] : named(slug).filter(isThere);
    const [only, ...others] = same;
    if (only === undefined || others.length > 0) return undefined;
    return { path: only, slug, ...(address !== undefined && /^https?:/i.test(address) ? { address } : {}) };
  }

  /** A path from the root of the exported folder as one from the top of the checkout; undefined outside of the checkout. */
  #fromTop(path: string): string | undefined {
    const inside = relative(this.#top ?? '', join(this.#root, path));
    return inside === '..' || inside.startsWith(`..${sep}`) ? undefined : inside.split(sep).join('/');
  }

  #fromRoot(path: string): string {
    return relative(this.#root, join(this.#top ?? '', path))
      .split(sep)
      .join('/');
  }

  /** The text of a document; undefined for anything but an OpenAPI document that is itself a file of the checkout. */
  #textOf(path: string): string | undefined {
    if (this.#top === undefined || !/\.(?:ya?ml|json)$/i.test(path)) return undefined;
    const at = join(this.#top, path);
    if (!existsSync(at) || realpathSync(at) !== at) return undefined;
    const stats = lstatSync(at);
    return stats.isFile() && stats.size <= mostBytes && isOpenApiFile(at)
      ? readFileSync(at, 'utf8')
      : undefined;
  }
}

/** The documents that an export found missing. */
export function missingDocuments({ warnings }: Pick<ExportReport, 'warnings'>): MissingDocument[] {
  return warnings.flatMap(({ document }) => document ?? []);
}

/** A site with further documents. */
export function withSpecs({ source, profile }: SiteInput, specs: readonly SpecSource[]): SiteInput {
  return specs.length === 0
    ? { source, profile }
    : { source: { ...source, specs: [...source.specs, ...specs] }, profile };
}

function keyOf({ path, slug, address }: Found): string {
  return JSON.stringify([path, slug, address]);
}

function slugOfFile(path: string): string | undefined {
  const name = /([^/]+)\.(?:ya?ml|json)$/i.exec(path)?.[1];
  return name === undefined ? undefined : slugOfTitle(name);
}

/** What an earlier export found. A damaged memory is dropped. */
function foundIn(cache: ExportCache): Found[] {
  const isText = (value: unknown): boolean => typeof value === 'string';
  try {
    const read = JSON.parse(cache.read(cacheName) ?? '[]') as Found[];
    return read.filter(
      ({ path, slug, address }) =>
        isText(path) &&
        !path.split('/').includes('..') &&
        isText(slug) &&
        (address === undefined || isText(address)),
    );
  } catch {
    return [];
  }
}
