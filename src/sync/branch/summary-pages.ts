import {
  decodeText,
  isExternalTarget,
  isSafePath,
  isSummary,
  normalTarget,
  parseSummary,
} from '../../content/index.ts';
import type { EntryIdentity, EntryPages, FileVersions, Versions } from '../../content/index.ts';
import type { AcceptedPage } from './accepted.ts';
import type { PageIdAt } from '../versions/places.ts';

/**
 * The pages behind the entries of three versions of a table of contents: a page that one side moved is one entry, whatever its
 * paths are. Returns nothing for any other file.
 */
export async function summaryPages(
  path: string,
  versions: FileVersions,
  idAt: Versions<PageIdAt>,
  accepted: readonly AcceptedPage[] = [],
): Promise<EntryPages> {
  const { base, ours, theirs } = versions;
  if (!isSummary(path) || !base || !ours || !theirs) return {};
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const targets = { base: targetsOf(base), ours: targetsOf(ours), theirs: targetsOf(theirs) };
  const isEverywhere = (target: string): boolean => Object.values(targets).every((each) => each.has(target));
  // A base that was sent from here lists pages that were new at that time: what we know of the sending tells which pages they
  // are.
  const sentAs = (at: string): string | null => accepted.find(({ path: sent }) => sent === at)?.id ?? null;
  const idOf = async (side: keyof Versions<PageIdAt>, at: string): Promise<string | null> =>
    (await idAt[side](at)) ?? (side === 'base' ? sentAs(at) : null);
  const identities = async (side: keyof Versions<PageIdAt>): Promise<EntryIdentity> => {
    const ids = new Map<string, string>();
    for (const target of targets[side]) {
      const id = isEverywhere(target) ? null : await idOf(side, folder + target);
      if (id !== null) ids.set(target, `page ${id}`);
    }
    return (target) => ids.get(target) ?? target;
  };
  return {
    base: await identities('base'),
    ours: await identities('ours'),
    theirs: await identities('theirs'),
    untold: new Set(accepted.find((page) => page.id === null && page.target === path)?.untold),
    // If all versions list a page at one path, `identities` uses the path and not the id.
    unplaced: new Set(
      accepted.flatMap(({ id, target, isUnplaced }) =>
        isUnplaced === true ? [`page ${id}`, target.slice(folder.length)] : [],
      ),
    ),
  };
}

/** The files that the entries point to. An entry with a link to another site, out of the folder or to an impossible file points to none. */
function targetsOf(bytes: Uint8Array): Set<string> {
  const { entries } = parseSummary(decodeText(bytes) ?? '');
  const targets = entries.flatMap((entry) => (entry.kind === 'item' ? [normalTarget(entry.target)] : []));
  return new Set(
    targets.filter((target) => !isExternalTarget(target) && isSafePath(target, { mayBeObeyed: true })),
  );
}
