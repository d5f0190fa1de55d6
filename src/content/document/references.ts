import type { Reference } from './values.ts';

/** The use of a target in a text: some kinds of nodes take only some kinds of references. */
export type ReferenceUse = 'link' | 'file' | 'image' | 'include';

/**
 * Says what the targets in a text refer to, and how references are written. Whoever owns the content knows its pages and files;
 * without that knowledge, a target stays an address.
 */
export interface References {
  /** Undefined for an unknown target, which then stays an address. */
  readonly read: (target: string, use: ReferenceUse) => Reference | undefined;
  /** Undefined for an unknown reference. */
  readonly print: (reference: Reference) => string | undefined;
}

export const noReferences: References = { read: () => undefined, print: () => undefined };

/** The reference for a target, in the form that its use takes. */
export function readReference({ read }: References, target: string, use: ReferenceUse): Reference {
  const known = read(target, use);
  if (known !== undefined) return known;
  if (use === 'file') return { kind: 'file', file: target };
  if (use === 'include') return { kind: 'reusable-content', reusableContent: target };
  if (use === 'link') {
    if (target.length > 1 && target.startsWith('#')) return { kind: 'anchor', anchor: target.slice(1) };
    const broken = brokenPage.exec(target)?.groups;
    if (broken !== undefined) return brokenReference(broken);
  }
  return { kind: 'url', url: target };
}

/** How the exporter writes a reference to a missing page. */
const brokenPage = /^\/broken\/(?:spaces\/(?<space>[\w-]+)\/)?pages\/(?<page>[\w-]+)(?:#(?<anchor>.+))?$/u;

function brokenReference({ space, page, anchor }: Readonly<Record<string, string | undefined>>): Reference {
  const where = { page, ...(space === undefined ? {} : { space }) };
  return anchor === undefined ? { kind: 'page', ...where } : { kind: 'anchor', anchor, ...where };
}

/** The target that is written for a reference. */
export function printReference({ print }: References, reference: Reference): string {
  const known = print(reference);
  if (known !== undefined) return known;
  const text = (field: string): string => (typeof reference[field] === 'string' ? reference[field] : '');
  switch (reference.kind) {
    case 'url':
      return text('url');
    case 'anchor':
      return reference['page'] === undefined
        ? `#${text('anchor')}`
        : `${missingPage(reference)}#${text('anchor')}`;
    case 'page':
      return missingPage(reference);
    case 'space':
      return `/broken/spaces/${text('space')}`;
    case 'file':
      return text('file');
    case 'reusable-content':
      return text('reusableContent');
    default:
      return `/broken/${reference.kind}`;
  }
}

function missingPage({ space, page }: Reference): string {
  return `/broken/${typeof space === 'string' ? `spaces/${space}/` : ''}pages/${String(page)}`;
}
