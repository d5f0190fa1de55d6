import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { flat, mapPages } from '../simulation/memory-content.ts';
import { largestText } from '../simulation/memory-service.ts';
import type { MemoryWorld } from './memory-world.ts';
import type { WriterInMemory } from './memory-writer.ts';
import { aWriter, commit, mergeDrafts, requestsOf, swap, threeRounds, titlesWith } from './memory-writer.ts';

/** What the simulation found, each told in a few steps. */
describe('what somebody else wrote into a change request, and our batch wrote over unseen', () => {
  it('[SYNC-16] comes back as an edit, when the change request was merged before the lost answer was seen', async () => {
    const writer = await aWriter();
    writer.replace('guides/usage.md', 'First.', 'First, mine.');
    await writer.sync.cycle();
    writer.replace('guides/usage.md', 'Second.', 'Second, mine.');
    writer.service.onStep = ({ operation, when }) => {
      if (operation !== 'changeContent') return;
      if (when === 'after') throw new AppError('OUTCOME_UNKNOWN', 'the answer is lost');
      writer.theyReplaceInRequest('Usage', 'Third.', 'Third, theirs.');
    };
    await writer.sync.cycle();
    writer.service.onStep = undefined;
    await writer.merge();
    await writer.sync.cycle();
    expect(writer.read('guides/usage.md')).toContain('First, mine.\n\nSecond, mine.\n\nThird, theirs.\n');

    await writer.sync.cycle();
    const second = requestsOf(writer).at(-1)!;
    await writer.service.merge(writer.space, second.id);
    await writer.sync.cycle();

    expect(writer.textOf('Usage')).toBe('# Usage\n\nFirst, mine.\n\nSecond, mine.\n\nThird, theirs.\n');
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it.each([
    ['page', 'the page of its revision'],
    ['content', 'its revision'],
  ])(
    '[SYNC-16] is given back by the next sync, when the service does not show %s of it yet',
    async (operation) => {
      const writer = await aWriter();
      writer.replace('guides/usage.md', 'First.', 'First, mine.');
      let asked = 0;
      writer.service.onStep = ({ operation: step, when }) => {
        if (step === 'createChangeRequest' && when === 'after')
          writer.theyReplaceInRequest('Usage', 'Third.', 'Third, theirs.');
        // The second one is of what they wrote.
        if (step === operation && ++asked === 2) throw new AppError('NOT_FOUND', 'not known here yet');
      };
      const late = await writer.sync.cycle();
      writer.service.onStep = undefined;
      expect(late.problems.map(({ code }) => code)).toEqual(['NOT_SHOWN_YET']);

      await writer.sync.cycle();
      await writer.merge();
      expect(writer.textOf('Usage')).toBe('# Usage\n\nFirst, mine.\n\nSecond.\n\nThird, theirs.\n');
    },
  );

  it('[SYNC-16] stands alone in the change request that was merged after it was given back: ours is an edit still', async () => {
    const writer = await aWriter();
    writer.replace('guides/usage.md', 'Second.', 'Second, mine.');
    // That this one arrived tells that the batch was carried out.
    writer.replace('guides/README.md', 'Hello.', 'Hello, all.');
    let sent = 0;
    writer.service.onStep = ({ operation, when }) => {
      if (operation === 'createChangeRequest' && when === 'after')
        writer.theyReplaceInRequest('Usage', 'Second.', 'Second, theirs.');
      if (operation === 'changeContent' && when === 'after' && ++sent === 2)
        throw new AppError('OUTCOME_UNKNOWN', 'the answer is lost');
    };
    await writer.sync.cycle();
    writer.service.onStep = undefined;
    await writer.merge();
    const { outcome } = await writer.sync.cycle();

    expect(writer.textOf('Usage')).toContain('Second, theirs.');
    expect(writer.read('guides/usage.md')).toContain('Second, mine.');
    expect(outcome).toBe('conflict');
  });

  it('stands against ours in a page that the change request made, which stays one page', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    writer.replace('guides/notes.md', 'One.', 'Mine.\n\nOne.');
    writer.service.onStep = ({ operation }) => {
      if (operation !== 'changeContent') return;
      writer.service.onStep = undefined;
      writer.theyReplaceInRequest('Notes', 'One.', 'Theirs.\n\nOne.');
    };
    const first = await writer.sync.cycle();
    const second = await writer.sync.cycle();

    for (const { proposals } of [first, second])
      expect(proposals).toMatchObject([{ state: 'conflict', number: request!.number }]);
    const notes = writer.service.pagesOfChangeRequest(request!.id).filter(({ title }) => title === 'Notes');
    expect(notes.map(({ text }) => text)).toEqual(['# Notes\n\nTheirs.\n\nOne.\n']);
    expect(writer.read('guides/notes.md')).toContain('Mine.');
  });
});

describe('a change request that was turned down', () => {
  it('is told no more when nothing is left of what it proposed', async () => {
    const writer = await aWriter();
    const before = writer.read('guides/usage.md')!;
    writer.replace('guides/usage.md', 'First.', 'First, mine.');
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    writer.theyReplaceInRequest('Usage', 'Third.', 'Third, theirs.');
    writer.save('guides/usage.md', () => before);
    // It holds what somebody else wrote, so that we do not take it back; they do.
    await writer.sync.cycle();
    expect(requestsOf(writer)[0]!.status).toBe('draft');
    await writer.service.setChangeRequest(writer.space, request!.id, { status: 'archived' });
    await writer.sync.cycle();

    const last = await writer.sync.cycle();

    expect(last.proposals).toEqual([]);
    expect(last.outcome).toBe('quiet');
  });
});

describe('a new page that was sent, committed, renamed and committed again', () => {
  it('is that page when its change request was merged meanwhile', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nOne.\n\nTwo.\n');
    await writer.sync.cycle();
    await commit(writer);
    writer.disk.personMoves('guides/notes.md', 'guides/install/remarks.md');
    writer.save('guides/install/remarks.md', (text) => `${text}\nThree.\n`);
    await commit(writer);
    await writer.merge();

    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    const pages = writer.service.pagesOf(writer.space).filter(({ title }) => title === 'Notes');
    expect(pages.map(({ text }) => text)).toEqual(['# Notes\n\nOne.\n\nTwo.\n\nThree.\n']);
  });
});

