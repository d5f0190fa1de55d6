import { decodeText, nameOf, readFrontMatter } from '../../content/index.ts';
import type { Context } from '../context.ts';
import { newId } from '../context.ts';
import { putReusable, readReusable } from './lists.ts';
import type { StoredFile, StoredReusable } from './lists.ts';
import { getBlob, putDocument } from '../tree/objects.ts';

const includePath = /(?:^|\/)\.gitbook\/includes\/[^/]+\.(?:md|markdown)$/iu;

/** Says whether a file of a space is a reusable content. */
export function isInclude(path: string | undefined): path is string {
  return path !== undefined && includePath.test(path);
}

/**
 * The reusable contents in a list of files: each file under `.gitbook/includes/` is one. Contents of `known` at the same paths keep their
 * ids; others get new ids. Returns the list's hash.
 */
export function reusableOfFiles(
  ctx: Pick<Context, 'store' | 'cache' | 'random'>,
  files: readonly StoredFile[],
  known: readonly string[],
): string {
  const before = new Map<string, StoredReusable>();
  for (const hash of known) {
    for (const content of readReusable(ctx, hash)) {
      if (content.path !== undefined && !before.has(content.path)) before.set(content.path, content);
    }
  }
  const contents = files.flatMap((file): StoredReusable[] => {
    if (!isInclude(file.path)) return [];
    const old = before.get(file.path);
    if (old?.oid === file.oid) return [old];
    const text = decodeText(getBlob(ctx.store, file.blob) ?? new Uint8Array());
    if (text === null) return old === undefined ? [] : [old];
    return [
      {
        id: old?.id ?? newId(ctx),
        title: titleOfInclude(text, file.path),
        ...putDocument(ctx.store, text),
        path: file.path,
      },
    ];
  });
  return putReusable(ctx.store, contents);
}

function titleOfInclude(text: string, path: string): string {
  const reading = readFrontMatter(text);
  const title = reading.outcome === 'read' ? reading.data['title'] : undefined;
  return typeof title === 'string' && title !== '' ? title : nameOf(path).replace(/\.[^.]+$/u, '');
}
