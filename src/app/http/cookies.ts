import type { FastifyRequest } from 'fastify';

/** One cookie of the app: its name and the attributes that keep it from scripts, other sites and plain connections. */
export interface SessionCookie {
  readonly name: string;
  set(secret: string, lifeMs: number): string;
  clear(): string;
  read(request: FastifyRequest): string | undefined;
}

/**
 * The cookie of an app at `origin`. Behind TLS its name begins with `__Host-`, which a browser takes from this very host alone, and
 * over TLS alone. On one machine the port is in the name, since browsers give a cookie to every port of a host.
 */
export function sessionCookie(origin: string): SessionCookie {
  const { protocol, port } = new URL(origin);
  const secure = protocol === 'https:';
  const name = secure ? '__Host-tidemark' : `tidemark${port === '' ? '' : `-${port}`}`;
  const attributes = `Path=${secure ? '/' : '/app'}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (secret, lifeMs) => `${name}=${secret}; Max-Age=${Math.floor(lifeMs / 1000)}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read: ({ headers }) => {
      const own = (headers.cookie ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${name}=`));
      const value = own[0]?.slice(name.length + 1);
      // Two of them: another server of this host has set one, and nobody knows which is ours.
      return own.length === 1 && /^[0-9A-Za-z]{30}$/.test(value ?? '') ? value : undefined;
    },
  };
}
