import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Oid, Version } from '../../src/git/index.ts';
import type { AcceptedPage, AcceptedRemoval } from '../../src/sync/branch/accepted.ts';
import type { FolderMove } from '../../src/sync/branch/folder-moves.ts';
import { mergeTrees } from '../../src/sync/branch/merge-trees.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

/** What a merge makes of the files of the branch (ours) and of the service (theirs). */

const page = pageWithId('1', 'one', 'two', 'three');
const mine = pageWithId('1', 'one, mine', 'two', 'three');
const theirs = pageWithId('1', 'one', 'two', 'three, theirs');
const joined = pageWithId('1', 'one, mine', 'two', 'three, theirs');
const against = pageWithId('1', 'one', 'two', 'three, mine');
const other = pageWithId('2', 'five', 'six', 'seven');
const contents = (...lines: readonly string[]): string =>
  `# Table of contents\n\n${lines.map((line) => `* [${line}](${line}.md)\n`).join('')}`;

interface Sides {
  /** The files that both sides started from; null: they started from nothing. */
  readonly base: Texts | null;
  readonly ours: Texts;
  readonly theirs: Texts;
  readonly sent?: readonly (Pick<AcceptedPage, 'path' | 'target'> & Partial<AcceptedPage>)[];
  /** The files that the branch had when something was sent; by default those of `base`. */
  readonly then?: Texts;
  /** Pictures that were sent, by their paths. */
  readonly pictures?: Texts;
  /** Paths of pages whose deletion was sent. */
  readonly removed?: readonly string[];
  readonly folders?: readonly FolderMove[];
}

type Merged =
  { readonly files: Texts; readonly back: readonly string[] } | { readonly conflicts: readonly string[] };

async function merged(sides: Sides): Promise<Merged> {
  const { git, commit, textsIn, blob } = aWorkplace();
  const base = sides.base === null ? null : await commit(sides.base);
  const parents = base === null ? [] : [base];
  const sentAt: Oid = sides.then ? await commit(sides.then, ...parents) : (base ?? (await commit({})));
  const ours = await commit(sides.ours, sentAt);
  const pages = (sides.sent ?? []).map((each) => ({ id: '1', text: '', sentAt, ...each }));
  const removed = (sides.removed ?? []).map((path): AcceptedRemoval => ({ path, sentAt }));
  const files = await Promise.all(
    Object.entries(sides.pictures ?? {}).map(async ([path, text]) => ({
      ...{ path, sentAt, oid: await blob(text) },
    })),
  );
  const { folders = [] } = sides;
  const theirCommit = await commit(sides.theirs, ...parents);
  const merge = await git.write((writer) =>
    mergeTrees(git, writer, {
      ...{ base, ours, theirs: theirCommit, folders },
      accepted: { pages, files, removed },
    }),
  );
  if (merge.outcome === 'conflict')
    return { conflicts: merge.conflicts.map(({ path, kind }) => `${path} ${kind}`) };
  return { files: await textsIn(merge.tree), back: merge.back };
}

const clean = (files: Texts, ...back: readonly string[]): Merged => ({ files, back });

