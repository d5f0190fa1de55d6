import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, setMember } from '../../src/service/organizations/index.ts';
import { aService, type Json, type ServiceFixture } from '../service/fixture.ts';
import { Model } from './model.ts';
import { anyStep, steps, type Step, type World } from './steps.ts';
import { roundsOf } from '../rounds.ts';

/** MODEL_SEED and MODEL_PATH replay a failure that was printed; MODEL_RUNS asks for another number of sequences. */
const sequences = Number(process.env['MODEL_RUNS'] ?? roundsOf({ usual: 15, all: 60 }));
const callsEach = 50;

let service: ServiceFixture;

beforeAll(() => {
  service = aService();
});
afterAll(() => service.close());

/** An organization of its own for each sequence, in one service: starting a service takes longer than a sequence. */
function aWorld(): World {
  const ctx = service.context();
  const org = createOrganization(ctx, { title: 'Model' });
  setMember(ctx, { organization: org, user: service.users.admin, role: 'admin' });
  setMember(ctx, { organization: org, user: service.users.edit, role: 'edit' });
  return {
    model: new Model(),
    service,
    org,
    who: { admin: 'admin', editor: 'edit', outsider: 'stranger' },
    calls: 0,
  };
}

async function agree({ model, org }: World): Promise<void> {
  const list = async (path: string): Promise<Json[]> => (await service.ok(`GET ${path}?limit=1000`)).items;
  expect((await list(`/orgs/${org}/collections`)).map((each) => [each.id, each.parent ?? null])).toEqual(
    model.inOrder().map((id) => [id, model.collections.get(id)]),
  );
  expect((await service.ok(`GET /orgs/${org}`)).title).toBe(model.title);
  const live = [...model.spaces.values()].filter((space) => !space.deleted);
  const spaces = new Map((await list(`/orgs/${org}/spaces`)).map((each) => [each.id, each]));
  expect([...spaces.keys()].sort()).toEqual(live.map(({ id }) => id).sort());
  for (const { id, parent, pages } of live) {
    const requests = [...model.changeRequests.values()].filter((request) => request.space === id);
    const count = (status: string): number => requests.filter((request) => request.status === status).length;
    expect(spaces.get(id)).toMatchObject({
      ...(parent === null ? {} : { parent }),
      comments: model.openComments(id, null),
      changeRequests: requests.length,
      changeRequestsOpen: count('open'),
      changeRequestsDraft: count('draft'),
    });
    expect(spaces.get(id).parent ?? null).toBe(parent);
    const found = await service.ok(`GET /spaces/${id}/content/pages`);
    expect(found.pages.map((page: Json) => page.id).sort()).toEqual([...pages].sort());
    for (const request of requests) {
      const shown = await service.ok(`GET /spaces/${id}/change-requests/${request.id}`);
      expect(shown).toMatchObject({ status: request.status, comments: model.openComments(id, request.id) });
      const changed = pages.size !== request.base.size || [...pages].some((page) => !request.base.has(page));
      if (changed && request.status !== 'merged') expect(shown.outdated).toBe(true);
      const content = await service.ok(`GET /spaces/${id}/change-requests/${request.id}/content/pages`);
      expect(content.pages.map((page: Json) => page.id).sort()).toEqual([...request.pages].sort());
    }
  }
  for (const comment of model.comments.values()) {
    if (model.spaces.get(comment.space)!.deleted) continue;
    const within = comment.changeRequest === null ? '' : `/change-requests/${comment.changeRequest}`;
    expect(await service.ok(`GET /spaces/${comment.space}${within}/comments/${comment.id}`)).toMatchObject({
      status: comment.resolved ? 'resolved' : 'open',
      replies: comment.replies,
    });
  }
  for (const site of model.sites.values()) {
    const shown = [...site.siteSpaces]
      .filter(([, space]) => !model.spaces.get(space)!.deleted)
      .map(([id]) => id);
    expect(await service.ok(`GET /orgs/${org}/sites/${site.id}`)).toMatchObject({
      published: site.published,
      siteSpaces: shown.length,
    });
    expect((await list(`/orgs/${org}/sites/${site.id}/site-spaces`)).map((each) => each.id)).toEqual(shown);
  }
  expect((await list(`/orgs/${org}/link-invites`)).map((each) => [each.id, each.role])).toEqual([
    ...model.invites,
  ]);
}

describe('the service and its model', () => {
  it(
    `agree after every call of ${sequences} sequences of ${callsEach}, and on all they hold in the end`,
    { timeout: 600_000 },
    async () => {
      let calls = 0;
      const done = new Map<Step['what'], number>();
      const seed = process.env['MODEL_SEED'] === undefined ? undefined : Number(process.env['MODEL_SEED']);
      const path = process.env['MODEL_PATH'];
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { minLength: 4 * callsEach, maxLength: 5 * callsEach, size: 'max' }),
          async (sequence) => {
            const world = aWorld();
            for (const step of sequence) {
              // A step that finds nothing to work on makes no call.
              if (world.calls === callsEach) break;
              const before = world.calls;
              await steps[step.what](world, step);
              if (world.calls > before) done.set(step.what, (done.get(step.what) ?? 0) + 1);
            }
            await agree(world);
            calls += world.calls;
          },
        ),
        {
          numRuns: sequences,
          ...(seed === undefined ? {} : { seed }),
          ...(path === undefined ? {} : { path }),
        },
      );
      console.log(`model: ${sequences} sequences, ${calls} calls of ${done.size} kinds agreed`);
      // In a short run, a rare kind may find nothing to work on each time.
      const missing = Object.keys(steps).filter((kind) => !done.has(kind as Step['what']));
      expect(missing.length, missing.join(', ')).toBeLessThanOrEqual(sequences < 60 ? 3 : 0);
    },
  );
});
