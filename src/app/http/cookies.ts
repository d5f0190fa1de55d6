import type { FastifyRequest } from 'fastify';

/** One cookie of the app that holds a secret: its name and the attributes that keep it from scripts, other sites and plain connections. */
export interface SecretCookie {
  readonly name: string;
  set(secret: string, lifeMs: number): string;
  clear(): string;
  read(request: FastifyRequest): string | undefined;
}

/**
 * The cookie of a session at `origin`. Behind TLS its name begins with `__Host-`, which a browser takes from this very host alone, and
 * over TLS alone. On one machine the port is in the name, since browsers give a cookie to every port of a host.
 */
export function sessionCookie(origin: string): SecretCookie {
  const { secure, ending } = placeOf(origin);
  return secure
    ? cookieOf('__Host-tidemark', 'Path=/; HttpOnly; SameSite=Strict; Secure')
    : cookieOf(`tidemark${ending}`, 'Path=/app; HttpOnly; SameSite=Strict');
}

/**
 * The cookie of a browser that was sent to an identity provider. The browser sends this cookie when the provider sends it back, which it
 * would not do with a strict one: a provider is another site. This cookie signs nobody in.
 */
export function signOnCookie(origin: string): SecretCookie {
  const { secure, ending } = placeOf(origin);
  const attributes = 'Path=/app/sign-in; HttpOnly; SameSite=Lax';
  return secure
    ? cookieOf('__Secure-tidemark-sign-in', `${attributes}; Secure`)
    : cookieOf(`tidemark-sign-in${ending}`, attributes);
}

function placeOf(origin: string): { readonly secure: boolean; readonly ending: string } {
  const { protocol, port } = new URL(origin);
  return { secure: protocol === 'https:', ending: port === '' ? '' : `-${port}` };
}

function cookieOf(name: string, attributes: string): SecretCookie {
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
      // With two such cookies, another server of this host has set one, and nobody knows which is ours.
      return own.length === 1 && /^[0-9A-Za-z]{30}$/.test(value ?? '') ? value : undefined;
    },
  };
}
