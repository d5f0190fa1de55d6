import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SitePage } from '../model/site-model.ts';
import { markdownFile } from '../page/build-view.ts';
import { checkAnchors, linkRepairsOf } from './anchors.ts';
import type { Manifest } from './manifest.ts';
import type { PageRecord } from './page-record.ts';
import type { ExportOptions } from './options.ts';
import type { PackedPage, PageFiles, PageMaker } from './page-maker.ts';
import { portableInput } from './portable-input.ts';
import type { PageDone, PageTask } from './render-thread.ts';
import { RenderThreads } from './render-threads.ts';
import type { SiteSearch } from './site-search.ts';
import { stopPoint } from './stop-point.ts';
import type { SiteWriter } from '../writer/site-writer.ts';
import { codesOf } from './stored-body.ts';
import type { World } from './world.ts';
import type { ViewContext } from '../page/view-context.ts';
import type { SiteInput, SiteWarning } from '../source.ts';

/**
 * The number of pages from which starting a thread pays off, because each thread loads its code and compiles the grammars again.
 */
const manyPages = 400;

export interface RenderedPages {
  readonly records: PageRecord[];
  readonly rendered: number;
  /** The warnings that need all pages. */
  readonly warnings: readonly SiteWarning[];
}

export interface RenderPagesInput {
  readonly input: SiteInput;
  readonly options: ExportOptions;
  readonly world: World;
  readonly view: ViewContext;
  readonly manifest: Manifest;
  readonly maker: PageMaker;
  readonly writer: SiteWriter;
  readonly search: SiteSearch | undefined;
}

/** Brings every page up to date: takes its body from the cache or renders it, and writes its files if they would differ. */
export async function renderPages(given: RenderPagesInput): Promise<RenderedPages> {
  return new PagesRun(given).run();
}

interface Waiting {
  readonly at: number;
  readonly page: SitePage;
  readonly source: string;
  readonly textHash: string;
  readonly version: string | undefined;
}

class PagesRun {
  readonly #given: RenderPagesInput;
  readonly #records: PageRecord[] = [];
  readonly #waiting = new Map<number, Waiting>();
  readonly #made = new Set<PageRecord>();
  /** The pages to render. A page that somebody renders is taken out, so that its text need not stay in memory. */
  readonly #queue: (Waiting | undefined)[] = [];
  readonly #rendered: SitePage[] = [];
  #next = 0;
  #done = 0;

  constructor(given: RenderPagesInput) {
    this.#given = given;
  }

