/** A part of the specification under one heading. */
export interface Section {
  readonly chapter: string;
  readonly title: string;
  /** Everything that is not a table. */
  readonly lines: readonly string[];
  readonly tables: readonly Table[];
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Takes a markdown document apart into its headings, tables and other lines. */
export function readSections(markdown: string): Section[] {
  const sections: {
    chapter: string;
    title: string;
    lines: string[];
    tables: { head: string[]; rows: string[][] }[];
  }[] = [];
  let chapter = '';
  let inTable = false;
  for (const line of markdown.split('\n')) {
    const heading = /^(#{2,3}) (.*)$/.exec(line);
    if (heading) {
      if (heading[1] === '##') chapter = heading[2]!;
      sections.push({ chapter, title: heading[2]!, lines: [], tables: [] });
      inTable = false;
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) continue;
    if (!line.startsWith('|')) {
      inTable = false;
      if (line.trim() !== '') section.lines.push(line);
    } else if (!inTable) {
      section.tables.push({ head: cells(line), rows: [] });
      inTable = true;
    } else if (!/^\|[\s|:-]+\|$/.test(line)) {
      section.tables.at(-1)!.rows.push(cells(line));
    }
  }
  return sections;
}

function cells(line: string): string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());
}
