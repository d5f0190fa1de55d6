/** What was done in an organization, when and by whom. */
import { actionInWords } from '../../contract/index.ts';
import type { AuditEvent, ItemOf } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { auditPath, changePath, collectionPath, sitePath, spacePath, teamPath } from '../paths.ts';
import { param, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';

/** How many entries one page shows. */
const listed = 50;
/** How many people and things the form offers. */
const most = 1000;

/** A choice that narrows the list. */
interface Choice {
  readonly id: string;
  readonly title: string;
}

/** What was done, the newest first: all of it, or what the filters leave. */
export async function audit(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const person = visit.query.get('person') ?? '';
  const object = visit.query.get('object') ?? '';
  const page = visit.query.get('page') ?? '';
  const { title } = await visit.call('getOrganizationById', { params });
  const { items, next, count } = await visit.call('listOrganizationAuditEvents', {
    params,
    query: {
      limit: listed,
      ...(person === '' ? {} : { actor: person }),
      ...(object === '' ? {} : { target: object }),
      ...(page === '' ? {} : { page }),
    },
  });
  const filters = { person, object };
  const people = await peopleOf(visit, organizationId);
  const objects = await objectsOf(visit, organizationId);
  const titles = new Map([...people, ...objects].map((each) => [each.id, each.title]));
  return {
    template: 'audit',
    title: `What was done in ${title}`,
    crumbs: await breadcrumbsOf(visit, organizationId),
    data: {
      title,
      total: count ?? 0,
      person,
      object,
      isNarrow: person !== '' || object !== '',
      action: auditPath(organizationId),
      newest: page === '' ? undefined : auditPath(organizationId, filters),
      older: next === undefined ? undefined : auditPath(organizationId, { ...filters, page: next.page }),
      people: withChosen(people, person, personIn(items, person)),
      objects: withChosen(objects, object, objectIn(items, object)),
      events: items.map((event) => eventRow(organizationId, filters, event, titles)),
    },
  };
}

type Filters = { readonly person: string; readonly object: string };

function eventRow(
  organization: string,
  filters: Filters,
  event: AuditEvent,
  titles: ReadonlyMap<string, string>,
) {
  const { occurredAt, action, actor, source, target, place, payload } = event;
  return {
    at: occurredAt,
    what: actionInWords(action),
    by: actor.label ?? 'Former user',
    byHref: auditPath(organization, { ...filters, person: actor.id }),
    viaProgram: source === 'api',
    target: thingRow(organization, filters, target, place),
    place: place === undefined ? undefined : thingRow(organization, filters, place),
    details: Object.entries(payload).map(([name, value]) => `${name}: ${wordsOf(value, titles)}`),
  };
}

type Thing = AuditEvent['target'];

function thingRow(organization: string, filters: Filters, thing: Thing, place?: Thing) {
  return {
    name: nameOf(thing),
    type: thing.type.replaceAll('-', ' '),
    href: hrefOf(organization, thing, place),
    only: auditPath(organization, { ...filters, object: thing.id }),
  };
}

function nameOf({ type, label }: Thing): string {
  return label === undefined || label === '' ? `A ${type.replaceAll('-', ' ')}` : label;
}

/** The page of a thing; undefined for a deleted thing, which has no page any more. */
function hrefOf(organization: string, { type, id }: Thing, place: Thing | undefined): string | undefined {
  if (type === 'change-request' && place?.type === 'space') return changePath(place.id, id);
  const paths: Readonly<Record<string, (id: string) => string>> = {
    space: spacePath,
    collection: collectionPath,
    site: sitePath,
    team: (team) => teamPath(organization, team),
  };
  return paths[type]?.(id);
}

/** A chosen value in words, with the titles of the things that still exist. */
function wordsOf(value: unknown, titles: ReadonlyMap<string, string>): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, titles)).join(', ');
  if (typeof value === 'string') return titles.get(value) ?? value;
  return typeof value === 'boolean' ? String(value) : '';
}

async function peopleOf(visit: Visit, organizationId: string): Promise<Choice[]> {
  const members = await unlessHidden(
    listOf(visit, 'listMembersInOrganizationById', { params: { organizationId } }, most),
  );
  return (members ?? []).map(({ id, user }) => ({ id, title: user.displayName }));
}

async function objectsOf(visit: Visit, organizationId: string): Promise<Choice[]> {
  const params = { organizationId };
  const named =
    (kind: string) =>
    ({ id, title }: { id: string; title: string }): Choice => ({ id, title: `${title} (${kind})` });
  return [
    ...(await listOf(visit, 'listSpacesInOrganizationById', { params }, most)).map(named('space')),
    ...(await listOf(visit, 'listCollectionsInOrganizationById', { params }, most)).map(named('collection')),
    ...(await listOf(visit, 'listSites', { params }, most)).map(named('site')),
    ...(await listOf(visit, 'listTeamsInOrganizationById', { params }, most)).map(named('team')),
  ];
}

/** The choices, with the chosen thing even where it was deleted or there are too many others. */
function withChosen(choices: Choice[], id: string, title: string): Choice[] {
  return id === '' || choices.some((each) => each.id === id) ? choices : [...choices, { id, title }];
}

type Events = readonly ItemOf<'listOrganizationAuditEvents'>[];

function personIn(events: Events, id: string): string {
  return events.find(({ actor }) => actor.id === id)?.actor.label ?? 'Former user';
}

function objectIn(events: Events, id: string): string {
  const thing = events
    .flatMap(({ target, place }) => (place === undefined ? [target] : [target, place]))
    .find((each) => each.id === id);
  return thing === undefined ? id : nameOf(thing);
}
