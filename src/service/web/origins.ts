/**
 * The web app has its own origin, so that nothing in a published site can act for a person who is signed in. Only the host name counts for
 * that: cookies ignore ports.
 */
import { AppError } from '../../base/index.ts';
import { hostNameIn } from '../../http/index.ts';

/** The host names that a machine has for itself: to a browser, each is another site. */
const twins: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
  localhost: '127.0.0.1',
};

/** The origin that the app gets by default: this machine under its other name; undefined where it has none. */
export function defaultAppOrigin(baseUrl: string): string | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const twin = twins[hostname];
  return twin === undefined ? undefined : `${protocol}//${twin}${port === '' ? '' : `:${port}`}`;
}

/** Reads the address that somebody chose for the app: an origin, under another host name than the service’s. */
export function appOriginOf(appUrl: string, baseUrl: string | undefined): string {
  const { origin, pathname, search, hostname } = new URL(appUrl);
  if (pathname !== '/' || search !== '') {
    throw new AppError('USAGE', `the address of the app has a path: ${appUrl}`, {
      hint: `Give the app a host name of its own, like ${origin}.`,
    });
  }
  if (baseUrl !== undefined && new URL(baseUrl).hostname === hostname) {
    throw new AppError('USAGE', `the app and the published sites would share the host name ${hostname}`, {
      hint: 'Give the app another one: a browser keeps sessions by host name, whatever the port.',
    });
  }
  return origin;
}

/** What happens to a request: it is served, or redirected to the origin that its path belongs to. */
export type RequestRoute = 'serve' | 'to-app' | 'to-service' | 'no-app';

/** Where the request for `path` under the `Host` header belongs. The interface is served under both names, since it uses no cookies. */
export function requestRouteOf(
  path: string,
  host: string | undefined,
  appOrigin: string | undefined,
): RequestRoute {
  const forApp = isOfApp(path);
  if (appOrigin === undefined) return forApp ? 'no-app' : 'serve';
  const atApp = hostNameIn(host) === hostNameIn(new URL(appOrigin).host);
  if (forApp) return atApp ? 'serve' : 'to-app';
  if (!atApp || /^\/v1(?:\/|$)/.test(path) || path === '/openapi.json') return 'serve';
  return path === '/' ? 'to-app' : 'to-service';
}

/** Whether a path belongs to one of the app's pages. */
export function isOfApp(path: string): boolean {
  return /^\/app(?:\/|$)/.test(path);
}
