import type { LinkTree } from '../../src/links/index.ts';

/** A repository's files in memory. */
export function aTree(files: Readonly<Record<string, string>>): LinkTree {
  return { paths: Object.keys(files), text: (path) => files[path] ?? null };
}

/** The same repository with a table of contents of another name. */
export function withNamedContents(): Record<string, string> {
  const { 'SUMMARY.md': contents = '', ...files } = aSoundRepository();
  return { ...files, 'contents.md': contents, '.gitbook.yaml': 'structure:\n  summary: contents.md\n' };
}

/** A small repository of one space in which every link is right. */
export function aSoundRepository(): Record<string, string> {
  return {
    'SUMMARY.md':
      '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Start](guide/start.md)\n  * [Spaced](<guide/with space.md>)\n* [API](api.md)\n',
    'README.md': `---\ncover: .gitbook/assets/cover (1).png\n---\n\n# Home\n\n[Start](guide/start.md#first-steps) [Guide](guide/) [self](#own) [dots](./guide/start.md)\n\n## Own\n\n![Shot](<.gitbook/assets/image (1).png>) <img src=".gitbook/assets/image (1).png" alt="">\n\n{% content-ref url="guide/" %}\n[guide](guide/)\n{% endcontent-ref %}\n\n{% file src=".gitbook/assets/manual.pdf" %}\n\n{% include ".gitbook/includes/note.md" %}\n\n[from the include](#inside-the-include)\n`,
    'guide/README.md': `# Guide\n\n[custom](start.md#custom) [more](start.md#more-about-it) [note](start.md#user-content-fn-1) [home](../README.md) [encoded](with%20space.md)\n\n<table data-view="cards"><tbody><tr><td data-card-target><a href="start.md">Start</a></td></tr></tbody></table>\n`,
    'guide/start.md': `# Start\n\n## First steps\n\n### Named <a href="#custom" id="custom"></a>\n\n<details>\n\n<summary>More about it</summary>\n\nx\n\n</details>\n\nA note[^1].\n\n[^1]: The note.\n\n[ref]: ../api.md "API"\n`,
    'guide/with space.md': '# Spaced\n\n[up](../guide/start.md)\n',
    'api.md': `# API\n\n{% openapi src="openapi.yaml" path="/x" method="get" %}\n{% endopenapi %}\n\n[operation](#get-x) <https://example.com/> [mail](mailto:a@example.com)\n`,
    'openapi.yaml': 'openapi: 3.1.0\n',
    '.gitbook.yaml': 'redirects:\n  old: guide/start.md\n  older: ./guide\n',
    '.gitbook/assets/cover (1).png': '',
    '.gitbook/assets/image (1).png': '',
    '.gitbook/assets/manual.pdf': '',
    '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\n## Inside the include\n',
  };
}
