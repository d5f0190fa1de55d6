import { describe, expect, it } from 'vitest';
import { titleOf } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { nothingSent } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import { adoptUnanswered } from '../../src/sync/proposals/unanswered.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';

/** What a batch of two deletions counts as, when its answer was lost and somebody else took pages out of the change request. */
async function adopted(
  takenOut: number,
  { also }: { /** A page that the batch was to make, and that is there. */ also?: string } = {},
): Promise<ProposalRecord> {
  const service = new MemoryService();
  const made = ['One', 'Two', 'Three'].map((title) => service.newPage(title, 'Words.'));
  const space = service.addSpace('Guides', made);
  const { id, number, urls, revision } = await service.createChangeRequest(space, 'Delete pages [1]');
  const deleted = made.slice(1).map((page) => page.id);
  const gone = new Set(deleted.slice(0, takenOut));
  service.editChangeRequest(id, (pages) => [
    ...mapPages(pages, (page) => (gone.has(page.id) ? null : page)),
    ...(also === undefined ? [] : [service.newPage(also, 'New.')]),
  ]);
  const record: ProposalRecord = {
    branch: 'main',
    space,
    marker: '1',
    subject: 'Delete pages',
    changeRequest: { id, number, url: urls.app },
    state: 'open',
    ours: true,
    ...nothingSent,
    pending:
      also === undefined ? [] : [{ key: 'new:new.md', title: also, text: `# ${also}\n\nNew.\n`, known: [] }],
    unanswered: { before: revision, updates: [], placed: [], deleted },
  };
  return adoptUnanswered(service, record, await service.content({ kind: 'change-request', space, id }));
}

describe('a batch of deletions whose answer was lost', () => {
  it('was not carried out while one of its pages is there: somebody else deleted the other', async () => {
    expect((await adopted(1)).deleted).toEqual([]);
  });

  it('[SYNC-15] was carried out when all of them are gone', async () => {
    expect((await adopted(2)).deleted).toHaveLength(2);
  });

  it('was carried out when a page is there that it made, whatever was brought back since', async () => {
    const { pages, deleted } = await adopted(1, { also: 'New' });
    expect(Object.keys(pages)).toEqual(['new:new.md']);
    expect(deleted).toHaveLength(2);
  });
});

describe('a new page whose answer was lost', () => {
  it.each([
    ['is found under the title that the service gave it', '# New (2)\n\nNew.\n', ['new:new.md']],
    ['is not the page that somebody brought over from the space', '# Other\n\nAnother text.\n', []],
  ])('%s', async (_, text, found) => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [service.newPage('One', 'Words.')]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Add New [1]');
    service.editChangeRequest(id, (pages) => [...pages, { ...service.newPage(titleOf(text)!, ''), text }]);
    const known = service.pagesOf(space).map((page) => page.id);
    const pending = [{ key: 'new:new.md', title: 'New', text: '# New\n\nNew.\n', known }];
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Add New', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      pending,
      unanswered: { before: revision, updates: [], placed: [], deleted: [] },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    expect(Object.keys((await adoptUnanswered(service, record, content)).pages)).toEqual(found);
  });
});

describe('pictures whose answer was lost', () => {
  const path = '.gitbook/assets/shot.png';
  it.each([
    ['were sent where the change request has their bytes', 'sent', [path]],
    ['were not sent where somebody else put another picture there', 'other', []],
  ])('[SYNC-15] %s', async (_, there, found) => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [service.newPage('One', 'Words.')]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Picture [1]');
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    await service.changeContent(space, id, [
      { type: 'insert_files', files: [{ name: 'shot.png', contentType: 'image/png', base64: btoa(there) }] },
    ]);
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Picture', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, updates: [], placed: [], deleted: [] },
        files: { [path]: contentId(bytes('sent')) },
      },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    expect(Object.keys((await adoptUnanswered(service, record, content)).files)).toEqual(found);
  });
});

describe('moves whose answer was lost', () => {
  it.each([
    ['were sent where a page lies below the other one', true],
    ['were not sent where somebody else wrote something else', false],
  ])('[SYNC-15] %s', async (_, isMoved) => {
    const service = new MemoryService();
    const [one, two] = ['One', 'Two'].map((title) => service.newPage(title, 'Words.'));
    const space = service.addSpace('Guides', [one!, two!]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Move Two [1]');
    service.editChangeRequest(id, (pages) =>
      isMoved ? [{ ...one!, pages: [two!] }] : [...pages, service.newPage('Three', 'Words.')],
    );
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Move Two', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, updates: [], placed: [two!.id], deleted: [] },
        files: { 'SUMMARY.md': contentId(new TextEncoder().encode('# Table of contents\n')) },
        moved: { [two!.id]: one!.id },
      },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    const { placed, files } = await adoptUnanswered(service, record, content);
    expect(placed).toEqual(isMoved ? [two!.id] : []);
    expect(Object.keys(files)).toEqual(isMoved ? ['SUMMARY.md'] : []);
  });
});

describe('a renamed page whose answer was lost', () => {
  const contents = new TextEncoder().encode('# Table of contents\n');
  /** What the proposal says when the page's file was sent in a batch, and the change request shows another file or that one. */
  const adopted = async (there: string, toldBefore?: string): Promise<ProposalRecord> => {
    const service = new MemoryService();
    const one = service.newPage('One', 'Words.');
    const space = service.addSpace('Guides', [one]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Rename One [1]');
    service.editChangeRequest(id, (pages) => [
      ...mapPages(pages, (page) => ({ ...page, file: there })),
      service.newPage('Two', 'Words.'),
    ]);
    const page = { id: one.id, path: 'uno.md', text: one.text, mark: '' };
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Rename One', state: 'open', ours: true },
      ...nothingSent,
      ...(toldBefore === undefined ? {} : { pages: { [one.id]: { ...page, file: toldBefore } } }),
      ...{ filesSentAt: 'earlier', untold: ['an earlier entry'] },
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, placed: [one.id], deleted: [] },
        updates: [{ key: one.id, page: { ...page, file: 'uno.md' }, text: page.text, previous: page.text }],
        ...{ files: { 'SUMMARY.md': contentId(contents) }, filesSentAt: 'now', untold: ['an entry'] },
      },
    };
    return adoptUnanswered(service, record, await service.content({ kind: 'change-request', space, id }));
  };

  it('[SYNC-15] was sent where the page has its new file', async () => {
    const { placed, filesSentAt, untold } = await adopted('uno.md');
    expect({ placed: placed.length, filesSentAt, untold }).toEqual({
      ...{ placed: 1, filesSentAt: 'now', untold: ['an entry'] },
    });
  });

  it.each([
    ['the page has its old file', ['one.md']],
    ['the page had its new file before the batch', ['uno.md', 'uno.md']],
  ] as const)('counts as not sent, and changes nothing in the record, where %s', async (_, [there, told]) => {
    const { placed, files, filesSentAt, untold } = await adopted(there, told);
    expect({ placed, files, filesSentAt, untold }).toEqual({
      ...{ placed: [], files: {}, filesSentAt: 'earlier', untold: ['an earlier entry'] },
    });
  });
});
