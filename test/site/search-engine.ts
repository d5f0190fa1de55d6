import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/index.ts';

/** The part of the site's script that searches. */
export interface SearchEngine {
  readonly found: (query: string) => Promise<{
    readonly results: readonly {
      readonly page: { readonly u: string; readonly t: string };
      readonly section: { readonly i: string };
    }[];
    readonly words: readonly string[];
  }>;
  readonly tokens: (text: string) => string[];
}

type MakeEngine = (
  load: (name: string) => Promise<unknown>,
  reader: { readonly space?: string; readonly language?: string },
) => SearchEngine;

/** Runs the site's own script over the files of an index, and records the files that it requests in `read`. */
export function searchEngine(
  files: ReadonlyMap<string, string>,
  reader: { readonly space?: string; readonly language?: string },
  read: string[] = [],
): SearchEngine {
  const script = readFileSync(join(packageRoot(), 'templates', 'site', 'search-engine.js'), 'utf8');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script is our own, as browsers run it
  const make = new Function(`${script}\nreturn tidemarkSearch;`)() as MakeEngine;
  return make((name) => {
    read.push(name);
    const json = files.get(name);
    return Promise.resolve(json === undefined ? null : (JSON.parse(json) as unknown));
  }, reader);
}
