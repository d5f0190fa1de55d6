import type { Claim, Place } from './claims.ts';
import type { Section } from './document.ts';
import { outermostBraces, readFields, readLimits, splitTop } from './notation.ts';
import { definitionOf, namedClaims } from './resources.ts';
import type { SharedTypes } from './resources.ts';

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly request: string;
  readonly response: string;
}

/** Reads the endpoint tables, with the shorthands of their paths (`same`, `.../x`, `base + x`) written out. */
export function readEndpoints(sections: readonly Section[]): Endpoint[] {
  const found: Endpoint[] = [];
  let mirrored: Endpoint[] = [];
  for (const section of sections) {
    const prose = section.lines.join('\n');
    const base = /[Bb]ase `([^`]+)`/.exec(prose)?.[1];
    const own: Endpoint[] = [];
    for (const { head, rows } of section.tables) {
      if (head[0] !== 'Method') continue;
      for (const [method = '', pathCell = '', request = '', response = ''] of rows) {
        const path = fullPath(pathCell, base, [...found, ...own]);
        own.push({ method, path, request, response });
      }
    }
    // "The same operations … exist under X", except those that the section says are missing.
    const elsewhere = /exist under `([^`]+)`/.exec(prose)?.[1];
    if (elsewhere !== undefined) {
      for (const { method, path, request, response } of mirrored) {
        const rest = path.slice(mirrored[0]!.path.length);
        if (method === 'PUT' && rest.includes('replies')) continue;
        const format = method === 'POST' && rest.endsWith('/replies') ? '; query O `format`' : '';
        own.push({ method, path: `${elsewhere}${rest}`, request: `${request}${format}`, response });
      }
    }
    mirrored = own;
    found.push(...own);
  }
  return found;
}

function fullPath(cell: string, base: string | undefined, before: readonly Endpoint[]): string {
  const code = /`([^`]+)`/.exec(cell)?.[1];
  if (cell === 'same') return before.at(-1)!.path;
  if (cell.startsWith('base')) return `${base}${code ?? ''}`;
  if (code === undefined) throw new Error(`no path in "${cell}"`);
  if (!code.startsWith('.../')) return code;
  const rest = code.slice(4);
  const first = `/${rest.split('/', 1)[0]}`;
  const known = [...before].reverse().find(({ path }) => `${path}/`.includes(`${first}/`));
  if (known === undefined) throw new Error(`nothing comes before "${code}"`);
  return `${known.path.slice(0, `${known.path}/`.indexOf(`${first}/`))}/${rest}`;
}

/** Claims about one endpoint: that it exists, what it takes and what it answers. */
export function endpointClaims(endpoint: Endpoint, shared: SharedTypes): Claim[] {
  const root = `${endpoint.method} ${endpoint.path}`;
  return [
    { kind: 'operation', at: { root, path: [] } },
    ...requestClaims(endpoint, root, shared),
    ...responseClaims(endpoint, root, shared),
  ];
}

function requestClaims({ method, path, request }: Endpoint, root: string, shared: SharedTypes): Claim[] {
  const claims: Claim[] = [];
  let part = method === 'GET' ? 'query' : 'body';
  let mark = 'optional' as 'required' | 'optional';
  for (const clause of splitTop(request, /;/)) {
    const opening = /^\s*(?:(query|body)\b)?\s*(?:(R|O)\b)?:?\s*(.*)$/s.exec(clause)!;
    if (opening[1] !== undefined) {
      part = opening[1];
      mark = 'optional';
    }
    if (opening[2] !== undefined) mark = opening[2] === 'R' ? 'required' : 'optional';
    if (/^\s*name max/.test(clause)) {
      const name = /\{(\w+)\}$/.exec(path)![1]!;
      claims.push(...limitClaims({ root: `${root} params`, path: [name] }, clause));
      continue;
    }
    for (const item of splitTop(opening[3]!, /,/)) {
      const named = /^\s*(?:object with )?`(\w+)`\s*(.*)$/s.exec(item);
      if (!named) continue;
      const at: Place = { root: `${root} ${part}`, path: [named[1]!] };
      claims.push({ kind: 'field', at }, { kind: mark, at }, ...itemClaims(at, named[2]!, shared));
    }
  }
  return claims;
}

function itemClaims(at: Place, about: string, shared: SharedTypes): Claim[] {
  const claims = limitClaims(at, about);
  if (/^\(?boolean|\(boolean\b/.test(about))
    claims.push({ kind: 'keyword', at, keyword: 'type', value: 'boolean' });
  if (/\bor null\b|null (=|removes)/.test(about)) claims.push({ kind: 'nullable', at });
  const braces = outermostBraces(about);
  if (at.path[0] === 'position') {
    const type = /type `([a-z-]+)`/.exec(about)![1]!;
    for (const side of ['before', 'after']) {
      const place = { root: at.root, path: [...at.path, side] };
      claims.push({ kind: 'field', at: place });
      claims.push({ kind: 'value', at: { root: at.root, path: [...place.path, 'type'] }, value: type });
    }
  } else if (braces !== null) {
    const map = /map of field name to/.test(about);
    claims.push(
      ...namedClaims(map ? { root: at.root, path: [...at.path, '[]'] } : at, readFields(braces), shared),
    );
  }
  if (['defaultLevel', 'defaultRole', 'role'].includes(at.path[0]!)) {
    for (const value of shared['Role']!) claims.push({ kind: 'value', at, value });
  }
  const list = /^\(((?:`[^`{]+`(?:, | or )?)+)\)/.exec(about)?.[1];
  const shown = [...about.matchAll(/`([^`]+)` appears|default `([^`]+)`/g)].map(
    (match) => (match[1] ?? match[2])!,
  );
  const values = [...shown, ...[...(list ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]!)];
  const plain = /default (basic)\b/.exec(about)?.[1];
  for (const value of plain === undefined ? values : [...values, plain])
    claims.push({ kind: 'value', at, value });
  return claims;
}

function limitClaims(at: Place, text: string): Claim[] {
  const outside = text.replace(/\{[^`]*?\}/g, '');
  return readLimits(outside).map(({ keyword, value }): Claim => ({ kind: 'keyword', at, keyword, value }));
}

function responseClaims({ response }: Endpoint, root: string, shared: SharedTypes): Claim[] {
  const at: Place = { root: `${root} result`, path: [] };
  if (response === '204') return [{ kind: 'result', at, type: null, list: false }];
  const braces = outermostBraces(response);
  if (braces !== null && !/^list of/.test(response)) {
    const items = /items: \[([^\]]+)\]/.exec(braces)?.[1];
    const plain = braces.replace(/: (merge|update)\b/g, '').replaceAll('`', '');
    const value = /result: (merge|update)/.exec(braces)?.[1];
    return [
      ...namedClaims(
        at,
        readFields(plain).map((field) => ({ ...field, fields: [] })),
        shared,
      ),
      ...(value === undefined
        ? []
        : [{ kind: 'value', at: { root: at.root, path: ['result'] }, value } as const]),
      ...(items === undefined || definitionOf[items] === undefined
        ? []
        : [{ kind: 'result', at, type: definitionOf[items], list: true } as const]),
    ];
  }
  const listed = /^list of (.+?)(?: \(.*)?$/.exec(response)?.[1];
  const type = definitionOf[listed ?? response];
  return type === undefined ? [] : [{ kind: 'result', at, type, list: listed !== undefined }];
}
