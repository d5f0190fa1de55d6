import {
  emojiCharacter,
  foldName,
  slugOfTitle,
  uniqueSlug,
  withEmoji,
  type ComputedPage,
  type DocumentPage,
  type PageNode,
} from '../../content/index.ts';
import { generatedPages } from '../openapi/generated-pages.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Customization } from '../profile/profile.ts';
import { textFileFor, writerFileName } from '../assets/file-types.ts';
import type { SiteWarning, SpaceSource } from '../source.ts';
import type { PageFiles } from './page-files.ts';
import type { Ancestor, NavEntry, PlacedAsset, PlacedSpace, SectionPlace, SitePage } from './site-model.ts';
import { namedPath, wantedPaths } from './wanted-paths.ts';
import { placeOf, type Place, type UrlStyle } from './urls.ts';

export interface SpacePlacing {
  readonly source: SpaceSource;
  readonly siteSpaceId: string;
  readonly prefix: string;
  readonly title: string;
  readonly language: string;
  readonly customization: Customization;
  readonly section: SectionPlace | undefined;
  readonly listed: boolean;
  readonly isDefault: boolean;
  readonly specs: Pick<ReadonlyMap<string, OpenApiDocument>, 'get'>;
  readonly shows: (condition: string | undefined, what: string) => boolean;
  readonly warnings: SiteWarning[];
  /** The files of the site's pages so far. */
  readonly files: PageFiles;
  readonly urls: UrlStyle;
}

interface Inherited {
  readonly hidden: boolean;
  readonly noIndex: boolean;
  readonly noRobotsIndex: boolean;
  readonly ancestors: readonly Ancestor[];
  /** The path below which computed pages go. */
  readonly path: string;
}

/** Gives every page of a space its address, and makes the space's navigation. The first page is at the space's root. */
export function placeSpace(placing: SpacePlacing): PlacedSpace {
  const placer = new SpacePlacer(placing);
  return placer.place();
}

class SpacePlacer {
  readonly #placing: SpacePlacing;
  readonly #pages: SitePage[] = [];
  readonly #byFile = new Map<string, SitePage>();
  readonly #byPath = new Map<string, SitePage>();
  readonly #byId = new Map<string, SitePage>();
  readonly #files: ReadonlyMap<DocumentPage, string>;
  readonly #space: PlacedSpace & {
    navigation: readonly NavEntry[];
    home: SitePage | undefined;
    sequence: readonly SitePage[];
  };

  constructor(placing: SpacePlacing) {
    this.#placing = placing;
    const { files, prefix, source } = placing;
    files.take(`${prefix}index`);
    this.#files = files.place(prefix, wantedPaths(source.pages));
    const assets = placeAssets(placing);
    this.#space = {
      source: placing.source,
      siteSpaceId: placing.siteSpaceId,
      prefix: placing.prefix,
      title: placing.title,
      language: placing.language,
      customization: placing.customization,
      section: placing.section,
      listed: placing.listed,
      isDefault: placing.isDefault,
      pages: this.#pages,
      sequence: [],
      navigation: [],
      home: undefined,
      byFile: this.#byFile,
      byPath: this.#byPath,
      byId: this.#byId,
      assets,
      assetsById: new Map(
        [...assets.values()].flatMap((asset) =>
          asset.source.id === undefined ? [] : [[asset.source.id, asset]],
        ),
      ),
      assetsByName: uploadsByName(assets.values()),
    };
  }

  place(): PlacedSpace {
    const space = this.#space as { -readonly [K in keyof PlacedSpace]: PlacedSpace[K] };
    const root: Inherited = { hidden: false, noIndex: false, noRobotsIndex: false, ancestors: [], path: '' };
    space.navigation = this.#entries(this.#placing.source.pages, root);
    space.home = this.#pages[0];
    space.sequence = this.#pages.filter((page) => !page.hidden);
    return this.#space;
  }

  #entries(nodes: readonly PageNode[], inherited: Inherited): NavEntry[] {
    const slugs = new Set(nodes.flatMap((node) => ('slug' in node ? node.slug : [])));
    return nodes.flatMap((node) => this.#entry(node, inherited, slugs));
  }

  #entry(node: PageNode, inherited: Inherited, slugs: Set<string>): NavEntry[] {
    switch (node.type) {
      case 'document': {
        if (!this.#placing.shows(node.condition, node.title)) return [];
        const page = this.#document(node, inherited);
        const children = this.#entries(node.pages, {
          hidden: page.hidden,
          noIndex: page.noIndex,
          noRobotsIndex: page.noRobotsIndex,
          ancestors: [...inherited.ancestors, { kind: 'page', page }],
          path: node.path,
        });
        return page.hidden ? [] : [{ kind: 'page', page, children }];
      }
      case 'group': {
        const hidden = inherited.hidden || node.hidden === true;
        const key = `${this.#placing.source.id}:${node.path}`;
        const children = this.#entries(node.pages, {
          hidden,
          noIndex: inherited.noIndex || node.noIndex === true,
          noRobotsIndex: inherited.noRobotsIndex || node.noRobotsIndex === true,
          ancestors: [...inherited.ancestors, { kind: 'group', title: withEmoji(node.title), key }],
          path: node.path,
        });
        if (hidden || children.length === 0) return [];
        return [
          {
            kind: 'group',
            key,
            title: withEmoji(node.title),
            icon: node.icon,
            emoji: emojiOf(node.emoji),
            children,
          },
        ];
      }
      case 'link':
        return inherited.hidden || node.hidden === true ? [] : [{ kind: 'link', node }];
      case 'computed':
        return this.#computed(node, inherited, slugs);
    }
  }

  #document(node: DocumentPage, inherited: Inherited): SitePage {
    const page: SitePage = {
      key: `${this.#placing.source.id}:${node.path}`,
      space: this.#space,
      place: this.#placeOf(node.path, this.#files.get(node)!),
      title: withEmoji(node.title),
      linkTitle: node.linkTitle === undefined ? undefined : withEmoji(node.linkTitle),
      description: node.description === undefined ? undefined : withEmoji(node.description),
      icon: node.icon,
      emoji: emojiOf(node.emoji),
      hidden: inherited.hidden || node.hidden === true,
      noIndex: inherited.noIndex || node.noIndex === true,
      noRobotsIndex: inherited.noRobotsIndex || node.noRobotsIndex === true,
      depth: inherited.ancestors.length,
      ancestors: inherited.ancestors,
      source: { kind: 'document', page: node },
      file: node.git?.path ?? `${node.path}${node.pages.length > 0 ? '/README' : ''}.md`,
    };
    this.#add(page, node.path, node.id);
    return page;
  }

  /** The place of a page with a path in the space and a file. */
  #placeOf(path: string, file: string): Place {
    const { prefix, files, urls } = this.#placing;
    if (this.#pages.length === 0) return placeOf(prefix);
    const place = placeOf(file);
    return urls.kind === 'path' && isAddress(path) && files.takeAddress(prefix + path)
      ? { ...place, path: prefix + path }
      : place;
  }

  /** The pages of an OpenAPI document: one for each tag, and one for the models. `slugs` are those of the pages beside them. */
  #computed(node: ComputedPage, inherited: Inherited, slugs: Set<string>): NavEntry[] {
    const { pages, problem } = generatedPages(node.computed, this.#placing.specs);
    if (problem !== undefined)
      this.#placing.warnings.push({ space: this.#placing.source.id, file: 'SUMMARY.md', message: problem });
    const { files, prefix } = this.#placing;
    const base = inherited.path === '' ? '' : `${inherited.path}/`;
    const titles = inherited.ancestors.map((ancestor) =>
      ancestor.kind === 'page' ? ancestor.page.title : ancestor.title,
    );
    return pages.map((generated) => {
      const slug = uniqueSlug(slugOfTitle(generated.title), slugs);
      slugs.add(slug);
      const path = `${base}${slug}`;
      const wanted = namedPath(path, { titles: [...titles, generated.title] });
      const file = files.place(prefix, new Map([[path, wanted]])).get(path)!;
      const page: SitePage = {
        key: `${this.#placing.source.id}:${path}`,
        space: this.#space,
        place: this.#placeOf(path, file),
        title: generated.title,
        linkTitle: undefined,
        description: generated.description,
        icon: undefined,
        emoji: undefined,
        hidden: inherited.hidden || node.hidden === true,
        noIndex: inherited.noIndex,
        noRobotsIndex: inherited.noRobotsIndex,
        depth: inherited.ancestors.length,
        ancestors: inherited.ancestors,
        source: { kind: 'generated', text: generated.text },
        file: `${path}.md`,
      };
      this.#add(page, path, page.key);
      return { kind: 'page', page, children: [] };
    });
  }

  #add(page: SitePage, path: string, id: string): void {
    this.#pages.push(page);
    this.#byPath.set(path, page);
    this.#byFile.set(page.file, page);
    this.#byId.set(id, page);
  }
}

