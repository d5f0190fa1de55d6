/** Redirects that a writer may put into `.gitbook.yaml` to make a host's file say something else: from, to. */

/** Redirects that are accepted: each is an address, whatever its characters mean in the files of hosts. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ['old/place', 'guide/start.md'],
  ['계단', 'https://docs.example/위?q=가#나'],
  ['brackets(1)', 'https://docs.example/(a)+b'],
  ['a+b', 'https://docs.example/%20x%2'],
  ['dollar$1', 'https://docs.example/$1/$host/${SECRET}'],
  ['proxy', 'https://evil.example/:splat 200'],
  ['signed', 'https://evil.example/ 200! Sign=SECRET'],
  ['lines', 'https://evil.example/%0d%0aSet-Cookie:a=b'],
  ['caddy', 'https://evil.example/{env.SECRET}/{$SECRET}?x={http.request.host}'],
  ['nginx', 'https://evil.example/"; } location / { return 200 "x'],
  ['apache', 'https://evil.example/%{ENV:SECRET}/%1/\\0&'],
  ['vercel', 'https://evil.example/:path*(.*)'],
  ['percent', 'https://docs.example/%E3%81%82/1%2F2'],
  ["quote'd", "https://docs.example/it's,;=@x"],
];
/** Redirects whose characters could mean more than an address: each is left out and named. */
export const refused: readonly (readonly [from: string, to: string])[] = [
  ['host', 'https://{env.SECRET}.evil.example/'],
  ['host2', 'https://$host.evil.example/'],
  ['user', 'https://a:b@evil.example/'],
  ['mail', 'mailto:a@docs.example'],
  ['script', 'javascript:alert(1)'],
  ['star/*', 'guide/start.md'],
  [':name', 'guide/start.md'],
  ['{path}', 'guide/start.md'],
  ['a b', 'guide/start.md'],
  ['a\u0001b', 'guide/start.md'],
  ['a[b]', 'guide/start.md'],
];

/** The path that a browser requests for a link to `from`. */
export const asked = (from: string): string => new URL(`https://x.example/${from}`).pathname;
