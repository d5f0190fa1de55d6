import type { UpdateEntry } from '../body/context.ts';
import type { SiteWarning } from '../source.ts';
import type { PackedPage } from './page-maker.ts';
import type { Fragment } from './world.ts';

/** What a page uses besides its own files. */
interface Uses {
  readonly assets: readonly string[];
  readonly warnings: readonly SiteWarning[];
  readonly updates: readonly UpdateEntry[];
  /** What the page loads from other hosts. */
  readonly loads: readonly string[];
  /** The page's links to parts of pages. */
  readonly fragments: readonly Fragment[];
}

/** The inputs of the page's body. */
interface Origin {
  readonly textHash: string;
  /** The questions that the body asked the site, and a digest of the answers. */
  readonly questions: readonly string[];
  readonly answers: string;
}

const nothing: Uses = { assets: [], warnings: [], updates: [], loads: [], fragments: [] };

/**
 * What we remember of a page between exports. For the many unchanged pages, only the fields that each export needs are parsed;
 * the rest stays text.
 */
export class PageRecord {
  /** The version that the source gave for the text without reading it. */
  version: string | undefined;
  /** A digest of everything in the page's file. */
  shellKey: string;
  /** The pack of the cache that holds the body, and its place there. */
  pack: number;
  at: number;
  /** A digest of the body's bytes. */
  readonly bodyKey: string;
  /** Characters of its markdown. */
  readonly length: number;
  /** The ids in the body that links may lead to, separated by blanks. */
  readonly ids: string;
  /** Which links of the page's file differ from the body, and the warnings about them: {@link LinkRepairs} as JSON. */
  mended: string;
  readonly #uses: string;
  readonly #origin: string;
  #readUses: Uses | undefined;
  #readOrigin: Origin | undefined;

  private constructor(
    hot: Pick<PageRecord, 'version' | 'shellKey' | 'pack' | 'at' | 'bodyKey' | 'length' | 'ids' | 'mended'>,
    uses: string,
    origin: string,
  ) {
    this.version = hot.version;
    this.shellKey = hot.shellKey;
    this.pack = hot.pack;
    this.at = hot.at;
    this.bodyKey = hot.bodyKey;
    this.length = hot.length;
    this.ids = hot.ids;
    this.mended = hot.mended;
    this.#uses = uses;
    this.#origin = origin;
  }

  /** The record of a page that has just been rendered; with its place in the cache. */
  static of(
    made: Omit<PackedPage, 'packed' | 'length' | 'entry'>,
    place: Pick<PageRecord, 'version' | 'pack' | 'at' | 'length'> & { readonly textHash: string },
  ): PageRecord {
    const { bodyKey, questions, answers, assets, warnings, updates, loads, fragments, ids } = made;
    const { textHash, version, pack, at, length } = place;
    const empty = assets.length + warnings.length + updates.length + loads.length + fragments.length === 0;
    return new PageRecord(
      { version, shellKey: '', pack, at, bodyKey, length, ids, mended: '' },
      empty ? '' : JSON.stringify({ assets, warnings, updates, loads, fragments } satisfies Uses),
      JSON.stringify({ textHash, questions, answers } satisfies Origin),
    );
  }

  /** Reads a line that {@link print} wrote; undefined when it is damaged. */
  static parse(line: string): PageRecord | undefined {
    const [version = '', shellKey = '', bodyKey = '', length, pack, at, ids = '', mended = '', ...rest] =
      line.split('\t');
    const [uses = '', origin, ...more] = rest;
    if (origin === undefined || more.length > 0) return undefined;
    return new PageRecord(
      {
        version: version === '' ? undefined : decodeURIComponent(version),
        shellKey,
        bodyKey,
        length: Number(length),
        pack: Number(pack),
        at: Number(at),
        ids,
        mended,
      },
      uses,
      origin,
    );
  }

  /** Prints one line, because JSON contains no tab and no line break. */
  print(): string {
    const version = this.version === undefined ? '' : encodeURIComponent(this.version);
    return `${version}\t${this.shellKey}\t${this.bodyKey}\t${this.length}\t${this.pack}\t${this.at}\t${this.ids}\t${this.mended}\t${this.#uses}\t${this.#origin}`;
  }

  get assets(): readonly string[] {
    return this.#used().assets;
  }

  get warnings(): readonly SiteWarning[] {
    return this.#used().warnings;
  }

  get updates(): readonly UpdateEntry[] {
    return this.#used().updates;
  }

  get loads(): readonly string[] {
    return this.#used().loads;
  }

  get fragments(): readonly Fragment[] {
    return this.#used().fragments;
  }

  get textHash(): string {
    return this.#made().textHash;
  }

  get questions(): readonly string[] {
    return this.#made().questions;
  }

  get answers(): string {
    return this.#made().answers;
  }

  #used(): Uses {
    return (this.#readUses ??= this.#uses === '' ? nothing : (JSON.parse(this.#uses) as Uses));
  }

  #made(): Origin {
    return (this.#readOrigin ??= JSON.parse(this.#origin) as Origin);
  }
}