describe('a new page that was sent, and renamed and saved in Latin-1 since', () => {
  it('[SYNC-17] is that page when its change request is merged, and one page once it is mended', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nOne.\n\nTwo.\n');
    await writer.sync.cycle();
    writer.disk.personMoves('guides/notes.md', 'guides/renamed.md');
    const latin = Buffer.from('# Notes\n\nOne.\n\nTwo.\n\ncaf\xe9\n', 'latin1');
    writer.disk.personSaves('guides/renamed.md', latin);
    await mergeDrafts(writer);
    await writer.sync.cycle();
    writer.replace('guides/renamed.md', '\u{fffd}', 'é');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    const notes = flat(writer.service.headOf(writer.space).pages).filter(({ text }) => text.includes('One.'));
    expect(notes.map(({ text }) => text)).toEqual(['# Notes\n\nOne.\n\nTwo.\n\ncafé\n']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('One.'))).toHaveLength(1);
  });
});

describe('a new page of one line that was sent, and renamed and left with the markers of a merge since', () => {
  it('[SYNC-17] is that page when its change request is merged, however much was added to it', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    writer.disk.personMoves('guides/notes.md', 'guides/notes/README.md');
    writer.save(
      'guides/notes/README.md',
      (text) => `${text}\n<<<<<<< HEAD\nTwo.\n=======\n>>>>>>> docs/main\n`,
    );
    await mergeDrafts(writer);
    await writer.sync.cycle();
    const [path] = writer.files().filter((each) => writer.read(each)!.includes('One.'));
    writer.save(path!, (text) => text.replaceAll(/^[<=>]{7}.*\n/gmu, ''));
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    const notes = flat(writer.service.headOf(writer.space).pages).filter(({ text }) => text.includes('One.'));
    expect(notes.map(({ text }) => text)).toEqual(['# Notes\n\nOne.\n\nTwo.\n']);
    expect(writer.files().filter((path) => writer.read(path)!.includes('One.'))).toHaveLength(1);
  });
});

