/** The addresses of the app's own pages, each written in one place. */

const encode = encodeURIComponent;

/** Which content of a space is meant: the present one, a change request's or a revision's. */
export type Scope =
  | { readonly space: string; readonly change?: undefined; readonly revision?: undefined }
  | { readonly space: string; readonly change: string; readonly revision?: undefined }
  | { readonly space: string; readonly change?: undefined; readonly revision: string };

export const homePath = '/app';
export const signInPath = '/app/sign-in';

/** The address that sends somebody to an identity provider; the addresses for the provider and for the way back are below it. */
export function signOnPath(provider: string): string {
  return `${signInPath}/saml/${encode(provider)}`;
}

export function organizationPath(id: string): string {
  return `/app/o/${encode(id)}`;
}

export function peoplePath(organization: string): string {
  return `${organizationPath(organization)}/people`;
}

export function providersPath(organization: string): string {
  return `${organizationPath(organization)}/providers`;
}

export function teamsPath(organization: string): string {
  return `${organizationPath(organization)}/teams`;
}

export function teamPath(organization: string, team: string): string {
  return `${teamsPath(organization)}/${encode(team)}`;
}

/** The page that lists what was done in an organization; `filters` narrow the list to one person or one thing. */
export function auditPath(organization: string, filters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  return `${organizationPath(organization)}/audit${query.size === 0 ? '' : `?${query.toString()}`}`;
}

/** The page on which somebody takes an invitation. */
export function invitePath(organization: string, invite: string): string {
  return `${organizationPath(organization)}/join/${encode(invite)}`;
}

export const tokensPath = '/app/tokens';

export function collectionPath(id: string): string {
  return `/app/collections/${encode(id)}`;
}

export function sitePath(id: string): string {
  return `/app/sites/${encode(id)}`;
}

export function spacePath(space: string, tool?: string): string {
  return `/app/spaces/${encode(space)}${tool === undefined ? '' : `/~/${tool}`}`;
}

export function changePath(space: string, number: number | string, tool?: string): string {
  return `${spacePath(space, 'changes')}/${encode(String(number))}${tool === undefined ? '' : `/~/${tool}`}`;
}

export const liveRoute = '/app/live';

/** The event stream that tells a page about changes to what it shows. */
export function livePath({
  space,
  change,
  seen,
}: {
  /** Absent for the start page. */
  space?: string | undefined;
  change?: string | undefined;
  seen: string;
}): string {
  const query = new URLSearchParams({
    ...(space === undefined ? {} : { space }),
    ...(change === undefined ? {} : { change }),
    seen,
  });
  return `${liveRoute}?${query.toString()}`;
}

/** The beginning of all addresses of a scope's pages, with a slash at the end. */
export function scopeBase({ space, change, revision }: Scope): string {
  if (change !== undefined) return `${changePath(space, change)}/`;
  if (revision !== undefined) return `${spacePath(space, 'revisions')}/${encode(revision)}/`;
  return `${spacePath(space)}/`;
}

/** The address of a page of a scope. The slash after the number tells the first page of a change request from the change request itself. */
export function pagePath(scope: Scope, path: string): string {
  const base = scopeBase(scope);
  if (path === '') return scope.change === undefined ? base.slice(0, -1) : base;
  return base + path.split('/').map(encode).join('/');
}

/** The path of an address that the interface gave; an address of another app leads home. */
export function pathInApp(address: string): string {
  if (!URL.canParse(address)) return homePath;
  const { pathname, hash } = new URL(address);
  return pathname.startsWith('/app') ? pathname + hash : homePath;
}

/** Where to go after signing in: a path of this app, never another site. */
export function safeReturn(path: string | undefined): string {
  if (path === undefined || !/^\/app(?:[/?#]|$)/.test(path) || /[\\\s]/.test(path)) return homePath;
  return path;
}
