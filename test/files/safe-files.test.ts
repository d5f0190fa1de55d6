import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles, type DiskStep } from '../../src/files/index.ts';
import { bytes, id } from './files.contract.ts';
import { roundsOf } from '../rounds.ts';

interface Setup {
  disk: MemoryDisk;
  start: () => SafeFiles;
  text: (path: string) => string | undefined;
}

function setUp(): Setup {
  const clock = new ManualClock();
  const disk = new MemoryDisk(clock);
  let seed = 0;
  const start = (): SafeFiles => new SafeFiles({ disk, clock, random: seededRandom(seed++) });
  const text = (path: string): string | undefined => {
    const found = disk.contents().get(path);
    return found === undefined ? undefined : new TextDecoder().decode(found);
  };
  return { disk, start, text };
}

const everything = (disk: MemoryDisk): string[] =>
  disk.allContents().map((content) => new TextDecoder().decode(content));

/** Runs `act` once, at the n-th step of ours. */
function atStep(disk: MemoryDisk, n: number, act: (step: DiskStep) => void): void {
  let count = 0;
  disk.onStep = (step) => {
    if (count++ === n) act(step);
  };
}

/** Every step from the n-th on fails: the process is dead. */
function dieAt(disk: MemoryDisk, n: number): void {
  let count = 0;
  disk.onStep = () => {
    if (count++ >= n) throw new Error('killed');
  };
}

/** A replacement of the content `base`, by a process that dies at the n-th step; an editor had the file open before. */
async function killedWhileReplacing(n: number): Promise<Setup & { write: (content: Uint8Array) => void }> {
  const setup = setUp();
  const { disk, start } = setup;
  disk.personSaves('a.md', bytes('base'));
  const write = disk.personOpens('a.md')!;
  dieAt(disk, n);
  await start()
    .replace('a.md', id('base'), bytes('ours'))
    .catch(() => undefined);
  disk.onStep = undefined;
  return { ...setup, write };
}

const mostSteps = 24;
const steps = Array.from({ length: mostSteps }, (_, n) => n);

describe('a save at any step of a replacement', () => {
  it.each(steps)('in place, at step %i, is at its path or handed back', async (n) => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    atStep(disk, n, () => disk.personSaves('a.md', bytes('saved')));
    const files = start();

    await files.replace('a.md', id('base'), bytes('ours'));

    disk.onStep = undefined;
    const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
    const happened = everything(disk).includes('saved');
    if (happened) expect([text('a.md'), ...late]).toContain('saved');
    else expect(text('a.md')).toBe('ours');
  });

  it.each(steps)('by rename, at step %i, is at its path or handed back', async (n) => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    let saved = false;
    atStep(disk, n, () => {
      disk.personSavesByRename('a.md', bytes('saved'));
      saved = true;
    });
    const files = start();

    await files.replace('a.md', id('base'), bytes('ours'));

    disk.onStep = undefined;
    const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
    if (saved) expect([text('a.md'), ...late]).toContain('saved');
    else expect(text('a.md')).toBe('ours');
  });

  it.each(steps)('through an open file, at step %i, is at its path or handed back', async (n) => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    const write = disk.personOpens('a.md');
    let saved = false;
    atStep(disk, n, () => {
      write?.(bytes('saved'));
      saved = true;
    });
    const files = start();

    await files.replace('a.md', id('base'), bytes('ours'));
    disk.onStep = undefined;
    if (!saved) write?.(bytes('saved'));

    const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
    expect([text('a.md'), ...late]).toContain('saved');
  });

  it.each(steps)('while a file is removed, at step %i, is at its path or handed back', async (n) => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    let saved = false;
    atStep(disk, n, () => {
      disk.personSavesByRename('a.md', bytes('saved'));
      saved = true;
    });
    const files = start();

    await files.remove('a.md', id('base'));

    disk.onStep = undefined;
    const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
    if (saved) expect([text('a.md'), ...late]).toContain('saved');
    else expect(text('a.md')).toBeUndefined();
  });
});

