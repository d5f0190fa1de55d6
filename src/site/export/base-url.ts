/** What is wrong with the address where a site will be; null for `https://host/path/` and `/path/`. */
export function problemOfBase(baseUrl: string): string | null {
  const isAddress = /^https?:\/\/[^/]/i.test(baseUrl) && URL.canParse(baseUrl);
  if (!isAddress && !/^\/(?!\/)/.test(baseUrl)) return 'is neither an address nor a path';
  if (/[?#]/.test(baseUrl)) return 'has a query or a fragment, which the address of a site cannot have';
  const { username, password } = new URL(baseUrl, 'https://localhost');
  return username + password === '' ? null : 'has a name or a password, which every page would show';
}
