import { createHash } from 'node:crypto';
import { folderOf, includedFile, splitFrontMatter } from '../../content/index.ts';
import type { BodyContext } from '../body/context.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { bodyVersion } from '../render/render-body.ts';
import { highlightVersion, type Highlighter } from '../html/highlight.ts';
import type { MarkdownParser } from '../../content/tree/parse.ts';
import { buildModel } from '../model/build-model.ts';
import { pathInSpace, resolveImage, resolveLink } from '../model/resolve-link.ts';
import type { PlacedAsset, PlacedSpace, SiteModel, SitePage } from '../model/site-model.ts';
import type { UrlStyle } from '../model/urls.ts';
import { SiteSpecs } from '../openapi/shelf.ts';
import { evaluateExpression, type Names } from '../../content/expression.ts';
import { uiTexts } from '../profile/texts.ts';
import type { AssetSource, Elsewhere, SiteInput, SiteWarning } from '../source.ts';

/** The site for one export: its model, and everything that bodies may ask for. */
export interface World {
  readonly model: SiteModel;
  readonly specs: SiteSpecs;
  readonly visitor: Names;
  readonly elsewhere: Elsewhere;
  readonly warnings: readonly SiteWarning[];
  /** Changes with anything that pages are made from, except the profile, the templates and the pages' own texts. */
  readonly version: string;
}

/** A visitor who has not signed in, and so has no claims. */
export const signedOutVisitor: Names = { visitor: { claims: { unsigned: {} } } };

/** Reads the OpenAPI documents and places every page. */
export function makeWorld(
  { source, profile }: SiteInput,
  { urls, visitor = signedOutVisitor }: { urls: UrlStyle; visitor?: Names },
): World {
  const specs = new SiteSpecs(source.specs);
  const model = buildModel(source, profile, { urls, specs, visitor });
  const { elsewhere = defaultOtherHosts } = source;
  let version: string | undefined;
  return {
    model,
    specs,
    visitor,
    elsewhere,
    warnings: [...specs.warnings, ...model.warnings],
    // Computed on demand: only an export needs the version, which depends on every page.
    get version() {
      version ??= digest([
        bodyVersion,
        highlightVersion,
        urls,
        elsewhereVersion(elsewhere),
        visitor,
        model.spaces.map(spaceVersion),
        source.specs.map(({ slug, text, file, address }) => [slug, text, file, address]),
      ]);
      return version;
    },
  };
}

/** The same world below another address. */
export function worldAt(world: World, urls: UrlStyle): World {
  // Not spread, so that the version is still computed only on demand.
  return Object.create(world, { model: { value: { ...world.model, urls }, enumerable: true } }) as World;
}

function elsewhereVersion(elsewhere: Elsewhere): unknown {
  const { images, frames, tryIt, fetched } = elsewhere;
  return [
    images,
    frames,
    tryIt === true,
    fetched.map(({ url, version, sizes }) => [url, version, sizesVersion(sizes)]),
  ];
}

/** The default for what pages load from other hosts. */
const defaultOtherHosts: Elsewhere = { images: 'shown', frames: [], fetched: [] };

/** Changes with anything in a space except the texts of its pages. */
function spaceVersion(space: PlacedSpace): string {
  const { source, customization, siteSpaceId, prefix, title, language, listed, isDefault } = space;
  const { id, emoji, visibility, variables, redirects, tags, editUrl } = source;
  const { includes, pages, pagesVersion, updatedAtOf } = source;
  return digest([
    [siteSpaceId, prefix, title, language, listed, isDefault, customization],
    [
      id,
      source.title,
      source.folder,
      source.around,
      emoji,
      visibility,
      variables,
      redirects,
      tags ?? [],
      editUrl,
    ],
    pagesVersion ?? pages,
    // The source does not know generated pages and pages hidden by conditions.
    pagesVersion === undefined || space.pages.length !== source.pages.length
      ? space.pages.map((page) => [page.key, page.title, page.file])
      : [],
    updatedAtOf
      ? space.pages.map((page) =>
          page.source.kind === 'document' ? updatedAtOf(page.source.page) : undefined,
        )
      : [],
    includes.map(({ path, text }) => [path, text]),
    [...space.assets.values()].map(({ source: { path, id, size, dimensions, sizes }, file }) => [
      path,
      file,
      id,
      size,
      dimensions,
      ...(sizes === undefined ? [] : [sizesVersion(sizes)]),
    ]),
  ]);
}

