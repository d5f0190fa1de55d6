import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { aWriter, commit, requestsOf, swap, threeRounds, titlesWith } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

/** People move files while a change request is open, and while something of them cannot be sent. */

const [usage, linux, notes] = ['guides/usage.md', 'guides/install/linux.md', 'guides/notes.md'];
const markers = '\n<<<<<<< HEAD\nMine.\n=======\n>>>>>>> docs/main\n';

/** A reviewer takes a page out of the one change request that is open. */
function takenOut(writer: WriterInMemory, title: string): void {
  writer.service.editChangeRequest(requestsOf(writer)[0]!.id, (pages) =>
    mapPages(pages, (page) => (page.title === title ? null : page)),
  );
}

function mend(writer: WriterInMemory, path: string): void {
  writer.save(path, (text) => text.replaceAll(/^(?:<{7} HEAD|={7}|>{7} docs\/main)\n/gmu, ''));
}

describe('a new page that was sent and committed where another page was, and a reviewer deletes the other page', () => {
  it('[SYNC-32] stays one page where its writer put it, and the other page is gone', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    swap(writer, notes, usage);
    await writer.sync.cycle();
    await commit(writer);
    takenOut(writer, 'Usage');
    await threeRounds(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(writer.read(usage)).toContain('One.');
    expect(writer.files()).not.toContain(notes);
  });
});

describe('a commit that edits a page which the service replaced by another page', () => {
  it('[SYNC-8] [SYNC-32] is told as a conflict, and neither text gets into the other page', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    await commit(writer);
    writer.service.edit(writer.space, (pages) => {
      const others = mapPages(pages, (page) => (page.title === 'Usage' ? null : page));
      return [...others, { ...writer.service.newPage('Handbook', 'All of it.'), file: 'usage.md' }];
    });
    const report = await writer.sync.cycle();

    expect(report.branch.conflicts).toMatchObject([{ path: usage, kind: 'place' }]);
    expect(writer.read(usage)).toContain('Mine.');
    expect(writer.read(usage)).not.toContain('All of it.');
  });
});

describe('a new page that was sent, committed with conflict markers, and renamed before it was merged', () => {
  it('[SYNC-42] is one page where its writer put it', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    writer.save(notes, (text) => `${text}${markers}`);
    await commit(writer);
    writer.disk.personMoves(notes, 'guides/words.md');
    await threeRounds(writer);
    mend(writer, 'guides/words.md');
    await threeRounds(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(titlesWith(writer, 'Mine.')).toEqual(['Notes']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('One.'))).toEqual(['guides/words.md']);
  });
});

describe('two pages whose files were moved to the folder of another page', () => {
  it('[SYNC-1] are sent once, in the order of the table of contents', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await threeRounds(writer);
    writer.disk.personMoves(linux, 'guides/notes/linux.md');
    writer.disk.personMoves(usage, 'guides/notes/usage.md');
    await writer.sync.cycle();
    const { proposals } = await writer.sync.cycle();

    expect(proposals.map(({ state }) => state)).toEqual(['unchanged']);
    const sent = writer.service.pagesOfChangeRequest(requestsOf(writer).at(-1)!.id);
    expect(sent.find(({ title }) => title === 'Notes')!.pages.map(({ title }) => title)).toEqual([
      'Usage',
      'Linux',
    ]);
  });
});

describe('a page that was moved and sent, and then changed places with a page that cannot be sent', () => {
  it('[SYNC-13] [SYNC-42] is not deleted', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(linux, 'guides/linux.md');
    await writer.sync.cycle();
    swap(writer, 'guides/linux.md', usage);
    writer.save('guides/linux.md', (text) => `${text}${markers}`);
    await threeRounds(writer);

    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
    expect(writer.read(usage)).toContain('With a shell.');
    mend(writer, 'guides/linux.md');
    await threeRounds(writer);

    expect(titlesWith(writer, 'Mine.')).toEqual(['Usage']);
    expect(writer.read(usage)).toContain('With a shell.');
  });
});

describe('a new page that was sent and renamed, and another new page gets its old name', () => {
  it('[SYNC-32] are two pages, each with its own text', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    writer.disk.personMoves(notes, 'guides/words.md');
    writer.save(notes, () => '# Ideas\n\nTwo.\n');
    await writer.sync.cycle();
    const sent = writer.service.pagesOfChangeRequest(requestsOf(writer)[0]!.id);
    const { proposals } = await writer.sync.cycle();
    await threeRounds(writer);

    expect(sent.map(({ title }) => title)).toEqual(expect.arrayContaining(['Notes', 'Ideas']));
    expect(proposals.map(({ state }) => state)).toEqual(['unchanged']);
    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(titlesWith(writer, 'Two.')).toEqual(['Ideas']);
    expect(writer.read('guides/words.md')).toContain('One.');
    expect(writer.read(notes)).toContain('Two.');
  });
});

describe('a page that was moved and sent, left its path to another page, and cannot be sent any more', () => {
  it('[SYNC-42] makes the other page wait, and the report says so', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(usage, 'guides/use.md');
    await writer.sync.cycle();
    writer.disk.personMoves('guides/use.md', 'guides/old.md');
    writer.disk.personMoves(linux, 'guides/use.md');
    writer.save('guides/old.md', (text) => `${text}${markers}`);
    const { proposals } = await writer.sync.cycle();

    expect(proposals.flatMap(({ unsaid }) => unsaid).join()).toContain('use.md changed places with old.md');
    mend(writer, 'guides/old.md');
    await threeRounds(writer);

    expect(await writer.show('refs/remotes/docs/main', 'guides/use.md')).toContain('With a shell.');
    expect(await writer.show('refs/remotes/docs/main', 'guides/old.md')).toContain('Mine.');
  });
});

describe('a page that the service deletes, after it changed places here with another page', () => {
  it('[SYNC-8] [SYNC-32] stays as it was edited, and holds up nothing at its old path', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    await writer.sync.cycle();
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? null : page)),
    );
    swap(writer, usage, linux);
    const report = await writer.sync.cycle();
    await threeRounds(writer);

    expect(report.branch.conflicts).toEqual([]);
    expect(titlesWith(writer, 'Mine.')).toEqual(['Usage']);
    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
    expect(writer.read(usage)).toContain('With a shell.');
  });
});
