import { describe, expect, it } from 'vitest';
import { Broken } from '../people/broken.ts';
import { judge } from '../people/judge.ts';
import { Ledger } from '../people/ledger.ts';
import { settle } from '../people/settle.ts';
import { birthOf, withParagraph, withTitle, withoutIdentity } from '../people/texts.ts';
import { diceOf } from '../people/dice.ts';
import type { CloneStage, Setting, Stage } from '../people/world.ts';
import { memoryStage } from '../simulation/memory-stage.ts';

/**
 * What schedules found, as the shortest story of it. Each ends as a schedule does: everybody finishes what they began, reviewers
 * merge, and every line must be once where it belongs. `stillFails` names the finding that the sync has not mended yet: the
 * test of a story that begins to hold turns red, and the name goes.
 */
interface Story {
  readonly says: string;
  readonly setting?: Partial<Setting>;
  readonly stillFails?: string;
  readonly happens: (world: World) => Promise<void>;
}

interface World {
  readonly stage: Stage;
  readonly ada: CloneStage;
  readonly ben: CloneStage;
  /** Somebody adds a line of their own to a page. */
  writes(clone: CloneStage, path: string): Promise<void>;
  /** A reviewer adds a line to a page, by its title. */
  reviews(title: string): Promise<void>;
  mergeAll(): Promise<void>;
}

const stories: readonly Story[] = [
  {
    says: 'two branches edit the same page one after the other, and both are merged',
    setting: { branches: 2 },
    happens: async ({ ada, writes, mergeAll }) => {
      await ada.git({ do: 'switch', branch: 'idea' });
      await writes(ada, 'reference/errors.md');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'main' });
      await ada.cycle(null);
      await mergeAll();
    },
  },
  {
    says: 'what a branch adds to a commit that main has as well stays in the service when both are merged',
    setting: { branches: 2 },
    happens: async ({ ada, writes }) => {
      await writes(ada, 'guide/install.md');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'idea' });
      await writes(ada, 'reference/errors.md');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'main' });
    },
  },
  {
    says: 'a new page in a commit that two branches share is one page when both are merged',
    setting: { branches: 2 },
    happens: async ({ ada, writes }) => {
      await ada.save('reference/fresh.md', '# Fresh\n\nborn-fresh.\n', 'in place');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'idea' });
      await writes(ada, 'reference/limits.md');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'main' });
    },
  },
  {
    says: 'a line that was merged stays when its writer has gone back to an older docs/main and writes on',
    happens: async ({ ada, writes, mergeAll }) => {
      await writes(ada, 'guide/README.md');
      await ada.cycle(null);
      await mergeAll();
      await ada.git({ do: 'reset' });
      await writes(ada, 'guide/README.md');
    },
  },
  {
    says: 'a page that was deleted in the service and edited in two clones is there once',
    setting: { clones: 2 },
    stillFails: 'Finding J',
    happens: async ({ stage, ada, ben, writes }) => {
      await writes(ada, 'guide/use.md');
      await writes(ben, 'guide/use.md');
      const use = (await stage.service.pages()).find(({ title }) => title === 'Use')!;
      await stage.service.change([{ type: 'delete_page', page: use.id }]);
    },
  },
  {
    says: 'the id line that a writer takes out of a page is put back, or told',
    happens: async ({ ada }) => {
      const text = (await ada.files()).get('README.md')!;
      await ada.save('README.md', withoutIdentity(text), 'in place');
    },
  },
  {
    says: 'an entry of a file that is not there yet is told on the strict interface',
    setting: { interface: 'strict' },
    happens: async ({ ada }) => {
      const summary = (await ada.files()).get('SUMMARY.md')!;
      await ada.save('SUMMARY.md', `${summary}* [Not yet](not-yet.md)\n`, 'in place');
    },
  },
  {
    says: 'a line of a branch stays when main renames its folder, and both are merged between two syncs',
    setting: { branches: 2 },
    happens: async ({ ada, writes, mergeAll }) => {
      await ada.git({ do: 'switch', branch: 'idea' });
      await writes(ada, 'guide/use.md');
      await ada.git({ do: 'commit' });
      await ada.git({ do: 'switch', branch: 'main' });
      await ada.move('guide', 'manual');
      const summary = (await ada.files()).get('SUMMARY.md')!;
      await ada.save('SUMMARY.md', summary.replaceAll('(guide/', '(manual/'), 'in place');
      await ada.cycle(null);
      await mergeAll();
    },
  },
  {
    says: 'a copy that keeps the id becomes a page of its own where the page changed places with another one',
    happens: async ({ ada }) => {
      const files = await ada.files();
      const [errors, limits] = [files.get('reference/errors.md')!, files.get('reference/limits.md')!];
      await ada.save('reference/limits.md', errors, 'in place');
      await ada.save('reference/errors.md', limits, 'in place');
      const front = /^---\n[^]*?---\n/u.exec(errors)![0];
      await ada.save('reference/fresh.md', `${front}\n# Fresh\n\nborn-fresh.\n`, 'in place');
    },
  },
  {
    says: 'a file that was renamed keeps its place through a merge, where the service knows nothing of files',
    setting: { interface: 'strict', trigger: 'commit' },
    happens: async ({ ada, writes, mergeAll }) => {
      await ada.move('guide/use.md', 'guide/usage.md');
      const summary = (await ada.files()).get('SUMMARY.md')!;
      await ada.save('SUMMARY.md', summary.replace('guide/use.md', 'guide/usage.md'), 'in place');
      await writes(ada, 'guide/usage.md');
      await ada.git({ do: 'commit' });
      await ada.cycle(null);
      await ada.cycle(null);
      await mergeAll();
    },
  },
  {
    says: 'a writer renames a page here while a reviewer edits another page there',
    happens: async ({ ada, reviews }) => {
      const text = (await ada.files()).get('start.md')!;
      await ada.save('start.md', withTitle(text, 'Begin'), 'by rename');
      await reviews('Use');
    },
  },
];