describe('a page that was moved here and committed, and saved on an old text', () => {
  it.each([
    ['with its identity', (text: string) => text.replace('With a shell.', 'With zsh.')],
    ['without it', () => '# Linux\n\nWith zsh.\n'],
  ])('is not taken for deleted while the save waits to be joined, %s', async (_, edited) => {
    const writer = await aWriter();
    writer.theyReplace('Linux', 'With a shell.', 'With bash.');
    writer.disk.personMoves('guides/install/linux.md', 'guides/shell.md');
    await commit(writer);
    const text = writer.read('guides/shell.md')!;
    writer.saveAt('place', 'before', 'guides/shell.md', () => edited(text));
    const report = await writer.sync.cycle();

    expect(report.branch.conflicts).toMatchObject([{ path: 'guides/shell.md' }]);
    expect(report.proposals.flatMap(({ edits }) => edits.map(({ kind }) => kind))).not.toContain('delete');
    for (const { id } of requestsOf(writer))
      expect(writer.service.pagesOfChangeRequest(id).map(({ title }) => title)).toContain('Linux');
    expect(writer.read('guides/shell.md')).toContain('With zsh.');
  });
});

describe('a file that was saved while the mirror replaced it, and committed before the two texts were joined', () => {
  async function committedInTheMove() {
    const writer = await aWriter({ trigger: 'commit' });
    writer.theyReplace('Usage', 'Second.', 'Second, theirs.');
    const opened = writer.read('guides/usage.md')!;
    writer.saveAt('take-aside', 'before', 'guides/usage.md', () =>
      opened.replace('Second.', 'Second, mine.'),
    );
    await writer.sync.cycle();
    await commit(writer);
    return writer;
  }

  it('[SYNC-18] is not sent before it holds what the service changed', async () => {
    const writer = await committedInTheMove();
    const held = await writer.sync.cycle();
    expect(held.branch.conflicts).toMatchObject([{ path: 'guides/usage.md', kind: 'text' }]);
    expect(requestsOf(writer)).toEqual([]);

    writer.replace('guides/usage.md', 'Second, mine.', 'Second, theirs.\n\nMine.');
    await commit(writer);
    await threeRounds(writer);
    expect(writer.textOf('Usage')).toBe('# Usage\n\nFirst.\n\nSecond, theirs.\n\nMine.\n\nThird.\n');
  });

  it('[SYNC-76] is no conflict any more once the branch has joined it with what the service says by now', async () => {
    const writer = await committedInTheMove();
    writer.theyReplace('Usage', 'Second, theirs.', 'Second, mine.');
    writer.theyReplace('Usage', 'Third.', 'Third, theirs.');

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({ state: 'merged', conflicts: [] });
    expect((await writer.sync.status()).conflicts).toEqual([]);
  });
});

describe('a file that was saved while the mirror replaced it, and moved before the two texts were joined', () => {
  it('[SYNC-18] stays one page when it is saved once more while it is put back', async () => {
    const writer = await aWriter();
    writer.theyReplace('Usage', 'Second.', 'Second, theirs.');
    const opened = writer.read('guides/usage.md')!;
    let save: (() => void) | null = () =>
      writer.save('guides/usage.md', () => opened.replace('Second.', 'Second, mine.'));
    writer.disk.onStep = ({ step, when }) => {
      if (step !== 'take-aside' || when !== 'before') return;
      save?.();
      save = null;
    };
    expect((await writer.sync.cycle()).outcome).toBe('conflict');
    expect(save).toBeNull();

    writer.disk.personMoves('guides/usage.md', 'guides/moved.md');
    save = () => writer.replace('guides/moved.md', 'Third.', 'Third, mine.');
    await writer.sync.cycle();
    expect(save).toBeNull();
    writer.disk.onStep = undefined;

    expect(writer.files()).toContain('guides/moved.md');
    expect(writer.files()).not.toContain('guides/usage.md');
    writer.replace('guides/moved.md', 'Second, mine.', 'Second, theirs.\n\nMine.');
    await threeRounds(writer);
    const pages = flat(writer.service.pagesOf(writer.space)).filter(({ text }) => text.includes('Second'));
    expect(pages.map(({ text }) => text)).toEqual([
      '# Usage\n\nFirst.\n\nSecond, theirs.\n\nMine.\n\nThird, mine.\n',
    ]);
  });
});

