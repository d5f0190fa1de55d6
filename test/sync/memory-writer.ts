import type { ChangeRequest } from '../../src/contract/index.ts';
import { flat, mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

/** What happens here and in the service, each told in one line. */
export interface WriterInMemory extends MemoryWorld {
  readonly space: string;
  /** The writer saves a file with another text. */
  save(path: string, change: (text: string) => string): void;
  /** The writer saves a file in which a part is another one. */
  replace(path: string, part: string, by: string): void;
  /** The writer saves another text once, when the disk is about to take a step, or has just taken it. */
  saveAt(step: string, when: 'before' | 'after', path: string, change: (text: string) => string): void;
  /** Somebody writes into a page in the service: a part of its text becomes another one. */
  theyReplace(title: string, part: string, by: string): void;
  /** Somebody writes into a page of a change request, by default of the first one. */
  theyReplaceInRequest(title: string, part: string, by: string, request?: ChangeRequest): void;
  /** Somebody puts a page below another one in the service, perhaps with a new text. */
  theyMove(title: string, below: string, change?: Partial<ModelPage>): void;
  /** Somebody merges a change request, by default the first one. */
  merge(request?: ChangeRequest): Promise<unknown>;
  /** The text of a page in the service. */
  textOf(title: string): string;
}

/** A writer with a mirrored space of four pages, everything in memory. */
export async function aWriter({
  trigger = 'save',
  contents,
  ...of
}: {
  readonly hints?: boolean;
  readonly trigger?: 'save' | 'commit';
  /** The name that the space gives its table of contents. */
  readonly contents?: string;
} = {}): Promise<WriterInMemory> {
  const service = new MemoryService(of);
  const space = guidesIn(service);
  if (contents !== undefined)
    service.editFiles(space, () => [service.file('.gitbook.yaml', `structure:\n  summary: ${contents}\n`)]);
  const world = memoryWorld(service, syncConfig({ push: { enabled: true, trigger, via: 'auto' } }));
  await world.sync.cycle();
  return writerIn(world, space);
}

/** Makes the space of four pages. */
export function guidesIn(service: MemoryService): string {
  return service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
    service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
  ]);
}

/** A writer in a world, and the people of one of its spaces. */
export function writerIn(world: MemoryWorld, space: string): WriterInMemory {
  const { service } = world;
  const save: WriterInMemory['save'] = (path, change) =>
    world.disk.personSaves(path, new TextEncoder().encode(change(world.read(path) ?? '')));
  const pageOf = (title: string): ModelPage => {
    const page = flat(service.headOf(space).pages).find((each) => each.title === title);
    if (!page) throw new Error(`The service has no page ${title}.`);
    return page;
  };
  const first = (): ChangeRequest => requestsOf(world)[0]!;
  return {
    ...world,
    space,
    save,
    replace: (path, part, by) => save(path, (text) => replaced(text, part, by)),
    saveAt: (wanted, at, path, change) => {
      world.disk.onStep = ({ step, when }) => {
        if (step !== wanted || when !== at) return;
        world.disk.onStep = undefined;
        save(path, change);
      };
    },
    theyReplace: (title, part, by) =>
      service.edit(space, (pages) => withReplaced(pages, { title, part, by })),
    theyReplaceInRequest: (title, part, by, request = first()) =>
      service.editChangeRequest(request.id, (pages) => withReplaced(pages, { title, part, by })),
    theyMove: (title, below, change = {}) => {
      const moved = { ...pageOf(title), ...change };
      service.edit(space, (pages) =>
        mapPages(
          mapPages(pages, (page) => (page.title === title ? null : page)),
          (page) => (page.title === below ? { ...page, pages: [...page.pages, moved] } : page),
        ),
      );
    },
    merge: (request = first()) => service.merge(space, request.id),
    textOf: (title) => pageOf(title).text,
  };
}

/** Throws where the part is missing, so that no scenario goes on with what did not happen. */
function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part))
    throw new Error(`There is no ${JSON.stringify(part)} in ${JSON.stringify(text)}.`);
  return text.replace(part, () => by);
}

function withReplaced(
  pages: readonly ModelPage[],
  { title, part, by }: { title: string; part: string; by: string },
): readonly ModelPage[] {
  return mapPages(pages, (page) =>
    page.title === title ? { ...page, text: replaced(page.text, part, by) } : page,
  );
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
