import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editAddressIn, editAddressOf } from '../../src/cli/export/edit-address.ts';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { withGitFacts } from '../../src/cli/export/git-facts.ts';
import { readMirrorSource, type ReadSource } from '../../src/cli/export/mirror-source.ts';
import { fileCache, memoryFiles } from '../../src/site/index.ts';
import { realPorts } from '../../src/real-ports.ts';
import { git, nativeEnvironment, temporaryFolder } from '../git/native.ts';
import { exported } from '../site/site-fixture.ts';

const root = realpathSync(temporaryFolder('export-git'));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const commit = (folder: string, day: string): void => {
  const env = {
    ...nativeEnvironment,
    GIT_AUTHOR_DATE: `${day}T08:00:00Z`,
    GIT_COMMITTER_DATE: `${day}T09:00:00Z`,
  };
  git(folder, ['add', '-A']);
  git(folder, ['commit', '-qm', 'write'], { env });
};

/** A repository of two spaces below `docs`. */
function checkout(name: string): string {
  const folder = join(root, name);
  git(root, ['init', '-q', '-b', 'main', folder]);
  git(folder, ['remote', 'add', 'origin', 'https://ada:s3cret@github.example.com/harbour/hand%20book.git']);
  put(`${name}/docs/guides/SUMMARY.md`, '# Table of contents\n\n* [Home](README.md)\n* [Tides](tides.md)\n');
  put(`${name}/docs/guides/README.md`, '# Guides\n');
  put(`${name}/docs/guides/tides.md`, '# Tides\n');
  put(`${name}/docs/other/SUMMARY.md`, '# Table of contents\n\n* [Other](README.md)\n');
  put(`${name}/docs/other/README.md`, '# Other\n');
  commit(folder, '2026-03-01');
  put(`${name}/docs/guides/tides.md`, '# Tides\n\nMore.\n');
  commit(folder, '2026-04-05');
  return folder;
}

interface Given {
  readonly edit?: string;
  readonly updated?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cache?: ReturnType<typeof fileCache>;
  readonly ports?: Pick<typeof realPorts, 'repository'>;
}

function read(folder: string, given: Given = {}): Promise<ReadSource> {
  const { edit, updated = false, env = {}, cache = fileCache(memoryFiles()), ports } = given;
  const described = siteInFolder(folder);
  return readMirrorSource({
    root: folder,
    ...described,
    git: (known) =>
      withGitFacts(
        { ports: { ...realPorts, ...ports }, env },
        { edit, updated, cache },
        { ...known, folderOf: (id) => described.spaces.find((each) => each.id === id)?.folder ?? '' },
      ),
  });
}

