import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { AppError } from '../../base/index.ts';
import type { ProfileEntry, ProfileSiteSpace, SiteStructure, SiteWarning } from '../../site/index.ts';
import type { MirroredFolder } from './mirror-source.ts';

/** Names of the file that describes a site of several spaces in one repository; its name has changed, so both are read. */
export const siteFileNames = ['docs.yaml', 'gitbook-docs.yaml'] as const;

/** A site, read from its file. */
export interface SiteFile {
  readonly title: string | undefined;
  readonly structure: SiteStructure;
  readonly spaces: readonly MirroredFolder[];
  readonly warnings: readonly SiteWarning[];
}

/** Reads the file that names a site's sections and spaces and maps the spaces to folders; undefined without a file. */
export function readSiteFile(root: string): SiteFile | undefined {
  for (const name of siteFileNames) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    const found = new SiteFileReader(root, name, readFileSync(path, 'utf8')).read();
    if (found !== undefined) return found;
  }
  return undefined;
}

type Mapping = YAMLMap<unknown, unknown>;

/** The deepest nesting of groups, with room for later versions of the format. */
const deepest = 8;

class SiteFileReader {
  readonly #root: string;
  readonly #file: string;
  readonly #document;
  readonly #lines = new LineCounter();
  readonly #spaces: MirroredFolder[] = [];
  readonly #warnings: SiteWarning[] = [];
  readonly #keys = new Set<string>();

