import { slugOfName, withEmoji, type DocumentPage, type PageNode } from '../../content/index.ts';

/** The path that each page of a space should have in an export: its own path, with a name for each part that has none. */
export function wantedPaths(pages: readonly PageNode[]): ReadonlyMap<DocumentPage, string> {
  const wanted = new Map<DocumentPage, string>();
  const visit = (nodes: readonly PageNode[], above: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type !== 'document' && node.type !== 'group') continue;
      const titles = [...above, node.title];
      if (node.type === 'document') wanted.set(node, namedPath(node.path, { file: node.git?.path, titles }));
      visit(node.pages, titles);
    }
  };
  visit(pages, []);
  return wanted;
}

const nameless = /^undefined(?:-\d+)?$/;

/**
 * Replaces parts that are `undefined`, the slug of a title of which nothing is left (only Hangul, only emoji), by the name of the file's
 * folder, by the title, or by `page` for a title without letters and digits. `titles` has one title for each part.
 */
export function namedPath(
  path: string,
  { file, titles }: { readonly file?: string | undefined; readonly titles: readonly string[] },
): string {
  if (!path.includes('undefined')) return path;
  const parts = path.split('/');
  const names = (file ?? '').replace(/(?:^|\/)readme\.\w+$|\.\w+$/i, '').split('/');
  return parts
    .map((part, at) => {
      if (!nameless.test(part)) return part;
      const title = withEmoji(titles[at] ?? '');
      const found = [names[names.length - parts.length + at] ?? '', slugOfName(title)].find(
        (name) => name !== '' && !nameless.test(name),
      );
      return found ?? (/[\p{L}\p{N}]/u.test(title) ? part : 'page');
    })
    .join('/');
}