describe('a picture that an editor saved into the file that it had opened', () => {
  it('[SYNC-18] lies beside the one that came from the service, and is told', async () => {
    const writer = await aWriter();
    const picture = (byte: number): Uint8Array => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, byte]);
    writer.disk.personSaves('guides/.gitbook/assets/logo.png', picture(1));
    await writer.sync.cycle();
    await writer.merge();
    await writer.sync.cycle();
    const save = writer.disk.personOpens('guides/.gitbook/assets/logo.png')!;
    writer.service.editFiles(writer.space, (files) => files.map((file) => ({ ...file, bytes: picture(2) })));
    await writer.sync.cycle();
    expect(writer.disk.contents().get('guides/.gitbook/assets/logo.png')).toEqual(picture(2));
    save(picture(3));

    const report = await writer.sync.cycle();

    const [beside] = report.branch.conflicts;
    expect(beside?.path).toMatch(/\/\.logo\.png\.saved-[0-9a-f]{8}$/);
    expect(writer.disk.contents().get(beside!.path)).toEqual(picture(3));
    expect(writer.disk.contents().get('guides/.gitbook/assets/logo.png')).toEqual(picture(2));
  });
});

describe('a file that somebody committed where the service moves a page', () => {
  it('is a conflict of place, in which neither is lost', async () => {
    const writer = await aWriter();
    writer.save('guides/usage/README.md', () => '# Mine\n\nA page of my own.\n');
    await commit(writer);
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, file: 'usage/README.md' } : page)),
    );

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({
      state: 'left',
      conflicts: [{ path: 'guides/usage/README.md', kind: 'place' }],
    });
    expect(writer.read('guides/usage/README.md')).toContain('A page of my own.');
    expect(writer.read('guides/usage.md')).toContain('Second.');
    expect(await writer.show('refs/remotes/docs/main', 'guides/usage/README.md')).toContain('Second.');
  });
});

describe('a page that the service moves, in a sync that was cut', () => {
  it('[SYNC-9] is still in the service when its writer commits everything before the next sync, wherever the cut was', async () => {
    for (let cut = 0; ; cut++) {
      const writer = await aWriter();
      writer.service.edit(writer.space, (pages) =>
        mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, file: 'usage/README.md' } : page)),
      );
      let steps = 0;
      writer.disk.onStep = () => {
        if (steps++ >= cut) throw new AppError('DISK_FULL', 'cut');
      };
      const wasCut = await writer.sync.cycle().then(
        () => false,
        () => true,
      );
      writer.disk.onStep = undefined;
      await commit(writer);
      for (let round = 0; round < 2; round++) {
        await writer.sync.cycle();
        await mergeDrafts(writer);
      }
      const last = await writer.sync.cycle();

      const titles = writer.service.pagesOf(writer.space).map(({ title }) => title);
      expect(titles, `cut at step ${cut}`).toEqual(['Welcome', 'Usage', 'Install', 'Linux']);
      expect(
        writer.files().filter((path) => /usage/u.test(path)),
        `cut at step ${cut}`,
      ).toEqual(['guides/usage/README.md']);
      expect(last.outcome, `cut at step ${cut}`).toBe('quiet');
      if (wasCut) continue;
      expect(cut).toBeGreaterThan(5);
      return;
    }
  });
});