describe('a process that dies at any step', () => {
  it.each(steps)(
    'of a replacement, at step %i, leaves the old or the new content once it is started again',
    async (n) => {
      const { start, text } = await killedWhileReplacing(n);

      await start().recover();

      expect(['base', 'ours']).toContain(text('a.md'));
      expect(await start().read('a.md')).toMatchObject({ outcome: 'file' });
      expect(await start().recover()).toEqual({ putBack: [], unwritable: [] });
    },
  );

  it.each(steps)('at step %i, when the power fails, too', async (n) => {
    for (let kept = 0; kept < 8; kept++) {
      const { disk, start, text } = await killedWhileReplacing(n);

      disk.losePower(kept);
      await start().recover();

      expect(['base', 'ours'], `after ${kept} steps on the disk`).toContain(text('a.md'));
    }
  });

  it.each(steps)(
    'of a replacement, at step %i, puts nothing back for a file that was moved since',
    async (n) => {
      const { disk, start, text } = await killedWhileReplacing(n);

      disk.personMoves('a.md', 'b.md');
      await start().recover();

      const moved = text('b.md');
      expect([text('a.md'), moved]).toEqual(moved === undefined ? ['base', undefined] : [undefined, moved]);
    },
  );

  it.each(steps)('of a replacement, at step %i, hands back what went into the old content', async (n) => {
    const { disk, start, text, write } = await killedWhileReplacing(n);

    disk.personMoves('a.md', 'b.md');
    write(bytes('saved'));
    const files = start();
    await files.recover();

    const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
    expect([text('a.md'), text('b.md'), ...late].filter((each) => each === 'saved')).toHaveLength(1);
  });

  it('while it gives a save back its path, gives it back when it is started again', async () => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    let taken = 0;
    disk.onStep = ({ step, when }) => {
      if (step === 'take-aside' && when === 'before' && taken === 0)
        disk.personSavesByRename('a.md', bytes('saved'));
      if (step === 'take-aside' && when === 'after') taken += 1;
      if (taken === 2) throw new Error('killed');
    };
    await expect(start().replace('a.md', id('base'), bytes('ours'))).rejects.toThrow('killed');
    disk.onStep = undefined;

    expect(await start().recover()).toEqual({ putBack: ['a.md'], unwritable: [] });
    expect(text('a.md')).toBe('saved');
  });

  it('leaves the path empty from which a person moved the new content, and saved it anew by another name', async () => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    disk.onStep = ({ step, when }) => {
      if (step === 'place' && when === 'after') throw new Error('killed');
    };
    await expect(start().replace('a.md', id('base'), bytes('ours'))).rejects.toThrow('killed');
    disk.onStep = undefined;
    disk.personMoves('a.md', 'b.md');
    disk.personSavesByRename('b.md', bytes('ours, and more'));

    expect(await start().recover(new Set(['a.md']))).toMatchObject({ putBack: [] });
    expect(text('a.md')).toBeUndefined();
    expect(text('b.md')).toBe('ours, and more');
  });

  it('is not undone by a person who removes the file afterwards', async () => {
    const { disk, start, text } = setUp();
    disk.personSaves('a.md', bytes('base'));
    await start().replace('a.md', id('base'), bytes('ours'));
    disk.personRemoves('a.md');

    expect(await start().recover()).toEqual({ putBack: [], unwritable: [] });
    expect(text('a.md')).toBeUndefined();
  });
});

it('loses no save in any schedule of saves, replacements, removals, crashes and power failures', async () => {
  const action = fc.record({
    do: fc.constantFrom('replace', 'remove', 'create', 'recover'),
    person: fc.array(
      fc.record({ step: fc.nat(20), how: fc.constantFrom('in place', 'rename', 'open', 'late') }),
      { maxLength: 3 },
    ),
    dieAt: fc.option(fc.nat(20)),
    power: fc.boolean(),
  });
  const schedules = fc.array(action, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(schedules, async (actions) => {
      const { disk, start, text } = setUp();
      let serial = 0;
      /** What a person saved and has not saved over since, that is: what must still be somewhere. */
      let current: string | null = null;
      let open: ((content: Uint8Array) => void) | null = null;
      const acknowledged: string[] = [];
      let files = start();
      for (const { do: what, person, dieAt: end, power } of actions) {
        let count = 0;
        let dead = false;
        disk.onStep = () => {
          const now = count++;
          if (dead || now === end) {
            dead = true;
            throw new Error('killed');
          }
          for (const { step, how } of person) {
            if (step !== now) continue;
            if (how === 'open') open = disk.personOpens('a.md');
            else if (how === 'late') {
              if (open === null) continue;
              current = `saved ${serial++}`;
              open(bytes(current));
            } else {
              current = `saved ${serial++}`;
              if (how === 'in place') disk.personSaves('a.md', bytes(current));
              else {
                // Who renames over a file does not go on writing into the old one.
                open = null;
                disk.personSavesByRename('a.md', bytes(current));
              }
            }
          }
        };
        const before = text('a.md') ?? '';
        try {
          if (what === 'replace') await files.replace('a.md', id(before), bytes(`ours ${serial++}`));
          if (what === 'remove') await files.remove('a.md', id(before));
          if (what === 'create') await files.create('a.md', bytes(`ours ${serial++}`));
          if (what === 'recover') await files.recover();
          // What we replaced knowingly was seen by us: it counts as kept elsewhere.
          if (before !== '' && before === current) acknowledged.push(before);
        } catch {
          disk.onStep = undefined;
          if (power) {
            disk.losePower(serial % 3);
            open = null;
          }
          files = start();
          await files.recover();
          if (before !== '' && before === current) acknowledged.push(before);
        }
        disk.onStep = undefined;
      }
      await files.recover();
      const late = (await files.lateSaves()).map((save) => new TextDecoder().decode(save.bytes));
      if (current !== null) expect([text('a.md'), ...late, ...acknowledged]).toContain(current);
    }),
    { numRuns: roundsOf({ usual: 1000, all: 3000 }) },
  );
});
