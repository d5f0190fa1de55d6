/** What a mermaid diagram says of itself, beside what it draws. */
export interface DiagramSource {
  /** The first word, which names the kind; the newer name where a kind has two. */
  readonly kind: string;
  /** The diagram without its description, and without settings, because the page decides how diagrams look. */
  readonly text: string;
  /** The title in the diagram's front matter, which readers see above the diagram. */
  readonly title: string;
  /** The description, for people who cannot see the drawing. */
  readonly description: string;
}

/** What older names of kinds end with. */
const olderEnd = /-(?:beta|elk|v2)$/;

/** Reads the parts of a diagram's source that all kinds have. */
export function diagramSource(source: string): DiagramSource {
  const front = /^\s*---[ \t]*\n([\s\S]*?)\n?[ \t]*---[ \t]*\n/.exec(source);
  const described = source.slice(front?.[0].length ?? 0).replace(/%%\{[\s\S]*?\}%%/g, '');
  const text = described.replace(forReaders, '');
  const kind = kindOf(text);
  const newer = kind.replace(olderEnd, '');
  const title = /^[ \t]*title[ \t]*:[ \t]*(.*?)[ \t]*$/m.exec(front?.[1] ?? '')?.[1] ?? '';
  return {
    kind: newer,
    text: text.replace(kind, newer),
    title: title.replace(/^(["'])(.*)\1$/, '$2'),
    description: descriptionOf(described),
  };
}

function kindOf(text: string): string {
  const line = text
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '' && !each.startsWith('%%'));
  return (line?.match(/^[\w-]+/)?.[0] ?? '').slice(0, 40);
}

const forReaders = /^[ \t]*acc(?:Title|Descr)[ \t]*(?::[ \t]*(.*)|\{([^}]*)\}.*)/gm;

function descriptionOf(text: string): string {
  return [...text.matchAll(forReaders)]
    .map(([, line, lines]) => (line ?? lines ?? '').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join('. ');
}