describe('a folder in a git checkout', () => {
  it('says on each page, in its head and in the sitemap when the page was last changed', async () => {
    const folder = checkout('dated');
    put('dated/docs/other/new.md', '# New\n');
    put('dated/docs/other/SUMMARY.md', '# Table of contents\n\n* [Other](README.md)\n* [New](new.md)\n');

    const { input, warnings } = await read(join(folder, 'docs'), { updated: true });
    const { text } = await exported(input, { baseUrl: 'https://docs.example.com/' });

    expect(warnings).toEqual([]);
    expect(text('tides.html')).toContain('<time datetime="2026-04-05T09:00:00Z">5 April 2026</time>');
    expect(text('tides.html')).toContain(
      '<meta property="article:modified_time" content="2026-04-05T09:00:00Z">',
    );
    expect(text('index.html')).toContain('<time datetime="2026-03-01T09:00:00Z">1 March 2026</time>');
    // Nobody has committed this page.
    expect(text('other/new.html')).not.toContain('<time');
    expect(text('sitemap-pages.xml')).toContain(
      '<loc>https://docs.example.com/tides</loc><lastmod>2026-04-05T09:00:00Z</lastmod>',
    );
    expect(text('sitemap.xml')).toContain(
      '<loc>https://docs.example.com/sitemap-pages.xml</loc><lastmod>2026-04-05T09:00:00Z</lastmod>',
    );
  });

  it('leads to where each page is edited, without what else the address of its remote holds', async () => {
    const { input } = await read(join(checkout('edited'), 'docs'), { edit: 'auto' });
    const { text, files } = await exported(input);

    expect(text('tides.html')).toContain(
      'href="https://github.example.com/harbour/hand%20book/edit/main/docs/guides/tides.md"',
    );
    expect(text('other/index.html')).toContain('/edit/main/docs/other/README.md"');
    for (const [path, bytes] of files)
      expect(new TextDecoder().decode(bytes), path).not.toMatch(/s3cret|ada@|ada:/);
  });

  it('leads where the configuration says, and nowhere when it says so', async () => {
    const folder = join(checkout('addressed'), 'docs');

    const written = await exported(
      (await read(folder, { edit: 'https://git.example.com/edit?file={path}' })).input,
    );
    const off = await exported((await read(folder, { edit: 'off' })).input);
    const unsaid = await exported((await read(folder)).input);

    expect(written.text('tides.html')).toContain(
      'href="https://git.example.com/edit?file=docs/guides/tides.md"',
    );
    expect(off.text('tides.html')).not.toContain('Edit this page');
    expect(unsaid.text('tides.html')).not.toContain('Edit this page');
  });

  it('does not use git when neither is wanted', async () => {
    const ports = { repository: () => Promise.reject(new Error('the repository was opened')) };

    await expect(read(join(checkout('unasked'), 'docs'), { ports })).resolves.toMatchObject({ warnings: [] });
  });

  it('takes the branch from CI where a commit is checked out', async () => {
    const folder = checkout('detached');
    git(folder, ['checkout', '-q', '--detach']);

    const without = await read(join(folder, 'docs'), { edit: 'auto' });
    const within = await read(join(folder, 'docs'), {
      edit: 'auto',
      env: { GITHUB_REF: 'refs/heads/next/1' },
    });

    expect(without.warnings.map(({ message }) => message)).toEqual([
      'pages have no link to edit them: no branch is checked out. Give the address as export.edit: https://host/…/{path}',
    ]);
    expect((await exported(within.input)).text('tides.html')).toContain('/edit/next/1/docs/guides/tides.md"');
  });

  it('remembers dates, and after a commit reads only that commit', async () => {
    const folder = checkout('remembered');
    const cache = fileCache(memoryFiles());
    const commits = new Set<string>();
    const ports: Given['ports'] = {
      repository: async (...given) => {
        const opened = await realPorts.repository(...given);
        const { git: inner } = opened;
        const readCommit = inner.readCommit.bind(inner);
        inner.readCommit = (oid) => {
          commits.add(oid);
          return readCommit(oid);
        };
        return opened;
      },
    };
    const dates = async (): Promise<(string | undefined)[]> => {
      commits.clear();
      const { input } = await read(join(folder, 'docs'), { updated: true, cache, ports });
      const [space] = input.source.spaces;
      return (space?.pages ?? []).map((page) =>
        page.type === 'document' ? space?.updatedAtOf?.(page) : undefined,
      );
    };

    expect(await dates()).toEqual(['2026-03-01T09:00:00Z', '2026-04-05T09:00:00Z']);
    expect(commits.size).toBe(2);
    expect(await dates()).toEqual(['2026-03-01T09:00:00Z', '2026-04-05T09:00:00Z']);
    expect(commits.size).toBe(0);
    put('remembered/docs/guides/README.md', '# Guides\n\nNew.\n');
    commit(folder, '2026-05-06');
    expect(await dates()).toEqual(['2026-05-06T09:00:00Z', '2026-04-05T09:00:00Z']);
    expect(commits.size).toBe(2);
  });

  it('has no dates where a shallow clone ends, and says what to fetch', async () => {
    const folder = checkout('whole');
    const clone = join(root, 'shallow');
    git(root, ['clone', '-q', '--depth', '1', `file://${folder}`, clone]);

    const { input, warnings } = await read(join(clone, 'docs'), { updated: true });

    expect(warnings.map(({ message }) => message)).toEqual([
      "3 pages have no date: the checkout is a shallow clone. Fetch the whole history (in GitHub's checkout action: fetch-depth: 0)",
    ]);
    expect((await exported(input)).text('tides.html')).not.toContain('<time');
  });

  it('reports a missing checkout if dates or an address should come from one', async () => {
    put('plain/README.md', '# Plain\n');

    const { warnings } = await read(join(root, 'plain'), { edit: 'auto', updated: true });

    expect(warnings.map(({ message }) => message)).toEqual([
      'export.updated asks for dates from git, and the folder is in no git checkout',
      'export.edit asks for an address from git, and the folder is in no git checkout',
    ]);
  });
});

describe('the address at which a host edits a file', () => {
  it.each([
    ['https://github.com/o/r.git', 'https://github.com/o/r/edit/main/{path}'],
    ['git@github.com:o/r.git', 'https://github.com/o/r/edit/main/{path}'],
    [
      'ssh://git@gitlab.example.com:2222/group/sub/r.git',
      'https://gitlab.example.com/group/sub/r/-/edit/main/{path}',
    ],
    ['https://gitlab.com/o/r', 'https://gitlab.com/o/r/-/edit/main/{path}'],
    ['git@bitbucket.org:o/r.git', 'https://bitbucket.org/o/r/src/main/{path}?mode=edit&at=main'],
    ['https://codeberg.org/o/r.git', 'https://codeberg.org/o/r/_edit/main/{path}'],
    ['http://user:token@gitea.local:3000/o/r.git', 'http://gitea.local:3000/o/r/_edit/main/{path}'],
    ['https://git.example.com/o/r.git', undefined],
    ['../upstream.git', undefined],
    ['/srv/git/r.git', undefined],
    ['file:///srv/git/r.git', undefined],
    ['C:\\git\\r.git', undefined],
  ])('of the remote %s is known where the host is', (remote, address) => {
    expect(editAddressOf(remote, 'main')).toBe(address);
  });

  it('has the folder of a space in it', () => {
    expect(editAddressIn('https://host/edit/', 'my docs/guides')).toBe(
      'https://host/edit/my%20docs/guides/{path}',
    );
    expect(editAddressIn('https://host/{path}?edit', '')).toBe('https://host/{path}?edit');
  });
});