  constructor(root: string, file: string, text: string) {
    this.#root = root;
    this.#file = file;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: 'silent',
    });
  }

  read(): SiteFile | undefined {
    const [error] = this.#document.errors;
    const site = this.#document.get('site', true);
    // Other tools also use a file of that name.
    if (!isMap(site) && this.#file === 'docs.yaml' && error === undefined) return undefined;
    if (error !== undefined)
      throw this.#invalid(`it is not valid YAML: ${error.message.split('\n')[0] ?? ''}`, error.pos[0]);
    const nodes = isMap(site) ? site.get('structure', true) : undefined;
    if (!isMap(site) || !isSeq(nodes)) throw this.#invalid('it has no list site.structure', 0);
    const written = mappings(nodes.items);
    const isSections = written.some((node) => textIn(node, 'type') !== 'space');
    const structure: SiteStructure = isSections
      ? { type: 'sections', structure: written.flatMap((node) => this.#entry(node, 0)) }
      : { type: 'siteSpaces', structure: written.flatMap((node) => this.#space(node)) };
    if (this.#spaces.length === 0)
      throw this.#invalid('none of the spaces that it names is a folder here', 0);
    return { title: textIn(site, 'title'), structure, spaces: this.#spaces, warnings: this.#warnings };
  }

  #entry(node: Mapping, depth: number): ProfileEntry[] {
    if (depth > deepest) return this.#leaveOut(node, 'groups nest too deeply');
    const type = textIn(node, 'type');
    switch (type) {
      case 'section':
        return this.#section(node);
      case 'section-group': {
        const children = childrenOf(node).flatMap((child) => this.#entry(child, depth + 1));
        const shared = this.#shared(node);
        return shared === undefined || children.length === 0
          ? []
          : [{ object: 'site-section-group', ...shared, children }];
      }
      case 'external-link': {
        const url = textIn(node, 'url');
        if (url === undefined || !/^https?:\/\/[^\s]+$/i.test(url))
          return this.#leaveOut(node, 'its url is not a web address');
        const shared = this.#shared(node);
        return shared === undefined ? [] : [{ object: 'site-external-link', ...shared, url }];
      }
      case 'space':
        return this.#leaveOut(node, 'a site with sections has its spaces in them');
      default:
        return this.#leaveOut(node, `its type ${type ?? '(none)'} is not known`);
    }
  }

  #section(node: Mapping): ProfileEntry[] {
    const shared = this.#shared(node);
    if (shared === undefined) return [];
    const siteSpaces = childrenOf(node).flatMap((child) =>
      textIn(child, 'type') === 'space'
        ? this.#space(child)
        : this.#leaveOut(child, 'a section holds spaces and nothing else'),
    );
    if (siteSpaces.length === 0) return this.#leaveOut(node, 'it has no space that is here');
    return [
      {
        object: 'site-section',
        ...shared,
        path: textIn(node, 'path') ?? shared.id,
        ...flagged(node, 'default'),
        siteSpaces,
      },
    ];
  }

  #space(node: Mapping): ProfileSiteSpace[] {
    const shared = this.#shared(node);
    if (shared === undefined) return [];
    const { id, title } = shared;
    const content = node.get('content', true);
    const directory = isMap(content) ? textIn(content, 'directory') : undefined;
    if (directory === undefined) return this.#leaveOut(node, 'its content is not in this repository');
    const folder = this.#folderOf(directory);
    if (typeof folder !== 'object') return this.#leaveOut(node, folder);
    this.#spaces.push({ id, title, ...folder });
    const language = isMap(content) ? textIn(content, 'language') : undefined;
    return [
      {
        object: 'site-space',
        ...shared,
        path: textIn(node, 'path') ?? id,
        ...flagged(node, 'default'),
        ...flagged(node, 'hidden'),
        space: { id, title, ...(language === undefined ? {} : { language }) },
      },
    ];
  }

  /** Reads the fields that all kinds of nodes have; undefined for a repeated key. */
  #shared(node: Mapping): SharedFields | undefined {
    const id = textIn(node, 'key');
    if (id === undefined || this.#keys.has(id)) {
      this.#leaveOut(node, id === undefined ? 'it has no key' : `its key ${id} is that of another entry`);
      return undefined;
    }
    this.#keys.add(id);
    const titles = node.get('localizedTitle', true);
    const localizedTitle = isMap(titles) ? (titles.toJSON() as Record<string, string>) : undefined;
    const fields = {
      description: textIn(node, 'description'),
      icon: textIn(node, 'icon'),
      condition: textIn(node, 'condition'),
    };
    return {
      id,
      title: textIn(node, 'title') ?? id,
      ...(localizedTitle === undefined ? {} : { localizedTitle }),
      ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Omit<
        SharedFields,
        'id' | 'title'
      >),
      ...flagged(node, 'draft'),
    };
  }

  /** A folder of this repository: relative to the file, or with a leading slash relative to the top of the repository. */
  #folderOf(directory: string): { path: string; folder: string } | string {
    if (directory.split(/[/\\]/).includes('..')) return `its folder ${directory} leads out of the repository`;
    const top = directory.startsWith('/') ? (repositoryOf(this.#root) ?? this.#root) : this.#root;
    const folder = join(top, directory);
    if (!existsSync(folder) || !statSync(folder).isDirectory()) return `there is no folder ${directory}`;
    const inside = relative(realpathSync(top), realpathSync(folder));
    if (inside === '..' || inside.startsWith(`..${sep}`))
      return `its folder ${directory} leads out of the repository`;
    return { path: relative(this.#root, folder).split(sep).join('/') || '.', folder };
  }

  #leaveOut(node: Mapping, reason: string): never[] {
    const name = textIn(node, 'title') ?? textIn(node, 'key') ?? 'an entry';
    const line = node.range ? this.#lines.linePos(node.range[0]).line : undefined;
    this.#warnings.push({
      file: this.#file,
      ...(line === undefined ? {} : { line }),
      message: `"${name}" is left out: ${reason}`,
    });
    return [];
  }

  #invalid(reason: string, at: number): AppError {
    const { line } = this.#lines.linePos(at);
    const path = join(this.#root, this.#file);
    return new AppError('CONTENT_INVALID', `${path}:${line} describes no site: ${reason}`, {
      hint: "It names a site's spaces and their folders: site: { title: …, structure: [ { type: space, key: …, title: …, path: …, content: { directory: ./guides } } ] }.",
    });
  }
}

interface SharedFields {
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly icon?: string;
  readonly condition?: string;
  readonly draft?: boolean;
}

function mappings(items: readonly unknown[]): Mapping[] {
  return items.filter((item): item is Mapping => isMap(item));
}

function childrenOf(node: Mapping): Mapping[] {
  const children = node.get('children', true);
  return isSeq(children) ? mappings(children.items) : [];
}

function textIn(node: Mapping, key: string): string | undefined {
  const value = node.get(key, true);
  if (!isScalar(value)) return undefined;
  const { value: written } = value;
  return (typeof written === 'string' && written !== '') || typeof written === 'number' || written === true
    ? String(written)
    : undefined;
}

function flagged<Name extends string>(node: Mapping, name: Name): Partial<Record<Name, true>> {
  return textIn(node, name) === 'true' ? ({ [name]: true } as Record<Name, true>) : {};
}

function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
