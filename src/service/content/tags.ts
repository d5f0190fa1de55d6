import { parse } from 'yaml';
import type { TagSource } from '../../site/index.ts';
import { getBlob } from '../tree/objects.ts';
import type { ContentCache } from '../tree/tree.ts';
import type { Store } from '../store/index.ts';
import type { StoredFile } from './lists.ts';

/** The file that holds a space's tags. */
const tagsPath = '.gitbook/tags.yaml';
const maximumSize = 256 * 1024;

/** The colors that the hosted service's documents name; others come only from people. */
const colors: ReadonlySet<string> = new Set(
  'default green blue red orange yellow purple pink violet cyan $primary $info $success $warning $danger $tint'.split(
    ' ',
  ),
);

/** A tag as a revision shows it. */
export interface RevisionTag {
  readonly slug: string;
  readonly label: string;
  readonly color: string;
  readonly emoji?: string;
  readonly icon?: string;
}

type Reading = { readonly store: Store; readonly cache: ContentCache };

/** The tags that a space's files define, in their order. */
export function tagsOf({ store, cache }: Reading, files: readonly StoredFile[]): readonly TagSource[] {
  const file = files.find(({ path }) => path === tagsPath);
  if (file === undefined || file.size > maximumSize) return [];
  const key = `tags\n${file.blob}`;
  const known = cache.derived.get(key) as readonly TagSource[] | undefined;
  if (known !== undefined) return known;
  const tags = parseTags(Buffer.from(getBlob(store, file.blob) ?? []).toString('utf8'));
  cache.derived.set(key, tags, file.size + 64);
  return tags;
}

/** The tags as a revision shows them: a label and a color are always there, and an emoji comes before an icon. */
export function revisionTags(tags: readonly TagSource[]): RevisionTag[] {
  return tags.map(({ tag, label, color, emoji, icon }) => ({
    slug: tag,
    label: textOr(label, tag),
    color: color !== undefined && colors.has(color) ? color : 'default',
    ...(typeof emoji === 'string' ? { emoji } : typeof icon === 'string' ? { icon } : {}),
  }));
}

/** People write the file, so that any value may be in it. */
function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value !== '' ? value : other;
}

function parseTags(text: string): TagSource[] {
  try {
    const read: unknown = parse(text, { maxAliasCount: 0 });
    const isTag = (each: unknown): each is TagSource =>
      typeof each === 'object' && each !== null && typeof (each as { tag?: unknown }).tag === 'string';
    return Array.isArray(read) ? read.filter(isTag) : [];
  } catch {
    // A file that cannot be read gives no tags; the content's own checks tell whoever edits it.
    return [];
  }
}
