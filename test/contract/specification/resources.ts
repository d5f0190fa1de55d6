import type { Claim, Place } from './claims.ts';
import type { Section } from './document.ts';
import { outermostBraces, readFields, readLimits, splitTop } from './notation.ts';
import type { Named } from './notation.ts';

/** The specification's names of kinds, with the contract's. */
export const definitionOf: Readonly<Record<string, string>> = {
  Collection: 'Collection',
  Space: 'Space',
  Site: 'Site',
  SiteSpace: 'SiteSpace',
  SiteSection: 'SiteSection',
  SiteSectionGroup: 'SiteSectionGroup',
  'Published site profile': 'PublishedSite',
  'Adaptive schema': 'AdaptiveSchema',
  'template condition': 'TemplateCondition',
  'Template condition': 'TemplateCondition',
  Comment: 'Comment',
  CommentReply: 'CommentReply',
  ChangeRequest: 'ChangeRequest',
  Revision: 'Revision',
  Page: 'Page',
  File: 'File',
  'Link report item': 'LinkReportItem',
  'link report items': 'LinkReportItem',
  CustomField: 'CustomField',
  Organization: 'Organization',
  Invite: 'Invite',
  'SAML provider': 'SAMLProvider',
  Subdomain: 'Subdomain',
  OpenAPISpec: 'OpenAPISpec',
  TranslationSettings: 'TranslationSettings',
  'Search result item': 'SearchResult',
  'search result items': 'SearchResult',
  Integration: 'Integration',
  User: 'User',
  Team: 'Team',
};

/** Enumerations that the specification gives a name and a table. */
export type SharedTypes = Readonly<Record<string, readonly string[]>>;

export function readSharedTypes(section: Section): SharedTypes {
  const types: Record<string, string[]> = {};
  for (const [name = '', values = ''] of section.tables[0]?.rows ?? []) {
    const key = name.split(' (')[0]!;
    const plain = values.replace(/\([^)]*\)/g, '');
    types[key] = [...plain.matchAll(/`([^`]+)`/g)]
      .map((match) => match[1]!)
      .filter((value) => /^[a-z-]+$/.test(value));
  }
  return types;
}

const roleFields = new Set(['defaultLevel', 'defaultRole']);

/** Claims of a table `Field | Type | Notes`, or of the publish body's `Field | Type | Rule`. */
export function fieldTableClaims(
  root: string,
  rows: readonly (readonly string[])[],
  shared: SharedTypes,
): Claim[] {
  const claims: Claim[] = [];
  for (const [fieldNames = '', type = '', notes = ''] of rows) {
    for (const name of fieldNames
      .replaceAll('`', '')
      .split(',')
      .map((part) => part.trim())) {
      const at: Place = { root, path: [name] };
      claims.push({ kind: 'field', at });
      const mark = /^(R|O)\b/.exec(notes)?.[1];
      if (mark === 'R') claims.push({ kind: 'required', at });
      if (mark === 'O') claims.push({ kind: 'optional', at });
      claims.push(...aboutClaims(at, `${type}; ${notes.replace(/^(R|O)\b[,;]?/, '')}`, shared, type));
    }
  }
  return claims;
}