describe('a page that was sent and merged, whose writer had gone back to an older docs/main meanwhile', () => {
  it.each([
    ['saves', false],
    ['commits', true],
  ])('[SYNC-7] keeps what was merged when the writer %s another line', async (_, commits) => {
    const writer = await aWriter();
    const without = writer.read('guides/usage.md')!;
    const older = (await writer.git.head()).oid;
    writer.replace('guides/usage.md', 'First.', 'Merged.\n\nFirst.');
    if (commits) await commit(writer);
    await writer.sync.cycle();
    await mergeDrafts(writer);
    writer.git.force('refs/heads/main', older);
    writer.save('guides/usage.md', () => without.replace('Third.', 'Third.\n\nMore.'));
    if (commits) await commit(writer);

    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    const usage = writer.service.pagesOf(writer.space).find(({ title }) => title === 'Usage')!;
    expect(usage.text).toContain('Merged.\n\nFirst.\n\nSecond.\n\nThird.\n\nMore.');
    expect(writer.read('guides/usage.md')).toContain(usage.text);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });
});

describe('a line that was sent and merged, whose writer had gone back to an older docs/main meanwhile', () => {
  it('[SYNC-7] stays in the service when the writer has another line in its place: a person joins the two', async () => {
    const writer = await aWriter();
    const without = writer.read('guides/usage.md')!;
    writer.save('guides/usage.md', (text) => text.replace('First.', 'Merged.\n\nFirst.'));
    await writer.sync.cycle();
    await mergeDrafts(writer);
    writer.save('guides/usage.md', () => without.replace('First.', 'Mine.\n\nFirst.'));

    const { branch, proposals } = await writer.sync.cycle();

    expect(branch).toMatchObject({ state: 'left', conflicts: [{ path: 'guides/usage.md' }] });
    expect(proposals).toMatchObject([{ state: 'conflict', edits: [] }]);
    expect(titlesWith(writer, 'Merged.')).toEqual(['Usage']);
    expect(writer.read('guides/usage.md')).toContain('Mine.');
  });
});

describe('a page that was sent without being committed, on a branch that has commits of its own', () => {
  it.each([
    ['nothing of it', ''],
    ['an older part of it', 'Older.\n\n'],
  ])('keeps what was sent, when the branch, with %s, takes a newer text of the service', async (_, older) => {
    const writer = await aWriter();
    writer.replace('guides/install/linux.md', 'With', 'Only with');
    writer.replace('guides/usage.md', 'Second.', `${older}Second.`);
    await commit(writer);
    await writer.sync.cycle();
    writer.theyReplace('Usage', 'Third.', 'Theirs.\n\nThird.');
    writer.disk.personMoves('guides/usage.md', 'guides/use.md');
    const text = writer.read('guides/use.md')!;
    writer.saveAt('place', 'before', 'guides/use.md', () => text.replace('First.', 'Mine.\n\nFirst.'));
    expect((await writer.sync.cycle()).branch.state).toBe('left');
    await writer.sync.cycle();
    expect(await writer.show('refs/heads/main', 'guides/usage.md')).toContain('Theirs.');
    expect(await writer.show('refs/heads/main', 'guides/usage.md')).not.toContain('Mine.');
    await writer.merge();

    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(writer.read('guides/use.md')).toContain(`Mine.\n\nFirst.\n\n${older}Second.\n\nTheirs.\n\nThird.`);
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['merged']);
  });

  it('loses what was sent again, when a commit takes it back', async () => {
    const writer = await aWriter();
    const without = writer.read('guides/usage.md')!;
    writer.replace('guides/usage.md', 'First.', 'Mine.\n\nFirst.');
    await commit(writer);
    await writer.sync.cycle();
    writer.save('guides/usage.md', () => without);
    await commit(writer);
    await writer.merge();

    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();

    expect(writer.read('guides/usage.md')).toBe(without);
  });
});

describe('a page whose leaving was committed, and whose new place was not', () => {
  it.each([
    ['edited', false],
    ['edited and moved', true],
  ])('stays one page where the service has %s it', async (_, moves) => {
    const writer = await aWriter();
    const text = writer.read('guides/usage.md')!;
    writer.disk.personRemoves('guides/usage.md');
    await commit(writer);
    writer.theyReplace('Usage', 'Third.', 'Theirs.');
    if (moves) writer.theyMove('Usage', 'Install', { file: 'install/usage.md' });
    writer.save('guides/use.md', () => text);

    const report = await writer.sync.cycle();

    for (const path of ['guides/usage.md', 'guides/install/usage.md']) expect(writer.read(path)).toBeNull();
    expect(writer.read('guides/use.md')).toContain('Theirs.');
    const kinds = report.proposals.flatMap(({ edits }) => edits.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(moves ? ['rename', 'move'] : ['rename']));
  });
});

