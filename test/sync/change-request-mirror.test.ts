import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { roundsOf } from '../rounds.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

type Pages = readonly ModelPage[];

/** What somebody does to the change request, or to the primary content beside it. */
const titles = ['Welcome', 'Install', 'Linux', 'Usage', 'New 1', 'New 2'];
const step = fc.record({
  where: fc.oneof({ weight: 3, arbitrary: fc.constant('change request') }, fc.constant('primary')),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('reword') },
    fc.constantFrom('retitle', 'add', 'add below', 'delete', 'put back', 'update'),
  ),
  title: fc.constantFrom(...titles),
  cycles: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A page that got one below it in the primary content has its file elsewhere there than in the change request. */
const placedElsewhere: Step[] = [
  { where: 'change request', what: 'reword', title: 'Linux', cycles: true },
  { where: 'primary', what: 'add below', title: 'Usage', cycles: true },
  { where: 'change request', what: 'reword', title: 'Usage', cycles: true },
];

function without(pages: Pages, title: string): Pages {
  return pages
    .filter((page) => page.title !== title)
    .map((page) => ({ ...page, pages: without(page.pages, title) }));
}

class TwoMirrors {
  readonly service = new MemoryService();
  readonly space: string;
  readonly #serial = { words: 0, pages: 0 };
  #begun: Pages = [];
  /** How often the tree of a change request was read by the first mirror. */
  reads = 0;
  readonly #worlds: readonly { readonly world: MemoryWorld; readonly told: boolean }[];

  constructor() {
    const { service } = this;
    this.space = service.addSpace('Guides', [
      service.newPage('Welcome', 'Hello.'),
      service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
      service.newPage('Usage', 'Use it.'),
    ]);
    this.#worlds = [true, false].map((told) => ({ told, world: memoryWorld(service, syncConfig()) }));
  }

  async open(): Promise<{ id: string; ref: string }> {
    await this.cycle('refs/remotes/docs/main');
    this.#begun = this.service.headOf(this.space).pages;
    const { id, number } = await this.service.createChangeRequest(this.space, 'Words');
    return { id, ref: `refs/remotes/docs/cr/guides/${number}` };
  }

  async take({ where, what, title }: Step, id: string): Promise<void> {
    const { service, space } = this;
    if (what === 'update') {
      await service.update(space, id);
      return;
    }
    const change = (pages: Pages): Pages => this.#changed(pages, what, title);
    if (where === 'primary') service.edit(space, change);
    else service.editChangeRequest(id, change);
  }

  #changed(pages: Pages, what: Step['what'], title: string): Pages {
    const named = (change: (page: ModelPage) => ModelPage): Pages =>
      mapPages(pages, (page) => (page.title === title ? change(page) : page));
    const words = `Words ${++this.#serial.words}.`;
    const next = (): ModelPage => this.service.newPage(`New ${++this.#serial.pages}`, words);
    switch (what) {
      case 'reword':
        return named((page) => ({ ...page, text: `# ${page.title}\n\n${words}\n` }));
      case 'retitle':
        return named((page) => ({
          ...page,
          title: `${title}: ${words}`,
          text: page.text.replace(/^# .*/u, `# ${title}: ${words}`),
        }));
      case 'add':
        return [...pages, next()];
      case 'add below':
        return named((page) => ({ ...page, pages: [...page.pages, next()] }));
      case 'delete':
        return without(pages, title);
      default:
        return named((page) => this.#begun.find(({ id }) => id === page.id) ?? page);
    }
  }

  /** Where the reference stands in both mirrors: in the one that is told what revisions changed, and in the one that is not. */
  async cycle(ref: string): Promise<(string | null)[]> {
    const { service } = this;
    const refs: (string | null)[] = [];
    const tells = service.changes.bind(service);
    const reads = service.content.bind(service);
    for (const { world, told } of this.#worlds) {
      if (!told) service.changes = () => Promise.resolve(null);
      service.content = (place) => {
        if (told && place.kind === 'change-request') this.reads++;
        return reads(place);
      };
      const report = await world.sync.cycle({ pull: true });
      expect(report.problems).toEqual([]);
      refs.push(await world.git.resolveRef(ref));
      service.changes = tells;
      service.content = reads;
    }
    return refs;
  }
}

describe('the mirror of a change request', () => {
  it('[SYNC-2] is the same, commit by commit, whether or not the service tells what a revision changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const mirrors = new TwoMirrors();
        const { id, ref } = await mirrors.open();
        for (const each of steps) {
          await mirrors.take(each, id);
          if (!each.cycles) continue;
          const [told, untold] = await mirrors.cycle(ref);
          expect(told).toBe(untold);
        }
        const [told, untold] = await mirrors.cycle(ref);
        expect(told).not.toBeNull();
        expect(told).toBe(untold);
      }),
      {
        numRuns: Number(process.env['MIRROR_RUNS'] ?? roundsOf({ usual: 15, all: 40 })),
        examples: [[placedElsewhere]],
      },
    );
  });

  it('needs no tree for edits of texts', async () => {
    const mirrors = new TwoMirrors();
    const { id, ref } = await mirrors.open();
    const seen = new Set<string | null>();
    for (const title of ['Linux', 'Usage', 'Linux']) {
      await mirrors.take({ where: 'change request', what: 'reword', title, cycles: true }, id);
      const [told, untold] = await mirrors.cycle(ref);
      expect(told).toBe(untold);
      seen.add(told!);
    }
    expect(seen.size).toBe(3);
    expect(mirrors.reads).toBe(0);
  });
});

it('mirrors change requests in the order of their numbers, whatever lists they are in', async () => {
  const service = new MemoryService();
  const space = service.addSpace('Guides', [service.newPage('Welcome', 'Hello.')]);
  const ids: string[] = [];
  for (const subject of ['One', 'Two', 'Three', 'Four'])
    ids.push((await service.createChangeRequest(space, subject)).id);
  for (const at of [1, 3]) await service.setChangeRequest(space, ids[at]!, { status: 'open' });
  const { sync } = memoryWorld(service, syncConfig());
  const numbers = [1, 2, 3, 4];

  const report = await sync.cycle();
  expect(report.spaces[0]?.changeRequests.map(({ number }) => number)).toEqual(numbers);
  expect((await sync.status()).spaces[0]?.changeRequests.map(({ number }) => number)).toEqual(numbers);
});
