/*
 * The pages that a trial makes. Each trial has a mark in all of their names, so that nobody else's page is ever taken for one.
 */

/** A page with this title in the primary content belongs to the trials: where nothing can be deleted, a merge is tried with it. */
export const trialPageTitle = 'Tidemark conformance page';

const merged = /^Tidemark conformance page [0-9a-f]{12}$/u;

/** Whether a trial made a page to merge it, and to take it away again. */
export function isPageOfTrial({ title }: { readonly title: string }): boolean {
  return merged.test(title);
}

/** A page of a trial, with the special feature of its text. */
export interface Sample {
  /** The feature of the text that a service might change. */
  readonly trait: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const bodies: readonly (readonly [trait: string, text: (title: string) => string])[] = [
  ['plain text', (title) => `# ${title}\n\nOne line.\n\nAnother line.\n`],
  [
    'front matter',
    (title) =>
      `---\ndescription: Kept as it is # a comment\nown-key:  "two spaces"\n---\n\n# ${title}\n\nText.\n`,
  ],
  ['line ends of Windows', (title) => `# ${title}\r\n\r\nOne line.\r\n\r\n* An item\r\n* Another\r\n`],
  [
    'other scripts',
    (title) => `# ${title}\n\n日本語の文。 Ünïcödé, עברית, emoji 👩‍🚀 and a no-break\u00a0space.\n`,
  ],
  [
    'blocks',
    (title) =>
      `# ${title}\n\n{% hint style="info" %}\nA hint with **bold** text.\n{% endhint %}\n\n| a | b |\n| - | :-: |\n| 1 | 2 |\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n- [ ] to do\n`,
  ],
  ['spaces and no line end', (title) => `# ${title}\n\nA hard break:  \nnext line.\n\n\n\nNo line end`],
];

/** The pages that a trial writes into a change request that it archives. */
export function samplesOf(mark: string): Sample[] {
  return bodies.map(([trait, text]) => {
    const title = `Tidemark check ${mark} of ${trait}`;
    const name = trait.replaceAll(' ', '-');
    return { trait, title, path: `${folderOf(mark)}/${name}.md`, text: text(title) };
  });
}

/** The page that a trial merges, and takes away again. */
export function mergedSample(mark: string): Sample {
  const title = `${trialPageTitle} ${mark}`;
  const text = `# ${title}\n\n\`tidemark doctor --deep\` made this page and takes it away again.\n`;
  return { trait: 'a merge', title, path: `${folderOf(mark)}/merged.md`, text };
}

/** A file with each of the 256 bytes. */
export function sampleFile(mark: string): { readonly path: string; readonly bytes: Uint8Array } {
  return {
    path: `.gitbook/assets/${folderOf(mark)}.bin`,
    bytes: Uint8Array.from({ length: 256 }, (_, each) => each),
  };
}

function folderOf(mark: string): string {
  return `tidemark-check-${mark}`;
}
