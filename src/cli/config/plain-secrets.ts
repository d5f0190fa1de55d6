import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** A secret that is written out in a configuration file, and where (from 1). */
export interface PlainSecret {
  readonly option: string;
  readonly line: number;
  readonly column: number;
}

/** The secrets that a configuration's text has literally, instead of as `${NAME}`. */
export function plainSecrets(text: string): PlainSecret[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const hooks: unknown = document.get('hooks', true);
  const names = isMap(hooks) ? hooks.items.map(({ key }) => String(key)) : [];
  const options = [
    ['service', 'token'],
    ['push', 'importStoreSecret'],
    ...names.map((name) => ['hooks', name, 'secret']),
  ];
  const hosts: unknown = document.getIn(['externalLinks', 'hosts'], true);
  for (const { key: host, value } of isMap(hosts) ? hosts.items : []) {
    const headers: unknown = isMap(value) ? value.get('headers', true) : undefined;
    for (const { key } of isMap(headers) ? headers.items : [])
      if (/auth|cookie|key|secret|token/iu.test(String(key)))
        options.push(['externalLinks', 'hosts', String(host), 'headers', String(key)]);
  }
  const found: PlainSecret[] = [];
  for (const path of options) {
    const node: unknown = document.hasIn(path) ? document.getIn(path, true) : undefined;
    if (isScalar(node) && typeof node.value === 'string' && isWrittenOut(node.value))
      found.push(placeOf(path.join('.'), node.range?.[0] ?? 0, lines));
  }
  const queue: unknown = document.hasIn(['queue', 'url'])
    ? document.getIn(['queue', 'url'], true)
    : undefined;
  // A password in an address: redis://user:password@host
  if (isScalar(queue) && /^\w+:\/\/[^/@]*:(?!\$\{)[^/@]+@/.test(String(queue.value)))
    found.push(placeOf('queue.url', queue.range?.[0] ?? 0, lines));
  return found;
}

function isWrittenOut(value: string): boolean {
  return value !== '' && !/\$\{\w+\}/.test(value);
}

function placeOf(option: string, offset: number, lines: LineCounter): PlainSecret {
  const { line, col } = lines.linePos(offset);
  return { option, line, column: col };
}
