import { beforeEach, describe, expect, it } from 'vitest';
import type { FolderEdits, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import {
  contentsDifference,
  findMissingEdits,
  findMissingIn,
  primaryPlace,
  unsendableContents,
  type ContentsDifference,
} from '../../src/sync/proposals/look-before.ts';
import type { ProposalTarget, ProposingPorts } from '../../src/sync/proposals/propose.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import type { SendContext } from '../../src/sync/proposals/send-edits.ts';
import type { WriteMethod } from '../../src/sync/proposals/writing.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
let id: string;
let text: string;

beforeEach(async () => {
  world = await proposingWorld((service) => [
    service.newPage('Usage', 'First.'),
    service.newPage('Other', 'Else.'),
  ]);
  const [usage] = world.service.pagesOf(world.space);
  ({ id, text } = usage!);
});

const bytesOf = (words: string): Uint8Array => new TextEncoder().encode(words);
const edit = (change: Partial<TextEdit> = {}): TextEdit => ({
  ...{ key: id, path: 'usage.md', from: 'usage.md', text, baseText: text, title: null, slug: null },
  ...change,
});

interface Given {
  readonly contents?: string;
  readonly byImport?: boolean;
  readonly record?: Partial<ProposalRecord>;
}

const sending = (
  edits: Partial<FolderEdits>,
  { contents, byImport, record = {} }: Given = {},
): SendContext => {
  const { context, state, space } = world;
  const files = contents === undefined ? [] : [{ path: 'SUMMARY.md', oid: 'new', isNew: false }];
  return {
    ports: { context } as unknown as ProposingPorts,
    target: { branch: 'main', commit: null, space: state.spaces().get(space)! } as unknown as ProposalTarget,
    record: world.proposal(null, record),
    edits: { ...noEdits, files, ...edits },
    bytes: new Map(contents === undefined ? [] : [['SUMMARY.md', bytesOf(contents)]]),
    way: (byImport ? { kind: 'import', form: 'archive' } : { kind: 'content' }) as WriteMethod,
  };
};

/** The mirror has this table of contents. */
const mirrorLists = async (contents: string): Promise<void> => {
  const commit = await commitFiles(world.git, world.context.tip.commit, { 'guides/SUMMARY.md': contents });
  world.context.tip = { commit, tree: await world.git.treeOf(commit) };
};
const list = (...entries: readonly string[]): string =>
  `# Table of contents\n\n${entries.map((each) => `* ${each}\n`).join('')}`;
const usage = '[Usage](usage.md)';
const link = '[Elsewhere](https://example.com)';
const onlyHere = unsendableContents('SUMMARY.md', { here: [link], there: [] });

describe('before a change request is made, a look at the service', () => {
  it('finds an edit that the service lacks, and none that it has', async () => {
    const mine = { texts: [edit({ text: `${text}\nMine.\n` })] };
    expect(await findMissingEdits(sending(mine))).toEqual({ anything: true, unsaid: [] });
    expect(await findMissingEdits(sending({ texts: [edit()] }))).toEqual({ anything: false, unsaid: [] });
    expect(await findMissingEdits(sending({}))).toEqual({ anything: false, unsaid: [] });
  });

  it('tells a moved file that the service cannot be told about', async () => {
    const moved = { texts: [edit({ path: 'use.md' }), edit({ path: 'n.md', from: null, key: id })] };
    expect(await findMissingEdits(sending(moved))).toMatchObject({ anything: true, unsaid: [] });
    world.service.remember({ pathHints: false });
    expect(await findMissingEdits(sending(moved))).toEqual({
      anything: false,
      unsaid: ['use.md stays at usage.md in the mirror: the service does not store file paths'],
    });
    expect(await findMissingEdits(sending({ texts: [edit()] }))).toEqual({ anything: false, unsaid: [] });
    // With another edit, the moved file is told only once that edit is sent.
    const both = { texts: [edit({ path: 'use.md', text: `${text}\nMine.\n` })] };
    expect(await findMissingEdits(sending(both))).toEqual({ anything: true, unsaid: [] });
  });

  it('tells nothing of a file that the service has at its new path', async () => {
    world.service.edit(world.space, ([first, ...others]) => [{ ...first!, file: 'use.md' }, ...others]);
    await world.mirrors();
    const moved = { texts: [edit({ path: 'use.md' })] };
    expect(await findMissingEdits(sending(moved))).toEqual({ anything: false, unsaid: [] });
  });

  it('is not possible where the primary content cannot be read', async () => {
    world.service.readsRevisions = async () => false;
    expect(await findMissingEdits(sending({ texts: [edit()] }))).toBeNull();
  });

  it('finds nothing in files that were sent', async () => {
    const files = [{ path: 'map.svg', oid: 'map', isNew: false }];
    const sent = { record: { files: { 'map.svg': 'map' } } };
    expect(await findMissingEdits(sending({ files }, sent))).toEqual({ anything: false, unsaid: [] });
  });

  it('tells a moved file only once where an import carries the edits', async () => {
    world.service.remember({ pathHints: false });
    const moved = { texts: [edit({ path: 'use.md' })] };
    const { unsaid } = (await findMissingEdits(sending(moved, { byImport: true })))!;
    expect(unsaid).toEqual(['use.md stays at usage.md in the mirror: the service does not store file paths']);
  });

  it('tells a page that somebody took out of the service', async () => {
    const gone = { texts: [edit({ key: 'gone', path: 'gone.md', from: 'gone.md' })] };
    const told = [expect.stringContaining('gone.md is not in the change request any more') as string];
    expect(await findMissingEdits(sending(gone))).toEqual({ anything: false, unsaid: told });
  });

  it('makes nothing of a table of contents with entries that the service does not have', async () => {
    await mirrorLists(list(usage));
    const contents = list(usage, link);
    expect(await findMissingEdits(sending({}, { contents }))).toEqual({
      ...{ anything: false, unsaid: [onlyHere] },
    });
    // Pages that the service has as they are do not matter, wherever their files are new.
    world.service.remember({ pathHints: false });
    for (const page of [edit(), edit({ from: null, path: 'n.md' })])
      expect(await findMissingEdits(sending({ texts: [page] }, { contents }))).toEqual({
        ...{ anything: false, unsaid: [onlyHere] },
      });
    // One report about the table of contents is enough.
    expect(await findMissingEdits(sending({ unsaid: ['SUMMARY.md has a link'] }, { contents }))).toEqual({
      ...{ anything: false, unsaid: [] },
    });
    expect(await findMissingEdits(sending({ unsaid: ['a.md is large'] }, { contents }))).toEqual({
      ...{ anything: false, unsaid: [onlyHere] },
    });
  });

  it('sends a table of contents with other edits, for moved files, and where the mirror has none or the same', async () => {
    const contents = list(usage, link);
    const isSent = async (edits: Partial<FolderEdits> = {}) =>
      (await findMissingEdits(sending(edits, { contents })))!;
    expect(await isSent()).toEqual({ anything: true, unsaid: [] });
    await mirrorLists(contents);
    expect(await isSent()).toEqual({ anything: true, unsaid: [] });
    await mirrorLists(list(usage));
    expect(await isSent({ texts: [edit({ text: `${text}\nMine.\n` })] })).toEqual({
      anything: true,
      unsaid: [],
    });
    world.service.remember({ pathHints: false });
    expect(await isSent({ texts: [edit({ path: 'use.md' })] })).toMatchObject({ anything: true });
    const picture = { path: 'map.svg', oid: 'map', isNew: true };
    const files = [picture, { path: 'SUMMARY.md', oid: 'new', isNew: false }];
    const both = sending({ files }, { contents });
    const bytes = new Map([...both.bytes, ['map.svg', bytesOf('<svg/>')] as const]);
    expect(await findMissingEdits({ ...both, bytes })).toEqual({ anything: true, unsaid: [] });
    const record = world.proposal(null, { files: { 'SUMMARY.md': 'new' } });
    expect(await findMissingEdits({ ...both, bytes, record })).toEqual({ anything: true, unsaid: [] });
  });

  it('tells of a table of contents that an import does not carry', async () => {
    await mirrorLists(list(usage));
    const contents = list(usage, link);
    expect(await findMissingEdits(sending({}, { contents, byImport: true }))).toEqual({
      ...{ anything: false, unsaid: [onlyHere] },
    });
    expect(
      await findMissingEdits(sending({ unsaid: ['SUMMARY.md has a link'] }, { contents, byImport: true })),
    ).toEqual({ anything: false, unsaid: [] });
    world.service.remember({ pathHints: false });
    const moved = { texts: [edit({ path: 'use.md' })], unsaid: ['a.md is large'] };
    expect(await findMissingEdits(sending(moved, { contents, byImport: true }))).toEqual({
      anything: false,
      unsaid: ['use.md stays at usage.md in the mirror: the service does not store file paths'],
    });
  });
});

describe('the place where the primary content can be read', () => {
  const at = (reads: boolean, window?: { id: string; shows: string }) =>
    primaryPlace({ readsRevisions: async () => reads }, {
      ...{ id: 's1', revision: 'r1' },
      ...(window ? { window } : {}),
    } as unknown as Parameters<typeof primaryPlace>[1]);

  it('is the mirror’s revision, or the reading window that shows this revision', async () => {
    const revision = { kind: 'revision', space: 's1', revision: 'r1' };
    const shown = { id: 'w', shows: 'r1' };
    expect(await at(true)).toEqual(revision);
    expect(await at(true, shown)).toEqual(revision);
    expect(await at(false, shown)).toEqual({ kind: 'change-request', space: 's1', id: 'w' });
    expect(await at(false, { id: 'w', shows: 'r2' })).toBeNull();
    expect(await at(false)).toBeNull();
  });
});

describe('a look at a change request', () => {
  it('finds what it lacks, and what it cannot be told', async () => {
    const request = await world.request('Mine', ([first, ...others]) => [
      { ...first!, text: `${text}\nMine.\n` },
      ...others,
    ]);
    const found = (edits: Partial<FolderEdits>, record: Partial<ProposalRecord> = {}) =>
      findMissingIn({ ...sending(edits), record: world.proposal(request, record) }, request.id);
    expect(await found({ texts: [edit({ text: `${text}\nMine.\n` })] })).toEqual({
      anything: false,
      unsaid: [],
    });
    expect(await found({ texts: [edit({ text: `${text}\nMore.\n`, slug: 'use' })] })).toMatchObject({
      anything: true,
    });
    const gone = { texts: [edit({ key: 'gone', path: 'gone.md', from: 'gone.md' })] };
    expect(await found(gone)).toMatchObject({
      ...{
        anything: false,
        unsaid: [expect.stringContaining('gone.md is not in the change request any more')],
      },
    });
    const theirs = await world.request('Theirs', ([first, ...others]) => [
      { ...first!, text: text.replace('First.', 'Theirs.') },
      ...others,
    ]);
    const clash = { ...sending({ texts: [edit({ text: text.replace('First.', 'Second.') })] }) };
    expect(await findMissingIn({ ...clash, record: world.proposal(theirs) }, theirs.id)).toEqual({
      anything: true,
      unsaid: [expect.stringContaining(`usage.md was changed in change request #${theirs.number}`)],
    });
  });
});

describe('a table of contents', () => {
  const difference = async (mine: string, there: string | null): Promise<ContentsDifference | null> => {
    const files = there === null ? { 'a.md': 'A' } : { 'SUMMARY.md': there };
    const mirror = await commitFiles(world.git, null, files);
    return contentsDifference(world.git, bytesOf(mine), { mirror, path: 'SUMMARY.md' });
  };

  it('differs from the mirror’s by its entries alone', async () => {
    expect(await difference(list(usage), list(usage))).toBeNull();
    expect(await difference(list(usage).replace('# Table', '# My table'), list(usage))).toBeNull();
    expect(await difference(list(usage), null)).toBeNull();
    expect(await difference(list(usage), list(usage, link))).toEqual({ here: [], there: [link] });
    expect(await difference(list(link, usage), list(usage, link))).toEqual({ here: [], there: [] });
  });

  it('that cannot be sent is told with the entries, as they are written', async () => {
    const short = '[Long](long.md "L")';
    const mine = `${list(usage, short)}\n## Group\n\n* ${link}\n\n***\n\n* ${link}\n`;
    const found = await difference(mine, list(usage, '[Gone](gone.md)'));

    expect(found).toEqual({
      here: [short, '## Group', link, '***', link],
      there: ['[Gone](gone.md)'],
    });
    expect(unsendableContents('SUMMARY.md', found)).toContain(
      `(only here: ${short}, ## Group, ${link} and 2 more; only in the service: [Gone](gone.md))`,
    );
    expect(unsendableContents('SUMMARY.md', { here: [], there: [] })).toContain(
      '(the same entries in other places)',
    );
  });
});