describe('a merge of the branch with the mirror', () => {
  it.each<[string, Sides, Texts]>([
    [
      'has what either side changed, made and deleted',
      {
        base: { 'a.md': page, 'b.md': other, 'c.txt': 'c', 'd.txt': 'd' },
        ours: { 'a.md': mine, 'b.md': other, 'd.txt': 'd', 'e.txt': 'e' },
        theirs: { 'a.md': page, 'b.md': `${other}\nmore\n`, 'c.txt': 'c', 'f.txt': 'f' },
      },
      { 'a.md': mine, 'b.md': `${other}\nmore\n`, 'e.txt': 'e', 'f.txt': 'f' },
    ],
    [
      'joins what both changed in a file',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: { 'a.md': theirs } },
      { 'a.md': joined },
    ],
    [
      'has what both changed alike',
      { base: { 'a.md': page }, ours: { 'a.md': against }, theirs: { 'a.md': against } },
      { 'a.md': against },
    ],
    [
      'has the files of both where they started from nothing',
      { base: null, ours: { 'a.md': page }, theirs: { 'b.md': other } },
      { 'a.md': page, 'b.md': other },
    ],
    [
      'keeps a page that the branch changed and the service deleted',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: {} },
      { 'a.md': mine },
    ],
    [
      'keeps the deletion of a page that only got its identity from the service',
      {
        base: { 'a.md': pageOf('one'), 'b.txt': 'b' },
        ours: { 'b.txt': 'b' },
        theirs: { 'a.md': pageWithId('1', 'one'), 'b.txt': 'b' },
      },
      { 'b.txt': 'b' },
    ],
    [
      'deletes a page that the branch has as it was before the deletion that was sent',
      { base: {}, then: { 'a.md': page }, ours: { 'a.md': page }, theirs: {}, removed: ['a.md'] },
      {},
    ],
    [
      'keeps a page that the branch changed after its deletion was sent',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: {}, removed: ['a.md'] },
      { 'a.md': mine },
    ],
  ])('%s', async (_what, sides, files) => {
    expect(await merged(sides)).toEqual(clean(files));
  });

  it('gives back a file that the branch deleted and the service changed, and says so', async () => {
    const sides = { base: { 'a.md': page }, ours: {}, theirs: { 'a.md': theirs } };
    expect(await merged(sides)).toEqual(clean({ 'a.md': theirs }, 'a.md'));
  });

  it('names all conflicts, in the order of their paths', async () => {
    const each = (text: string): Texts => ({ 'z.md': text, 'b.md': text, 'm.png': `${text}\0` });
    const [base, left, right] = [each(page), each(against), each(theirs)];
    expect(await merged({ base, ours: left, theirs: right })).toEqual({
      conflicts: ['b.md text', 'm.png binary', 'z.md text'],
    });
  });

  it('keeps submodules of the branch, and the modes of files that it joins or gives back', async () => {
    const { git, commit, blob } = aWorkplace();
    const oid = await blob('run it\n\nnow\n');
    const executable = async (text: string): Promise<Version> => ({ mode: '100755', oid: await blob(text) });
    const commitOf = async (odd: Readonly<Record<string, Version>>): Promise<Oid> => {
      const { tree, ...plain } = await git.readCommit(await commit({ 'a.md': page }));
      return git.write(async (writer) =>
        writer.addCommit({ ...plain, tree: await writer.updateTree(tree, new Map(Object.entries(odd))) }),
      );
    };
    const base = await commitOf({ 'run.sh': { mode: '100644', oid }, 'back.sh': { mode: '100755', oid } });
    const ours = await commitOf({
      'run.sh': await executable('run it, mine\n\nnow\n'),
      module: { mode: '160000', oid: base },
    });
    const right = { mode: '100644' as const, oid: await blob('run it\n\nnow, theirs\n') };
    const theirs = await commitOf({ 'run.sh': right, 'back.sh': await executable('back\n') });
    const merge = await git.write((writer) => mergeTrees(git, writer, { base, ours, theirs }));
    const tree = merge.outcome === 'merged' ? await git.listTree(merge.tree) : [];
    expect(Object.fromEntries(tree.map(({ path, mode }) => [path, mode]))).toEqual({
      ...{ 'a.md': '100644', 'run.sh': '100755', 'back.sh': '100755', module: '160000' },
    });
  });

  it('keeps the pointer of Git LFS for which the service has the content', async () => {
    const pointer = (of: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(of).digest('hex')}\nsize 3\n`;
    const sides = (there: string): Sides => ({
      base: { 'a.png': 'old\0' },
      ours: { 'a.png': pointer('new\0') },
      theirs: { 'a.png': there },
    });
    expect(await merged(sides('new\0'))).toEqual(clean({ 'a.png': pointer('new\0') }));
    expect(await merged(sides('not\0'))).toEqual({ conflicts: ['a.png binary'] });
  });

  it.each([
    ['in another order', contents('b', 'a', 'c')],
    ['below another one', contents('a', 'c').replace('(a.md)', '(a.md)\n  * [b](b.md)')],
  ])('takes out the line of a page that the service deleted, which the branch put %s', async (_how, ours) => {
    expect(
      await merged({
        base: { 'SUMMARY.md': contents('a', 'b', 'c'), 'a.md': page, 'b.md': other },
        ours: { 'SUMMARY.md': ours, 'a.md': page, 'b.md': other },
        theirs: { 'SUMMARY.md': contents('a', 'c'), 'a.md': page },
      }),
    ).toEqual(clean({ 'SUMMARY.md': contents('a', 'c'), 'a.md': page }));
  });

  it('keeps a line where the branch put it, while the service gives another one a new title', async () => {
    const nested = contents('a', 'c').replace('(a.md)', '(a.md)\n  * [b](b.md)');
    const pages = { 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'eight') };
    expect(
      await merged({
        base: { 'SUMMARY.md': contents('a', 'b', 'c'), ...pages },
        ours: { 'SUMMARY.md': nested, ...pages },
        theirs: { 'SUMMARY.md': contents('a', 'b', 'c').replace('[c]', '[See]'), ...pages },
      }),
    ).toEqual(clean({ 'SUMMARY.md': nested.replace('[c]', '[See]'), ...pages }));
  });

  it('gives the title that the branch changed to the page, also where the service exchanged its file', async () => {
    const listed = (first: string, second: string): string =>
      `# Table of contents\n\n* [${first}](a.md)\n* [${second}](b.md)\n`;
    expect(
      await merged({
        base: { 'SUMMARY.md': listed('One', 'Other'), 'a.md': page, 'b.md': other },
        ours: { 'SUMMARY.md': listed('Mine', 'Other'), 'a.md': page, 'b.md': other },
        theirs: { 'SUMMARY.md': listed('Other', 'One'), 'a.md': other, 'b.md': page },
      }),
    ).toEqual(clean({ 'SUMMARY.md': listed('Other', 'Mine'), 'a.md': other, 'b.md': page }));
  });

  it('joins the texts of a page that got another title in the table of contents as well', async () => {
    const listed = (title: string): string => `# Table of contents\n\n* [${title}](a.md)\n`;
    expect(
      await merged({
        base: { 'SUMMARY.md': listed('One'), 'a.md': page },
        ours: { 'SUMMARY.md': listed('Mine'), 'a.md': mine },
        theirs: { 'SUMMARY.md': listed('One'), 'a.md': theirs },
      }),
    ).toEqual(clean({ 'SUMMARY.md': listed('Mine'), 'a.md': joined }));
  });

  it('keeps one line for a page in the table of contents, whoever moved it', async () => {
    const [line, listed] = ['# Table of contents\n\n', (path: string) => `* [Page](${path})\n`];
    expect(
      await merged({
        base: { 'SUMMARY.md': line + listed('a.md'), 'a.md': page },
        ours: { 'SUMMARY.md': line + listed('b.md'), 'b.md': page },
        theirs: { 'SUMMARY.md': `${line}* [Better](a.md)\n`, 'a.md': page },
      }),
    ).toEqual(clean({ 'SUMMARY.md': `${line}* [Better](b.md)\n`, 'b.md': page }));
  });

  it('keeps one line for a page that was sent, and that the service has at another path', async () => {
    const [line, listed] = ['# Table of contents\n\n', (path: string) => `* [Page](${path})\n`];
    expect(
      await merged({
        base: { 'SUMMARY.md': line },
        then: { 'SUMMARY.md': line + listed('x.md'), 'x.md': pageOf('one') },
        ours: { 'SUMMARY.md': line + listed('x.md'), 'x.md': pageOf('one') },
        theirs: { 'SUMMARY.md': line + listed('y.md'), 'y.md': pageWithId('1', 'one') },
        sent: [
          { path: 'x.md', target: 'y.md', text: pageOf('one') },
          { id: null, path: 'SUMMARY.md', target: 'SUMMARY.md', text: line + listed('x.md') },
        ],
      }),
    ).toEqual(clean({ 'SUMMARY.md': line + listed('y.md'), 'y.md': pageWithId('1', 'one') }));
  });

  it('keeps one table of contents that the service renamed, without the page that the service deleted', async () => {
    const named = (path: string): Texts => ({ '.gitbook.yaml': `structure:\n  summary: ${path}\n` });
    const below = '# Table of contents\n\n* [a](a.md)\n  * [z](z.md)\n* [b](b.md)\n* [fresh](fresh.md)\n';
    const pages = { 'a.md': page, 'b.md': other };
    const all = { ...pages, 'z.md': pageWithId('3', 'eight', 'nine') };
    const sides = {
      base: { ...all, ...named('contents.md'), 'contents.md': contents('a', 'b', 'z') },
      ours: { ...all, ...named('contents.md'), 'contents.md': below },
      theirs: { ...pages, ...named('nav.md'), 'nav.md': contents('a', 'b') },
    };
    expect(await merged(sides)).toEqual(
      clean({ ...pages, ...named('nav.md'), 'nav.md': contents('a', 'b', 'fresh') }),
    );
  });

  it('keeps the page, deleted in the service, to which the branch gave another title in its table of contents', async () => {
    const titled = (title: string): string => `# Table of contents\n\n* [${title}](a.md)\n`;
    expect(
      await merged({
        base: { 'SUMMARY.md': titled('A'), 'a.md': page },
        ours: { 'SUMMARY.md': titled('Another'), 'a.md': page },
        theirs: { 'SUMMARY.md': '# Table of contents\n' },
      }),
    ).toMatchObject({ files: { 'a.md': page } });
  });
});

