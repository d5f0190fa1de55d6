import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json, ServiceFixture, Who } from '../service/fixture.ts';
import type { Actor, Model } from './model.ts';

/** One call: what it does, who makes it, and numbers that choose the objects among those that there are. */
export interface Step {
  readonly what: keyof typeof steps;
  readonly who: Actor;
  readonly a: number;
  readonly b: number;
}

export interface World {
  readonly model: Model;
  readonly service: ServiceFixture;
  readonly org: string;
  readonly who: Readonly<Record<Actor, Who>>;
  /** How many calls were made. */
  calls: number;
}

type Run = (world: World, step: Step) => Promise<void>;

async function call(
  world: World,
  step: Step,
  request: string,
  body: unknown,
  expected: number,
): Promise<Json> {
  world.calls += 1;
  const reply = await world.service.call(request, body, world.who[step.who]);
  expect([request, step.who, reply.status]).toEqual([request, step.who, expected]);
  return reply.status < 300 ? reply.body : undefined;
}

function pick<Value>(values: Iterable<Value>, number: number): Value | undefined {
  const all = [...values];
  return all[number % Math.max(1, all.length)];
}

/** A collection or, as often as any of them, the top. */
function place({ model }: World, number: number): string | null {
  return pick([null, ...model.collections.keys()], number) ?? null;
}

const renameOrganization: Run = async (world, step) => {
  const { model, org } = world;
  const title = `Model ${step.a}`;
  const status = model.status(step.who, 'admin', 200);
  await call(world, step, `PATCH /orgs/${org}`, { title }, status);
  if (status === 200) model.title = title;
};

const createSpace: Run = async (world, step) => {
  const { model, org } = world;
  const parent = place(world, step.a);
  const status = model.status(step.who, 'create', 201);
  const space = await call(
    world,
    step,
    `POST /orgs/${org}/spaces`,
    { title: 's', ...(parent === null ? {} : { parent }) },
    status,
  );
  if (space !== undefined)
    model.spaces.set(space.id, { id: space.id, parent, deleted: false, pages: new Set() });
};

const deleteSpace: Run = async (world, step) => {
  const space = pick(world.model.spaces.values(), step.a);
  if (space === undefined) return;
  const status = world.model.status(step.who, 'admin', 204, !space.deleted);
  await call(world, step, `DELETE /spaces/${space.id}`, undefined, status);
  if (status !== 204) return;
  space.deleted = true;
  world.model.unpublishEmptySites();
};

const restoreSpace: Run = async (world, step) => {
  const space = pick(world.model.spaces.values(), step.a);
  if (space === undefined) return;
  const status = world.model.status(step.who, 'admin', space.deleted ? 200 : 409);
  await call(world, step, `POST /spaces/${space.id}/restore`, undefined, status);
  if (status === 200) space.deleted = false;
};

const moveSpace: Run = async (world, step) => {
  const space = pick(world.model.spaces.values(), step.a);
  if (space === undefined) return;
  const parent = place(world, step.b);
  const status = world.model.status(step.who, 'create', 200, !space.deleted);
  await call(world, step, `POST /spaces/${space.id}/move`, { parent }, status);
  if (status === 200) space.parent = parent;
};

const createCollection: Run = async (world, step) => {
  const { model, org } = world;
  const parent = place(world, step.a);
  const status = model.status(step.who, 'create', model.depth(parent) >= 32 ? 400 : 201);
  const made = await call(
    world,
    step,
    `POST /orgs/${org}/collections`,
    parent === null ? {} : { parent },
    status,
  );
  if (made !== undefined) model.addCollection(made.id, parent);
};

const moveCollection: Run = async (world, step) => {
  const { model } = world;
  const id = pick(model.collections.keys(), step.a);
  if (id === undefined) return;
  const parent = place(world, step.b);
  const circular = parent !== null && model.below(id).includes(parent);
  const status = model.status(step.who, 'create', circular ? 400 : 200);
  await call(world, step, `POST /collections/${id}/move`, { parent }, status);
  if (status === 200) model.moveCollection(id, parent);
};

const deleteCollection: Run = async (world, step) => {
  const { model } = world;
  const id = pick(model.collections.keys(), step.a);
  if (id === undefined) return;
  const tree = model.below(id);
  const holdsSpaces = [...model.spaces.values()].some(
    ({ parent }) => parent !== null && tree.includes(parent),
  );
  const status = model.status(step.who, holdsSpaces ? 'admin' : 'create', 204);
  await call(world, step, `DELETE /collections/${id}`, undefined, status);
  if (status !== 204) return;
  model.deleteCollection(id);
  model.unpublishEmptySites();
};

const createChangeRequest: Run = async (world, step) => {
  const { model } = world;
  const space = pick(model.spaces.values(), step.a);
  if (space === undefined) return;
  const status = model.status(step.who, 'edit', 201, !space.deleted);
  const made = await call(world, step, `POST /spaces/${space.id}/change-requests`, {}, status);
  if (made === undefined) return;
  const pages = (): Set<string> => new Set(space.pages);
  model.changeRequests.set(made.id, {
    id: made.id,
    space: space.id,
    status: 'draft',
    pages: pages(),
    base: pages(),
  });
};

