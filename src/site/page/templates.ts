import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { AppError, messageOf, packageRoot } from '../../base/index.ts';
import type { PageView } from './page-view.ts';
import { compactScript, compactStyles } from './slim.ts';

/** The templates and the plain files beside them. A user's own files take precedence. */
export interface Templates {
  /** Prints a page. */
  readonly page: (view: PageView) => string;
  /** A plain file: a style sheet or a script. */
  readonly file: (name: string) => string;
  /** Files of the user's folder that are served unchanged (fonts, images), by name. */
  readonly extra: readonly string[];
  readonly readExtra: (name: string) => Uint8Array;
  /** Templates and scripts of the user's folder that nothing uses, because a file with a mistyped name has no effect. */
  readonly unknown: readonly string[];
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

function slimmed(name: string, text: string): string {
  if (name.endsWith('.css')) return compactStyles(text);
  return name.endsWith('.js') ? compactScript(text) : text;
}

/** Loads the templates; each file in `folder` replaces ours, and `styles` are added to our own. */
export function loadTemplates(folder?: string, styles = ''): Templates {
  const own = join(packageRoot(), 'templates', 'site');
  const texts = new Map<string, string>();
  for (const name of [...templateNames.map((each) => `${each}.eta`), ...fileNames]) {
    const path = [folder, own]
      .filter((each) => each !== undefined)
      .map((each) => join(each, name))
      .find(existsSync);
    if (path === undefined)
      throw new AppError('CONFIG_INVALID', `the template ${name} is missing`, {
        hint: `Put ${name} back into ${own}.`,
      });
    const text = readFileSync(path, 'utf8');
    texts.set(name, path === join(own, name) ? slimmed(name, text) : text);
  }
  texts.set(ownStyles, styles);
  const others = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder).sort();
  const extra = others.filter((name) => /\.(?:woff2?|png|svg|webp|ico|css)$/.test(name) && !texts.has(name));
  const eta = new Eta({ autoEscape: true, autoTrim: false, cache: true });
  for (const name of templateNames) {
    try {
      eta.loadTemplate(`@${name}`, texts.get(`${name}.eta`)?.replaceAll("include('./", "include('@") ?? '');
    } catch (error) {
      throw new AppError('CONFIG_INVALID', `the template ${name}.eta cannot be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return {
    page: (view) => {
      try {
        return eta.render('@page', view);
      } catch (error) {
        throw new AppError('CONFIG_INVALID', `a template failed: ${messageOf(error)}`, { cause: error });
      }
    },
    file: (name) => texts.get(name) ?? '',
    extra,
    unknown: others.filter((name) => /\.(?:eta|js)$/.test(name) && !texts.has(name)),
    readExtra: (name) => readFileSync(join(folder ?? own, name)),
    version: createHash('sha256')
      .update([...texts].flat().join('\0'))
      .digest('hex')
      .slice(0, 16),
  };
}
