import { describe, expect, it } from 'vitest';
import { events } from '../people/events.ts';
import { off, withoutOff } from '../people/off.ts';
import type { CloneStage, Setting } from '../people/world.ts';
import { roundsOf } from '../rounds.ts';
import { memoryStage } from './memory-stage.ts';
import { memoryPlan, playInMemory } from './people.ts';
import { plantedFaults } from './planted.ts';

const plain = { clones: 1, branches: 1, interface: 'full', reads: 'at once' } as const;
const alone = { ...plain, shape: 'flat', trigger: 'save' } as const;

describe('the schedules of people', () => {
  it('are the same for the same seed, to the last word', async () => {
    const plants = plantedFaults.find(({ name }) => name === 'the remote text wins')!.plants;
    const findings = [];
    for (let seed = 1; seed < 200 && findings.length === 0; seed++) {
      const plan = withoutOff(memoryPlan(seed, alone));
      const finding = await playInMemory(plan, plants);
      if (finding) findings.push(finding, await playInMemory(plan, plants));
    }

    expect(findings).toHaveLength(2);
    expect(findings[1]).toEqual(findings[0]);
  });

  it.each([
    'the remote text wins',
    'a change request is created again when the answer is lost',
    'a page is cut short on its way',
    'a list of pages lacks the last one',
    'the branch moves before the files do',
  ])('notice a planted fault: %s', async (name) => {
    const { plants } = plantedFaults.find((each) => each.name === name)!;
    let rule: string | null = null;
    for (let seed = 1; seed < 400 && rule === null; seed++)
      rule = (await playInMemory(withoutOff(memoryPlan(seed, alone)), plants))?.rule ?? null;

    expect(rule).not.toBeNull();
    expect(rule).not.toBe('the judge itself works');
  });
});

describe('a service of others', () => {
  const unkind = { reads: 'late', answers: 'some 502' } as const;

  it.each([
    ['the whole interface', { ...unkind, interface: 'full' }],
    ['imports alone', { ...unkind, interface: 'strict', identities: 'kept' }],
    ['imports alone, which make copies', { ...unkind, interface: 'strict', identities: 'ignored' }],
  ] as const)(
    'that shows late what was written, knows nothing of what is new, answers with 502 and has %s gets nothing twice',
    async (_, setting) => {
      const found: string[] = [];
      for (let seed = 73_000_000; seed < 73_000_000 + roundsOf({ usual: 2, all: 6 }); seed++) {
        const finding = await playInMemory(withoutOff(memoryPlan(seed, setting)));
        if (finding) found.push(`${seed}: ${finding.rule}: ${finding.detail}`);
      }
      expect(found).toEqual([]);
    },
  );

  it('that makes copies gets no change request, and one that keeps identities does', async () => {
    const told = async (identities: 'kept' | 'ignored'): Promise<string> => {
      const stage = memoryStage(1, {
        ...{ shape: 'flat', clones: 1, branches: 1, gitHost: false, interface: 'strict', runs: 'single' },
        ...{ trigger: 'save', reads: 'at once', answers: 'whole', company: 'others', identities },
      });
      const [ada] = stage.clones;
      await ada!.cycle(null);
      await ada!.save('start.md', `${(await ada!.files()).get('start.md')}\nOne more line.\n`, 'in place');
      return (await ada!.cycle(null)).said;
    };

    expect(await told('kept')).toContain('#');
    expect(await told('ignored')).toContain('Tidemark cannot send edits');
  });
});

describe('two clones with a git host', () => {
  const shared = {
    ...{ shape: 'flat', clones: 2, branches: 1, gitHost: true, interface: 'full', runs: 'single' },
    ...{ trigger: 'save', reads: 'at once', answers: 'whole', company: 'others', identities: 'kept' },
  } satisfies Setting;

  it('have each other’s commits after a sync, and after a pull', async () => {
    const [ada, ben] = memoryStage(1, shared).clones;
    for (const clone of [ada!, ben!]) await clone.cycle(null);
    const add = async (clone: CloneStage, path: string, line: string): Promise<void> => {
      await clone.save(path, `${(await clone.files()).get(path)}\n${line}\n`, 'in place');
      await clone.git({ do: 'commit' });
    };
    await add(ada!, 'start.md', 'By Ada.');
    await ada!.cycle(null);
    await add(ben!, 'guide/README.md', 'By Ben.');
    expect(await ben!.git({ do: 'pull' })).toBe('cleanly');
    expect((await ben!.files()).get('start.md')).toContain('By Ada.');
    await ben!.cycle(null);
    await ada!.cycle(null);

    expect((await ada!.files()).get('guide/README.md')).toContain('By Ben.');
  });

  it('go on alone while the host is away', async () => {
    const [ada] = memoryStage(2, shared).clones;
    const problems = new Set<string>();
    for (let dice = 0; dice < 40 * 104_729; dice += 104_729) {
      const { report } = await ada!.cycle({ kind: 'kill the git host', dice });
      for (const { message } of report?.problems ?? []) problems.add(message);
    }
    expect([...problems].sort()).toEqual([
      expect.stringMatching(/^Could not fetch from the git host/u),
      expect.stringMatching(/^Could not push to the git host/u),
    ]);
  });

  it('come to rest, whatever people do and whatever fails', async () => {
    const found: string[] = [];
    for (let seed = 74_000_000; seed < 74_000_000 + roundsOf({ usual: 20, all: 60 }); seed++) {
      const finding = await playInMemory(withoutOff(memoryPlan(seed, { gitHost: true, clones: 2 })));
      if (finding) found.push(`${seed}: ${finding.rule}: ${finding.detail}`);
    }
    expect(found).toEqual([]);
  });
});

describe('the table of what people do', () => {
  it('has every class once, with a share', () => {
    const names = events.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(events.filter(({ share }) => !Number.isInteger(share) || share < 1)).toEqual([]);
  });

  it('has each class that is off, and the schedule that shows it plays that class', () => {
    const wrong = off.filter(({ name, shows }) => {
      if (name === undefined) return false;
      const plan = memoryPlan(shows.seed, shows.setting);
      return !plan.steps.some(({ at, event }) => event.name === name && shows.only.includes(at));
    });

    expect(wrong).toEqual([]);
  });
});
