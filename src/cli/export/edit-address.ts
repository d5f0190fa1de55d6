/*
 * The address at which a code host edits a file, from what a checkout says of its remote. `{path}` stands for the file. Nothing
 * of the remote's address goes into it but host and path: it may hold a user's name or a token.
 */

/** Where a repository is, without protocol and user. */
interface Repository {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

/** The forms of known hosts, by a part of the host's name. */
const forms: readonly (readonly [host: RegExp, address: (repository: string, branch: string) => string])[] = [
  [/(?:^|\.)github\./, (at, branch) => `${at}/edit/${branch}/{path}`],
  [/(?:^|\.)gitlab\./, (at, branch) => `${at}/-/edit/${branch}/{path}`],
  [/^bitbucket\.org$/, (at, branch) => `${at}/src/${branch}/{path}?mode=edit&at=${branch}`],
  [/(?:^|\.)(?:gitea|forgejo)\.|^codeberg\.org$/, (at, branch) => `${at}/_edit/${branch}/{path}`],
];

/** The address for a remote and a branch; undefined for a remote whose host is not known, or that is none. */
export function editAddressOf(remote: string, branch: string): string | undefined {
  const repository = repositoryAt(remote);
  const form = repository && forms.find(([host]) => host.test(repository.host))?.[1];
  return form?.(
    `${repository?.origin ?? ''}/${encoded(repository?.path ?? '')}`,
    branch.split('/').map(encodeURIComponent).join('/'),
  );
}

/** The address for the files of one folder of the repository: what `editUrl` of a space holds. */
export function editAddressIn(address: string, folder: string): string {
  const base = address.includes('{path}') ? address : `${address.replace(/\/+$/, '')}/{path}`;
  return folder === '' ? base : base.replace('{path}', `${encoded(folder)}/{path}`);
}

/** `https://host/owner/name.git`, `ssh://git@host:22/owner/name.git` or `git@host:owner/name.git`. */
function repositoryAt(remote: string): Repository | undefined {
  const short = /^(?:[^@/\s]+@)?([\w.-]+\.[\w-]+):(?!\/\/)\/?(\S+)$/.exec(remote);
  if (short) return repository(`https://${short[1] ?? ''}`, short[2] ?? '');
  try {
    const url = new URL(remote);
    if (!/^(?:https?|ssh|git):$/.test(url.protocol)) return undefined;
    const isWeb = url.protocol.startsWith('http');
    return repository(isWeb ? `${url.protocol}//${url.host}` : `https://${url.hostname}`, url.pathname);
  } catch {
    return undefined;
  }
}

function repository(origin: string, path: string): Repository | undefined {
  const bare = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return bare === '' ? undefined : { origin, host: new URL(origin).hostname, path: safelyDecoded(bare) };
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
