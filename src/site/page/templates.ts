import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { AppError, nearestWord, packageRoot } from '../../base/index.ts';
import type { PageView } from './page-view.ts';
import { compactScript, compactStyles } from './slim.ts';
import { compileTemplates, type TemplateFault } from './template-set.ts';

/** The templates and the plain files beside them. A user's own files take precedence. */
export interface Templates {
  /** Prints a page. */
  readonly page: (view: PageView) => string;
  /** A plain file: a style sheet or a script. */
  readonly file: (name: string) => string;
  /** Files of the user's folder that are served unchanged (fonts, images), by name. */
  readonly extra: readonly string[];
  readonly readExtra: (name: string) => Uint8Array;
  /** Templates, scripts and styles of the user's folder that nothing uses, each with the known name that is nearest to its own. */
  readonly unknown: readonly { readonly name: string; readonly nearest: string | undefined }[];
  /** Changes with any of these files. */
  readonly version: string;
}

const templateNames = ['page', 'header', 'navigation', 'article', 'footer', 'search-dialog'];
/** The name of the user's styles among the plain files. */
export const ownStyles = '(own styles)';

const fileNames = [
  'site.css',
  'print.css',
  'book.css',
  'head.js',
  'reader.js',
  'search-engine.js',
  'search.js',
  'try-it.css',
  'try-it.js',
  'live-reload.js',
  'offline.js',
  'sw.js',
  'sw-withdrawn.js',
];

/** The names of the files that replace ours. */
const knownNames: readonly string[] = [...templateNames.map((each) => `${each}.eta`), ...fileNames];

function slimmed(name: string, text: string): string {
  if (name.endsWith('.css')) return compactStyles(text);
  return name.endsWith('.js') ? compactScript(text) : text;
}

/** Loads the templates; each file in `folder` replaces ours, and `styles` are added to our own. */
export function loadTemplates(folder?: string, styles = ''): Templates {
  const own = join(packageRoot(), 'templates', 'site');
  const texts = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const name of knownNames) {
    const path = [folder, own]
      .filter((each) => each !== undefined)
      .map((each) => join(each, name))
      .find(existsSync);
    if (path === undefined)
      throw new AppError('CONFIG_INVALID', `the template ${name} is missing`, {
        hint: `Put ${name} back into ${own}.`,
      });
    const text = readFileSync(path, 'utf8');
    texts.set(name, text);
    paths.set(name, path);
  }
  texts.set(ownStyles, styles);
  const others = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder).sort();
  const extra = others.filter((name) => /\.(?:woff2?|png|svg|webp|ico|css)$/.test(name) && !texts.has(name));
  const compiled = templateNames.map((name): [string, string] => [
    name,
    (texts.get(`${name}.eta`) ?? '').replace(/include\((['"])\.\//g, 'include($1@'),
  ]);
  return {
    page: compileTemplates(new Map(compiled), (fault) =>
      refuseTemplate(fault, { path: paths.get(`${fault.name}.eta`) ?? fault.name, folder }),
    ),
    file: (name) => {
      const text = texts.get(name) ?? '';
      return paths.get(name) === join(own, name) ? slimmed(name, text) : text;
    },
    extra,
    unknown: others.flatMap((name) => unusedFile(name, texts)),
    readExtra: (name) => readFileSync(join(folder ?? own, name)),
    version: createHash('sha256')
      .update([...texts].flat().join('\0'))
      .digest('hex')
      .slice(0, 16),
  };
}

function refuseTemplate(
  { line, reason, cause }: TemplateFault,
  { path, folder }: { readonly path: string; readonly folder: string | undefined },
): never {
  const place = line === undefined ? path : `${path}:${line}`;
  const isTheirs = folder !== undefined && path.startsWith(folder);
  throw new AppError('CONFIG_INVALID', `the template ${place} failed: ${reason}`, {
    ...(isTheirs
      ? { hint: 'Mend this file, or move it away, so that the export uses the built-in one.' }
      : {}),
    cause,
  });
}

/** The file whose name was probably meant, where a name may be mistyped. */
function unusedFile(name: string, texts: ReadonlyMap<string, string>): Templates['unknown'] {
  if (texts.has(name) || !/\.(?:eta|js|html?|css)$/.test(name)) return [];
  const nearest = nearestName(name);
  // A style sheet of its own is served to pages that name it.
  if (!name.endsWith('.css')) return [{ name, nearest }];
  const isNamed = [...texts.values()].some((text) => text.includes(name));
  return nearest === undefined || isNamed ? [] : [{ name, nearest }];
}

function nearestName(name: string): string | undefined {
  const { name: stem, ext } = parse(name);
  for (const known of [knownNames.filter((each) => each.endsWith(ext)), knownNames]) {
    const found = nearestWord(
      stem,
      known.map((each) => parse(each).name),
    );
    if (found !== undefined) return known.find((each) => parse(each).name === found);
  }
  return undefined;
}
