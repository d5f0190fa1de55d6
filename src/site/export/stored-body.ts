import { createHash } from 'node:crypto';
import type { SearchSection } from '../body/context.ts';
import type { RenderedBody } from '../body/render-body.ts';

/** A rendered page as the cache keeps it: texts that are read apart, since most uses want one of them only. */
export interface StoredBody {
  readonly html: string;
  /** {@link BodyFacts} as JSON. */
  readonly facts: string;
  /** What search sees, as JSON. */
  readonly sections: string;
  /** The page's markdown for those who read markdown. */
  readonly markdown: string;
}

/** What the page around a body is made from. */
export type BodyFacts = Omit<RenderedBody, 'html' | 'sections'>;

export function storeBody({ html, sections, ...facts }: RenderedBody, markdown: string): StoredBody {
  return { html, facts: JSON.stringify(facts), sections: JSON.stringify(sections), markdown };
}

export function factsOf({ facts }: StoredBody): BodyFacts {
  return JSON.parse(facts) as BodyFacts;
}

export function sectionsOf({ sections }: StoredBody): SearchSection[] {
  return JSON.parse(sections) as SearchSection[];
}

/** Names a body's contents: the same for the same bytes. */
export function bodyKeyOf({ html, facts, sections, markdown }: StoredBody): string {
  const hash = createHash('sha256');
  for (const part of [html, facts, sections, markdown]) hash.update(`${part.length}\n`).update(part);
  return hash.digest('base64url').slice(0, 22);
}

/** The coloured code in a body by the key of what was coloured, so that the next rendering of the page need not do it again. */
export function codesOf(body: StoredBody): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { key, at, length } of factsOf(body).codes) codes.set(key, body.html.slice(at, at + length));
  return codes;
}

/** Several bodies as one text: a line of lengths, then the parts. */
export function packBodies(bodies: readonly StoredBody[]): string {
  const parts = bodies.flatMap(({ html, facts, sections, markdown }) => [html, facts, sections, markdown]);
  return `${JSON.stringify(parts.map((part) => part.length))}\n${parts.join('')}`;
}

/** The bodies of a pack; of a damaged one, none. */
export function unpackBodies(pack: string): StoredBody[] {
  const lineEnd = pack.indexOf('\n');
  const lengths = lengthsIn(pack.slice(0, Math.max(0, lineEnd)));
  let from = lineEnd + 1;
  if (lengths.reduce((sum, length) => sum + length, from) !== pack.length) return [];
  const take = (at: number): string => {
    const length = lengths[at] ?? 0;
    const part = pack.slice(from, from + length);
    from += length;
    return part;
  };
  const bodies: StoredBody[] = [];
  for (let at = 0; at + 3 < lengths.length; at += 4)
    bodies.push({ html: take(at), facts: take(at + 1), sections: take(at + 2), markdown: take(at + 3) });
  return bodies;
}

function lengthsIn(line: string): number[] {
  try {
    const read: unknown = JSON.parse(line);
    return Array.isArray(read) && read.every((each) => Number.isInteger(each)) ? (read as number[]) : [];
  } catch {
    return [];
  }
}