describe('a new page that the service took in at another place, saved while it goes there', () => {
  it('goes there with the save, and stays one page', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nOne.\n');
    await writer.sync.cycle();
    await writer.merge();
    writer.theyMove('Notes', 'Install', { file: 'install/notes.md' });
    let saved = false;
    writer.disk.onStep = ({ step, when }) => {
      if (saved || step !== 'settle' || when !== 'after') return;
      if (writer.read('guides/install/notes.md') === null) return;
      saved = true;
      writer.save('guides/notes.md', (text) => `${text}\nTwo.\n`);
    };

    const report = await writer.sync.cycle();
    writer.disk.onStep = undefined;

    expect(saved).toBe(true);
    expect(writer.read('guides/notes.md')).toBeNull();
    expect(writer.read('guides/install/notes.md')).toContain('One.\n\nTwo.');
    expect(report.proposals.flatMap(({ edits }) => edits.map(({ kind }) => kind))).toEqual(['edit']);
  });
});

describe('a save to where a page lay that has just moved, in conflict with it, and moved by hand', () => {
  it('is told at its new path, and not sent as another page', async () => {
    const writer = await aWriter();
    const text = writer.read('guides/usage.md')!;
    writer.theyReplace('Usage', 'First.', 'Theirs.');
    writer.theyMove('Usage', 'Install', { file: 'install/usage.md' });
    writer.checkout.onStep = (step, when) => {
      if (step !== 'pending' || when !== 'after') return;
      writer.checkout.onStep = undefined;
      writer.save('guides/usage.md', () => text.replace('First.', 'Mine.'));
    };
    const first = await writer.sync.cycle();
    writer.disk.personMoves('guides/usage.md', 'guides/mine.md');

    const second = await writer.sync.cycle();

    expect(first.branch.conflicts).toMatchObject([{ path: 'guides/usage.md' }]);
    expect(second.branch.conflicts).toMatchObject([{ path: 'guides/mine.md' }]);
    expect(requestsOf(writer)).toEqual([]);
    writer.save('guides/install/usage.md', (now) => now.replace('Theirs.', 'Theirs.\n\nMine.'));
    writer.disk.personRemoves('guides/mine.md');
    expect((await writer.sync.cycle()).branch.conflicts).toEqual([]);
  });
});

describe('a page that was deleted here, and that the service edited meanwhile', () => {
  it.each(['uncommitted', 'committed'])('[SYNC-8] is back, and the report says so: %s', async (how) => {
    const writer = await aWriter();
    writer.disk.personRemoves('guides/usage.md');
    if (how === 'committed') await commit(writer);
    writer.theyReplace('Usage', 'First.', 'Theirs.');

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({ back: ['guides/usage.md'] });
    expect(writer.read('guides/usage.md')).toContain('Theirs.');
    expect((await writer.sync.cycle()).branch.back).toBeUndefined();
  });
});

describe('a copy of a page, its identity with it', () => {
  it('[SYNC-22] is told until something new is in it, and is a page of its own then', async () => {
    const writer = await aWriter();
    const text = writer.read('guides/usage.md')!;
    writer.save('guides/again.md', () => text);

    const first = await writer.sync.cycle();
    expect(requestsOf(writer)).toEqual([]);
    expect(first.proposals.flatMap(({ unsaid }) => unsaid).join()).toContain(
      'again.md is a copy of usage.md',
    );

    writer.save('guides/again.md', () => text.replace('First.', 'Another.'));
    await writer.sync.cycle();
    const [request] = requestsOf(writer);
    const sent = writer.service.pagesOfChangeRequest(request!.id);
    expect(sent.map(({ text: each }) => each)).toContain('# Usage\n\nAnother.\n\nSecond.\n\nThird.\n');
    expect(sent.map(({ text: each }) => each)).toContain('# Usage\n\nFirst.\n\nSecond.\n\nThird.\n');
  });

  it('is a page at once where the table of contents names it', async () => {
    const writer = await aWriter();
    writer.save('guides/again.md', () => writer.read('guides/usage.md')!);
    writer.replace('guides/SUMMARY.md', '* [Usage]', '* [Again](again.md)\n* [Usage]');

    const report = await writer.sync.cycle();

    expect(report.proposals.flatMap(({ unsaid }) => unsaid)).toEqual([]);
    expect(report.proposals.flatMap(({ edits }) => edits)).toContainEqual(
      expect.objectContaining({ kind: 'create', path: 'again.md' }),
    );
  });
});

