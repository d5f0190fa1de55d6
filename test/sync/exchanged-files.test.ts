import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { aWriter, commit, mergeDrafts, swap, threeRounds, titlesWith } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

/** People put a page where another page was, while something of the two is under way. */

const [usage, linux, notes] = ['guides/usage.md', 'guides/install/linux.md', 'guides/notes.md'];

function edit({ service, space }: WriterInMemory, title: string, change: (text: string) => string): void {
  service.edit(space, (pages) =>
    mapPages(pages, (page) => (page.title === title ? { ...page, text: change(page.text) } : page)),
  );
}

/** A reviewer adds a line to a page of the one change request that is open. */
function reviewed({ service }: WriterInMemory, title: string): void {
  const [request] = service.requestsById.values();
  service.editChangeRequest(request!.id, (pages) =>
    mapPages(pages, (page) => (page.title === title ? { ...page, text: `${page.text}\nReviewed.\n` } : page)),
  );
}

/** An edit that waits to be joined: somebody saved a page while the service's edit of the same line was brought in. */
async function withAnOpenEdit(writer: WriterInMemory): Promise<void> {
  edit(writer, 'Usage', (text) => text.replace('Second.', 'Second, theirs.'));
  const text = writer.read(usage)!;
  let saved = false;
  writer.disk.onStep = ({ step, when }) => {
    if (saved || step !== 'place' || when !== 'before') return;
    saved = true;
    writer.save(usage, () => text.replace('Second.', 'Second, mine.'));
  };
  const report = await writer.sync.cycle();
  writer.disk.onStep = undefined;
  expect(report.branch.conflicts).toMatchObject([{ path: usage }]);
}

describe('two pages that changed places', () => {
  it('[SYNC-32] wait together while an edit of one of them waits to be joined', async () => {
    const writer = await aWriter();
    await withAnOpenEdit(writer);
    swap(writer, usage, linux);
    await threeRounds(writer);

    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('Second, mine.'))).toHaveLength(1);
  });

  it('keep their own texts when the edit can be joined by now', async () => {
    const writer = await aWriter();
    await withAnOpenEdit(writer);
    swap(writer, usage, linux);
    writer.save(linux, (text) => text.replace('Second, mine.', 'Second.').replace('Third.', 'Third, mine.'));
    const report = await writer.sync.cycle();

    expect(report.branch.conflicts).toEqual([]);
    expect(writer.read(usage)).toContain('With a shell.');
    expect(writer.read(linux)).toContain('Second, theirs.');
    expect(writer.read(linux)).toContain('Third, mine.');
  });

  it('are a question for a person, and no failure, where the id of one was taken out and both were committed', async () => {
    const writer = await aWriter();
    writer.save(linux, (text) => text.replace(/^---\n[^]*?\n---\n\n/u, ''));
    swap(writer, usage, linux);
    await commit(writer);
    await writer.sync.cycle();
    await mergeDrafts(writer);

    const report = await writer.sync.cycle();

    expect(report.problems).toEqual([]);
    expect(titlesWith(writer, 'First.')).toHaveLength(1);
  });

  it('[SYNC-42] are both there where they changed places back after the exchange was sent, and that was merged', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nNew, and long enough to know the page by.\n');
    await writer.sync.cycle();
    swap(writer, usage, notes);
    await writer.sync.cycle();
    swap(writer, usage, notes);
    await mergeDrafts(writer);
    await threeRounds(writer);

    expect(titlesWith(writer, 'New, and long')).toEqual(['Notes']);
    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
    for (const line of ['New, and long', 'First.'])
      expect(writer.files().filter((path) => writer.read(path)!.includes(line))).toHaveLength(1);
  });

  it('[SYNC-42] wait together where one of them is new', async () => {
    const writer = await aWriter();
    await withAnOpenEdit(writer);
    writer.save(notes, () => '# Notes\n\nOne.\n');
    swap(writer, usage, notes);
    const report = await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(report.proposals.flatMap(({ unsaid }) => unsaid).join()).toContain('changed places');
    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
  });
});

