import { createHash } from 'node:crypto';
import type { SearchSection } from '../body/context.ts';
import type { RenderedBody } from '../render/render-body.ts';

/** A rendered page in the cache: separate texts, since most uses need only one of them. */
export interface StoredBody {
  readonly html: string;
  /** {@link BodyFacts} as JSON. */
  readonly facts: string;
  /** The sections for search, as JSON. */
  readonly sections: string;
  /** The page's markdown, for readers of markdown. */
  readonly markdown: string;
}

/** The facts about a body that the page around it is made from. */
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

/** A digest of a body's bytes. */
export function bodyKeyOf({ html, facts, sections, markdown }: StoredBody): string {
  const hash = createHash('sha256');
  for (const part of [html, facts, sections, markdown]) hash.update(`${part.length}\n`).update(part);
  return hash.digest('base64url').slice(0, 22);
}

/** The coloured code in a body, by the key of the code, so that the next rendering of the page need not colour it again. */
export function codesOf(body: StoredBody): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { key, at, length } of factsOf(body).codes) codes.set(key, body.html.slice(at, at + length));
  return codes;
}

/** A body as bytes: the lengths of its texts, then the texts. This form goes from thread to thread and into the cache unchanged. */
export function packBody({ html, facts, sections, markdown }: StoredBody): Uint8Array<ArrayBuffer> {
  return joined([html, facts, sections, markdown].map((text) => Buffer.from(text)));
}

/** Opens a packed body. Its texts are read on demand. */
export function openBody(bytes: Uint8Array): StoredBody {
  const [html, facts, sections, markdown] = parted(bytes);
  return {
    get html() {
      return textOf(html);
    },
    get facts() {
      return textOf(facts);
    },
    get sections() {
      return textOf(sections);
    },
    get markdown() {
      return textOf(markdown);
    },
  };
}

/** Joins several packed bodies into one pack. */
export function packBodies(bodies: readonly Uint8Array[]): Uint8Array {
  return joined(bodies);
}

/** The bodies of a pack; none for a damaged pack. */
export function unpackBodies(pack: Uint8Array): Uint8Array[] {
  return parted(pack);
}

/** Joins parts in a separate buffer, which begins with their number and their lengths. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = numberBytes * (1 + parts.length);
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, head));
  bytes.writeUInt32LE(parts.length, 0);
  let at = head;
  for (const [number, part] of parts.entries()) {
    bytes.writeUInt32LE(part.length, numberBytes * (1 + number));
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function parted(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length < numberBytes ? 0 : view.getUint32(0, true);
  let at = numberBytes * (1 + count);
  if (at > bytes.length) return [];
  const parts: Uint8Array[] = [];
  for (let number = 1; number <= count; number += 1) {
    const length = view.getUint32(numberBytes * number, true);
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at === bytes.length ? parts : [];
}

const numberBytes = 4;

function textOf(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : '';
}
