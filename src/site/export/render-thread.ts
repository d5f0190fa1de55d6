import { isAppError, messageOf, type ErrorCode } from '../../base/index.ts';
import type { SiteInput } from '../source.ts';
import { markdownFile } from '../page/build-view.ts';
import { NavigationPrinter } from '../page/navigation.ts';
import type { Additions } from '../page/additions.ts';
import { loadTemplates } from '../page/templates.ts';
import type { PlacedImage } from '../profile/profile-images.ts';
import type { UrlStyle } from '../model/urls.ts';
import type { Names } from '../../content/expression.ts';
import { PageMaker, type PackedPage, type PageFiles } from './page-maker.ts';
import { unpackInput, type PortableInput } from './portable-input.ts';
import { folderFiles, putWhenDifferent } from '../writer/site-files.ts';
import { siteFileSet } from './site-file-set.ts';
import { makeWorld } from './world.ts';

/** Everything that a thread needs to make pages of a site. */
export interface ThreadSetup {
  readonly input: PortableInput;
  readonly urls: UrlStyle;
  readonly visitor: Names;
  readonly templates: string | undefined;
  readonly styles: string | undefined;
  readonly profileImages: ReadonlyMap<string, PlacedImage>;
  readonly search: boolean;
  /** Whether to send back the pages' entries for the search index. */
  readonly indexes: boolean;
  readonly additions: Additions;
  /** The folder to write pages to; without a folder, the pages are sent back. */
  readonly out: string | undefined;
}

/** A page to make: its number on the site, its text, and what we know about it. */
export interface PageTask {
  readonly at: number;
  readonly source: string;
  readonly codes: ReadonlyMap<string, string> | undefined;
  /** Whether its two files are there already. */
  readonly present: { readonly html: boolean; readonly markdown: boolean };
}

export interface PageDone {
  readonly at: number;
  readonly made: PackedPage;
  /** Present when the thread has no folder to write to. */
  readonly files: PageFiles | undefined;
  readonly written: { readonly html: boolean; readonly markdown: boolean };
}

/** What a thread answers to a list of tasks. */
export type ThreadAnswer =
  | { readonly kind: 'done'; readonly pages: readonly PageDone[] }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint: string | undefined;
    };

/** The main function of a thread: makes the pages that it receives. */
export async function serveRendering(): Promise<void> {
  const threads = await import('node:worker_threads');
  const port = threads.parentPort;
  if (!port) return;
  const setup = threads.workerData as ThreadSetup;
  const input: SiteInput = unpackInput(setup.input);
  const world = makeWorld(input, { urls: setup.urls, visitor: setup.visitor });
  const templates = loadTemplates(setup.templates, setup.styles);
  const maker = new PageMaker(world, {
    templates,
    indexes: setup.indexes,
    view: {
      model: world.model,
      navigation: new NavigationPrinter(world.model),
      visitor: world.visitor,
      profileImages: setup.profileImages,
      search: setup.search,
      additions: setup.additions,
      siteFiles: siteFileSet(templates, world.model, setup.additions).names,
    },
  });
  const out = setup.out === undefined ? undefined : folderFiles(setup.out);
  const one = async ({ at, source, codes, present }: PageTask): Promise<PageDone> => {
    const page = world.model.pages[at];
    if (!page) throw new RangeError(`there is no page ${at}`);
    const { stored, ...made } = await maker.body(page, source, codes);
    const files = maker.files(page, stored);
    if (!out) return { at, made, files, written: { html: false, markdown: false } };
    return {
      at,
      made,
      files: undefined,
      written: {
        html: putWhenDifferent(out, page.place.file, files.html, present.html),
        markdown: putWhenDifferent(out, markdownFile(page), files.markdown, present.markdown),
      },
    };
  };
  port.on('message', (tasks: readonly PageTask[]) => {
    void (async () => {
      const pages: PageDone[] = [];
      for (const task of tasks) pages.push(await one(task));
      // Bodies are transferred, not copied.
      port.postMessage(
        { kind: 'done', pages } satisfies ThreadAnswer,
        pages.map(({ made }) => made.packed.buffer),
      );
    })().catch((error: unknown) => {
      port.postMessage({
        kind: 'failed',
        code: isAppError(error) ? error.code : 'INTERNAL',
        message: messageOf(error),
        hint: isAppError(error) ? error.hint : undefined,
      } satisfies ThreadAnswer);
    });
  });
}