const setStatus: Run = async (world, step) => {
  const { model } = world;
  const request = pick(model.changeRequests.values(), step.a);
  if (request === undefined) return;
  const wanted = (['draft', 'open', 'archived'] as const)[step.b % 3]!;
  const visible = !model.spaces.get(request.space)!.deleted;
  const status = model.status(step.who, 'edit', request.status === 'merged' ? 412 : 200, visible);
  await call(
    world,
    step,
    `PATCH /spaces/${request.space}/change-requests/${request.id}`,
    { status: wanted },
    status,
  );
  if (status === 200) request.status = wanted;
};

const isActive = (status: string): boolean => status === 'draft' || status === 'open';

const addPage: Run = async (world, step) => {
  const { model } = world;
  const request = pick(model.changeRequests.values(), step.a);
  if (request === undefined) return;
  const visible = !model.spaces.get(request.space)!.deleted;
  const status = model.status(step.who, 'edit', isActive(request.status) ? 200 : 412, visible);
  const body = {
    changes: [{ type: 'insert_page', document: { markdown: `# Page ${world.calls}\n\nText.\n` } }],
  };
  const path = `/spaces/${request.space}/change-requests/${request.id}/content`;
  const done = await call(world, step, `POST ${path}`, body, status);
  if (done !== undefined) request.pages.add(done.changes[0].page.id as string);
};

const deletePage: Run = async (world, step) => {
  const { model } = world;
  const request = pick(model.changeRequests.values(), step.a);
  const page = request && pick(request.pages, step.b);
  if (request === undefined || page === undefined) return;
  const visible = !model.spaces.get(request.space)!.deleted;
  const status = model.status(step.who, 'edit', isActive(request.status) ? 200 : 412, visible);
  const body = { changes: [{ type: 'delete_page', page }] };
  await call(
    world,
    step,
    `POST /spaces/${request.space}/change-requests/${request.id}/content`,
    body,
    status,
  );
  if (status === 200) request.pages.delete(page);
};

const merge: Run = async (world, step) => {
  const { model } = world;
  const request = pick(model.changeRequests.values(), step.a);
  if (request === undefined) return;
  const visible = !model.spaces.get(request.space)!.deleted;
  const status = model.status(step.who, 'review', isActive(request.status) ? 200 : 412, visible);
  const done = await call(
    world,
    step,
    `POST /spaces/${request.space}/change-requests/${request.id}/merge`,
    undefined,
    status,
  );
  if (done === undefined) return;
  expect(done.result).toBe('merge');
  model.merge(request);
};

const update: Run = async (world, step) => {
  const { model } = world;
  const request = pick(model.changeRequests.values(), step.a);
  if (request === undefined) return;
  const visible = !model.spaces.get(request.space)!.deleted;
  const status = model.status(step.who, 'edit', isActive(request.status) ? 200 : 412, visible);
  const done = await call(
    world,
    step,
    `POST /spaces/${request.space}/change-requests/${request.id}/update`,
    undefined,
    status,
  );
  if (done === undefined) return;
  expect(done.result).toBe('update');
  model.update(request);
};

const postComment: Run = async (world, step) => {
  const { model } = world;
  const space = pick(model.spaces.values(), step.a);
  if (space === undefined) return;
  const own = [...model.changeRequests.values()].filter((request) => request.space === space.id);
  const changeRequest = pick([null, ...own.map(({ id }) => id)], step.b) ?? null;
  const within = changeRequest === null ? '' : `/change-requests/${changeRequest}`;
  const status = model.status(step.who, 'comment', 200, !space.deleted);
  const made = await call(
    world,
    step,
    `POST /spaces/${space.id}${within}/comments`,
    { body: { markdown: 'x' } },
    status,
  );
  if (made === undefined) return;
  model.comments.set(made.id, {
    id: made.id,
    space: space.id,
    changeRequest,
    author: step.who,
    resolved: false,
    replies: 0,
  });
};

/** The comment that a step means, its address, and whether its space is there. */
function commentOf({ model }: World, step: Step) {
  const comment = pick(model.comments.values(), step.a);
  if (comment === undefined) return undefined;
  const within = comment.changeRequest === null ? '' : `/change-requests/${comment.changeRequest}`;
  return {
    comment,
    path: `/spaces/${comment.space}${within}/comments/${comment.id}`,
    visible: !model.spaces.get(comment.space)!.deleted,
  };
}

const resolve: Run = async (world, step) => {
  const found = commentOf(world, step);
  if (found === undefined) return;
  const status = world.model.status(step.who, 'comment', 200, found.visible);
  const resolved = step.b % 2 === 0;
  await call(world, step, `PUT ${found.path}`, { resolved }, status);
  if (status === 200) found.comment.resolved = resolved;
};