describe('a page that moved stays one page in a merge', () => {
  it.each<[string, Sides, Texts]>([
    [
      'when the service moved it and the branch edited it',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: { 'b.md': theirs } },
      { 'b.md': joined },
    ],
    [
      'when the branch moved it and the service edited it',
      { base: { 'a.md': page }, ours: { 'b.md': mine }, theirs: { 'a.md': theirs } },
      { 'b.md': joined },
    ],
    [
      'where the branch has it when both moved it',
      { base: { 'a.md': page }, ours: { 'b.md': mine }, theirs: { 'c.md': theirs } },
      { 'b.md': joined },
    ],
    [
      'when it has no identity on either side, and one of them moved it',
      {
        base: { 'a.md': pageOf('one', 'two', 'three') },
        ours: { 'a.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'b.md': pageOf('one', 'two', 'three') },
      },
      { 'b.md': pageOf('one, mine', 'two', 'three') },
    ],
    [
      'when the service exchanged it with another one that the branch edited',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'a.md': mine, 'b.md': other },
        theirs: { 'a.md': other, 'b.md': page },
      },
      { 'a.md': other, 'b.md': mine },
    ],
    [
      'when the branch exchanged it with another one, and the service edited it',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'a.md': other, 'b.md': page },
        theirs: { 'a.md': theirs, 'b.md': other },
      },
      { 'a.md': other, 'b.md': theirs },
    ],
    [
      'when the branch moved it and put another one in its place, and the service edited it',
      { base: { 'a.md': page }, ours: { 'a.md': other, 'b.md': mine }, theirs: { 'a.md': theirs } },
      { 'a.md': other, 'b.md': joined },
    ],
    [
      'when the service moved it and put another one in its place, and the branch edited it',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: { 'a.md': other, 'b.md': theirs } },
      { 'a.md': other, 'b.md': joined },
    ],
    [
      'when the branch replaced it by another one, and the service did not change it',
      { base: { 'a.md': page }, ours: { 'a.md': other }, theirs: { 'a.md': page } },
      { 'a.md': other },
    ],
    [
      'when the service moved it to where an interrupted sync had put a copy that was committed',
      { base: { 'a.md': page }, ours: { 'a.md': mine, 'b.md': mine }, theirs: { 'b.md': theirs } },
      { 'b.md': joined },
    ],
    [
      'when the service moved it to where the branch has just the same',
      { base: { 'a.md': pageOf('one') }, ours: { 'a.md': pageOf('one') }, theirs: { 'b.md': pageOf('one') } },
      { 'b.md': pageOf('one') },
    ],
    [
      'when the branch made a circle of three pages, of which the service edited one',
      {
        base: { 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'eight', 'nine') },
        ours: { 'b.md': page, 'c.md': other, 'a.md': pageWithId('3', 'eight', 'nine') },
        theirs: { 'a.md': theirs, 'b.md': other, 'c.md': pageWithId('3', 'eight', 'nine') },
      },
      { 'b.md': theirs, 'c.md': other, 'a.md': pageWithId('3', 'eight', 'nine') },
    ],
    [
      'at the service’s path where the branch moved another page to that path',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'a.md': mine, 'c.md': other },
        theirs: { 'b.md': other, 'c.md': page },
      },
      { 'b.md': other, 'c.md': mine },
    ],
    [
      'when the branch moved it to the path of a page that the service deleted',
      { base: { 'a.md': page, 'b.md': other }, ours: { 'b.md': page }, theirs: { 'a.md': theirs } },
      { 'b.md': theirs },
    ],
    [
      'where it was when the branch moved it to where the service put another page',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'b.md': other, 'c.md': mine },
        theirs: { 'a.md': page, 'c.md': other },
      },
      { 'a.md': mine, 'c.md': other },
    ],
    [
      'and a page of the branch stays at the path to which the service moved a page that the branch deleted',
      {
        base: { 'a.md': page, 'c.md': other },
        ours: { 'c.md': pageWithId('3', 'eight', 'nine') },
        theirs: { 'c.md': page, 'd.md': other },
      },
      { 'c.md': pageWithId('3', 'eight', 'nine') },
    ],
    [
      'without its identity in a copy that the branch made of it, and that the service knows as a new page',
      {
        base: { 'a.md': page },
        ours: { 'a.md': page, 'copy.md': mine },
        theirs: { 'a.md': page, 'copy.md': mine.replace('id: 1', 'id: 3') },
      },
      { 'a.md': page, 'copy.md': mine.replace('id: 1', 'id: 3') },
    ],
  ])('%s', async (_what, sides, files) => {
    expect(await merged(sides)).toEqual(clean(files));
  });

  it.each<[string, Sides, readonly string[]]>([
    [
      'the service moved it to where the branch has a page of its own',
      { base: { 'a.md': page }, ours: { 'a.md': page, 'b.md': pageOf('five') }, theirs: { 'b.md': page } },
      ['b.md place'],
    ],
    [
      'the service moved it to where the branch replaced another page by a new one',
      {
        base: { 'a.md': page, 'c.md': other },
        ours: { 'a.md': page, 'c.md': pageWithId('3', 'eight', 'nine') },
        theirs: { 'c.md': page, 'd.md': other },
      },
      ['c.md place'],
    ],
    [
      'the branch moved it to where the service replaced another page, which the branch had moved away',
      {
        base: { 'a.md': page, 'c.md': other },
        ours: { 'c.md': page, 'd.md': other },
        theirs: { 'a.md': page, 'c.md': pageWithId('3', 'eight', 'nine') },
      },
      ['c.md place'],
    ],
    [
      'the service moved it to where the branch has another page that says a part of it',
      {
        base: { 'a.md': page },
        ours: { 'a.md': page, 'b.md': pageWithId('2', 'one', 'two') },
        theirs: { 'b.md': page },
      },
      ['b.md place'],
    ],
    [
      'the service moved it to where the branch has a part of it, and neither file of the branch has an identity',
      {
        base: { 'a.md': page },
        ours: { 'a.md': pageOf('one', 'two', 'three'), 'b.md': pageOf('one', 'two') },
        theirs: { 'b.md': page },
      },
      ['b.md place'],
    ],
    [
      'the service moved it to where the branch has a copy that says more',
      {
        base: { 'a.md': page },
        ours: { 'a.md': page, 'b.md': pageWithId('1', 'one', 'two', 'three', 'four') },
        theirs: { 'b.md': page },
      },
      ['b.md place'],
    ],
    [
      'the branch replaced it by another one, and the service edited it',
      { base: { 'a.md': page }, ours: { 'a.md': other }, theirs: { 'a.md': theirs } },
      ['a.md place'],
    ],
    [
      'the service replaced it by another one, and the branch edited it',
      { base: { 'a.md': page }, ours: { 'a.md': mine }, theirs: { 'a.md': other } },
      ['a.md place'],
    ],
    [
      'the branch moved it to where the service has a new page',
      { base: { 'a.md': page }, ours: { 'b.md': page }, theirs: { 'a.md': page, 'b.md': other } },
      ['b.md place'],
    ],
    [
      'both changed a line of it, and the service moved it',
      { base: { 'a.md': page }, ours: { 'a.md': against }, theirs: { 'b.md': theirs } },
      ['b.md text'],
    ],
  ])('and waits for a person where %s', async (_what, sides, conflicts) => {
    expect(await merged(sides)).toEqual({ conflicts });
  });

  it('and files of the branch go along with the folder of their space', async () => {
    const folders = [{ from: 'old', to: 'new', others: ['new'] }];
    const sides = {
      base: { 'old/a.md': page, 'old/a.png': 'png' },
      ours: { 'old/a.md': mine, 'old/a.png': 'png, mine', 'old/fresh.md': pageOf('fresh') },
      theirs: { 'new/a.md': theirs, 'new/a.png': 'png' },
      folders,
    };
    expect(await merged(sides)).toEqual(
      clean({ 'new/a.md': joined, 'new/a.png': 'png, mine', 'new/fresh.md': pageOf('fresh') }),
    );
  });
});