describe('a page that was put where a deleted page was', () => {
  it('[SYNC-32] stays there when the service gives the deleted page another file', async () => {
    const writer = await aWriter();
    writer.disk.personRemoves(usage);
    writer.disk.personMoves(linux, usage);
    writer.save(usage, (text) => text.replace('With a shell.', 'With zsh.'));
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, file: 'handbook.md' } : page)),
    );
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(writer.read(usage)).toContain('With zsh.');
    expect(titlesWith(writer, 'With zsh.')).toEqual(['Linux']);
    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
  });
});

describe('a new page that was sent, and changed places with another one before it was merged', () => {
  it.each([
    ['as it was sent', (text: string) => text],
    ['with another title', (text: string) => text.replace('# Notes', '# Jottings')],
  ])('[SYNC-17] is one page, %s', async (_, changed) => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    reviewed(writer, 'Notes');
    writer.save(notes, changed);
    swap(writer, notes, linux);
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(titlesWith(writer, 'One.')).toHaveLength(1);
    expect(titlesWith(writer, 'With a shell.')).toHaveLength(1);
    expect(writer.read(linux)).toContain('One.');
    expect(writer.read(notes)).toContain('With a shell.');
  });

  it('[SYNC-42] is the one of two that has its text, when both are new', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    writer.save('guides/words.md', () => '# Words\n\nTwo.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    edit(writer, 'Words', (text) => `${text}\nThree.\n`);
    swap(writer, notes, 'guides/words.md');
    await threeRounds(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(titlesWith(writer, 'Two.')).toEqual(['Words']);
    expect(writer.read(notes)).toContain('Two.');
  });

  it('is not made again when the page that it changed places with is deleted', async () => {
    const writer = await aWriter({ hints: false });
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    reviewed(writer, 'Notes');
    swap(writer, notes, linux);
    writer.service.onStep = ({ operation, when }) => {
      if (operation === 'changeContent' && when === 'after') throw new AppError('OUTCOME_UNKNOWN', 'Cut off');
    };
    await writer.sync.cycle();
    writer.service.onStep = undefined;
    writer.disk.personRemoves(notes);
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(titlesWith(writer, 'One.')).toHaveLength(1);
    expect(titlesWith(writer, 'With a shell.')).toEqual([]);
  });
});

describe('a new page that was sent, and renamed before it was merged', () => {
  it('[SYNC-31] [SYNC-42] stays where its writer put it', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    writer.disk.personMoves(notes, 'guides/words.md');
    await mergeDrafts(writer);
    await threeRounds(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('One.'))).toEqual(['guides/words.md']);
    expect(await writer.show('refs/remotes/docs/main', 'guides/words.md')).toContain('One.');
  });

  it('is one page, too, where it is what was left here of a page that the service deleted', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? null : page)),
    );
    await writer.sync.cycle();
    await mergeDrafts(writer);
    writer.disk.personMoves(usage, 'guides/usage/README.md');
    await threeRounds(writer);

    expect(titlesWith(writer, 'Mine.')).toEqual(['Usage']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('Mine.'))).toEqual([
      'guides/usage/README.md',
    ]);
  });
});

describe('two pages that changed places while one of them is in conflict with the service', () => {
  it('[SYNC-17] are two pages when the change of place was merged', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => text.replace('Second.', 'Second, mine.'));
    edit(writer, 'Usage', (text) => text.replace('Second.', 'Second, theirs.'));
    await writer.sync.cycle();
    swap(writer, usage, linux);
    await threeRounds(writer);

    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('First.'))).toHaveLength(1);
  });

  it('are two pages when the path of the other one is left, too', async () => {
    const writer = await aWriter();
    await withAnOpenEdit(writer);
    swap(writer, usage, linux);
    writer.disk.personMoves(usage, 'guides/shell.md');
    await threeRounds(writer);

    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
  });

  it('are told apart where what one was sent as cannot be sent any more', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    reviewed(writer, 'Notes');
    await mergeDrafts(writer);
    edit(writer, 'Welcome', (text) => text.replace('Hello.', 'Hello, theirs.'));
    writer.save('guides/README.md', (text) => text.replace('Hello.', 'Hello, mine.'));
    swap(writer, notes, linux);
    writer.save(notes, (text) => `${text}\n<<<<<<< HEAD\nTwo.\n=======\n>>>>>>> docs/main\n`);
    await threeRounds(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Notes']);
    expect(titlesWith(writer, 'With a shell.')).toEqual(['Linux']);
  });
});

