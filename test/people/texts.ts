import type { Dice } from './dice.ts';

/**
 * Texts of pages and tables of contents as people change them. Every page is born with a mark of its own, and every line that
 * somebody adds is a token that belongs to the page with that mark.
 */

const birthShape = /^born-[\w-]+\.$/mu;

/** The mark that a page was born with; null for a text without one. */
export function birthOf(text: string): string | null {
  return birthShape.exec(text)?.[0] ?? null;
}

export function newPage(title: string, birth: string, ...lines: readonly string[]): string {
  return `# ${title}\n\n${[birth, ...lines].join('\n\n')}\n`;
}

/** Puts a paragraph somewhere below the title. */
export function withParagraph(text: string, paragraph: string, dice: Dice): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const paragraphs = text.trimEnd().split(eol + eol);
  const first = paragraphs.findIndex((each) => /^# /mu.test(each)) + 1;
  const at = first + dice.number(paragraphs.length - first + 1);
  return [...paragraphs.slice(0, at), paragraph, ...paragraphs.slice(at)].join(eol + eol) + eol;
}

/** Takes paragraphs of one line each out of a text. */
export function withoutParagraphs(text: string, lines: readonly string[]): string {
  const kept = text.split('\n').filter((line) => !lines.includes(line.trim()));
  return kept.join('\n').replace(/\n{3,}/gu, '\n\n');
}

export function withTitle(text: string, title: string): string {
  return text.replace(/^# .*$/mu, `# ${title}`);
}

/** Puts a description into the front matter, which is begun where there is none. */
export function withDescription(text: string, description: string): string {
  const line = `description: ${description}`;
  if (/^description: .*$/mu.test(text)) return text.replace(/^description: .*$/mu, line);
  if (!text.startsWith('---\n')) return `---\n${line}\n---\n\n${text}`;
  return text.replace(/^---\n(?:id: .*\n)?/u, (begin) => `${begin}${line}\n`);
}

/** The identity in the front matter; null for a text without one. */
export function identityOf(text: string): string | null {
  return /^id: (\S+)\r?$/mu.exec(text)?.[1] ?? null;
}

/** Takes the identity out of the front matter, and the front matter where it has nothing else. */
export function withoutIdentity(text: string): string {
  return withoutIdentityLine(text).replace(/^---\r?\n---\r?\n\r?\n?/u, '');
}

/** Takes the line with the identity out of the front matter. */
export function withoutIdentityLine(text: string): string {
  return text.replace(/^id: \S+\r?\n/mu, '');
}

/**
 * The two texts of a conflict as one: every line of both sides where git put its marks. A line that both sides have is there once, also where
 * git found it in two places.
 */
export function bothSides(text: string): string {
  const kept: string[] = [];
  const counts = { ours: new Map<string, number>(), theirs: new Map<string, number>() };
  let side: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const line of text.split('\n')) {
    if (/^<{7}(?: |$)/u.test(line)) side = 'ours';
    else if (side !== 'both' && /^\|{7}(?: |$)/u.test(line)) side = 'base';
    else if (side !== 'both' && /^={7}\r?$/u.test(line)) side = 'theirs';
    else if (side !== 'both' && /^>{7}(?: |$)/u.test(line)) side = 'both';
    else if (side !== 'base') {
      kept.push(line);
      for (const each of side === 'both' ? (['ours', 'theirs'] as const) : [side])
        counts[each].set(keyOf(line), (counts[each].get(keyOf(line)) ?? 0) + 1);
    }
  }
  const most = (key: string): number => Math.max(counts.ours.get(key) ?? 0, counts.theirs.get(key) ?? 0);
  const seen = new Map<string, number>();
  const lines = kept.filter((line) => {
    const key = keyOf(line);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return key === '' || count <= most(key);
  });
  return frontMatterFirst(oneIdentity(oneTitle(lines.join('\n'))));
}

/** Nobody leaves words, or an empty line, above the front matter. */
function frontMatterFirst(text: string): string {
  const [block] = /^---\r?\nid: \S+\r?\n(?:(?!---)[^\n]*\n)*---\r?\n/mu.exec(text) ?? [];
  if (block === undefined || text.startsWith('---')) return text;
  return block + text.replace(block, '').trimStart();
}

/** What makes two lines the same to a person: of an entry of a table of contents, the file that it names. */
function keyOf(line: string): string {
  return /^\s*[*-] \[.*\]\((.*)\)$/u.exec(line)?.[1] ?? line.trim();
}

/** A page has one title: of two that a conflict left, a person keeps the first. */
function oneTitle(text: string): string {
  let seen = false;
  return text
    .split('\n')
    .filter((line) => {
      if (!line.startsWith('# ')) return true;
      const keep = !seen;
      seen = true;
      return keep;
    })
    .join('\n');
}

/** A page has one identity and one description: of two that a conflict left, a person keeps the last one, which is that of the mirror. */
function oneIdentity(text: string): string {
  const [front = ''] = /^---\r?\n[^]*?^---\r?\n/mu.exec(text) ?? [];
  if (!text.startsWith(front)) return text;
  const lines = front.split('\n');
  const keys = lines.map((line) => /^(?:id|description):/u.exec(line)?.[0]);
  const kept = lines.filter((_, at) => keys[at] === undefined || keys.lastIndexOf(keys[at]) === at);
  return kept.join('\n') + text.slice(front.length);
}
