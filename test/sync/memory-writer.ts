import type { ChangeRequest } from '../../src/contract/index.ts';
import { flat } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

export interface WriterInMemory extends MemoryWorld {
  readonly space: string;
  save(path: string, change: (text: string) => string): void;
}

/** A writer with a mirrored space of four pages, everything in memory. */
export async function aWriter({
  trigger = 'save',
  ...of
}: { readonly hints?: boolean; readonly trigger?: 'save' | 'commit' } = {}): Promise<WriterInMemory> {
  const service = new MemoryService(of);
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
    service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
  ]);
  const world = memoryWorld(service, syncConfig({ push: { enabled: true, trigger, via: 'auto' } }));
  await world.sync.cycle();
  return {
    ...world,
    space,
    save: (path, change) =>
      world.disk.personSaves(path, new TextEncoder().encode(change(world.read(path) ?? ''))),
  };
}

export async function mergeDrafts(writer: MemoryWorld & { readonly space: string }): Promise<void> {
  for (const { id, status } of requestsOf(writer))
    if (status === 'draft') await writer.service.merge(writer.space, id);
}

/** Syncs and merges what was proposed, three times over: then everything has settled. */
export async function threeRounds(writer: WriterInMemory): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await writer.sync.cycle();
    await mergeDrafts(writer);
  }
}

/** Two files change places. */
export function swap({ disk }: MemoryWorld, one: string, other: string): void {
  disk.personMoves(one, 'guides/swapped.tmp');
  disk.personMoves(other, one);
  disk.personMoves('guides/swapped.tmp', other);
}

/** The titles of the pages of the service that have a line. */
export function titlesWith({ service, space }: WriterInMemory, line: string): string[] {
  return flat(service.headOf(space).pages)
    .filter(({ text }) => text.includes(line))
    .map(({ title }) => title);
}

export const requestsOf = ({ service }: MemoryWorld): readonly ChangeRequest[] => [
  ...service.requestsById.values(),
];

/** The writer commits everything. */
export async function commit({ git, disk, checkout, clock }: MemoryWorld): Promise<void> {
  const head = (await git.head()).oid!;
  const next = await git.write(async (writer) => {
    const entries = new Map(
      [...disk.contents()].map(([path, bytes]) => [
        path,
        { mode: '100644' as const, oid: writer.addBlob(bytes) },
      ]),
    );
    const me = { name: 'Writer', email: 'writer@example.com', at: clock.now() };
    for (const [path, version] of entries)
      checkout.entries.set(path, { ...version, stamp: null, conflicted: false });
    for (const path of checkout.entries.keys()) if (!entries.has(path)) checkout.entries.delete(path);
    return writer.addCommit({
      tree: await writer.updateTree(null, entries),
      parents: [head],
      author: me,
      committer: me,
      message: 'Mine\n',
    });
  });
  git.force('refs/heads/main', next);
}
