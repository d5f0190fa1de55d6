/*
 * The address at which a code host edits a file, from the checkout's remote. `{path}` is the place of the file. Only the host and
 * the path of the remote's address are used, because the rest may contain a user's name or a token.
 */

/** The place of a repository, without protocol and user. */
interface Repository {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

/** The addresses of known hosts, by a part of the host's name. */
const forms: readonly (readonly [host: RegExp, address: (repository: string, branch: string) => string])[] = [
  [/(?:^|\.)github\./, (at, branch) => `${at}/edit/${branch}/{path}`],
  [/(?:^|\.)gitlab\./, (at, branch) => `${at}/-/edit/${branch}/{path}`],
  [/^bitbucket\.org$/, (at, branch) => `${at}/src/${branch}/{path}?mode=edit&at=${branch}`],
  [/(?:^|\.)(?:gitea|forgejo)\.|^codeberg\.org$/, (at, branch) => `${at}/_edit/${branch}/{path}`],
];

/** The address for a remote and a branch; undefined for an unknown host, or a text that is not a remote. */
export function editAddressOf(remote: string, branch: string): string | undefined {
  const repository = repositoryAt(remote);
  const form = repository && forms.find(([host]) => host.test(repository.host))?.[1];
  return form?.(
    `${repository?.origin ?? ''}/${encoded(repository?.path ?? '')}`,
    branch.split('/').map(encodeURIComponent).join('/'),
  );
}

/**
 * The paths in the repository that an address of its host may mean, the likeliest first: behind the repository's own path the address
 * has a branch, whose name may have slashes, and the path. None for an address of another host or repository.
 */
export function pathsOfRawAddress(remote: string, address: string): string[] {
  const repository = repositoryAt(remote);
  if (repository === undefined || !URL.canParse(address)) return [];
  const { hostname, pathname } = new URL(address);
  const raw =
    repository.host === 'github.com' ? ['github.com', 'raw.githubusercontent.com'] : [repository.host];
  const parts = pathname.split('/').filter(Boolean).map(safelyDecoded);
  const own = repository.path.split('/');
  const isOwn = own.every((part, at) => part.toLowerCase() === parts[at]?.toLowerCase());
  if (!raw.includes(hostname) || !isOwn || parts.includes('..')) return [];
  const rest = parts.slice(own.length);
  return rest.map((_, at) => rest.slice(at).join('/'));
}

/** The address for the files of one folder of the repository, for the `editUrl` of a space. */
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
