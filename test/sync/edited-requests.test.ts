import { beforeEach, describe, expect, it } from 'vitest';
import { withoutPageId } from '../../src/content/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { readEditedTexts } from '../../src/sync/mirror/edited-change-request.ts';
import { outlineOf } from '../../src/sync/mirror/marks.ts';
import type { ChangeRequestRecord } from '../../src/sync/state/records.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;

beforeEach(async () => {
  world = await proposingWorld((service) => [
    service.newPage('Usage', 'First.'),
    service.newPage('More', 'More.'),
  ]);
  const { service, space, state } = world;
  const record = state.spaces().get(space)!;
  state.setSpace({ ...record, commits: [{ revision: record.revision, commit: world.context.tip.commit! }] });
  const table = state.table(space);
  const place = { kind: 'revision', space, revision: service.headOf(space).id } as const;
  const outlined = [...(await table.all('page'))].map(async ([id, page]) => {
    const outline = outlineOf(await service.page(place, id));
    return [id, { ...page, outline }] as const;
  });
  await table.replaceAll('page', new Map(await Promise.all(outlined)));
});

const writes = (request: ChangeRequest, title: string, text: string): ChangeRequest => {
  world.service.editChangeRequest(request.id, (pages) =>
    mapPages(pages, (page) => (page.title === title ? { ...page, text } : page)),
  );
  return { ...world.service.requestsById.get(request.id)! };
};

/** The quick reading of a change request, of which this clone has `before`. */
const read = async (
  changeRequest: ChangeRequest,
  before?: ChangeRequestRecord,
  at = before?.commit ?? null,
): Promise<ChangeRequestRecord | null> => {
  const { context, git, state, space } = world;
  const record = state.spaces().get(space)!;
  return git.write(async (writer) =>
    readEditedTexts(context, writer, {
      ...{ space: (await context.remote.space(space))!, record, changeRequest, before, at },
    }),
  );
};
const textIn = async ({ commit }: ChangeRequestRecord, path: string): Promise<string> => {
  const { oid } = (await world.git.entryAt(commit, `guides/${path}`))!;
  return withoutPageId(new TextDecoder().decode(await world.git.readBlob(oid)));
};

describe('a change request in which only texts were edited', () => {
  it('is read page by page from the primary content, and then from what is mirrored of it', async () => {
    const request = await world.request('Words');
    const first = (await read(writes(request, 'Usage', 'Usage, theirs.\n')))!;
    expect(await textIn(first, 'usage.md')).toContain('Usage, theirs.');
    const second = (await read(writes(request, 'More', 'More, theirs.\n'), first))!;
    expect(await textIn(second, 'usage.md')).toContain('Usage, theirs.');
    expect(await textIn(second, 'more.md')).toContain('More, theirs.');
    expect((await world.git.readCommit(second.commit)).parents).toEqual([first.commit]);
    expect(Object.values(second.objects).map(({ path }) => path)).toEqual(['usage.md', 'more.md']);
    // The primary content has other pages by now.
    await world.state.table(world.space).replaceAll('page', new Map());
    expect(await read(writes(request, 'Usage', 'Usage, theirs again.\n'), second)).not.toBeNull();
  });

  it('is read as a whole where its reference points elsewhere, or another base or revision is mirrored', async () => {
    const request = await world.request('Words');
    const first = (await read(writes(request, 'Usage', 'Usage, theirs.\n')))!;
    const next = writes(request, 'More', 'More, theirs.\n');
    expect(await read(next, first, world.context.tip.commit)).toBeNull();
    expect(await read(next, first, null)).toBeNull();
    expect(await read(next, { ...first, base: 'another' })).toBeNull();
    expect(await read(next, { ...first, revision: 'another' })).toBeNull();
    expect(await read(next)).toBeNull();
    expect(await read(next, first)).not.toBeNull();
  });

  it('is read as a whole where the space has moved on, or what is mirrored is gone', async () => {
    const request = writes(await world.request('Words'), 'Usage', 'Usage, theirs.\n');
    const record = world.state.spaces().get(world.space)!;
    world.state.setSpace({ ...record, revision: 'newer' });
    expect(await read(request)).toBeNull();
    world.state.setSpace(record);
    const first = (await read(request))!;
    world.state.setSpace({ ...record, commits: [] });
    expect(await read(request)).toBeNull();
    const missing = { ...first, commit: 'f'.repeat(40) };
    expect(await read(writes(request, 'More', 'More, theirs.\n'), missing)).toBeNull();
  });

  it('is read as a whole where the service does not tell what changed, or from which revision', async () => {
    const request = writes(await world.request('Words'), 'Usage', 'Usage, theirs.\n');
    const { service } = world;
    const changes = service.changes.bind(service);
    service.changes = async () => null;
    expect(await read(request)).toBeNull();
    service.changes = async (...of) => {
      const told = (await changes(...of))!;
      return { ...told, revision: { ...told.revision, parents: [] } };
    };
    expect(await read(request)).toBeNull();
    service.changes = changes;
    service.readsRevisions = async () => false;
    expect(await read(request)).toBeNull();
  });

  it('is read as a whole where more than texts changed', async () => {
    const request = await world.request('More', (pages) => [...pages, world.service.newPage('New', 'New.')]);
    expect(await read(request)).toBeNull();
  });
});