describe('a new page that nobody listed, where a page was that is elsewhere now', () => {
  it('is sent', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(usage, 'guides/handbook.md');
    writer.save('guides/SUMMARY.md', (text) => text.replace('(usage.md)', '(handbook.md)'));
    writer.save(usage, () => '# Mine\n\nOne.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);

    expect(titlesWith(writer, 'One.')).toEqual(['Mine']);
    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
  });
});

describe('a new page that was merged, and committed where another page was', () => {
  it('[SYNC-42] is one page', async () => {
    const writer = await aWriter();
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    swap(writer, notes, usage);
    await commit(writer);
    for (let round = 0; round < 4; round++) {
      await writer.sync.cycle();
      await mergeDrafts(writer);
    }

    expect(titlesWith(writer, 'One.')).toHaveLength(1);
    expect(titlesWith(writer, 'First.')).toHaveLength(1);
  });

  it('is put where its writer has it, when the page that was there comes back to its path', async () => {
    const writer = await aWriter({ hints: false });
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    swap(writer, notes, linux);
    await writer.sync.cycle();
    swap(writer, notes, linux);
    await mergeDrafts(writer);
    swap(writer, notes, usage);
    for (let round = 0; round < 4; round++) {
      await writer.sync.cycle();
      await mergeDrafts(writer);
    }

    expect(titlesWith(writer, 'One.')).toHaveLength(1);
    expect(titlesWith(writer, 'First.')).toHaveLength(1);
    expect(titlesWith(writer, 'With a shell.')).toHaveLength(1);
  });
});

describe('a new page that was merged, changed in another change request, and renamed while the branch is in conflict', () => {
  it('keeps what was changed', async () => {
    const writer = await aWriter();
    writer.save('guides/README.md', (text) => text.replace('Hello.', 'Hello, mine.'));
    edit(writer, 'Welcome', (text) => text.replace('Hello.', 'Hello, theirs.'));
    await commit(writer);
    writer.save(notes, () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();
    writer.save(notes, (text) => text.replace('One.', 'Two.\n\nOne.'));
    await writer.sync.cycle();
    writer.disk.personMoves(notes, 'guides/words.md');
    await writer.sync.cycle();
    writer.save('guides/words.md', (text) => `${text}\nThree.\n`);
    await writer.sync.cycle();
    await mergeDrafts(writer);

    expect(['One.', 'Two.', 'Three.'].map((line) => titlesWith(writer, line))).toEqual(
      Array.from({ length: 3 }, () => ['Notes']),
    );
  });
});

describe('a page that was moved, sent, and put back with an edit', () => {
  it('[SYNC-31] is where it was when its change request is merged', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(usage, 'guides/handbook.md');
    await writer.sync.cycle();
    writer.disk.personMoves('guides/handbook.md', usage);
    writer.save(usage, (text) => `${text}\nMine.\n`);
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(writer.files()).not.toContain('guides/handbook.md');
    expect(await writer.show('refs/remotes/docs/main', usage)).toContain('Mine.');
  });
});

describe('a page that was moved, and taken off the table of contents', () => {
  it('is told, and no new page', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(usage, 'guides/usage/README.md');
    writer.save('guides/SUMMARY.md', (text) => text.replace(/^.*usage\.md.*\n/mu, ''));
    const report = await writer.sync.cycle();
    await mergeDrafts(writer);

    expect(report.proposals.flatMap(({ unsaid }) => unsaid).join()).toContain('no longer in SUMMARY.md');
    expect(titlesWith(writer, 'First.')).toEqual(['Usage']);
  });
});

describe('a committed move to a path that the service gives to another page', () => {
  it('[SYNC-3] leaves both pages, and the service has its way', async () => {
    const writer = await aWriter();
    writer.disk.personMoves(usage, 'guides/handbook.md');
    await commit(writer);
    edit(writer, 'Usage', (text) => `${text}\nTheirs.\n`);
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Linux' ? { ...page, file: 'handbook.md' } : page)),
    );
    await writer.sync.cycle();

    const texts = (line: string): string[] =>
      writer.files().filter((path) => writer.read(path)!.includes(line));
    expect(texts('With a shell.')).toEqual(['guides/handbook.md']);
    expect(texts('First.')).toEqual([usage]);
    expect(texts('Theirs.')).toEqual([usage]);
  });
});
