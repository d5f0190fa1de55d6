import { posix } from 'node:path';
import {
  addressOf,
  decodePercent,
  folderOf,
  isExternalTarget,
  isTopOfPage,
  splitTarget,
  whyNotFollowed,
  type PageAnchors,
  type PageLink,
} from '../content/index.ts';
import type { RuleId } from './rules.ts';
import { isMarkdownPath, resolvePath, type LinkIndex, type ReadSpace } from './tree.ts';
import { writtenLink } from './written-link.ts';

/** The result of resolving a link. */
export type Verdict =
  | { outcome: 'ok'; file: string | null; fragment: string | null }
  /** An external address, which a separate check decides. */
  | { outcome: 'external'; url: string }
  /** The result cannot be known here. */
  | { outcome: 'unchecked' }
  | Fault;

export interface Fault {
  outcome: 'fault';
  rule: RuleId;
  message: string;
  /** The missing target: a path in the repository, or an anchor of `file`. */
  wanted: string;
  /** The existing page when only its anchor is missing, or the file whose name is written differently. */
  file: string | null;
  fragment: string | null;
  /** The fault is not certain, so the finding is one level lower. */
  isMild?: boolean;
  /** The fault that the link still has after this one is fixed. */
  then?: Fault;
}

const marker =
  /^(?:\/?broken\/(?:pages|spaces|files)\b|(?:https?:\/\/app\.gitbook\.com)?\/broken\/)|^broken-reference(?:$|#)/u;
/** An app address of a space or of a page in it, with the space's id and the page's path. */
export const appLink =
  /^https?:\/\/app\.gitbook\.com\/(?:(?:o|org)\/[^/?#]+\/)?(s|spaces?)\/([^/?#]+)(?:\/([^?#]*))?/u;
const localHost =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|\[(?:::1|f[cd][\da-f:]*|fe80[\da-f:]*)\])$/iu;

/** An address of a file on a machine: `file:`, or a path that begins with the letter of a drive. */
const ownFile = /^(?:file:|[a-z]:[\\/])/iu;

/** Whether the service wrote this target in place of a missing one. */
export function isBrokenMarker(target: string): boolean {
  return target.includes('broken') && marker.test(target);
}

export interface ResolveOptions {
  /** Files that exist in a change request only. */
  pendingPaths?: ReadonlySet<string>;
  /** Whether an address of this machine or network may be requested, because somebody named its host. */
  mayBeAsked?: (url: string) => boolean;
}

/** Where a target is written; absent for one that is not in a page yet. */
type PlaceInPage = Partial<Pick<PageLink, 'start' | 'end'>>;

/** Resolves a link of the file `from`, and finds its fault. */
export function resolveLink(
  index: LinkIndex,
  from: string,
  link: Pick<PageLink, 'kind' | 'target' | 'form' | 'isCode'> & PlaceInPage,
  options: ResolveOptions = {},
): Verdict {
  const target = link.target.trim();
  if (link.isCode === true) return { outcome: 'unchecked' };
  if (target === '' && link.form !== 'yaml') return emptyTarget(index.text(from), link);
  if (target === '' || /\{\{|<[a-z]/iu.test(target)) return { outcome: 'unchecked' };
  if (isBrokenMarker(target))
    return fault('broken-marker', `The service marked this link as broken: ${target}`, { wanted: target });
  if (isExternalTarget(target)) return resolveUrl(index, link, addressOf(target), options);
  const { path, fragment } = splitTarget(target);
  if (path === '') return checkAnchor(index, from, fragment, target);
  if (path.startsWith('/')) return resolveRooted(index, from, link, { path, fragment });

  const found = findFile(index, from, path);
  if (found.outcome === 'missing')
    return missing(link, { from, wanted: found.wanted, fragment, target }, index, options);
  const { file } = found;
  const isWhole = found.outcome === 'found' && found.lacksExtension !== true;
  const anchor = checkShown(index, from, link.kind, { file, fragment, target, isWhole });
  if (found.outcome === 'found' && found.lacksExtension === true)
    return {
      ...fault(
        brokenRule(link.kind, found.file),
        `${target} leads nowhere in the service: the file is named ${file}`,
        { wanted: file, file, fragment },
      ),
      isMild: true,
      ...secondFault(anchor),
    };
  if (found.outcome === 'capitals')
    return {
      ...fault('case-mismatch', `${found.written} is named ${file}`, {
        wanted: found.written,
        file,
        fragment,
      }),
      ...secondFault(anchor),
    };
  const space = index.spaceOf(file);
  if (link.kind !== 'include' && space !== null && isUnlisted(index, file))
    return {
      ...fault('unlisted-page', `${file} is not a page: ${contentsOf(space)} does not list it`, {
        wanted: file,
        file,
        fragment,
      }),
      ...secondFault(anchor),
    };
  return anchor;
}

/** The fault of a link without a target. Readers see plain text, or no picture. Only the link's own words can name the link. */
function emptyTarget(
  text: string | null,
  { kind, form, start, end }: Pick<PageLink, 'kind' | 'form'> & PlaceInPage,
): Fault {
  const isInPage = text !== null && start !== undefined && end !== undefined;
  const written = isInPage ? writtenLink(text, { form, start, end }) : null;
  const message =
    kind === 'image'
      ? `${written ?? 'This image'} names no file`
      : `${written ?? 'This link'} leads nowhere: it names no target`;
  return fault('empty-target', message, { wanted: '' });
}

/** Checks that an include can show the file that it leads to, and that the file has the anchor. */
function checkShown(
  index: LinkIndex,
  from: string,
  kind: PageLink['kind'],
  given: { file: string; fragment: string | null; target: string; isWhole: boolean },
): Verdict {
  const { file, fragment, target, isWhole } = given;
  const unshown = kind === 'include' ? unshownInclude(index, from, file, isWhole ? target : null) : null;
  return unshown ?? checkAnchor(index, file, fragment, target);
}

/**
 * The fault of an include whose file is there, but is not reusable content of the space, is not named whole, or is inside itself; null for
 * no fault. `target` is null if the path has another fault that is reported.
 */
function unshownInclude(index: LinkIndex, from: string, file: string, target: string | null): Fault | null {
  const space = index.spaceOf(from);
  if (space === null) return null;
  const folder = `${space.prefix}${withSlash(space.folder.config.root)}.gitbook/includes/`;
  const why = !index.isReusable(space, file)
    ? `is not reusable content of its space, whose includes show only files of ${folder}`
    : target !== null && index.includeOf(from, target) !== file
      ? `is not what an include of ${target} shows: name the whole file, and no part of it`
      : index.includes(file, from)
        ? `includes ${from === file ? 'itself' : `${from}, which includes it`}: take one of these includes out`
        : null;
  return why === null ? null : fault('unshown-include', `${file} ${why}`, { wanted: file, file });
}

/** The fault of an anchor, as the second fault of its link. */
function secondFault(anchor: Verdict): Pick<Fault, 'then'> {
  return anchor.outcome === 'fault' ? { then: anchor } : {};
}

function fault(
  rule: RuleId,
  message: string,
  {
    wanted,
    file = null,
    fragment = null,
  }: { wanted: string; file?: string | null; fragment?: string | null },
): Fault {
  return { outcome: 'fault', rule, message, wanted, file, fragment };
}

const unlistedSets = new WeakMap<readonly string[], Set<string>>();

/** The path of a space's table of contents. */
export function contentsOf({ prefix, folder }: ReadSpace): string {
  return prefix + folder.config.summary;
}

/** Whether a markdown file is in a space whose table of contents does not list it. */
export function isUnlisted(index: LinkIndex, file: string): boolean {
  const space = index.spaceOf(file);
  if (space === null || space.folder.summaryPath === null) return false;
  const { unlisted } = space.folder;
  let set = unlistedSets.get(unlisted);
  if (set === undefined) unlistedSets.set(unlisted, (set = new Set(unlisted)));
  return set.has(file.slice(space.prefix.length));
}

function ofOtherScheme(target: string): Verdict {
  return ownFile.test(target)
    ? fault('local-address', `${target} is a file of the writer's machine`, { wanted: target })
    : { outcome: 'unchecked' };
}

function resolveUrl(
  index: LinkIndex,
  link: Pick<PageLink, 'kind' | 'form'>,
  target: string,
  { mayBeAsked = () => false }: ResolveOptions,
): Verdict {
  const app = appLink.exec(target);
  if (app !== null) {
    const [, , spaceId = '', rest = ''] = app;
    const space = index.spaces.find(({ id }) => id === spaceId);
    if (space === undefined)
      return fault('in-app', `${target} leads into the app, to a space that is not mirrored here`, {
        wanted: target,
      });
    const path = decodePercent(rest).replace(/\/+$/u, '');
    const file = path === '' ? null : (space.filesByPagePath.get(path) ?? null);
    if (path !== '' && file === null)
      return fault(
        'broken-space',
        `The space ${space.title ?? (space.path || space.id)} has no page ${path}`,
        { wanted: path },
      );
    const { fragment } = splitTarget(target);
    return file === null
      ? { outcome: 'ok', file: null, fragment: null }
      : checkAnchor(index, file, fragment, target);
  }
  if (/^https?:\/\/app\.gitbook\.com\//u.test(target))
    return fault('in-app', `${target} leads into the app`, { wanted: target });
  if (!/^https?:\/\//iu.test(target)) return ofOtherScheme(target);
  if (mayBeAsked(target)) return { outcome: 'external', url: target };
  const host = hostOf(target);
  // Bare addresses in running text are mostly examples of addresses on the reader's own machine.
  const isBare = link.kind === 'autolink' && link.form === 'plain';
  if (host !== null && localHost.test(host))
    return isBare
      ? { outcome: 'unchecked' }
      : fault('local-address', `${target} can be reached on the writer's machine or network only`, {
          wanted: target,
        });
  return { outcome: 'external', url: target };
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}

/**
 * Resolves a path from the root. People mean the root of the space, but the service takes every such link for broken. A path
 * without a file may be an address of the site, which cannot be known here.
 */
function resolveRooted(
  index: LinkIndex,
  from: string,
  link: Pick<PageLink, 'kind'>,
  { path, fragment }: { path: string; fragment: string | null },
): Verdict {
  const space = index.spaceOf(from);
  const inner = decodePercent(path).replace(/^\/+|\/+$/gu, '');
  const top = space === null ? '' : space.prefix + withSlash(space.folder.config.root);
  const named = [top + inner, `${top}${inner}/README.md`, `${top}${inner}.md`];
  const file =
    named.find((candidate) => index.paths.has(candidate)) ??
    space?.filesByPagePath.get(inner.replace(/\.md$/u, ''));
  if (file !== undefined) {
    const anchor = checkShown(index, from, link.kind, { file, fragment, target: path, isWhole: false });
    return {
      ...fault('root-relative', `${path} begins with a slash, so the service does not follow it to ${file}`, {
        wanted: path,
        file,
        fragment,
      }),
      ...secondFault(anchor),
    };
  }
  if (!/\.[a-z\d]{1,5}$/iu.test(inner)) return { outcome: 'unchecked' };
  return fault(brokenRule(link.kind, inner), `${path} does not exist`, { wanted: top + inner, fragment });
}

const withSlash = (folder: string): string => (folder === '' ? '' : `${folder}/`);

/** The file that a relative path leads to. */
export type FoundFile =
  | {
      outcome: 'found';
      file: string;
      /** The path names the file without its `.md`, which the service does not follow. */
      lacksExtension?: true;
    }
  | { outcome: 'capitals'; file: string; written: string }
  | { outcome: 'missing'; wanted: string };

/** A path that can only mean a folder: one that ends with a slash, or with dots. */
const folderPath = /(?:^|\/)\.{0,2}$/u;

/** Finds the file that a relative path in `from` means, exactly or apart from capitals. */
export function findFile(index: LinkIndex, from: string, path: string): FoundFile {
  const straight = path.includes('%') ? null : resolvePath(from, path);
  if (straight !== null && !path.endsWith('/') && index.paths.has(straight))
    return { outcome: 'found', file: straight };
  const decoded = decodePercent(path);
  const spellings = decoded === path ? [path] : [decoded, path];
  const isFolder = folderPath.test(path);
  const { candidates, withExtension } = filesMeant(from, spellings, isFolder);
  for (const file of candidates) if (index.paths.has(file)) return { outcome: 'found', file };
  for (const file of withExtension)
    if (index.paths.has(file)) return { outcome: 'found', file, lacksExtension: true };
  for (const written of [...candidates, ...withExtension]) {
    const file = index.otherCapitals(written);
    if (file !== null) return { outcome: 'capitals', file, written };
  }
  const wanted = resolvePath(from, decoded) ?? decoded;
  // A folder without a README.md is only the heading of a group, so a link to the folder leads nowhere: the README.md is missing.
  return { outcome: 'missing', wanted: isFolder && wanted !== '' ? `${wanted}/README.md` : wanted };
}

/** The files that a path may mean, and those that it would mean with `.md`, the likeliest first. */
function filesMeant(
  from: string,
  spellings: readonly string[],
  isFolder: boolean,
): { candidates: string[]; withExtension: string[] } {
  const candidates: string[] = [];
  const withExtension: string[] = [];
  for (const spelling of spellings) {
    const resolved = resolvePath(from, spelling);
    if (resolved === null) continue;
    if (!isFolder) candidates.push(resolved);
    if (isFolder || !/\.[a-z\d]{1,5}$/iu.test(resolved)) {
      candidates.push(resolved === '' ? 'README.md' : `${resolved}/README.md`);
      if (!isFolder) withExtension.push(`${resolved}.md`);
    }
  }
  return { candidates, withExtension };
}

function missing(
  { kind }: Pick<PageLink, 'kind'>,
  {
    from,
    wanted,
    fragment,
    target,
  }: { from: string; wanted: string; fragment: string | null; target: string },
  index: LinkIndex,
  { pendingPaths }: ResolveOptions,
): Fault {
  if (pendingPaths?.has(wanted) === true)
    return fault('pending', `${wanted} exists in a change request only`, { wanted, fragment });
  const rule = brokenRule(kind, wanted);
  const what = whyMissing(index, from, { wanted, target });
  return fault(rule, target === wanted ? what : `${what} (${target})`, { wanted, fragment });
}

/** Says whether a missing target is a folder without a page, exists outside of the checked folder, or exists nowhere. */
function whyMissing(
  index: LinkIndex,
  from: string,
  { wanted, target }: { wanted: string; target: string },
): string {
  const page = /\/(?:#|$)/u.test(target) ? wanted.replace(/\/README\.md$/u, '.md') : wanted;
  if (page !== wanted && index.paths.has(page))
    return `A path that ends with a slash leads to ${wanted}, which does not exist, and not to ${page}`;
  if (wanted === '') return 'The top folder is a folder without a README.md';
  const group = folderPath.test(splitTarget(target).path) ? folderOf(wanted) : wanted;
  if (index.folders.has(group)) return `${group} is a folder without a README.md`;
  const path = posix.normalize(posix.join(posix.dirname(from), decodePercent(splitTarget(target).path)));
  const folder = index.outsideOf(path);
  if (folder === null) return `${wanted} does not exist`;
  const link = index.symbolicLinkIn(path);
  if (link !== null) return whyNotFollowed(link);
  const mark = index.exportMarkAbove(path);
  return mark === null
    ? `${path} exists, but outside of ${folder}`
    : `${path} exists, but ${mark} says that an export wrote this folder: delete that file if the folder has pages`;
}

function brokenRule(kind: PageLink['kind'], wanted: string): RuleId {
  if (kind === 'include') return 'broken-reusable';
  if (kind === 'openapi') return 'broken-openapi';
  if (kind === 'image' || kind === 'src' || kind === 'file' || kind === 'cover') return 'broken-file';
  const extension = /\.([a-z\d]{1,5})$/iu.exec(wanted)?.[1]?.toLowerCase();
  const isPage =
    extension === undefined || extension === 'md' || extension === 'markdown' || extension === 'html';
  return isPage && !/(?:^|\/)\.gitbook\/assets\//u.test(wanted) ? 'broken-page' : 'broken-file';
}

/** Checks that a page has an anchor. A page whose anchors cannot be known has all of them. */
export function checkAnchor(
  index: LinkIndex,
  file: string,
  fragment: string | null,
  target: string,
): Verdict {
  const ok: Verdict = { outcome: 'ok', file, fragment };
  if (fragment === null || fragment === '' || fragment.startsWith(':~:') || !isMarkdownPath(file)) return ok;
  const page = index.anchorsOf(file);
  if (page === null || page.openEnded) return ok;
  const id = decodePercent(fragment);
  if (page.anchors.has(id) || page.anchors.has(fragment) || isTopOfPage(id)) return ok;
  const silent = page.unanchored.get(id);
  if (silent !== undefined) {
    const what =
      silent.level === 1
        ? `is the title of ${file}, which publishes no anchor: link to the page`
        : `in ${file} is a heading of level ${silent.level ?? 6}, which publishes no anchor`;
    return fault('unanchored-heading', `“${silent.text}” ${what}`, { wanted: id, file, fragment });
  }
  const written = target.startsWith('#') ? '' : ` (${target})`;
  const missing = fault('broken-anchor', `${file} has no anchor #${id}${written}`, {
    wanted: id,
    file,
    fragment,
  });
  const maker = possibleMaker(page, id);
  if (maker === null) return missing;
  return {
    ...missing,
    message: `${missing.message}, and ${maker} does not say that it makes one`,
    isMild: true,
  };
}

/** What may make an anchor that the text of its page does not show; null for nothing. */
function possibleMaker({ hasApiBlock, hasUpdates }: PageAnchors, id: string): string | null {
  if (hasApiBlock) return 'its API block';
  // How the service writes the day of an update is not known, but no day is without its year.
  return hasUpdates && /\d{4}/u.test(id) ? 'its change log' : null;
}