describe('two pages that changed places here', () => {
  it('[SYNC-32] are each joined by themselves with what the service wrote into them', async () => {
    const writer = await aWriter();
    swap(writer, 'guides/usage.md', 'guides/install/linux.md');
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => ({ ...page, text: `${page.text}\nTheirs of ${page.title}.\n` })),
    );

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, branch: { state: 'fast-forwarded', conflicts: [] } });
    expect(writer.read('guides/usage.md')).toMatch(/# Linux[^]*With a shell\.[^]*Theirs of Linux\./);
    expect(writer.read('guides/install/linux.md')).toMatch(/# Usage[^]*Third\.[^]*Theirs of Usage\./);
    await mergeDrafts(writer);
    await writer.sync.cycle();
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet' });
    expect(writer.service.pagesOf(writer.space)).toHaveLength(4);
    expect(await writer.show('refs/remotes/docs/main', 'guides/usage.md')).toContain('# Linux');
  });

  it('[SYNC-32] stay two where one of them is new, and that is committed before the first is merged', async () => {
    const writer = await aWriter();
    writer.save('guides/install/new.md', () => '# New\n\nBrand new.\n');
    await writer.sync.cycle();
    swap(writer, 'guides/usage.md', 'guides/install/new.md');
    await commit(writer);
    await threeRounds(writer);

    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', proposals: [] });
    const texts = writer.service.pagesOf(writer.space).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Brand new.'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Second.'))).toHaveLength(1);
    expect(writer.read('guides/usage.md')).toContain('Brand new.');
    expect(writer.read('guides/install/new.md')).toContain('Second.');
  });

  it('[SYNC-32] stay two where one of them is new and was merged before it took the place of the other', async () => {
    const writer = await aWriter();
    writer.save('guides/notes.md', () => '# Notes\n\nBrand new.\n');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    writer.disk.personMoves('guides/usage.md', 'guides/notes/README.md');
    writer.disk.personMoves('guides/notes.md', 'guides/usage.md');
    await settle(writer);

    expect(linesHere(writer, 'Brand new.')).toHaveLength(1);
    expect(linesHere(writer, 'Second.')).toHaveLength(1);
    const texts = flat(writer.service.headOf(writer.space).pages).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Brand new.'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Second.'))).toHaveLength(1);
  });

  it('[SYNC-32] stay two where they were moved and sent, and moved on before that came back merged', async () => {
    const writer = await aWriter();
    writer.disk.personMoves('guides/usage.md', 'guides/first.md');
    writer.disk.personMoves('guides/install/linux.md', 'guides/second.md');
    await writer.sync.cycle();
    await mergeDrafts(writer);
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => ({ ...page, text: `${page.text}\nTheirs of ${page.title}.\n` })),
    );
    writer.disk.personMoves('guides/second.md', 'guides/third.md');
    writer.disk.personMoves('guides/first.md', 'guides/second.md');
    await settle(writer);

    expect(linesHere(writer, 'Theirs of Usage.')).toEqual(['guides/second.md']);
    expect(linesHere(writer, 'Theirs of Linux.')).toEqual(['guides/third.md']);
    expect(linesHere(writer, 'Second.')).toEqual(['guides/second.md']);
    expect(flat(writer.service.headOf(writer.space).pages)).toHaveLength(4);
  });

  it('[SYNC-13] wait for each other where one of them cannot be sent, and neither is told with the text of the other', async () => {
    const writer = await aWriter();
    swap(writer, 'guides/usage.md', 'guides/install/linux.md');
    writer.save('guides/usage.md', (text) => `${text}\n<<<<<<< HEAD\nMine.\n=======\n>>>>>>> docs/main\n`);

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ path: 'guides/usage.md', cause: 'markers' }]);
    expect(report.proposals).toMatchObject([
      {
        edits: [],
        unsaid: ['install/linux.md changed places with usage.md, which is not sent: it waits for that one'],
      },
    ]);
    expect(requestsOf(writer)).toEqual([]);

    writer.save('guides/usage.md', (text) => text.replaceAll(/^[<=>]{7}.*\n/gmu, ''));
    await writer.sync.cycle();
    await mergeDrafts(writer);
    await writer.sync.cycle();
    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', proposals: [] });
    const texts = flat(writer.service.headOf(writer.space).pages).map(({ title, text }) => [title, text]);
    expect(texts).toContainEqual(['Usage', '# Usage\n\nFirst.\n\nSecond.\n\nThird.\n']);
    expect(texts).toContainEqual(['Linux', '# Linux\n\nWith a shell.\n\nMine.\n']);
  });

  it('[SYNC-13] wait for each other, too, where the service deleted one of them', async () => {
    const writer = await aWriter();
    swap(writer, 'guides/usage.md', 'guides/install/linux.md');
    writer.service.edit(writer.space, (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? null : page)),
    );
    writer.save('guides/usage.md', (text) => `${text}\n<<<<<<< HEAD\nMine.\n=======\n>>>>>>> docs/main\n`);
    await writer.sync.cycle();
    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ path: 'guides/usage.md', cause: 'markers' }]);
    expect(report.proposals).toMatchObject([{ unsaid: [expect.stringMatching(/^install\/linux\.md /u)] }]);
    expect(requestsOf(writer)).toEqual([]);
  });
});

