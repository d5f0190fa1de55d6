import type { Files } from '../../src/files/index.ts';
import type { MemoryDisk } from '../../src/files/index.ts';
import type { GitRepository } from '../../src/git/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import type { MemoryService } from './memory-service.ts';
import type { Plants } from './world.ts';

/** A defect that somebody might write, as a port that has it; the simulation must notice each. */
export interface PlantedFault {
  readonly name: string;
  readonly plants: Plants;
}

/** Changes some methods of a port; the others stay its own. */
function withMethods<Port extends object>(port: Port, methods: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      const own = (methods as Record<string | symbol, unknown>)[name];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...input: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** Writes over whatever is there: compare, then rename. */
function overwriting(files: Files, disk: MemoryDisk): Files {
  return withMethods(files, {
    apply: async (changes) => {
      const outcomes: Awaited<ReturnType<Files['apply']>> = [];
      for (const change of changes) {
        // The comparison was long ago, when the plan was made.
        await disk.onStep?.({ step: 'place', path: change.path, when: 'before' });
        if (change.kind === 'remove') disk.personRemoves(change.path);
        else disk.personSavesByRename(change.path, change.bytes);
        const stat = await files.stat(change.path);
        outcomes.push(
          change.kind === 'remove' || stat === null
            ? { outcome: 'removed' }
            : { outcome: 'replaced', stamp: stat.stamp },
        );
      }
      return outcomes;
    },
  });
}

/** Repeats an effect whose answer was lost, as a client does that retries every request. */
function repeating(service: MemoryService, name: 'createChangeRequest' | 'changeContent'): Remote {
  const effect = service[name].bind(service) as (...input: unknown[]) => Promise<unknown>;
  return withMethods<Remote>(service, {
    [name]: async (...input: unknown[]) => effect(...input).catch(() => effect(...input)),
  });
}

export const plantedFaults: readonly PlantedFault[] = [
  { name: 'compare, then rename over a save', plants: { files: overwriting } },
  {
    name: 'the remote text wins',
    plants: {
      tree: (tree) =>
        withMethods(tree, {
          fastForward: (options) =>
            tree.fastForward({ ...options, merge: ({ theirs }) => theirs ?? new Uint8Array() }),
        }),
    },
  },
  {
    name: 'a deletion wins over an edit',
    plants: {
      tree: (tree, disk, git) =>
        withMethods(tree, {
          fastForward: async (options) => {
            for (const { path, after } of await git.diffTrees(options.from, options.to))
              if (!after) disk.personRemoves(path);
            return tree.fastForward(options);
          },
        }),
    },
  },
  {
    name: 'a change request is created again when the answer is lost',
    plants: { remote: (service) => repeating(service, 'createChangeRequest') },
  },
  {
    name: 'a batch is sent again when the answer is lost',
    plants: { remote: (service) => repeating(service, 'changeContent') },
  },
  {
    name: 'the journal is not on disk before the effect',
    plants: {
      git: (git) =>
        withMethods<GitRepository>(git, {
          updateRefs: (updates) => git.updateRefs(updates.filter(({ ref }) => ref !== 'refs/tidemark/state')),
        }),
    },
  },
  {
    name: 'a page is cut short on its way',
    plants: {
      remote: (service) =>
        withMethods<Remote>(service, {
          page: async (place, id) => {
            const page = await service.page(place, id);
            return { ...page, markdown: page.markdown.slice(0, 40) };
          },
        }),
    },
  },
  {
    name: 'a list of pages lacks the last one',
    plants: {
      remote: (service) =>
        withMethods<Remote>(service, {
          content: async (place) => {
            const revision = await service.content(place);
            return {
              ...revision,
              pages: revision.pages.length > 3 ? revision.pages.slice(0, -1) : revision.pages,
            };
          },
        }),
    },
  },
  {
    name: 'what a change request says is taken from a memory of it',
    plants: {
      remote: (service) => {
        const seen = new Map<string, Awaited<ReturnType<MemoryService['content']>>>();
        return withMethods<Remote>(service, {
          content: async (place) => {
            if (place.kind === 'revision') return service.content(place);
            const known = seen.get(place.id) ?? (await service.content(place));
            seen.set(place.id, known);
            return known;
          },
        });
      },
    },
  },
  {
    name: 'what an editor writes into a file that was taken away from it is forgotten',
    plants: { files: (files) => withMethods(files, { lateSaves: async () => [] }) },
  },
  {
    name: 'a save on an old text is taken for a newer one',
    plants: {
      tree: (tree) =>
        withMethods(tree, {
          fastForward: async ({ late: _late, ...options }) => tree.fastForward(options),
        }),
    },
  },
  {
    name: 'the branch moves before the files do',
    plants: {
      tree: (tree, _disk, git) =>
        withMethods(tree, {
          fastForward: async (options) => {
            git.force(options.branch, options.to);
            return { outcome: 'moved', files: [] };
          },
        }),
    },
  },
];
