import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const lines = (...parts: string[]): string => `${parts.join('\n')}\n`;

const guide = ['install', 'configure', 'run', 'scale', 'watch', 'stop'];
const flows = ['README', 'start', 'branch', 'join', 'fail', 'end'];
const reference = [
  ...['errors', 'limits', 'events', 'hooks', 'headers', 'types', 'units', 'codes'],
  ...['dates', 'names', 'paths', 'roles', 'scopes', 'states', 'tokens', 'words'],
];

const shapes: Readonly<Record<string, string>> = {
  install: lines('| System | Command |', '| ------ | ------- |', '| Linux | `apt` |', '| macOS | `brew` |'),
  configure: lines(
    '{% tabs %}',
    '{% tab title="YAML" %}',
    'key: value',
    '{% endtab %}',
    '',
    '{% tab title="JSON" %}',
    '`{}`',
    '{% endtab %}',
    '{% endtabs %}',
  ),
  run: lines(
    '```ts',
    'const answer = 42; // here',
    '```',
    '',
    '{% code title="a.js" %}',
    '```js',
    'x()',
    '```',
    '{% endcode %}',
  ),
  scale: lines(
    '{% hint style="info" %}',
    'Mind the gap.',
    '{% endhint %}',
    '',
    '1. One',
    '2. Two',
    '',
    '   indented',
  ),
  watch: '本文はここにあります。\n\n* 一\n* 二\n',
  stop: 'One.\r\nTwo.\r\n\r\nThree.\r\n',
  errors: '<table><thead><tr><th>Code</th></tr></thead><tbody><tr><td>E1</td></tr></tbody></table>\n',
  limits: 'No newline at the end',
  events: lines('Emphasis \\*kept\\*, trailing blanks  ', 'and &#x20;entities.', '', '***'),
  hooks: lines('<details>', '', '<summary>More</summary>', '', 'Inside.', '', '</details>'),
};

/** A space of two dozen pages of many shapes, written for these tests. */
export function writeOwnSpace(folder: string): void {
  const files: Record<string, string> = {
    'README.md': '# Welcome\n\nStart at [install](guide/install.md).\n',
    'old.md': '# Old\n\nNobody needs this.\n',
    'SUMMARY.md': lines(
      '# Table of contents',
      '',
      '* [Welcome](README.md)',
      '* [Old](old.md)',
      '',
      '## Guide',
      '',
      ...guide.map((name) => `* [${titleOf(name)}](guide/${name}.md)`),
      '* [Flows](guide/flows/README.md)',
      ...flows.slice(1).map((name) => `  * [${titleOf(name)}](guide/flows/${name}.md)`),
      '',
      '## Reference',
      '',
      ...reference.map((name) => `* [${listedAs(name)}](reference/${name}.md)`),
    ),
  };
  for (const [group, names] of Object.entries({ guide, 'guide/flows': flows, reference }))
    for (const name of names) {
      const title = name === 'README' ? 'Flows' : titleOf(name);
      const eol = name === 'stop' ? '\r\n' : '\n';
      const front = name === 'hooks' ? '---\ndescription: How to hook\nowner: ada # kept\n---\n\n' : '';
      const shape = shapes[name] ?? lines(`About ${name}.`, '', 'First.', '', 'Second.', '', 'Third.');
      // One page has no heading, and one is listed under another name.
      const heading = name === 'codes' ? '' : `# ${title}${eol}${eol}`;
      files[`${group}/${name}.md`] = `${front}${heading}${shape}`;
    }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function titleOf(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

function listedAs(name: string): string {
  return name === 'dates' ? 'Days and dates' : titleOf(name);
}