function sizesVersion(sizes: AssetSource['sizes']): unknown {
  return sizes?.map(({ width, version }) => [width, version]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** What a body asked the world: enough to know, without rendering, whether the body would be the same. */
export interface Recording {
  readonly questions: Set<string>;
  readonly assets: Map<string, PlacedAsset>;
  readonly warnings: SiteWarning[];
  /** Links to parts of pages, by their address. */
  readonly fragments: Map<string, Fragment>;
}

/** A link to a part of a page. Only that page shows whether the part exists. */
export interface Fragment {
  /** The page that the link leads to. */
  readonly key: string;
  /** The address as written in the page. */
  readonly url: string;
  readonly written: string;
  readonly file: string;
}

/** An empty recording. */
export function newRecording(): Recording {
  return { questions: new Set(), assets: new Map(), warnings: [], fragments: new Map() };
}

/** The inputs for a page's body, and the recording of its questions. */
interface BodyTools {
  readonly parse: MarkdownParser;
  readonly highlighter: Highlighter;
  readonly recording: Recording;
  readonly codes?: ReadonlyMap<string, string> | undefined;
}

/** The world for the body of one page. Every question is recorded. */
export function bodyContext(
  page: SitePage,
  world: World,
  { parse, highlighter, recording, codes }: BodyTools,
): BodyContext {
  const { model } = world;
  const { space } = page;
  const { customization } = space;
  const { texts, language } = uiTexts(space.language);
  const names = namesFor(page, world);
  const ask = (kind: string, written: string, from: string): void => {
    recording.questions.add(`${kind}\u0000${written}\u0000${from}`);
  };
  const noted = (target: LinkTarget): LinkTarget => {
    noteAsset(target, { space, model, recording });
    return target;
  };
  return {
    title: page.title,
    file: page.file,
    resolve: (written, from) => {
      ask('link', written, from);
      const target = resolveLink({ model, space, from: page.place, file: from }, written);
      if (target.kind === 'page' && target.key !== undefined && target.url.includes('#'))
        recording.fragments.set(target.url, { key: target.key, url: target.url, written, file: from });
      return noted(target);
    },
    resolveImage: (written, from) => {
      ask('image', written, from);
      return noted(resolveImage({ model, space, from: page.place, file: from }, written));
    },
    include: (written, from) => {
      ask('include', written, from);
      return includeIn(space, written, from);
    },
    evaluate: (expression) => evaluateExpression(expression, names),
    spec: (slug, hints = {}) => {
      const query = { ...hints, file: inCheckout(space, hints.file ?? page.file) };
      ask('spec', slug, JSON.stringify(query));
      return world.specs.find(slug, query);
    },
    tag: (slug) => space.source.tags?.find((each) => each.tag === slug),
    texts,
    language,
    elsewhere: world.elsewhere,
    externalTarget: customization.externalLinks?.target === 'blank' ? 'blank' : 'self',
    parse,
    highlighter,
    ...(codes ? { codes } : {}),
    warn: ({ document, line, ...warning }) => {
      // The text of a generated page is in no file.
      const isInFile = line !== undefined && page.source.kind === 'document';
      recording.warnings.push({
        space: space.source.id,
        ...warning,
        ...(isInFile ? { line } : {}),
        ...(document ? { document: { ...document, file: inCheckout(space, document.file) } } : {}),
      });
    },
  };
}

/** The reusable content that a tag names, without front matter. */
function includeIn(
  { source }: PlacedSpace,
  written: string,
  from: string,
): ReturnType<BodyContext['include']> {
  const path = includedFile(
    written,
    (spelling) => pathInSpace(source, folderOf(from), spelling),
    (each) => source.includes.some((include) => include.path === each),
  );
  const found = source.includes.find((include) => include.path === path);
  if (!found) return undefined;
  const { bodyStart } = splitFrontMatter(found.text);
  const firstLine = found.text.slice(0, bodyStart).split('\n').length;
  return { text: found.text.slice(bodyStart), file: found.path, firstLine };
}

/** Records the file that a link or picture of a page leads to. */
function noteAsset(
  target: LinkTarget,
  { space, model, recording }: { space: PlacedSpace; model: World['model']; recording: Recording },
): void {
  if (target.kind !== 'file') return;
  const owner = target.space === undefined ? space : ownerOf(model, target.space);
  const asset = owner?.assets.get(target.path) ?? model.fetched.get(target.path);
  if (asset) recording.assets.set(assetKey(target.path, target.space), asset);
}

/** The path of a space's file in the checkout of all spaces. */
function inCheckout({ source }: PlacedSpace, file: string): string {
  return source.folder ? `${source.folder}/${file}` : file;
}

/** How a page's record names a file: by its path, with the site space in front when that is not the page's own. */
function assetKey(path: string, siteSpace: string | undefined): string {
  return siteSpace === undefined ? path : `${siteSpace}\u0000${path}`;
}

/** The file that a page's record names. */
export function recordedAsset(key: string, { space }: SitePage, model: SiteModel): PlacedAsset | undefined {
  const [first = '', path] = key.split('\u0000');
  return path === undefined
    ? (space.assets.get(first) ?? model.fetched.get(first))
    : ownerOf(model, first)?.assets.get(path);
}

function ownerOf(model: SiteModel, siteSpace: string): PlacedSpace | undefined {
  return model.spaces.find((each) => each.siteSpaceId === siteSpace);
}

/** The names that expressions on a page may use. */
export function namesFor(page: SitePage, world: World): Names {
  const fields = page.source.kind === 'document' ? page.source.page : undefined;
  return {
    ...world.visitor,
    space: { title: page.space.source.title, vars: page.space.source.variables },
    page: { title: page.title, vars: fields?.variables ?? {} },
  };
}
