import { addressOf, decodePercent, splitTarget, type PageLink } from '../content/index.ts';
import { findFile } from './resolve.ts';
import type { ServiceVerdict } from './service-verdicts.ts';
import type { LinkIndex, ReadSpace } from './tree.ts';

/** A link of a file, relative to the repository. */
export interface PlacedLink {
  readonly path: string;
  readonly link: PageLink;
}

/** The name of a place in which only one link begins. */
export function placeName(path: string, start: number): string {
  return `${path}:${start}`;
}

/** The file with the link of a verdict, relative to the repository; null when neither a file nor the address of a page tells it. */
export function fileOfVerdict(
  { spacePath, file, pagePath }: ServiceVerdict,
  { spaces }: LinkIndex,
): string | null {
  const space = spaces.find(({ path }) => path === spacePath);
  if (file !== null) return (space?.prefix ?? '') + file;
  return pagePath === null ? null : (space?.filesByPagePath.get(pagePath) ?? null);
}

/**
 * Finds the links that each verdict is about. The service groups equal links, so one verdict may be about several links of a page. A link
 * with exactly the target of a verdict is that verdict's, before any verdict gets a link whose target only contains its own.
 */
export function linksOfVerdicts(
  verdicts: readonly ServiceVerdict[],
  index: LinkIndex,
): ReadonlyMap<ServiceVerdict, readonly PlacedLink[]> {
  const found = new Map<ServiceVerdict, readonly PlacedLink[]>();
  const taken = new Set<string>();
  for (const verdict of verdicts) {
    const places = linksIn(verdict, index).filter(({ path, link }) => isExact(verdict, path, link, index));
    if (places.length > 0) found.set(verdict, places);
    for (const { path, link } of places) taken.add(placeName(path, link.start));
  }
  for (const verdict of verdicts) {
    const { target } = verdict;
    if (target === null || target === '' || found.has(verdict)) continue;
    const like = linksIn(verdict, index).find(
      ({ path, link }) => link.target.includes(target) && !taken.has(placeName(path, link.start)),
    );
    if (like === undefined) continue;
    found.set(verdict, [like]);
    taken.add(placeName(like.path, like.link.start));
  }
  return found;
}

/** The links one of which a verdict is about. A reusable content without a file may be any file of its space's includes. */
function linksIn(verdict: ServiceVerdict, index: LinkIndex): PlacedLink[] {
  const known = fileOfVerdict(verdict, index);
  const space = index.spaces.find(({ path }) => path === verdict.spacePath);
  const includes = verdict.isReusable && space !== undefined ? includesOf(space) : [];
  return (known === null ? includes : [known]).flatMap((path) =>
    (index.files.get(path)?.links ?? []).map((link) => ({ path, link })),
  );
}

const includesOf = ({ prefix, folder }: ReadSpace): string[] =>
  [...folder.includes].map((path) => prefix + path);

/** Whether a link leads to exactly what a verdict names. */
function isExact(
  { target, leadsTo, spacePath }: ServiceVerdict,
  from: string,
  link: PageLink,
  index: LinkIndex,
): boolean {
  if (leadsTo === null)
    return target !== null && (link.target.trim() === target || addressOf(link.target) === target);
  const space =
    index.spaces.find(({ id }) => id !== undefined && id === leadsTo.space) ??
    index.spaces.find(({ path }) => path === spacePath);
  const { file, pagePath, anchor } = leadsTo;
  const wanted =
    file === null
      ? space?.filesByPagePath.get(pagePath ?? '')
      : space === undefined
        ? file
        : space.prefix + file;
  const { path, fragment } = splitTarget(link.target.trim());
  if (wanted === undefined || fileAt(index, from, path) !== wanted) return false;
  return anchor === null || (fragment !== null && decodePercent(fragment) === decodePercent(anchor));
}

function fileAt(index: LinkIndex, from: string, path: string): string | null {
  if (path === '') return from;
  const found = findFile(index, from, path);
  return found.outcome === 'missing' ? null : found.file;
}
