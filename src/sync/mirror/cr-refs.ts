import type { SpaceRecord } from '../state/records.ts';

/** The reference at which ordinary git commands find a change request's revisions. */
export function changeRequestRef(folder: string, number: number): string {
  return `${changeRequestPrefix(folder)}${number}`;
}

function changeRequestPrefix(folder: string): string {
  return folder === '.' ? 'refs/remotes/docs/cr/' : `refs/remotes/docs/cr/${refPath(folder)}/`;
}

/** The local branch through which a change request is edited. */
export function changeRequestBranch(folder: string, number: number): string {
  return changeRequestRef(folder, number).replace('refs/remotes/docs/', 'refs/heads/');
}

/** The change request that a branch edits by its name; null: the branch gets a change request of its own. */
export function requestEditedBy(
  { path, changeRequests }: Pick<SpaceRecord, 'path' | 'changeRequests'>,
  branch: string,
): SpaceRecord['changeRequests'][number] | null {
  const ref = `refs/heads/${branch}`;
  return changeRequests.find(({ number }) => changeRequestBranch(path, number) === ref) ?? null;
}

/** A branch's name without `refs/heads/`. */
export function shortName(branch: string): string;
export function shortName(branch: string | null): string | null;
export function shortName(branch: string | null): string | null {
  return branch?.replace('refs/heads/', '') ?? null;
}

/** A folder as part of a reference name: each character that git refuses there becomes `-`. */
function refPath(folder: string): string {
  return folder
    .split('/')
    .map((part) =>
      part

        .replace(/[\u0000-\u0020\u007f~^:?*[\\]/gu, '-')
        .replace(/\.{2,}/gu, '-')
        .replace(/@\{/gu, '-')
        .replace(/^\.|\.$|\.lock$/gu, '-'),
    )
    .join('/');
}