describe('a page whose address another one keeps, because the service refuses what that one says', () => {
  it('[SYNC-1] is sent once, and what is refused is told', async () => {
    const writer = await aWriter();
    swap(writer, 'guides/usage.md', 'guides/install/README.md');
    writer.save('guides/install/README.md', (text) => `${text}\n${'x'.repeat(largestText)}\n`);
    await writer.sync.cycle();
    await writer.sync.cycle();
    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ path: 'guides/install/README.md', cause: 'refused' }]);
    expect(report.proposals.map(({ state }) => state)).not.toContain('updated');
  });
});

/** Cycles and merges until nothing is left to do. */
async function settle(writer: WriterInMemory): Promise<void> {
  await threeRounds(writer);
  expect(await writer.sync.cycle()).toMatchObject({ outcome: 'quiet', proposals: [] });
}

/** The files here that have a line. */
function linesHere(writer: MemoryWorld, line: string): string[] {
  return writer.files().filter((path) => writer.read(path)!.split('\n').includes(line));
}

describe('a table of contents that was merged before its next version could be sent', () => {
  it('[SYNC-15] is the base of that version, although a batch was tried meanwhile', async () => {
    const writer = await aWriter();
    const contents = 'guides/SUMMARY.md';
    writer.replace('guides/usage.md', '# Usage', '# Use');
    writer.replace(contents, '[Usage]', '[Use]');
    await writer.sync.cycle();
    writer.save('guides/fresh.md', () => '# Fresh\n\nNew.\n');
    writer.replace(contents, '* [Use](usage.md)\n', '* [Use](usage.md)\n* [Fresh](fresh.md)\n');
    await commit(writer);
    writer.service.onStep = ({ operation }) => {
      if (operation === 'changeContent') throw new AppError('NO_ANSWER', 'the service is away');
    };
    expect((await writer.sync.cycle()).problems).toMatchObject([{ code: 'NO_ANSWER' }]);
    writer.service.onStep = undefined;
    writer.save(contents, (text) => {
      const line = '* [Use](usage.md)\n';
      return text.replace(line, '') + line;
    });
    await writer.merge();

    const { branch } = await writer.sync.cycle();

    expect(branch.conflicts).toEqual([]);
    expect(writer.read(contents)).toMatch(/\(fresh\.md\)[^]*\(usage\.md\)\n$/u);
  });
});
