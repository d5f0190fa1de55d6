import { describe, expect, it } from 'vitest';

import { documentsOf, readSpaceFolder, type SpaceFolder } from '../../src/content/index.ts';

function read(files: Record<string, string>): SpaceFolder {
  return readSpaceFolder(
    { paths: Object.keys(files), text: (path) => files[path] ?? null },
    { fields: true },
  );
}

describe('a space’s folder', () => {
  it('becomes a tree with the fields of its pages, and lists of everything else', () => {
    const folder = read({
      'SUMMARY.md':
        '# Table of contents\n\n* [🤔 Home](README.md)\n  * [Child](readme/child.md "Short")\n\n## Guide\n\n* [Start](guide/README.md)\n* [Deep](guide/deep/README.md)\n  * [Leaf](guide/deep/leaf.md)\n* [Part](guide/deep/leaf.md#part)\n* [Again](guide/README.md)\n* [Missing](gone.md)\n* [Inner](inner/README.md)\n* [Out](https://example.com)\n* [Manual](.gitbook/assets/m.pdf)\n',
      'README.md': '---\nid: abc\ndescription: About\nhidden: true\n---\n\n# 🤔 Home\n',
      'readme/child.md': '# Child\n',
      'guide/README.md': '# Start\n',
      'guide/deep/README.md': '# Deep\n',
      'guide/deep/leaf.md': '# Leaf\n',
      'draft.md': '# Not listed\n',
      LICENSE: 'x',
      '.gitbook/assets/m.pdf': 'x',
      '.gitbook/includes/a.md': 'x',
      '.gitbook/vars.yaml': 'a: b',
      'inner/SUMMARY.md': '* [X](README.md)',
      'inner/README.md': '# Inner',
    });

    const page = (path: string): unknown => folder.documents.get(path);
    expect(page('README.md')).toMatchObject({
      title: 'Home',
      emoji: '1f914',
      slug: 'readme',
      path: 'readme',
      description: 'About',
      hidden: true,
      git: { path: 'README.md' },
    });
    expect(page('readme/child.md')).toMatchObject({ path: 'readme/child', linkTitle: 'Short' });
    expect(page('guide/README.md')).toMatchObject({ path: 'guide/readme' });
    expect(page('guide/deep/leaf.md')).toMatchObject({ path: 'guide/deep/leaf' });
    const group = folder.pages[1];
    expect(
      group?.type === 'group' && group.pages.map((one) => (one.type === 'link' ? one.target : one.title)),
    ).toEqual([
      'Start',
      'Deep',
      { kind: 'anchor', page: 'guide/deep/leaf.md', anchor: 'part' },
      { kind: 'page', page: 'guide/README.md' },
      { kind: 'url', url: 'gone.md' },
      { kind: 'url', url: 'inner/README.md' },
      { kind: 'url', url: 'https://example.com' },
      { kind: 'file', file: '.gitbook/assets/m.pdf' },
    ]);
    expect(Object.fromEntries(folder.pageIds)).toEqual({ 'README.md': 'abc' });
    expect([folder.unlisted, folder.others, folder.assets, folder.includes, folder.varsPath]).toEqual([
      ['draft.md'],
      ['LICENSE'],
      ['.gitbook/assets/m.pdf'],
      ['.gitbook/includes/a.md'],
      '.gitbook/vars.yaml',
    ]);
    expect([...folder.nested]).toEqual([['inner', ['inner/README.md', 'inner/SUMMARY.md']]]);
    expect(folder.problems.map(({ line, message }) => [line, message.slice(0, 24)])).toEqual([
      [12, 'guide/README.md is liste'],
      [13, 'gone.md does not exist'],
      [14, 'inner/README.md is in th'],
    ]);
  });

  it('finds a page whose file name has a # or a ?, as people and other tools write it', () => {
    const folder = read({
      'SUMMARY.md': '* [C#](C#.md)\n* [F#](F%23.md)\n* [Why](why?.md)\n* [C](C.md)\n* [Part](C.md#md)\n',
      ...{ 'C#.md': '# C#\n', 'F#.md': '# F#\n', 'why?.md': '# Why\n', 'C.md': '# C\n' },
    });

    expect([...folder.documents.keys()]).toEqual(['C#.md', 'F#.md', 'why?.md', 'C.md']);
    expect(folder.pages[4]).toMatchObject({ target: { kind: 'anchor', page: 'C.md', anchor: 'md' } });
  });

  it('finds a page whose file name has a percent sign, and prefers a file of the whole name to an anchor of another', () => {
    const names = ['100%.md', '200%.md', 'a%20b.md', 'c d.md', 'e%20f.md', 'g#.md', 'g/README.md', 'C#.md'];
    const folder = read({
      'SUMMARY.md':
        '* [100](100%.md)\n* [200](200%25.md)\n* [A](a%20b.md)\n* [C](c%20d.md)\n* [E](e%2520f.md)\n* [G](g#.md)\n* [Folder](g)\n* [C#](C%23.md)\n* [Part](C%23.md#part)\n* [Other](<C#.md#part>)\n',
      ...Object.fromEntries(names.map((name) => [name, '# A\n'])),
    });

    expect([...folder.documents.keys()]).toEqual(names);
    expect(folder.problems).toEqual([]);
    for (const at of [8, 9])
      expect(folder.pages[at]).toMatchObject({ target: { kind: 'anchor', page: 'C#.md', anchor: 'part' } });
  });

  it('takes an encoded mark for part of a name, even of a file that is not there', () => {
    const { problems, pages } = read({ 'SUMMARY.md': '* [G](g%23.md)\n', 'g/README.md': '# G\n' });

    expect(problems).toMatchObject([{ message: 'g#.md does not exist' }]);
    expect(pages).toMatchObject([{ type: 'link', href: 'g#.md' }]);
  });

  it('without a table of contents is the tree of its folders', () => {
    const folder = read({
      'README.md': '# Home\n',
      'b/two.md': 'no heading',
      'b/one.md': '# One\n',
      'c/README.md': '# C\n',
      'c/x.md': '# X\n',
      'd.md': '# D\n',
      'd/y.md': '# Y\n',
      '.gitbook/includes/i.md': 'x',
    });

    expect(documentsOf(folder.pages).map((page) => `${page.path} ${page.title}`)).toEqual([
      'readme Home',
      'b/one One',
      'b/two Two',
      'c C',
      'c/x X',
      'd D',
      'd/y Y',
    ]);
    expect(folder.pages.map((page) => page.type)).toEqual(['document', 'group', 'document', 'document']);
    expect(folder.summaryPath).toBeNull();
  });

  it('has titles as the service stores them, or as readers see them', () => {
    const marked = 'The \\_old\\_ `a_b` *option* of [x](x.md)';
    const titles = (files: Record<string, string>, shown: boolean): string[] =>
      readSpaceFolder(
        { paths: Object.keys(files), text: (path) => files[path] ?? null },
        { fields: true, shown },
      ).pages.map(({ title }) => title);
    const listed = {
      'SUMMARY.md': `* [${marked}](README.md)\n\n## The *group*\n\n* [B](b.md)\n`,
      'README.md': '',
      'b.md': '',
    };

    expect(titles({ 'README.md': `# ${marked}\n` }, true)).toEqual(['The _old_ a_b option of x']);
    expect(titles(listed, true)).toEqual(['The _old_ a_b option of x', 'The group']);
    expect(titles(listed, false)).toEqual(['The _old_ `a_b` *option* of [x](x.md)', 'The *group*']);
  });

  it('honours the configured root and names, and reports what is wrong with them', () => {
    const folder = read({
      '.gitbook.yaml':
        '# ours\nroot: ./docs/\nstructure:\n  readme: ./home.md\n  summary: toc.md\nredirects:\n  old/page: ./new.md\n  /older:   new.md\n',
      'docs/home.md': '# Home\n',
      'docs/toc.md': '* [Home](home.md)\n* [New](new.md)\n',
      'docs/new.md': '# New\n',
      'src/code.md': '# Code\n',
    });

    expect([...folder.documents.keys()]).toEqual(['docs/home.md', 'docs/new.md']);
    expect(folder.documents.get('docs/new.md')?.path).toBe('new');
    expect(folder.outside).toEqual(['src/code.md']);
    expect(folder.config.redirects.map(({ from, to, line, column }) => [from, to, line, column])).toEqual([
      ['old/page', './new.md', 7, 13],
      ['older', 'new.md', 8, 13],
    ]);
    expect(read({ '.gitbook.yaml': 'root: ../out\n', 'README.md': '# T\n' }).problems).toEqual([
      { path: '.gitbook.yaml', line: 1, column: 7, message: 'root is not a path inside this folder' },
    ]);
    expect(read({ '.gitbook.yaml': 'root: [\n' }).problems[0]?.path).toBe('.gitbook.yaml');
  });

  it('makes the slugs of siblings differ', () => {
    const folder = read({
      'SUMMARY.md': '* [A](a/x.md)\n* [B](b/x.md)\n* [C](My Page.md)\n',
      'a/x.md': '',
      'b/x.md': '',
      'My Page.md': '',
    });

    expect(documentsOf(folder.pages).map((page) => page.path)).toEqual(['x', 'x-1', 'my-page']);
  });
});
