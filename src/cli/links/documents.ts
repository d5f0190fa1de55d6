import { existsSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { slugOfTitle } from '../../content/index.ts';
import type { CheckLinksOptions } from '../../links/index.ts';
import { isOpenApiFile } from '../export/checkout-specs.ts';
import { checkoutAround } from '../export/checkout.ts';

/** More files are not looked at: a checkout with so many has its document somewhere. */
const mostFiles = 20_000;

/**
 * Whether an export would find an OpenAPI document: one that the configuration names, one of the mirror, or a file of the
 * checkout. The checkout is only read when a block names a document.
 */
export function documentsAround(
  root: string,
  configured: Readonly<Record<string, string>>,
): NonNullable<CheckLinksOptions['hasDocument']> {
  let known: { readonly names: ReadonlySet<string>; readonly any: boolean } | undefined;
  return (name, namesOperation) => {
    known ??= namesIn(checkoutAround(root) ?? root, root, Object.keys(configured));
    return known.names.has(name) || known.names.has(slugOfTitle(name)) || (namesOperation && known.any);
  };
}

function namesIn(
  top: string,
  root: string,
  configured: readonly string[],
): { readonly names: ReadonlySet<string>; readonly any: boolean } {
  const names = new Set([...configured, ...mirroredNames(join(root, '.tidemark', 'openapi'))]);
  let any = names.size > 0;
  let left = mostFiles;
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const at = join(folder, entry.name);
      if (entry.isDirectory() && !['.git', 'node_modules', '.tidemark'].includes(entry.name)) visit(at);
      if (!entry.isFile() || !/\.(?:ya?ml|json)$/iu.test(entry.name)) continue;
      left -= 1;
      if (left < 0 || !isOpenApiFile(at)) continue;
      names.add(slugOfTitle(entry.name.replace(/\.[^.]+$/u, '')));
      any = true;
    }
  };
  visit(top);
  return { names, any: any || left < 0 };
}

/** The entries of a folder; none for a folder that may not be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The names of the documents that the mirror has. A long name is only in the document's own file. */
function mirroredNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (!name.endsWith('.yaml') || name.endsWith('.spec.yaml')) return [name.replace(/\.spec\.[^.]+$/u, '')];
    const slug = /^slug:[ \t]*["']?([^"'\n]+?)["']?[ \t]*$/mu.exec(
      readFileSync(join(folder, name), 'utf8'),
    )?.[1];
    return slug === undefined ? [] : [slug];
  });
}
