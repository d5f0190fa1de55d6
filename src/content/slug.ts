import { createRequire } from 'node:module';

import type Limax from 'limax';

import { replaceEmoji } from './emoji.ts';
import { wellFormed } from './names.ts';

/** The longest slug that the interface takes, in characters. */
const maxSlugLength = 100;

/** ASCII letters, and signs that are not replaced by words. The slug of such a title needs no tables. */
const plainTitle = /^[A-Za-z0-9 !"#%'()*,\-/:;=?@[\\\]^`{}~]*$/u;

/**
 * The slug that the service makes of a title: transliterated, words joined by dashes, dots, underscores and plus signs
 * kept. A title of which nothing is left (only Hangul, only emoji) gives `undefined`, as in the service.
 */
export function slugOfTitle(title: string): string {
  const slug = plainTitle.test(title) ? plainSlug(title) : transliterated(title);
  const cut = Array.from(slug).slice(0, maxSlugLength).join('').replace(/-+$/u, '');
  return cut === '' ? 'undefined' : cut;
}

function plainSlug(title: string): string {
  return title
    .replace(/(\S)'(\S)/gu, '$1$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
}

let limax: typeof Limax | null = null;

/** The tables of all scripts are large, so they are loaded for the first title that needs them. */
function transliterated(title: string): string {
  limax ??= createRequire(import.meta.url)('limax') as typeof Limax;
  return limax(replaceEmoji(wellFormed(title), ' '), {
    tone: false,
    custom: { '.': '.', '+': '+' },
    separateNumbers: false,
  });
}

/** The rule that a slug breaks, in words that go on after "it"; undefined for a slug that the service takes. */
export function slugFault(slug: string): string | undefined {
  if (slug.includes('/')) return 'contains a slash';
  if (slug === '.' || slug === '..') return `is "${slug}", which means a folder in an address`;
  const { length } = [...slug];
  return length > maxSlugLength ? `has ${length} characters, and ${maxSlugLength} are the most` : undefined;
}

/** `slug`, or with the first `-1`, `-2`, … that no sibling in `taken` has. */
export function uniqueSlug(slug: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(slug)) return slug;
  for (let count = 1; ; count += 1) {
    const suffix = `-${count}`;
    const candidate = slug.slice(0, maxSlugLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The slug of a file's or folder's name: the name itself where that is a valid slug, so that page paths follow files. */
export function slugOfName(name: string): string {
  return /^[\p{L}\p{M}\p{N}._+-]{1,100}$/u.test(name) ? name.normalize('NFC') : slugOfTitle(name);
}
