import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a person does to the files of a clone, with an editor and a shell. */
export interface WritersFolder {
  readonly folder: string;
  has(path: string): boolean;
  read(path: string): string;
  write(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  /** Puts a line of the table of contents behind another one. */
  list(line: string, behind: string): void;
}

export function writersFolder(folder: string): WritersFolder {
  const whole = (path: string): string => join(folder, path);
  const read = (path: string): string => readFileSync(whole(path), 'utf8');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(whole(path)), { recursive: true });
    writeFileSync(whole(path), text);
  };
  const edit = (path: string, change: (text: string) => string): void => {
    const [before, after] = [read(path), change(read(path))];
    if (before === after) throw new Error(`The edit of ${path} changes nothing:\n${before}`);
    write(path, after);
  };
  return {
    folder,
    read,
    write,
    edit,
    has: (path) => existsSync(whole(path)),
    move(from, to) {
      mkdirSync(dirname(whole(to)), { recursive: true });
      renameSync(whole(from), whole(to));
    },
    remove: (path) => rmSync(whole(path), { recursive: true }),
    list: (line, behind) => edit('SUMMARY.md', (text) => text.replace(`${behind}\n`, `${behind}\n${line}\n`)),
  };
}

/** A space with a group whose pages do not lie in a folder of the group's name, and a file that is not a page. */
export const groupedSpace: Readonly<Record<string, string>> = {
  'SUMMARY.md': [
    '# Table of contents',
    '',
    '* [Welcome](README.md)',
    '',
    '## Handbook',
    '',
    '* [Guide](guide/README.md)',
    '  * [Install](guide/install.md)',
    '  * [Use](guide/use.md)',
    '* [Alpha](alpha.md)',
    '* [Beta](beta.md)',
    '',
    '***',
    '',
    '* [Last](last.md)',
    '',
  ].join('\n'),
  'README.md': '# Welcome\n\nHello. See [Alpha](alpha.md) and [Use](guide/use.md).\n',
  'guide/README.md': '# Guide\n\nAll of it, [step by step](install.md).\n',
  'guide/install.md': '# Install\n\nPut it there. Then [use](use.md) it.\n',
  'guide/use.md': '# Use\n\nPress the button.\n\nThen wait.\n',
  'alpha.md': '# Alpha\n\nThe first letter.\n\nIt is Greek.\n',
  'beta.md': '# Beta\n\nThe second letter.\n\nIt is Greek, too.\n',
  'last.md': '# Last\n\nThe end of it.\n',
  'notes.md': '# Notes\n\nNobody lists this.\n\nIt is for us.\n',
};

/** A folder with these files, for a service to be filled from. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-seed-'));
  const writer = writersFolder(folder);
  for (const [path, text] of Object.entries(files)) writer.write(path, text);
  return folder;
}

/** One thing that a writer does to {@link groupedSpace} on an ordinary day. */
export interface WritersDay {
  readonly name: string;
  readonly does: (files: WritersFolder) => void;
  /** The paths of pages and files when all is merged, as far as they differ from the space as it was: null is gone. */
  readonly leaves: Readonly<Record<string, string | null>>;
  /** How many pages there are more than before. */
  readonly pages: number;
}

const page = (title: string): string => `# ${title}\n\nWritten by hand.\n\nTwice read.\n`;

