import {
  decodeText,
  isSummary,
  normalTarget,
  pageIdOf,
  parseSummary,
  roughText,
} from '../../content/index.ts';
import type { EntryIdentity, FileVersions, Versions } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';

/** The identity of the page at a path of the repository; null: it has none there. */
export type IdAt = (path: string) => Promise<string | null>;

/**
 * The pages behind the entries of three versions of a table of contents: a page that one side moved is one entry, whatever its paths
 * are. Nothing for any other file.
 */
export async function summaryPages(
  path: string,
  versions: FileVersions,
  idAt: Versions<IdAt>,
): Promise<Partial<Versions<EntryIdentity>>> {
  const { base, ours, theirs } = versions;
  if (!isSummary(path) || !base || !ours || !theirs) return {};
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const targets = { base: targetsOf(base), ours: targetsOf(ours), theirs: targetsOf(theirs) };
  const isEverywhere = (target: string): boolean => Object.values(targets).every((each) => each.has(target));
  const identities = async (side: keyof Versions<IdAt>): Promise<EntryIdentity> => {
    const ids = new Map<string, string>();
    for (const target of targets[side]) {
      const id = isEverywhere(target) ? null : await idAt[side](folder + target);
      if (id !== null) ids.set(target, `page ${id}`);
    }
    return (target) => ids.get(target) ?? target;
  };
  return {
    base: await identities('base'),
    ours: await identities('ours'),
    theirs: await identities('theirs'),
  };
}

/** Page identities as a commit has them. */
export function idsIn(git: GitRepository, commit: Oid | null): IdAt {
  return async (path) => {
    const entry = commit === null || !path.endsWith('.md') ? null : await git.entryAt(commit, path);
    return entry && entry.mode !== '040000' ? idIn(await git.readBlob(entry.oid)) : null;
  };
}

export function idIn(bytes: Uint8Array): string | null {
  return pageIdOf(roughText(bytes));
}

function targetsOf(bytes: Uint8Array): Set<string> {
  const { entries } = parseSummary(decodeText(bytes) ?? '');
  return new Set(entries.flatMap((entry) => (entry.kind === 'item' ? [normalTarget(entry.target)] : [])));
}
