import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Shape } from './world.ts';

/** The spaces that schedules begin with, as folders: small, and of the kinds that people have. */

const page = (title: string, birth: string, ...more: readonly string[]): string =>
  `# ${title}\n\n${[`born-${birth}.`, ...more].join('\n\n')}\n`;

const pages: Readonly<Record<string, string>> = {
  'README.md': page('Welcome', 'welcome', 'One.', 'Two.', 'Three.'),
  'start.md': page('Start', 'start', 'First.', 'Second.', 'Third.'),
  'guide/README.md': page('Guide', 'guide', 'All of it.', 'See [install](install.md).'),
  'guide/install.md': page('Install', 'install', '| a | b |\n| - | - |\n| 1 | 2 |', 'Done.'),
  'guide/use.md': page('Use', 'use', '{% hint style="info" %}\nMind.\n{% endhint %}', 'End.'),
  'reference/limits.md': `---\ndescription: What is too much\n---\n\n${page('Limits', 'limits', 'Ten.', 'Twenty.')}`,
  'reference/errors.md': page('Errors', 'errors', '![A shot](../.gitbook/assets/shot.png)', 'E1.'),
};

const flat = `# Table of contents

* [Welcome](README.md)
* [Start](start.md)
* [Guide](guide/README.md)
  * [Install](guide/install.md)
  * [Use](guide/use.md)
* [Limits](reference/limits.md)
* [Errors](reference/errors.md)
`;

const groups = `# Table of contents

* [Welcome](README.md)
* [Start](start.md)

## Handbook

* [Guide](guide/README.md)
  * [Install](guide/install.md)
  * [Use](guide/use.md)
* [A site](https://example.com/)

## Reference

* [Limits](reference/limits.md)
* [Errors](reference/errors.md)
`;

/** As people write it who do not take the bullets of the exporter. */
const dashes = groups.replaceAll('* [', '- [');

const picture = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255, 1]);

export function filesOf(shape: Shape): Readonly<Record<string, string | Uint8Array>> {
  const files = { ...pages, '.gitbook/assets/shot.png': picture };
  switch (shape) {
    case 'another name':
      return {
        ...files,
        [contentsOf(shape)]: groups,
        '.gitbook.yaml': `structure:\n  summary: ./${contentsOf(shape)}\n`,
      };
    case 'flat':
      return { ...files, 'SUMMARY.md': flat };
    case 'groups':
      return {
        ...files,
        'SUMMARY.md': groups,
        'drafts/later.md': '# Later\n\nNobody lists this.\n',
        '.gitbook.yaml': 'redirects:\n  old: start.md\n',
      };
    case 'rooted':
      return {
        '.gitbook.yaml': 'root: ./docs/\n',
        'NOTES.txt': 'Beside the documentation.\n',
        ...Object.fromEntries(
          Object.entries({ ...files, 'SUMMARY.md': dashes }).map(([path, content]) => [
            `docs/${path}`,
            content,
          ]),
        ),
      };
    case 'no table of contents':
      return files;
  }
}

export function rootOf(shape: Shape): string {
  return shape === 'rooted' ? 'docs/' : '';
}

/** The path of the table of contents. */
export function contentsOf(shape: Shape): string {
  return shape === 'another name' ? 'contents.md' : `${rootOf(shape)}SUMMARY.md`;
}

export function writeSpace(folder: string, shape: Shape): void {
  for (const [path, content] of Object.entries(filesOf(shape))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
