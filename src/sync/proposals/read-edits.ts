import { compareFolders } from './folder-edits.ts';
import type { FolderEdits } from './folder-edits.ts';
import { gatherFolder } from './gather.ts';
import type { GatheredFolder, GatherInput } from './gather.ts';
import type { HeldFiles } from './hold-back.ts';
import { makerOf, sharedPageMessages } from './shared-pages.ts';
import { findUnsendable } from './unsendable.ts';

/** What a branch changes in one space's folder. */
export interface FolderReading {
  readonly gathered: GatheredFolder;
  readonly edits: FolderEdits;
  /** What differs here but is no part of the edits. */
  readonly held: HeldFiles;
}

export const noEdits: FolderEdits = {
  ...{ texts: [], places: [], deletes: [], files: [], unsaid: [], byContents: [], untold: [] },
  pages: 0,
  unpublished: 0,
  contents: 'SUMMARY.md',
};

/** Reads the edits of a folder that can be sent, and what cannot be sent. Both a sync and its status use this. */
export async function readEdits(input: GatherInput): Promise<FolderReading> {
  const gathered = await gatherFolder(input);
  const edits = gathered.differs ? compareFolders(gathered.comparison) : noEdits;
  const { unsendable, paths, shared, waiting } = gathered.held;
  // By now it is known which files that are no pages are sent at all.
  const files = edits.files.flatMap(({ path }) => {
    const bytes = gathered.bytes.get(path);
    const finding = bytes && findUnsendable(path, bytes, input.rules);
    // The front matter of a file that is no page says nothing that could be lost.
    return finding && finding.cause !== 'front-matter' ? [finding] : [];
  });
  if (files.length === 0 && paths.size === 0) return { gathered, edits, held: gathered.held };
  const all = [...unsendable, ...files];
  const held = new Set([...paths, ...files.map(({ path }) => path)]);
  const exchanged = [...waiting].map(([path, other]) => {
    const made = shared.get(other);
    const why = made ? `which is new in ${makerOf(made)}` : 'which is not sent';
    return `${path} changed places with ${other}, ${why}: it waits for that one`;
  });
  return {
    gathered,
    edits: {
      ...edits,
      texts: edits.texts.map((edit) => (held.has(edit.path) ? { ...edit, isHeldBack: true } : edit)),
      files: edits.files.filter(({ path }) => !held.has(path)),
      // Of a file that is left unchanged, no other report is made.
      unsaid: [
        ...edits.unsaid.filter((each) => ![...held].some((path) => each.startsWith(`${path} `))),
        ...exchanged,
        ...sharedPageMessages(shared),
      ],
    },
    held: { ...gathered.held, unsendable: all, paths: held },
  };
}
