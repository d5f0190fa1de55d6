import type { UpdateEntry } from '../body/context.ts';
import type { SiteWarning } from '../source.ts';
import type { PackedPage } from './page-maker.ts';
import type { Fragment } from './world.ts';

/** What a page puts on the site beside its own files. */
interface Uses {
  readonly assets: readonly string[];
  readonly warnings: readonly SiteWarning[];
  readonly updates: readonly UpdateEntry[];
  /** What it loads from other hosts. */
  readonly loads: readonly string[];
  /** Its links to parts of pages. */
  readonly fragments: readonly Fragment[];
}

/** What its body was made from. */
interface Origin {
  readonly textHash: string;
  /** What the body asked of the site, and a digest of the answers. */
  readonly questions: readonly string[];
  readonly answers: string;
}

const nothing: Uses = { assets: [], warnings: [], updates: [], loads: [], fragments: [] };

/**
 * What is remembered of a page between exports. Of the many that did not change, only what is looked at each time is read; the
 * rest stays the text that it was.
 */
export class PageRecord {
  /** What the source said of the text without reading it. */
  version: string | undefined;
  /** Names everything that went into the page's file. */
  shellKey: string;
  /** The pack of the cache that holds the body, and its place there. */
  pack: number;
  at: number;
  /** Names the body's contents: the same for the same bytes. */
  readonly bodyKey: string;
  /** Characters of its markdown. */
  readonly length: number;
  /** What links may lead to in the body, with a blank between. */
  readonly ids: string;
  /** Which links of the page's file lead elsewhere than the body says, and what there is to say of it: {@link Mended} as JSON. */
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

  /** The record of a page that has just been rendered; its place in the cache comes with it. */
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

  /** One line; JSON has no tab and no end of line in it. */
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