async function worldOf({
  setting = {},
}: Story): Promise<World & { readonly ledger: Ledger; readonly whole: Setting }> {
  const whole: Setting = {
    ...{ shape: 'flat', clones: 1, branches: 1, gitHost: false },
    ...{ interface: 'full', runs: 'single', trigger: 'save', reads: 'at once' },
    ...{ identities: 'kept', answers: 'whole', company: 'others' },
    ...setting,
  };
  const stage = memoryStage(1, whole);
  const ledger = new Ledger('a-story');
  const dice = diceOf(1);
  for (const clone of stage.clones) await clone.cycle(null);
  for (const { markdown } of await stage.service.pages()) ledger.adopt(birthOf(markdown)!);
  const [ada, ben = ada!] = stage.clones;
  return {
    ...{ stage, ledger, whole, ada: ada!, ben },
    writes: async (clone, path) => {
      const text = (await clone.files()).get(path)!;
      const token = ledger.token(birthOf(text), clone.name);
      await clone.save(path, withParagraph(text, token, dice), 'in place');
    },
    reviews: async (title) => {
      const page = (await stage.service.pages()).find((each) => each.title === title)!;
      const token = ledger.token(birthOf(page.markdown), 'a-reviewer');
      const markdown = withParagraph(page.markdown, token, dice);
      await stage.service.change([{ type: 'update_page', page: page.id, document: { markdown } }]);
    },
    mergeAll: async () => {
      for (const { id, status } of await stage.service.requests())
        if (status === 'draft' || status === 'open') await stage.service.merge(id);
    },
  };
}

/** Gives the rule that does not hold in the end; null when all do. */
async function brokenIn(story: Story): Promise<string | null> {
  const world = await worldOf(story);
  const { stage, ledger, whole } = world;
  await story.happens(world);
  try {
    const reports = await settle({ stage, ledger, told: [], setting: whole });
    await judge({ stage, ledger, reports, setting: whole });
    return null;
  } catch (error) {
    if (error instanceof Broken) return `${error.rule}: ${error.message}`;
    throw error;
  }
}

describe('a story of people', () => {
  it.each(stories.filter(({ stillFails }) => stillFails === undefined))('$says', async (story) => {
    expect(await brokenIn(story)).toBeNull();
  });

  it.each(stories.filter(({ stillFails }) => stillFails !== undefined))(
    '$stillFails, which is not mended yet: $says',
    async (story) => {
      expect(await brokenIn(story)).not.toBeNull();
    },
  );
});
