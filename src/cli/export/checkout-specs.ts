import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { slugOfTitle } from '../../content/index.ts';
import type { SiteWarning, SpaceSource, SpecSource } from '../../site/index.ts';

/** How much of a file we read to see whether it is an OpenAPI document. */
const headBytes = 2048;
const mark = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:\s*["']?[1-9]/m;

/** The OpenAPI documents among the files of spaces; blocks find them by path, address or name. */
export function specsInSpaces(
  spaces: readonly SpaceSource[],
  folderOf: (id: string) => string,
): SpecSource[] {
  return spaces.flatMap((space) =>
    space.assets
      .filter(({ path }) => /\.(?:ya?ml|json)$/i.test(path))
      .flatMap(({ path }) => {
        const at = `${folderOf(space.id)}/${path}`;
        if (!isOpenApiFile(at)) return [];
        const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
        const file = space.folder ? `${space.folder}/${path}` : path;
        return [{ slug: slugOfTitle(name), text: readFileSync(at, 'utf8'), file }];
      }),
  );
}

/** The documents that the configuration names. */
export function configuredSpecs(
  given: Readonly<Record<string, string>>,
  pathOf: (path: string) => string,
): { readonly specs: SpecSource[]; readonly warnings: SiteWarning[] } {
  const specs: SpecSource[] = [];
  const warnings: SiteWarning[] = [];
  for (const [slug, path] of Object.entries(given)) {
    const at = pathOf(path);
    if (existsSync(at)) specs.push({ slug, text: readFileSync(at, 'utf8') });
    else warnings.push({ message: `export.openapi.${slug} names ${path}, which is not there` });
  }
  return { specs, warnings };
}

/** Whether a file begins as an OpenAPI document does. */
export function isOpenApiFile(path: string): boolean {
  return mark.test(headOf(path));
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(headBytes);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, headBytes, 0));
  } finally {
    closeSync(file);
  }
}