  async run(): Promise<RenderedPages> {
    await this.#sort();
    const { options, writer } = this.#given;
    writer.announce(this.#rendered.flatMap((page) => [page.place.file, markdownFile(page)]));
    const areMany = this.#queue.length >= manyPages;
    if (this.#queue.length > 0) options.beforeRender?.(this.#queue.length);
    const threads =
      areMany && options.threads && options.threads.count > 0 && !options.parse
        ? await this.#startThreads(options.threads)
        : undefined;
    try {
      await this.#render(threads);
    } finally {
      await threads?.close();
    }
    options.progress?.({ done: this.#done, total: this.#records.length });
    if (options.onRendered) for (const { key } of this.#rendered) options.onRendered(key);
    return { records: this.#records, rendered: this.#rendered.length, warnings: await this.#anchors() };
  }

  /** Checks the links to parts of pages, now that all pages are there. */
  #anchors(): Promise<SiteWarning[]> {
    const { world, manifest, maker, writer } = this.#given;
    return checkAnchors({
      pages: world.model.pages,
      records: this.#records,
      manifest,
      made: this.#made,
      rewrite: (page, record, links) =>
        writer.replace(page.place.file, maker.files(page, manifest.bodyOf(record), links).html),
    });
  }

  /** Finds the pages that can stay, and those to render. */
  async #sort(): Promise<void> {
    const { world, manifest, options } = this.#given;
    for (const [at, page] of world.model.pages.entries()) {
      if (at % 64 === 0) await stopPoint(options.signal);
      const version =
        page.source.kind === 'document' ? page.space.source.versionOf?.(page.source.page) : undefined;
      const unread = version === undefined ? undefined : manifest.reusableUnread(page, version, world);
      if (unread) {
        this.#keep(at, page, unread);
        continue;
      }
      const source =
        page.source.kind === 'generated'
          ? page.source.text
          : await page.space.source.readPage(page.source.page);
      const textHash = createHash('sha256').update(source).digest('base64url').slice(0, 22);
      const known = manifest.reusable(page, textHash, world);
      if (known) {
        known.version = version;
        this.#keep(at, page, known);
      } else {
        this.#queue.push({ at, page, source, textHash, version });
        this.#rendered.push(page);
      }
    }
  }

  /** Keeps the body of a page. The page's files are made again when something around the body changed. */
  #keep(at: number, page: SitePage, record: PageRecord): void {
    const { manifest, maker, writer, world, search } = this.#given;
    const key = manifest.isSameSite ? record.shellKey : manifest.shellKey(page, record, world.model);
    if (record.shellKey !== key || !writer.keep(page.place.file) || !writer.keep(markdownFile(page))) {
      this.#put(page, maker.files(page, manifest.bodyOf(record), linkRepairsOf(record).links));
      record.shellKey = key;
    }
    search?.addKept(at, page, record);
    this.#records[at] = record;
    this.#done += 1;
  }

  #put(page: SitePage, files: PageFiles): void {
    const { writer } = this.#given;
    writer.put(page.place.file, files.html);
    writer.put(markdownFile(page), files.markdown);
  }

  async #render(threads: RenderThreads | undefined): Promise<void> {
    const { maker, options, world } = this.#given;
    const total = world.model.pages.length;
    for (;;) {
      threads?.feed(() => this.#task());
      const waiting = this.#take();
      if (waiting) {
        const made = await maker.body(waiting.page, waiting.source, this.#codes(waiting.page));
        this.#remember(waiting, made);
        this.#put(waiting.page, maker.files(waiting.page, made.stored));
      } else if (threads?.busy) await threads.wait();
      else break;
      if (threads) {
        await nextTurn();
        for (const done of threads.collect()) this.#received(done);
      }
      if (this.#next % 32 === 0) {
        await stopPoint(options.signal);
        options.progress?.({ done: this.#done, total });
      }
    }
  }

  #take(): Waiting | undefined {
    const waiting = this.#queue[this.#next];
    if (!waiting) return undefined;
    this.#queue[this.#next] = undefined;
    this.#next += 1;
    return waiting;
  }

  #task(): PageTask | undefined {
    const waiting = this.#take();
    if (!waiting) return undefined;
    this.#waiting.set(waiting.at, waiting);
    const { at, page, source } = waiting;
    const { writer } = this.#given;
    const present = {
      html: writer.isPresent(page.place.file),
      markdown: writer.isPresent(markdownFile(page)),
    };
    return { at, source, codes: this.#codes(page), present };
  }

  #received({ at, made, files, written }: PageDone): void {
    const waiting = this.#waiting.get(at);
    if (!waiting) return;
    this.#waiting.delete(at);
    this.#remember(waiting, made);
    if (files) this.#put(waiting.page, files);
    else {
      const { writer } = this.#given;
      writer.noteOf(waiting.page.place.file, written.html);
      writer.noteOf(markdownFile(waiting.page), written.markdown);
    }
  }

  #remember({ at, page, textHash, version }: Waiting, made: PackedPage): void {
    const { manifest, world, search } = this.#given;
    search?.add(at, made.entry);
    const record = manifest.record(textHash, version, made);
    record.shellKey = manifest.shellKey(page, record, world.model);
    this.#made.add(record);
    this.#records[at] = record;
    this.#done += 1;
  }

  /** The coloured code of the page's last export. */
  #codes(page: SitePage): ReadonlyMap<string, string> | undefined {
    const { manifest } = this.#given;
    const before = manifest.before(page);
    return before && manifest.canReadBefore(page) ? codesOf(manifest.bodyOf(before)) : undefined;
  }

  #startThreads({ script, count }: { script: string; count: number }): Promise<RenderThreads> {
    const { input, world, options, view, search } = this.#given;
    return RenderThreads.start(script, count, {
      input: portableInput(input),
      urls: world.model.urls,
      visitor: world.visitor,
      templates: options.templates,
      styles: options.styles,
      profileImages: view.profileImages,
      search: view.search,
      indexes: search?.wantsAll ?? false,
      additions: view.additions,
      out: options.files.folder,
    });
  }
}