const reply: Run = async (world, step) => {
  const found = commentOf(world, step);
  if (found === undefined) return;
  const status = world.model.status(step.who, 'comment', 200, found.visible);
  await call(world, step, `POST ${found.path}/replies`, { body: { markdown: 'y' } }, status);
  if (status === 200) found.comment.replies += 1;
};

const deleteComment: Run = async (world, step) => {
  const found = commentOf(world, step);
  if (found === undefined) return;
  const least = found.comment.author === step.who ? 'comment' : 'admin';
  const status = world.model.status(step.who, least, 204, found.visible);
  await call(world, step, `DELETE ${found.path}`, undefined, status);
  if (status === 204) world.model.comments.delete(found.comment.id);
};

const createSite: Run = async (world, step) => {
  const { model, org } = world;
  const made = await call(
    world,
    step,
    `POST /orgs/${org}/sites`,
    { title: 'Site' },
    model.status(step.who, 'create', 201),
  );
  if (made !== undefined) model.sites.set(made.id, { id: made.id, siteSpaces: new Map(), published: false });
};

const addToSite: Run = async (world, step) => {
  const { model, org } = world;
  const site = pick(model.sites.values(), step.a);
  const space = pick(model.spaces.values(), step.b);
  if (site === undefined || space === undefined) return;
  const taken = [...site.siteSpaces.values()].includes(space.id);
  const status = model.status(step.who, 'create', space.deleted ? 404 : taken ? 409 : 201);
  const made = await call(
    world,
    step,
    `POST /orgs/${org}/sites/${site.id}/site-spaces`,
    { spaceId: space.id },
    status,
  );
  if (made !== undefined) site.siteSpaces.set(made.id, space.id);
};

const removeFromSite: Run = async (world, step) => {
  const { model, org } = world;
  const site = pick(model.sites.values(), step.a);
  const siteSpace = site && pick(site.siteSpaces.keys(), step.b);
  if (site === undefined || siteSpace === undefined) return;
  const status = model.status(step.who, 'create', 204);
  await call(world, step, `DELETE /orgs/${org}/sites/${site.id}/site-spaces/${siteSpace}`, undefined, status);
  if (status !== 204) return;
  site.siteSpaces.delete(siteSpace);
  model.unpublishEmptySites();
};

const publish: Run = async (world, step) => {
  const { model, org } = world;
  const site = pick(model.sites.values(), step.a);
  if (site === undefined) return;
  const status = model.status(step.who, 'admin', site.published ? 409 : model.shown(site) === 0 ? 412 : 200);
  await call(world, step, `POST /orgs/${org}/sites/${site.id}/publish`, undefined, status);
  if (status === 200) site.published = true;
};

const unpublish: Run = async (world, step) => {
  const { model, org } = world;
  const site = pick(model.sites.values(), step.a);
  if (site === undefined) return;
  const status = model.status(step.who, 'admin', site.published ? 200 : 409);
  await call(world, step, `POST /orgs/${org}/sites/${site.id}/unpublish`, undefined, status);
  if (status === 200) site.published = false;
};

const invite: Run = async (world, step) => {
  const { model, org } = world;
  const role = (['read', 'comment', 'edit', 'review', 'create'] as const)[step.a % 5]!;
  const made = await call(
    world,
    step,
    `POST /orgs/${org}/link-invites`,
    { role },
    model.status(step.who, 'admin', 201),
  );
  if (made !== undefined) model.invites.set(made.id, role);
};

const withdraw: Run = async (world, step) => {
  const { model, org } = world;
  const id = pick(model.invites.keys(), step.a);
  if (id === undefined) return;
  const status = model.status(step.who, 'admin', 204);
  await call(world, step, `DELETE /orgs/${org}/link-invites/${id}`, undefined, status);
  if (status === 204) model.invites.delete(id);
};

const join: Run = async (world, step) => {
  const { model, org } = world;
  const id = pick(model.invites.keys(), step.a);
  if (id === undefined) return;
  const role = model.invites.get(id)!;
  const redundant = model.may(step.who, role);
  await call(world, step, `POST /orgs/${org}/invites/${id}`, undefined, redundant ? 409 : 200);
  if (!redundant) model.roles[step.who] = role;
};

export const steps = {
  renameOrganization,
  createSpace,
  deleteSpace,
  restoreSpace,
  moveSpace,
  createCollection,
  moveCollection,
  deleteCollection,
  createChangeRequest,
  setStatus,
  addPage,
  deletePage,
  merge,
  update,
  postComment,
  resolve,
  reply,
  deleteComment,
  createSite,
  addToSite,
  removeFromSite,
  publish,
  unpublish,
  invite,
  withdraw,
  join,
} as const satisfies Record<string, Run>;

/** Steps in which the administrator acts most, and what makes objects comes often enough for the rest to find some. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom<keyof typeof steps>(
        'createSpace',
        'createChangeRequest',
        'addPage',
        'postComment',
      ),
    },
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])) },
  ),
  who: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Actor>('admin') },
    { weight: 2, arbitrary: fc.constantFrom<Actor>('editor', 'outsider') },
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
});
