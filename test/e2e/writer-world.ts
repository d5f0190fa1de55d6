import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '../../src/client/index.ts';
import type { Client } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { withoutPageId } from '../../src/content/index.ts';
import { createFileHost, createUndiciTransport } from '../../src/http/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import type { SyncConfig } from '../../src/sync/index.ts';
import { corporaFolder, filesBelow } from '../support/corpora.ts';
import { syncConfig } from '../sync/memory-world.ts';
import { aClone } from '../sync/service-world.ts';
import type { Clone } from '../sync/service-world.ts';
import { writeOwnSpace } from './own-space.ts';

export type Corpus = 'own' | 'bullmq-docs';

/** A writer's clone, and the service behind it, listening: everything between them goes over HTTP. */
export interface Writer extends Clone {
  readonly service: StartedService;
  readonly space: string;
  /** Somebody else, at the service. */
  readonly client: Client;
  save(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  has(path: string): boolean;
  commit(message: string): void;
  /** A file of a commit, as text. */
  show(ref: string, path: string): string;
}

export async function aWriter(
  corpus: Corpus,
  { kind = 'full', push = {} }: { kind?: 'full' | 'strict'; push?: Partial<SyncConfig['push']> } = {},
): Promise<Writer> {
  const seed = join(mkdtempSync(join(tmpdir(), 'tidemark-seed-')), 'docs');
  if (corpus === 'own') writeOwnSpace(seed);
  else cpSync(join(corporaFolder, corpus), seed, { recursive: true });
  const port = await freePort();
  const service = await startService({
    data: ':memory:',
    seeds: [seed],
    interface: kind,
    importAllow: [`127.0.0.1:${port}`],
    rate: 1_000_000,
  });
  const transport = createUndiciTransport();
  const client = createClient({
    transport,
    elsewhere: transport,
    baseUrl: service.url,
    token: service.token,
    clock: realClock,
    random: realRandom,
  });
  const space = service.spaces[0]!.id;
  const config = syncConfig({
    mirror: { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false, comments: false },
    push: { enabled: true, trigger: 'save', via: 'auto', ...push },
  });
  const clone = await aClone(() => remoteThrough(client, { requests: () => 0 }), config, {
    importHost: createFileHost({ host: '127.0.0.1', port, random: realRandom }),
  });
  const { folder, read, git } = clone;
  const save = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const writer: Writer = {
    ...clone,
    service,
    space,
    client,
    save,
    edit: (path, change) => {
      const before = read(path);
      const after = change(before);
      if (after === before) throw new Error(`the edit of ${path} changes nothing`);
      save(path, after);
    },
    has: (path) => existsSync(join(folder, path)),
    commit: (message) => {
      git('add', '-A');
      git('-c', 'user.name=W', '-c', 'user.email=w@example.com', 'commit', '-qm', message);
    },
    show: (ref, path) => execFileSync('git', ['show', `${ref}:${path}`], { cwd: folder }).toString('utf8'),
    remove: async () => {
      await clone.remove();
      await service.close();
      await transport.close();
      rmSync(dirname(seed), { recursive: true, force: true });
    },
  };
  const first = await writer.sync.cycle();
  if (first.problems.length > 0) throw new Error(`the first cycle failed: ${JSON.stringify(first.problems)}`);
  return writer;
}

async function freePort(): Promise<number> {
  const host = createFileHost({ host: '127.0.0.1', port: 0, random: realRandom });
  const published = await host.publish(new Map());
  await published.close();
  return Number(new URL(published.url).port);
}

/** What a day of writing did to the folder. */
export interface Edited {
  readonly texts: readonly string[];
  readonly moved: ReadonlyMap<string, string>;
  readonly deleted: string;
  readonly added: string;
  readonly image: string;
}

/** Where each corpus has what the day of writing needs. */
const places = {
  own: {
    folder: 'guide/flows',
    to: 'guide/streams',
    deleted: 'old.md',
    beside: 'guide',
    after: 'guide/stop.md',
  },
  'bullmq-docs': {
    folder: 'guide/flows',
    to: 'guide/streams',
    deleted: 'patterns/adding-bulks.md',
    beside: 'patterns',
    after: 'patterns/flows.md',
  },
} as const;

/** Twenty pages of different shapes are edited, a folder is moved, a page is deleted, and one with an image is added. */
export function editADay(writer: Writer, corpus: Corpus): Edited {
  const { folder: root, save, edit, read } = writer;
  const { folder, to, deleted, beside, after } = places[corpus];
  const pages = filesBelow(root).filter(
    (path) =>
      /\.md$/u.test(path) &&
      !path.startsWith('.git') &&
      path !== 'SUMMARY.md' &&
      path !== deleted &&
      !path.startsWith(`${folder}/`) &&
      withoutPageId(read(path)) !== read(path),
  );
  const texts: string[] = [];
  const take = (is: (text: string, path: string) => boolean, change: (text: string) => string): void => {
    const path =
      pages.find((each) => !texts.includes(each) && is(read(each), each)) ??
      pages.find((each) => !texts.includes(each))!;
    edit(path, change);
    texts.push(path);
  };
  const append =
    (words: string) =>
    (text: string): string => {
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      return `${text}${text.endsWith('\n') ? '' : eol}${eol}${words.replaceAll('\n', eol)}${eol}`;
    };
  take(
    (text) => /^\|.*\|$/mu.test(text),
    (text) =>
      /^\|.*\|$/mu.test(text)
        ? text.replace(/^(\|[^|\n]*)\|(?![^\n]*-{3})/mu, '$1 (edited) |')
        : append('| a | b |\n| - | - |\n| 1 | 2 |')(text),
  );
  take(
    (text) => text.includes('{% tab '),
    (text) =>
      text.includes('{% tab ')
        ? text.replace('{% tab title="', '{% tab title="Our ')
        : append('{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}')(text),
  );
  take(
    (text) => text.includes('```'),
    (text) =>
      text.includes('```')
        ? text.replace(/(```\w*\n)/u, '$1// edited here\n')
        : append('```\ncode\n```')(text),
  );
  take((text) => text.includes('{% hint'), append('{% hint style="warning" %}\nTake care.\n{% endhint %}'));
  take((text) => /[\u3040-\u9fff]/u.test(text), append('新しい段落です。'));
  take(
    (text) => text.includes('\r\n'),
    (text) =>
      text.includes('\r\n') ? append('Vier.')(text) : `${text.replaceAll('\n', '\r\n')}Now CRLF.\r\n`,
  );
  take(
    (text) => !text.endsWith('\n'),
    (text) => (text.endsWith('\n') ? `${text}No newline now` : `${text}, edited`),
  );
  take(
    (text) => /^---\n[^]*description:/u.test(text),
    (text) =>
      /\ndescription:/u.test(text)
        ? text.replace(/\ndescription: [^\n]*/u, '\ndescription: Said anew')
        : text.replace(/^(---\nid: [^\n]*\n)/u, '$1description: Said now\n'),
  );
  take((text) => text.includes('<table'), append('<table><thead><tr><th>New</th></tr></thead></table>'));
  take(
    (text) => text.includes('<details>'),
    append('<details>\n\n<summary>Also</summary>\n\nThis.\n\n</details>'),
  );
  const listed = read('SUMMARY.md');
  take(
    (text, path) => listed.includes(`[${/^# (\w+)$/mu.exec(text)?.[1] ?? '?'}](${path})`),
    (text) => text.replace(/^# (\w+)$/mu, '# $1, anew'),
  );
  const retitled = texts.at(-1)!;
  edit('SUMMARY.md', (text) =>
    text.replace(new RegExp(`\\[([^\\]]+)\\]\\(${retitled}\\)`, 'u'), `[$1, anew](${retitled})`),
  );
  take(() => true, append('Trailing blanks  \nand a hard\\\nbreak.'));
  take(() => true, append('A [link](../README.md) and ![](https://example.com/x.png).'));
  take(() => true, append('$$\na^2 + b^2\n$$'));
  take(() => true, append('* deep\n  * deeper\n    1. deepest'));
  take(
    () => true,
    (text) => text.replace(/(\r?\n)(\r?\n)(?=[^\r\n]*$|[^]*$)/u, '$1$2An early paragraph.$1$2'),
  );
  take(() => true, append('Emoji 🦊 and 👨‍👩‍👧, NBSP\u00a0here, zero\u200bwidth.'));
  take(() => true, append('{% embed url="https://example.com" %}'));
  take(() => true, append('[^1]: a note'));
  take(() => true, append('Tabs\there\tand `code`.'));

  const moved = new Map<string, string>();
  for (const path of filesBelow(join(root, folder))) moved.set(`${folder}/${path}`, `${to}/${path}`);
  renameSync(join(root, folder), join(root, to));
  edit('SUMMARY.md', (text) => text.replaceAll(`](${folder}/`, `](${to}/`));

  rmSync(join(root, deleted));
  edit('SUMMARY.md', (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes(`](${deleted})`))
      .join('\n'),
  );

  const image = '.gitbook/assets/new shot.png';
  const added = `${beside}/brand-new.md`;
  mkdirSync(join(root, '.gitbook/assets'), { recursive: true });
  writeFileSync(join(root, image), Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]));
  save(added, '# Brand new\n\n![A shot](<../.gitbook/assets/new shot.png>)\n');
  edit('SUMMARY.md', (text) =>
    text.replace(
      new RegExp(`(\\n\\s*[*-] \\[[^\\n]*\\]\\(${after}\\)[^\\n]*)`, 'u'),
      `$1\n* [Brand new](${added})`,
    ),
  );
  return { texts, moved, deleted, added, image };
}

/** The files of the working tree that git would track, with their bytes in hex. */
export function filesOf({ folder, git }: Clone): Map<string, string> {
  const paths = git('ls-files', '-co', '--exclude-standard', '-z').split('\0').filter(Boolean);
  return new Map(
    paths
      .filter((path) => existsSync(join(folder, path)))
      .map((path) => [path, readFileSync(join(folder, path)).toString('hex')]),
  );
}

/** The files of a commit, with their bytes in hex. One process of git prints all of them: a process for each would take most of a test. */
export function filesAt({ folder, git }: Clone, ref: string): Map<string, string> {
  const entries = git('ls-tree', '-r', '-z', ref).split('\0').filter(Boolean);
  const listed = entries.map((entry) => /^\d+ \w+ (?<oid>\w+)\t(?<path>[^]*)$/u.exec(entry)!.groups!);
  const printed = execFileSync('git', ['cat-file', '--batch'], {
    cwd: folder,
    input: listed.map(({ oid }) => `${oid}\n`).join(''),
    maxBuffer: 1024 ** 3,
  });
  let at = 0;
  return new Map(
    listed.map(({ path }) => {
      const start = printed.indexOf('\n', at) + 1;
      const size = Number(printed.subarray(at, start).toString().trim().split(' ').at(-1));
      at = start + size + 1;
      return [path!, printed.subarray(start, start + size).toString('hex')];
    }),
  );
}