export const writersDays: readonly WritersDay[] = [
  {
    name: 'adds a page beside its siblings with a line under a group',
    does: ({ write, list }) => {
      write('fresh.md', page('Fresh'));
      list('* [Fresh](fresh.md)', '* [Alpha](alpha.md)');
    },
    leaves: { 'fresh.md': 'Fresh' },
    pages: 1,
  },
  {
    name: 'adds a page in a new folder, listed under a group',
    does: ({ write, list }) => {
      write('topics/deep/fresh.md', page('Fresh'));
      list('* [Fresh](topics/deep/fresh.md)', '* [Beta](beta.md)');
    },
    leaves: { 'topics/deep/fresh.md': 'Fresh' },
    pages: 1,
  },
  {
    name: 'adds a page in a new folder and no line for it',
    does: ({ write }) => write('topics/fresh.md', page('Fresh')),
    leaves: { 'topics/fresh.md': 'Fresh' },
    pages: 1,
  },
  {
    name: 'adds a page below a page whose folder it does not lie in',
    does: ({ write, list }) => {
      write('fresh.md', page('Fresh'));
      list('    * [Fresh](fresh.md)', '  * [Use](guide/use.md)');
    },
    leaves: { 'fresh.md': 'Fresh' },
    pages: 1,
  },
  {
    name: 'adds a page that the table of contents calls otherwise than its heading does',
    does: ({ write, list }) => {
      write('fresh.md', page('Fresh'));
      list('* [Something new](fresh.md)', '* [Beta](beta.md)');
    },
    leaves: { 'fresh.md': 'Fresh' },
    pages: 1,
  },
  {
    name: 'adds two pages of one name in two folders',
    does: ({ write, list }) => {
      write('fresh.md', page('Fresh'));
      write('topics/fresh.md', page('Fresh too'));
      list('* [Fresh](fresh.md)', '* [Beta](beta.md)');
      list('* [Fresh too](topics/fresh.md)', '* [Fresh](fresh.md)');
    },
    leaves: { 'fresh.md': 'Fresh', 'topics/fresh.md': 'Fresh too' },
    pages: 2,
  },
  {
    name: 'moves a page to another folder and leaves its place in the table of contents',
    does: ({ move, edit }) => {
      move('alpha.md', 'letters/alpha.md');
      edit('SUMMARY.md', (text) => text.replace('(alpha.md)', '(letters/alpha.md)'));
      edit('README.md', (text) => text.replace('(alpha.md)', '(letters/alpha.md)'));
    },
    leaves: { 'alpha.md': null, 'letters/alpha.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'moves a page to another folder and to another place',
    does: ({ move, edit, list }) => {
      move('alpha.md', 'guide/alpha.md');
      edit('SUMMARY.md', (text) => text.replace('* [Alpha](alpha.md)\n', ''));
      list('* [Alpha](guide/alpha.md)', '* [Last](last.md)');
    },
    leaves: { 'alpha.md': null, 'guide/alpha.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'moves a page to the folder of another page and leaves SUMMARY.md as it was',
    does: ({ move }) => move('alpha.md', 'guide/alpha.md'),
    leaves: { 'alpha.md': null, 'guide/alpha.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'moves a page to a folder of its own and leaves SUMMARY.md as it was',
    does: ({ move }) => move('alpha.md', 'letters/alpha.md'),
    leaves: { 'alpha.md': null, 'letters/alpha.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'moves a folder with a page and its children, named anew in SUMMARY.md',
    does: ({ move, edit }) => {
      move('guide', 'handbook/the-guide');
      edit('SUMMARY.md', (text) => text.replaceAll('(guide/', '(handbook/the-guide/'));
      edit('README.md', (text) => text.replace('(guide/', '(handbook/the-guide/'));
    },
    leaves: {
      'guide/README.md': null,
      'guide/install.md': null,
      'guide/use.md': null,
      'handbook/the-guide/README.md': 'Guide',
      'handbook/the-guide/install.md': 'Install',
      'handbook/the-guide/use.md': 'Use',
    },
    pages: 0,
  },
  {
    name: 'moves a folder with a page and its children and leaves SUMMARY.md as it was',
    does: ({ move }) => move('guide', 'the-guide'),
    leaves: {
      'guide/README.md': null,
      'guide/install.md': null,
      'guide/use.md': null,
      'the-guide/README.md': 'Guide',
      'the-guide/install.md': 'Install',
      'the-guide/use.md': 'Use',
    },
    pages: 0,
  },
  {
    name: 'makes x/README.md of x.md',
    does: ({ move, edit }) => {
      move('alpha.md', 'alpha/README.md');
      edit('SUMMARY.md', (text) => text.replace('(alpha.md)', '(alpha/README.md)'));
      edit('README.md', (text) => text.replace('(alpha.md)', '(alpha/README.md)'));
    },
    leaves: { 'alpha.md': null, 'alpha/README.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'gives a page its first child and leaves the file of the page where it is',
    does: ({ write, list }) => {
      write('alpha/one.md', page('One'));
      list('  * [One](alpha/one.md)', '* [Alpha](alpha.md)');
    },
    leaves: { 'alpha/one.md': 'One' },
    pages: 1,
  },
  {
    name: 'puts a page without children in the place of a page with children',
    does: ({ edit, remove }) => {
      remove('guide/install.md');
      remove('guide/use.md');
      edit('SUMMARY.md', (text) =>
        text.replace('  * [Install](guide/install.md)\n  * [Use](guide/use.md)\n', ''),
      );
    },
    leaves: { 'guide/install.md': null, 'guide/use.md': null },
    pages: -2,
  },
  {
    name: 'swaps a listed page with a file that is not listed',
    does: ({ move }) => {
      move('alpha.md', 'swap.md');
      move('notes.md', 'alpha.md');
      move('swap.md', 'notes.md');
    },
    leaves: { 'alpha.md': 'Notes', 'notes.md': 'Alpha' },
    pages: 1,
  },
  {
    name: 'lists a file that was not listed',
    does: ({ list }) => list('* [Notes](notes.md)', '* [Beta](beta.md)'),
    leaves: {},
    pages: 1,
  },
  {
    name: 'swaps two listed pages',
    does: ({ move }) => {
      move('alpha.md', 'swap.md');
      move('beta.md', 'alpha.md');
      move('swap.md', 'beta.md');
    },
    leaves: { 'alpha.md': 'Beta', 'beta.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'swaps two entries of the table of contents',
    does: ({ edit }) =>
      edit('SUMMARY.md', (text) =>
        text.replace('* [Alpha](alpha.md)\n* [Beta](beta.md)\n', '* [Beta](beta.md)\n* [Alpha](alpha.md)\n'),
      ),
    leaves: {},
    pages: 0,
  },
  {
    name: 'moves a page to another folder and edits it',
    does: ({ move, edit }) => {
      move('alpha.md', 'letters/alpha.md');
      edit('letters/alpha.md', (text) => text.replace('The first letter.', 'The very first letter.'));
      edit('SUMMARY.md', (text) => text.replace('(alpha.md)', '(letters/alpha.md)'));
    },
    leaves: { 'alpha.md': null, 'letters/alpha.md': 'Alpha' },
    pages: 0,
  },
  {
    name: 'gives a page another name and another title',
    does: ({ move, edit }) => {
      move('alpha.md', 'first.md');
      edit('first.md', (text) => text.replace('# Alpha', '# First'));
      edit('SUMMARY.md', (text) => text.replace('[Alpha](alpha.md)', '[First](first.md)'));
    },
    leaves: { 'alpha.md': null, 'first.md': 'First' },
    pages: 0,
  },
];