describe('a page that was sent is one page in a merge', () => {
  const fresh = pageOf('one', 'two', 'three');
  const text = fresh;

  it.each<[string, Sides, Texts]>([
    [
      'at the path that the service gave it',
      {
        base: {},
        then: { 'x.md': fresh },
        ours: { 'x.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'y.md': theirs },
        sent: [{ path: 'x.md', target: 'y.md', text }],
      },
      { 'y.md': joined },
    ],
    [
      'at the path that the service gave it, when its file says by now which page it is',
      {
        base: {},
        ours: { 'x.md': mine },
        theirs: { 'y.md': theirs },
        sent: [{ path: 'x.md', target: 'y.md', text }],
      },
      { 'y.md': joined },
    ],
    [
      'at the path that its writer gave it since, where the service kept the path that it was sent from',
      {
        base: {},
        then: { 'x.md': fresh },
        ours: { 'z.md': fresh },
        theirs: { 'x.md': page },
        sent: [{ path: 'x.md', target: 'x.md', text }],
      },
      { 'z.md': page },
    ],
    [
      'at the path that the service gave it, when its writer gave it another one since',
      {
        base: {},
        then: { 'x.md': fresh },
        ours: { 'z.md': fresh },
        theirs: { 'y.md': page },
        sent: [{ path: 'x.md', target: 'y.md', text }],
      },
      { 'y.md': page },
    ],
    [
      'at the path that the service gave it, where the service had another page before',
      {
        base: { 'a.md': other },
        then: { 'a.md': other, 'x.md': fresh },
        ours: { 'a.md': other, 'x.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'a.md': theirs, 'b.md': other },
        sent: [{ path: 'x.md', target: 'a.md', text }],
      },
      { 'a.md': joined, 'b.md': other },
    ],
    [
      'beside the file that it was moved from, where the service could not be told of its new file',
      {
        base: { 'a.md': page },
        ours: { 'a.md': mine, 'x.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'a.md': theirs },
        sent: [{ path: 'x.md', target: 'a.md', text: pageOf('one, mine', 'two', 'three'), keepsPlace: true }],
      },
      { 'a.md': joined, 'x.md': pageOf('one, mine', 'two', 'three') },
    ],
    [
      'where a merge in git left its old file beside the one that it was sent from',
      {
        base: { 'old.md': page },
        ours: { 'old.md': page, 'a.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      { 'a.md': mine },
    ],
    [
      'that its writer has deleted since, when the service has just what was sent',
      {
        base: {},
        then: { 'a.md': fresh },
        ours: {},
        theirs: { 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      {},
    ],
    [
      'that comes although it was never committed',
      {
        base: { 'b.txt': 'b' },
        ours: { 'b.txt': 'b' },
        theirs: { 'b.txt': 'b', 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      { 'a.md': page, 'b.txt': 'b' },
    ],
    [
      'with what was sent, although the branch’s commit is older',
      {
        base: { 'a.md': page },
        ours: { 'a.md': page, 'b.txt': 'b' },
        theirs: { 'a.md': against },
        sent: [{ path: 'a.md', target: 'a.md', text: pageOf('one', 'two', 'three, mine') }],
      },
      { 'a.md': against, 'b.txt': 'b' },
    ],
    [
      'without what its writer has taken away since',
      {
        base: { 'a.md': page },
        then: { 'a.md': against },
        ours: { 'a.md': pageWithId('1', 'one', 'two') },
        theirs: { 'a.md': against },
        sent: [{ path: 'a.md', target: 'a.md', text: pageOf('one', 'two', 'three, mine') }],
      },
      { 'a.md': pageWithId('1', 'one', 'two') },
    ],
    [
      'where the service has it, when the branch moved it and the service was asked to move it elsewhere',
      {
        base: { 'a.md': page },
        ours: { 'b.md': mine },
        theirs: { 'c.md': theirs },
        sent: [{ path: 'b.md', target: 'c.md', text }],
      },
      { 'c.md': joined },
    ],
    [
      'where the service has it, when the branch had moved it before it was sent from a third path',
      {
        base: { 'a.md': page },
        then: { 'b.md': page },
        ours: { 'b.md': page },
        theirs: { 'c.md': theirs },
        sent: [{ path: 'c.md', target: 'c.md', text }],
      },
      { 'c.md': theirs },
    ],
    [
      'where the branch has it, when the service could not be told of its path',
      {
        base: { 'a.md': page },
        then: { 'b.md': page },
        ours: { 'b.md': mine },
        theirs: { 'a.md': theirs },
        sent: [{ path: 'b.md', target: 'a.md', text, keepsPlace: true }],
      },
      { 'b.md': joined },
    ],
    [
      'where the branch has it, when the service could not be told of its path, and nobody edited it here',
      {
        base: { 'a.md': page },
        ours: { 'b.md': page },
        theirs: { 'a.md': theirs },
        sent: [{ path: 'b.md', target: 'a.md', text, keepsPlace: true }],
      },
      { 'b.md': theirs },
    ],
    [
      'where the branch has it, when another page was sent after both had moved it',
      {
        base: { 'a.md': page, 'q.md': other },
        then: { 'b.md': page, 'q.md': other },
        ours: { 'b.md': mine, 'q.md': other },
        theirs: { 'c.md': theirs, 'q.md': other },
        sent: [{ id: '2', path: 'q.md', target: 'q.md', text: pageOf('five', 'six', 'seven') }],
      },
      { 'b.md': joined, 'q.md': other },
    ],
    [
      'where it was sent from, when the branch still has it where it was before that',
      {
        base: {},
        then: { 'z.md': fresh },
        ours: { 'z.md': fresh },
        theirs: { 'x.md': page },
        sent: [{ path: 'x.md', target: 'x.md', text }],
      },
      { 'x.md': page },
    ],
    [
      'that moved and was committed, and the new page that was sent from its old path is no page that the branch deleted',
      {
        base: {},
        then: { 'a.md': fresh },
        ours: { 'b.md': fresh },
        theirs: { 'a.md': other, 'b.md': page },
        sent: [
          { path: 'b.md', target: 'b.md', text },
          { id: '2', path: 'a.md', target: 'a.md', text: pageOf('five', 'six', 'seven') },
        ],
      },
      { 'a.md': other, 'b.md': page },
    ],
    [
      'where the service has it, with another new page at the path that it was sent from',
      {
        base: {},
        ours: { 'x.md': pageOf('one') },
        theirs: { 'x.md': other, 'y.md': pageWithId('1', 'one') },
        sent: [{ path: 'x.md', target: 'y.md', text: pageOf('one') }],
      },
      { 'x.md': other, 'y.md': pageWithId('1', 'one') },
    ],
    [
      'that is deleted when its writer made a file of another kind of it',
      {
        base: {},
        then: { 'x.md': fresh },
        ours: { 'x.txt': fresh },
        theirs: { 'x.md': page },
        sent: [{ path: 'x.md', target: 'x.md', text }],
      },
      { 'x.txt': fresh },
    ],
    [
      'as it is when nobody has changed it since, nor a picture',
      {
        base: { 'a.md': page, 'p.png': 'p\0', 'b.txt': 'b' },
        ours: { 'a.md': page, 'p.png': 'p\0' },
        theirs: { 'a.md': page, 'p.png': 'p\0', 'b.txt': 'b' },
        sent: [{ path: 'a.md', target: 'a.md', text }],
        pictures: { 'p.png': 'p\0' },
      },
      { 'a.md': page, 'p.png': 'p\0' },
    ],
    [
      'and no copy, where it was copied and the copy is a page of the service by now',
      {
        base: { 'a.md': page },
        then: { 'a.md': page, 'copy.md': page },
        ours: { 'a.md': page, 'copy.md': mine },
        theirs: { 'a.md': page, 'copy.md': theirs.replace('id: 1', 'id: 3') },
        sent: [{ id: '3', path: 'copy.md', target: 'copy.md', text }],
      },
      { 'a.md': page, 'copy.md': joined.replace('id: 1', 'id: 3') },
    ],
    [
      'and no copy, where it was copied and the service gave the copy another path',
      {
        base: { 'a.md': page },
        then: { 'a.md': page, 'copy.md': page },
        ours: { 'a.md': page, 'copy.md': mine },
        theirs: { 'a.md': page, 'y.md': theirs.replace('id: 1', 'id: 3') },
        sent: [{ id: '3', path: 'copy.md', target: 'y.md', text }],
      },
      { 'a.md': page, 'y.md': joined.replace('id: 1', 'id: 3') },
    ],
    [
      'where a merge in git left its old file, and where the page that was there before has moved',
      {
        base: { 'old.md': page, 'a.md': other },
        ours: { 'old.md': page, 'z.md': other, 'a.md': pageOf('one, mine', 'two', 'three') },
        theirs: { 'a.md': page, 'z.md': other },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      { 'a.md': mine, 'z.md': other },
    ],
    [
      'where the branch has it since before it was sent from there, when the service moved the page that it was',
      {
        base: { 'a.md': page },
        then: { 'a.md': page },
        ours: { 'b.md': page },
        theirs: { 'c.md': theirs },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      { 'b.md': theirs },
    ],
    [
      'where the service has it, and a page that it replaced in the branch is deleted',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'b.md': mine },
        theirs: { 'c.md': theirs, 'b.md': other },
        sent: [{ path: 'b.md', target: 'c.md', text }],
      },
      { 'c.md': joined },
    ],
    [
      'and its source another one, when it is a copy that still has the source’s identity',
      {
        base: { 'a.md': page },
        ours: { 'copy.md': page },
        theirs: { 'a.md': page, 'copy.md': page.replace('id: 1', 'id: 3') },
        sent: [{ id: '3', path: 'copy.md', target: 'copy.md', text }],
      },
      { 'copy.md': page.replace('id: 1', 'id: 3') },
    ],
    [
      'when it moved to another space, and the deletion of the page at its old path was sent as well',
      {
        base: { 'a.md': page },
        ours: { 'b.md': page },
        theirs: { 'b.md': page.replace('id: 1', 'id: 3') },
        sent: [{ id: '3', path: 'b.md', target: 'b.md', text }],
        removed: ['a.md'],
      },
      { 'b.md': page.replace('id: 1', 'id: 3') },
    ],
    [
      'in the folder of another space, to which nobody has sent it yet, after the deletion of its old file was sent',
      { base: { 'a.md': page }, ours: { 'x/a.md': page }, theirs: {}, removed: ['a.md'] },
      { 'x/a.md': page },
    ],
    [
      'at its new path, while the deletion of another page was sent',
      {
        base: { 'a.md': page, 'b.md': other },
        ours: { 'x/a.md': page },
        theirs: { 'a.md': theirs },
        removed: ['b.md'],
      },
      { 'x/a.md': theirs },
    ],
    [
      'at its new path, where the service knows no page that was sent from there',
      {
        base: { 'a.md': page },
        ours: { 'x/a.md': page },
        theirs: { 'a.md': theirs },
        sent: [{ id: null, path: 'x/a.md', target: 'x/a.md', text }],
      },
      { 'x/a.md': theirs },
    ],
    [
      'at its new path, while another page was sent',
      {
        base: { 'a.md': page },
        ours: { 'x/a.md': page, 'z.md': fresh },
        theirs: { 'a.md': theirs, 'z.md': pageWithId('9', 'one', 'two', 'three') },
        sent: [{ id: '9', path: 'z.md', target: 'z.md', text }],
      },
      { 'x/a.md': theirs, 'z.md': pageWithId('9', 'one', 'two', 'three') },
    ],
  ])('%s', async (_what, sides, files) => {
    expect(await merged(sides)).toEqual(clean(files));
  });

  it.each<[string, Sides, readonly string[]]>([
    [
      'the branch has another file at the path that the service gave it',
      {
        base: {},
        ours: { 'x.md': pageOf('one'), 'y.md': pageOf('five') },
        theirs: { 'y.md': pageWithId('1', 'one') },
        sent: [{ path: 'x.md', target: 'y.md', text: pageOf('one') }],
      },
      ['y.md place', 'y.md text'],
    ],
    [
      'the branch has it beside its old file, and the service can be told of both',
      {
        base: { 'a.md': page },
        ours: { 'a.md': page, 'x.md': pageOf('one', 'two', 'three, mine') },
        theirs: { 'a.md': theirs },
        sent: [{ path: 'x.md', target: 'a.md', text: pageOf('one', 'two', 'three, mine') }],
      },
      ['a.md place'],
    ],
    [
      'the branch has another new file at the path that the service gave it, although it keeps its own',
      {
        base: {},
        ours: { 'x.md': pageOf('one'), 'y.md': pageOf('five') },
        theirs: { 'y.md': pageWithId('1', 'one') },
        sent: [{ path: 'x.md', target: 'y.md', text: pageOf('one'), keepsPlace: true }],
      },
      ['y.md place', 'y.md text'],
    ],
    [
      'the branch edited its old file, which a merge in git left beside the one that it was sent from',
      {
        base: { 'old.md': page },
        ours: { 'old.md': mine, 'a.md': fresh },
        theirs: { 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      ['a.md place'],
    ],
    [
      'the branch edited its old file, beside a copy that took its place in the service',
      {
        base: { 'a.md': page },
        then: { 'b.md': page, 'copy.md': pageWithId('1', 'five', 'six') },
        ours: { 'b.md': mine, 'copy.md': pageWithId('1', 'five', 'six') },
        theirs: { 'copy.md': pageWithId('1', 'five', 'six') },
        sent: [{ path: 'copy.md', target: 'copy.md', text: pageOf('five', 'six') }],
      },
      ['copy.md place'],
    ],
    [
      'the file at its new path is an older one of the branch',
      {
        base: { 'old.md': page, 'a.md': pageOf('five', 'six') },
        ours: { 'old.md': page, 'a.md': pageOf('five', 'six', 'seven') },
        theirs: { 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      ['a.md place'],
    ],
    [
      'the file at its new path is another page',
      {
        base: { 'old.md': page },
        ours: { 'old.md': page, 'a.md': other },
        theirs: { 'a.md': page },
        sent: [{ path: 'a.md', target: 'a.md', text }],
      },
      ['a.md place'],
    ],
  ])('and waits for a person where %s', async (_what, sides, conflicts) => {
    expect(await merged(sides)).toEqual({ conflicts });
  });
});

describe('a picture that was sent', () => {
  it.each<[string, Sides, Merged]>([
    [
      'is the service’s where the branch’s commit is older',
      {
        base: { 'a.png': '1\0' },
        then: { 'a.png': '2\0' },
        ours: { 'a.png': '2\0' },
        theirs: { 'a.png': '3\0' },
        pictures: { 'a.png': '3\0' },
      },
      clean({ 'a.png': '3\0' }),
    ],
    [
      'is the branch’s where the branch has another one since',
      {
        base: { 'a.png': '1\0' },
        then: { 'a.png': '2\0' },
        ours: { 'a.png': '4\0' },
        theirs: { 'a.png': '3\0' },
        pictures: { 'a.png': '3\0' },
      },
      clean({ 'a.png': '4\0' }),
    ],
    [
      'waits for a person where both have another one since',
      {
        base: { 'a.png': '1\0' },
        then: { 'a.png': '2\0' },
        ours: { 'a.png': '4\0' },
        theirs: { 'a.png': '5\0' },
        pictures: { 'a.png': '3\0' },
      },
      { conflicts: ['a.png binary'] },
    ],
  ])('%s', async (_what, sides, expected) => {
    expect(await merged(sides)).toEqual(expected);
  });
});
