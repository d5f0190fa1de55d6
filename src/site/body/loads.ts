/** The policy's source for loading an address (`img-src https://images.example.com`); undefined for anything but a web address. */
export function policySourceOf(
  directive: 'img-src' | 'media-src' | 'frame-src',
  url: string,
): string | undefined {
  try {
    const { protocol, origin } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? `${directive} ${origin}` : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a host is on a list of names (`www.example.com`) and patterns (`*.example.com`). */
export function isHostListed(url: string, hosts: readonly string[]): boolean {
  try {
    const { hostname } = new URL(url);
    return hosts.some((host) =>
      host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host.toLowerCase(),
    );
  } catch {
    return false;
  }
}
