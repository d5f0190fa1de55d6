import { seededRandom } from '../../src/clock/index.ts';
import { SafeFiles, MemoryDisk } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/index.ts';
import type { BranchPorts } from '../../src/sync/versions/ports.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';

/** Texts of files by their paths. */
export type Texts = Readonly<Record<string, string>>;

/** A repository in memory and the folder of somebody who works in it, without a service. */
export interface Workplace extends BranchPorts {
  readonly git: MemoryRepository;
  readonly disk: MemoryDisk;
  readonly checkout: MemoryCheckout;
  /** Makes a commit that has these files and no others. */
  commit(files: Texts, ...parents: readonly Oid[]): Promise<Oid>;
  /** Makes a commit the branch's newest one, and its files those of the folder. */
  checkOut(commit: Oid): Promise<void>;
  /** Keeps a text as an object of git. */
  blob(text: string): Promise<Oid>;
  save(path: string, text: string): void;
  /** Saves files, or removes them (null). */
  saveAll(files: Readonly<Record<string, string | null>>): void;
  /** Somebody saves a text when the disk is about to take a step for the first time. */
  saveBefore(step: string, path: string, text: string): void;
  /** All files of the folder. */
  texts(): Texts;
  textsIn(commit: Oid): Promise<Texts>;
}

export function aWorkplace(): Workplace {
  const clock = new SleeplessClock();
  const git = new MemoryRepository();
  const disk = new MemoryDisk(clock);
  const files = new SafeFiles({ disk, clock, random: seededRandom(3) });
  const checkout = new MemoryCheckout();
  const tree = createWorkingTree({ repository: git, files, checkout, clock });
  let commits = 0;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const save = (path: string, text: string): void => disk.personSaves(path, encoder.encode(text));
  const listed = async (commit: Oid): Promise<[string, Uint8Array][]> =>
    Promise.all(
      (await git.listTree(commit)).map(async ({ path, oid }) => [path, await git.readBlob(oid)] as const),
    ).then((all) => all.map(([path, bytes]) => [path, bytes]));
  return {
    ...{ git, disk, checkout, files, tree, save },
    commit: async (texts, ...parents) =>
      git.write(async (writer) => {
        const entries = Object.entries(texts).map(
          ([path, text]) => [path, { mode: '100644', oid: writer.addBlob(encoder.encode(text)) }] as const,
        );
        const me = { name: 'Somebody', email: 'somebody@example.com', at: clock.now() };
        return writer.addCommit({
          ...{ tree: await writer.updateTree(null, new Map(entries)), parents, author: me, committer: me },
          message: `Change ${++commits}\n`,
        });
      }),
    checkOut: async (commit) => {
      git.force('refs/heads/main', commit);
      for (const path of disk.contents().keys()) disk.personRemoves(path);
      for (const [path, bytes] of await listed(commit)) disk.personSaves(path, bytes);
    },
    blob: async (text) => git.write((writer) => writer.addBlob(encoder.encode(text))),
    saveAll: (texts) => {
      for (const [path, text] of Object.entries(texts))
        if (text === null) disk.personRemoves(path);
        else save(path, text);
    },
    saveBefore: (wanted, path, text) => {
      disk.onStep = ({ step, when }) => {
        if (step !== wanted || when !== 'before') return;
        disk.onStep = undefined;
        save(path, text);
      };
    },
    texts: () =>
      Object.fromEntries([...disk.contents()].sort().map(([path, bytes]) => [path, decoder.decode(bytes)])),
    textsIn: async (commit) =>
      Object.fromEntries((await listed(commit)).map(([path, bytes]) => [path, decoder.decode(bytes)])),
  };
}

/** A page of the mirror: with an identity, a title and these paragraphs. */
export function pageWithId(id: string, ...lines: readonly string[]): string {
  return `---\nid: ${id}\n---\n\n${pageOf(...lines)}`;
}

/** A page, what both sides made of it, both joined, and a version that cannot be joined with theirs; and another page. */
/** A table of contents that lists pages of one folder, and the configuration that names it. */
export const contentsOf = (...pages: readonly string[]): string =>
  `# Table of contents\n\n${pages.map((page) => `* [${page}](${page}.md)\n`).join('')}`;
export const namesContents = { '.gitbook.yaml': 'structure:\n  summary: contents.md\n' };

export const versions = {
  page: pageWithId('1', 'one', 'two', 'three'),
  theirs: pageWithId('1', 'one', 'two', 'three, theirs'),
  mine: pageWithId('1', 'one, mine', 'two', 'three'),
  joined: pageWithId('1', 'one, mine', 'two', 'three, theirs'),
  against: pageWithId('1', 'one', 'two', 'three, mine'),
  other: pageWithId('2', 'five', 'six', 'seven'),
};

/** A page without an identity. */
export function pageOf(...lines: readonly string[]): string {
  return `# Page\n\n${lines.join('\n\n')}\n`;
}