/** Claims that a description of one field makes: limits, values, inner fields. */
function aboutClaims(at: Place, about: string, shared: SharedTypes, type: string): Claim[] {
  const claims: Claim[] = [];
  const list = /^(array of|string\[\]|enum\[\]|enum array)/.test(type);
  const inner = list ? { root: at.root, path: [...at.path, '[]'] } : at;
  const limited = /^array of/.test(type) || list ? at : inner;
  for (const { keyword, value } of readLimits(about))
    claims.push({ kind: 'keyword', at: limited, keyword, value });
  const values = shared[type.replace(/ or null$/, '')];
  for (const value of values ?? []) claims.push({ kind: 'value', at, value });
  if (/or null$/.test(type)) claims.push({ kind: 'nullable', at });
  const braces = outermostBraces(type);
  if (braces !== null) claims.push(...namedClaims(inner, readFields(braces.replaceAll('`', '')), shared));
  else if (/booleans? `/.test(type)) {
    const names = /`([^`]+)`/.exec(type)?.[1] ?? '';
    for (const name of names.split(',')) {
      const place = { root: at.root, path: [...at.path, name.trim()] };
      claims.push(
        { kind: 'field', at: place },
        { kind: 'keyword', at: place, keyword: 'type', value: 'boolean' },
      );
    }
  } else if (!/date-time/.test(type)) {
    for (const [, value] of type.replace(/pattern\s+`[^`]*`/, '').matchAll(/`([^`]+)`/g)) {
      claims.push({ kind: 'value', at, value: value! });
    }
    const named = definitionOf[/^(?:array of )?(\w+)$/.exec(type)?.[1] ?? ''];
    if (named !== undefined) claims.push({ kind: 'result', at, type: named, list });
  }
  if (/^boolean\b/.test(type)) claims.push({ kind: 'keyword', at, keyword: 'type', value: 'boolean' });
  if (/^number\b/.test(type)) claims.push({ kind: 'keyword', at, keyword: 'type', value: 'number' });
  return claims;
}

/** Claims of fields in the braces notation. */
export function namedClaims(at: Place, fields: readonly Named[], shared: SharedTypes): Claim[] {
  return fields.flatMap((field): Claim[] => {
    const place = { root: at.root, path: [...at.path, field.name] };
    const inside = field.list ? { root: place.root, path: [...place.path, '[]'] } : place;
    const value = /\(value (\S+) appears\)|\((\S+) appears\)/.exec(field.about);
    const shown = value?.[1] ?? value?.[2];
    return [
      { kind: 'field', at: place },
      ...(/\(R\)/.test(field.about) ? [{ kind: 'required', at: place } as const] : []),
      ...(/\(O\)/.test(field.about) ? [{ kind: 'optional', at: place } as const] : []),
      ...(shown === undefined
        ? []
        : [{ kind: 'value', at: place, value: shown.replaceAll('`', '') } as const]),
      ...(/:\s*boolean/.test(field.about)
        ? [{ kind: 'keyword', at: place, keyword: 'type', value: 'boolean' } as const]
        : []),
      ...readLimits(field.about).map(({ keyword, value }): Claim => ({
        kind: 'keyword',
        at: place,
        keyword,
        value,
      })),
      ...(roleFields.has(field.name)
        ? (shared['Role'] ?? []).map((role): Claim => ({ kind: 'value', at: place, value: role }))
        : []),
      ...namedClaims(inside, field.fields, shared),
    ];
  });
}

/**
 * Claims of a section that describes a kind in prose: `{…}` on a line, bullets of names, and bullets
 * `` `name`: limits ``. A line `Name:` (or `Name: {…}`) turns to another kind.
 */
export function proseClaims(section: Section, shared: SharedTypes): Claim[] {
  const claims: Claim[] = [];
  let root: string | undefined = definitionOf[section.title.replace(/ \(.*/, '').replace(/ and .*/, '')];
  const parents: string[][] = [];
  let start: string[] = [];
  for (const line of section.lines) {
    const turn = /^([A-Z][A-Za-z ]+?)(?: \(`object` = `[^`]+`\))?:\s*(.*)$/.exec(line);
    let text = line;
    if (turn) {
      root = definitionOf[turn[1]!] ?? undefined;
      text = turn[2]!;
      start = [];
    }
    if (root === undefined || /not shown/.test(line)) continue;
    const bullet = /^(\s*)- (.*)$/.exec(text);
    const depth = bullet ? bullet[1]!.length / 2 : 0;
    parents.length = Math.min(parents.length, depth);
    const path = [...start, ...parents.slice(0, depth).flat()];
    const body = bullet ? bullet[2]! : text;
    const introduces = /^`([\w.]+)`: an object with these members\.$/.exec(body);
    if (introduces) {
      parents.push(introduces[1]!.split('.'));
      claims.push({ kind: 'field', at: { root, path: [...start, ...parents.flat()] } });
      continue;
    }
    claims.push(...lineClaims({ root, path }, body, shared));
    // "… The `jsonSchema` is a JSON Schema …:" opens a list of that field's own fields.
    const opens = /The `(\w+)` is [^`]*:$/.exec(body);
    if (opens) start = [opens[1]!];
  }
  return claims;
}

function lineClaims(at: Place, text: string, shared: SharedTypes): Claim[] {
  const values = /^`(\w+)` values?:? (`.*)$/.exec(text);
  if (values) {
    const place = { root: at.root, path: [...at.path, values[1]!] };
    const shown = [...values[2]!.replace(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    return [
      { kind: 'field', at: place },
      ...shown.map((value): Claim => ({ kind: 'value', at: place, value })),
    ];
  }
  const reference = /^A reference has (.*)$/.exec(text);
  if (reference)
    return lineClaims({ root: 'ContentLocation', path: [] }, reference[1]!.replace(' and ', ', '), shared);
  const envelope = /^The list envelope adds `(.*)`\.$/.exec(text);
  if (envelope) {
    const links = { root: 'GET /v1/spaces/{spaceId}/links result', path: [] };
    return namedClaims(links, readFields(`{${envelope[1]}}`), shared);
  }
  const described = /^`(\w+)`: (.*)$/.exec(text);
  if (described) {
    const place = { root: at.root, path: [...at.path, described[1]!] };
    const about = described[2]!;
    if (/^`\w/.test(about)) {
      return [{ kind: 'field', at: place }, ...lineClaims(place, about.replace(', and ', ', '), shared)];
    }
    const owner = /appears for `(\w+)`/.exec(about)?.[1];
    const valued = owner === undefined ? place : { root: place.root, path: [...place.path, owner] };
    const braces = outermostBraces(about);
    const list = /^array of/.test(about);
    const named = definitionOf[/^(?:a |an )?([A-Z]\w+)\b/.exec(about)?.[1] ?? ''];
    const nested = braces === null ? [] : readFields(braces.replaceAll('`', ''));
    const inside = list ? { root: at.root, path: [...place.path, '[]'] } : place;
    return [
      { kind: 'field', at: place },
      ...readLimits(about).map(({ keyword, value }): Claim => ({
        kind: 'keyword',
        at: place,
        keyword,
        value,
      })),
      ...(named === undefined ? [] : [{ kind: 'result', at: place, type: named, list: false } as const]),
      ...namedClaims(inside, nested, shared),
      ...valuesOf(about.replace(/`\{[^`]*\}`/g, '')).map((value): Claim => ({
        kind: 'value',
        at: valued,
        value,
      })),
    ];
  }
  const opening = /^`(\w+)` \{/.exec(text);
  if (opening) return namedClaims(at, readFields(`{${text.replaceAll('`', '').replace(/\.$/, '')}}`), shared);
  const claims: Claim[] = [];
  for (const part of splitTop(text.replace(/\.$/, ''), /[,;]/)) {
    const quoted = /^\s*(?:and )?`([^`]+)`\s*(.*)$/s.exec(part);
    if (!quoted) continue;
    const [, code = '', about = ''] = quoted;
    if (code.startsWith('{')) {
      claims.push(...namedClaims(at, readFields(code), shared));
      continue;
    }
    const dotted = /^([a-z]+)\.([a-z]+)$/.exec(code);
    if (dotted) {
      claims.push({ kind: 'field', at: { root: at.root, path: [...at.path, dotted[1]!, dotted[2]!] } });
      continue;
    }
    if (!/^[a-zA-Z]\w*(\s*[:{]|$)/.test(code)) continue;
    const fields = readFields(`{${code}}`);
    claims.push(...namedClaims(at, fields, shared));
    const place = { root: at.root, path: [...at.path, fields[0]!.name] };
    for (const value of valuesOf(about)) claims.push({ kind: 'value', at: place, value });
    const target = /^: ?([A-Z]\w+)/.exec(about)?.[1];
    if (target !== undefined && definitionOf[target] !== undefined) {
      claims.push({ kind: 'result', at: place, type: definitionOf[target], list: false });
    }
  }
  return claims;
}

/** Values that prose shows: "(value `resolved` appears)". */
function valuesOf(text: string): string[] {
  return [...text.matchAll(/[Vv]alue `([^`]+)`|\(`([^`]+)` appears\)|; `([^`]+)` appears/g)].map(
    (match) => (match[1] ?? match[2] ?? match[3])!,
  );
}
