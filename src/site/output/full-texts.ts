import type { SiteWriter } from '../writer/site-writer.ts';

/** A page's part of the full text. */
export interface FullTextEntry {
  readonly address: () => string;
  /** Characters of its markdown, now and at the last export. */
  readonly length: number;
  readonly oldLength: number | undefined;
  readonly changed: boolean;
  readonly markdown: () => string;
}

/** Characters after which a new part begins. */
const largestPart = 1_000_000;

/**
 * Writes `llms-full.txt` of a space, split into parts where the text would be too long to read at once. If the pages are the same
 * as in the last export, only the changed pages are replaced in the existing parts.
 */
export function putFullTexts(
  entries: readonly FullTextEntry[],
  { writer, prefix, heading, same }: { writer: SiteWriter; prefix: string; heading: string; same: boolean },
): void {
  const parts = partsOf(entries, (entry) => entry.length);
  const sameParts =
    same &&
    String(parts.map((part) => part.length)) ===
      String(partsOf(entries, (entry) => entry.oldLength ?? -1).map((part) => part.length));
  for (const [number, part] of parts.entries()) {
    const file = `${prefix}llms-full${number === 0 ? '' : `-${number + 1}`}.txt`;
    if (sameParts && part.every((entry) => !entry.changed) && writer.keep(file)) continue;
    const old = sameParts ? writer.readBack(file) : undefined;
    writer.put(file, (old && patched(Buffer.from(old).toString(), part, heading)) ?? whole(part, heading));
  }
}

function partsOf(
  entries: readonly FullTextEntry[],
  lengthOf: (entry: FullTextEntry) => number,
): FullTextEntry[][] {
  const parts: FullTextEntry[][] = [];
  let length = Infinity;
  for (const entry of entries) {
    if (length > largestPart) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(entry);
    length += lengthOf(entry);
  }
  return parts;
}

function whole(part: readonly FullTextEntry[], heading: string): string {
  return opening(heading) + part.map((entry) => addressComment(entry) + entry.markdown()).join('\n\n');
}

/** The old text with the changed pages' segments replaced; undefined when the old text differs from what we expect. */
function patched(old: string, part: readonly FullTextEntry[], heading: string): string | undefined {
  let at = opening(heading).length;
  if (!old.startsWith(opening(heading))) return undefined;
  let text = old.slice(0, at);
  for (const [number, entry] of part.entries()) {
    const lead = (number === 0 ? '' : '\n\n') + addressComment(entry);
    if (entry.oldLength === undefined || !old.startsWith(lead, at)) return undefined;
    const end = at + lead.length + entry.oldLength;
    text += entry.changed ? lead + entry.markdown() : old.slice(at, end);
    at = end;
  }
  return at === old.length ? text : undefined;
}

function opening(heading: string): string {
  return `# ${heading}\n\n`;
}

function addressComment(entry: FullTextEntry): string {
  return `<!-- ${entry.address()} -->\n\n`;
}