/** Says whether a path can be asked for: browsers resolve parts of dots themselves. */
function isAddress(path: string): boolean {
  return !path.split('/').some((part) => part === '' || part === '.' || part === '..');
}

function emojiOf(code: string | undefined): string | undefined {
  if (code === undefined || code === '') return undefined;
  const character = emojiCharacter(code);
  return Array.from(character).length <= 10 ? character : undefined;
}

function uploadsByName(assets: Iterable<PlacedAsset>): Map<string, PlacedAsset> {
  const byName = new Map<string, PlacedAsset | undefined>();
  const uploads = [...assets].filter(({ source }) => /(?:^|\/)\.gitbook\/assets\//.test(source.path));
  const exact = new Set(uploads.map(({ name }) => name));
  for (const asset of uploads) {
    byName.set(asset.name, byName.has(asset.name) ? undefined : asset);
    // Other systems may write the same name in another form: with other capitals, or with decomposed accents.
    const folded = foldName(asset.name);
    if (!exact.has(folded)) byName.set(folded, byName.has(folded) ? undefined : asset);
  }
  return new Map([...byName].flatMap(([name, asset]) => (asset ? [[name, asset]] : [])));
}

function placeAssets({ source, prefix }: SpacePlacing): Map<string, PlacedAsset> {
  const assets = new Map<string, PlacedAsset>();
  const taken = new Set<string>();
  for (const asset of source.assets) {
    const name = asset.path.split('/').at(-1) ?? asset.path;
    const safe = writerFileName(name).normalize('NFC');
    let file = `${prefix}_files/${safe}`;
    // Names that differ only in case must not share a file, and the text of a drawing needs a name beside it.
    const placesOf = (): string[] => [file, textFileFor(file)].map((place) => place.toLowerCase());
    for (let number = 1; placesOf().some((place) => taken.has(place)); number += 1)
      file = `${prefix}_files/${number}-${safe}`;
    for (const place of placesOf()) taken.add(place);
    assets.set(asset.path, { source: asset, file, name });
  }
  return assets;
}
