/** Generates a space for the export benchmark: the same pages for every tool, from a seed, with unique code on every page. */

export interface CorpusPage {
  /** `section-001/page-007.md`. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  /** Markdown below the title. */
  readonly body: string;
}

export const pagesPerSection = 25;

const words =
  'account amount archive balance batch branch bridge budget buffer cache capture channel charge client cluster commit config console content cursor customer deploy detail device digest document domain editor engine entry event export field filter folder format gateway group handler header identity image import index invoice issue journal ledger library limit listener locale machine manifest market member merge message method mirror module monitor network notice object operation option order origin output packet parser partner payment period pipeline policy portal preview process product profile project promise provider publish query queue record refund region release report request resource response result review route schedule schema search section secret sender server session setting signal site source space stream summary support switch system table target tenant theme ticket token topic trace transfer trigger update upload vendor version visitor volume webhook window worker'.split(
    ' ',
  );

const languages: readonly (readonly [string, (name: string, value: number) => string])[] = [
  [
    'typescript',
    (name, value) =>
      `import { ${name} } from './${name}.ts';\n\nexport async function run${value}(input: readonly string[]): Promise<number> {\n  const found = await ${name}(input, { limit: ${value}, retry: true });\n  // Nothing is kept between two runs.\n  return found.filter((each) => each.length > ${value % 7}).length;\n}`,
  ],
  [
    'python',
    (name, value) =>
      `from dataclasses import dataclass\n\n@dataclass\nclass ${name.charAt(0).toUpperCase()}${name.slice(1)}:\n    limit: int = ${value}\n\n    def total(self, rows: list[dict]) -> int:\n        """Sums what is due."""\n        return sum(row["${name}"] for row in rows if row["state"] != "gone")`,
  ],
  [
    'json',
    (name, value) =>
      `{\n  "${name}": { "id": "x${value}", "limit": ${value}, "tags": ["a", "b"] },\n  "enabled": true,\n  "next": null\n}`,
  ],
  [
    'yaml',
    (name, value) =>
      `${name}:\n  replicas: ${value}\n  image: example/${name}:${value % 10}.1\n  ports:\n    - 80${value % 100}\n  labels: { tier: web }`,
  ],
  [
    'bash',
    (name, value) =>
      `set -eu\nfor file in ./${name}/*.md; do\n  echo "checking $file (${value})"\n  curl -fsS -X POST "https://api.example.com/v1/${name}?limit=${value}" -d @"$file"\ndone`,
  ],
  [
    'go',
    (name, value) =>
      `package ${name}\n\nimport "context"\n\n// Count says how many there are.\nfunc Count${value}(ctx context.Context, in []string) (int, error) {\n\tif err := ctx.Err(); err != nil {\n\t\treturn 0, err\n\t}\n\treturn len(in) + ${value}, nil\n}`,
  ],
  [
    'rust',
    (name, value) =>
      `pub fn ${name}_${value}(input: &[u32]) -> Option<u32> {\n    let limit: u32 = ${value};\n    input.iter().copied().filter(|each| *each < limit).max()\n}`,
  ],
  [
    'sql',
    (name, value) =>
      `SELECT id, sum(amount) AS total\nFROM ${name}\nWHERE state <> 'gone' AND amount > ${value}\nGROUP BY id\nORDER BY total DESC\nLIMIT 20;`,
  ],
];

/** Makes `count` pages of about 3.7 kB each. */
export function makeCorpus(count: number): CorpusPage[] {
  const random = generator(count);
  const word = (): string => words[Math.floor(random() * words.length)] ?? 'word';
  const sentence = (): string => {
    const length = 8 + Math.floor(random() * 12);
    const text = Array.from({ length }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (): string => Array.from({ length: 3 }, sentence).join(' ');
  return Array.from({ length: count }, (_, at) => {
    const section = `section-${String(Math.floor(at / pagesPerSection)).padStart(3, '0')}`;
    const name = `page-${String(at % pagesPerSection).padStart(3, '0')}`;
    const title = `${word()} ${word()} ${at}`.replace(/^./, (letter) => letter.toUpperCase());
    const parts: string[] = [paragraph()];
    for (let part = 0; part < 4; part += 1) {
      parts.push(
        `## ${word()} ${word()} ${part}`.replace(/^(## .)/, (head) => head.toUpperCase()),
        paragraph(),
      );
      if (part < 3) {
        const [language, make] = languages[(at + part) % languages.length] as (typeof languages)[number];
        parts.push(`\`\`\`${language}\n${make(word(), (at * 7 + part * 13) % 9973)}\n\`\`\``);
      }
      if (part === 1)
        parts.push(Array.from({ length: 4 }, () => `* **${word()}**: ${sentence()}`).join('\n'));
      if (part === 2)
        parts.push(
          `| Name | Meaning | Default |\n| --- | --- | --- |\n${Array.from({ length: 4 }, () => `| \`${word()}\` | ${word()} ${word()} ${word()} | ${Math.floor(random() * 100)} |`).join('\n')}`,
        );
      parts.push(
        `${sentence()} See [the next page](page-${String((at + 1) % pagesPerSection).padStart(3, '0')}.md).`,
      );
    }
    return { path: `${section}/${name}.md`, title, section, body: `${parts.join('\n\n')}\n` };
  });
}

/** A small random generator with a seed, so that every run and every tool has the same pages. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
