/** What an operation is about: the thing that its path names, or that its answer says was made. */
import { parametersOf } from '../../contract/index.ts';
import { openIntegration, organizationNamed } from '../access/index.ts';
import type { Context } from '../context.ts';

/** A thing with its name at this moment. */
export interface NamedObject {
  readonly type: string;
  readonly id: string;
  readonly label?: string | undefined;
}

export interface Subject {
  readonly target: NamedObject | undefined;
  /** The place of the target. */
  readonly place: NamedObject | undefined;
}

type Params = Readonly<Record<string, string>>;

/** A kind of thing that a path names; `name` is the column with its name. */
interface Kind {
  readonly type: string;
  readonly name?: readonly [table: string, column: string];
}

const kinds: Readonly<Record<string, Kind>> = {
  organizationId: { type: 'organization', name: ['organizations', 'title'] },
  spaceId: { type: 'space', name: ['spaces', 'title'] },
  collectionId: { type: 'collection', name: ['collections', 'title'] },
  siteId: { type: 'site', name: ['sites', 'title'] },
  siteSectionId: { type: 'site-section', name: ['site_sections', 'title'] },
  siteSectionGroupId: { type: 'site-section-group', name: ['site_section_groups', 'title'] },
  siteSpaceId: { type: 'site-space', name: ['site_spaces', 'path'] },
  userId: { type: 'user', name: ['users', 'display_name'] },
  teamId: { type: 'team', name: ['teams', 'title'] },
  samlProviderId: { type: 'saml-provider', name: ['saml_providers', 'label'] },
  translationSettingsId: { type: 'translation-settings', name: ['translation_settings', 'title'] },
  changeRequestId: { type: 'change-request', name: ['change_requests', 'subject'] },
  commentId: { type: 'comment' },
  commentReplyId: { type: 'comment-reply' },
  pageId: { type: 'page' },
  inviteId: { type: 'invite' },
  installationId: { type: 'installation' },
  integrationName: { type: 'integration' },
  specSlug: { type: 'openapi-spec' },
  fieldName: { type: 'custom-field' },
};

/** The kinds of things that other things can be in, from the outermost. */
const places = ['spaceId', 'collectionId', 'siteId', 'teamId'] as const;

/** The subject of a path: the last thing that it names, in the outermost place that it names. */
export function subjectOf(ctx: Pick<Context, 'store'>, path: string, params: Params): Subject {
  const names = parametersOf(path).filter((name) => kinds[name] !== undefined);
  const last = names.at(-1);
  const outer = places.find((name) => names.includes(name));
  return {
    target: last === undefined ? undefined : thingAt(ctx, last, params),
    place: outer === undefined || outer === last ? undefined : thingAt(ctx, outer, params),
  };
}

function thingAt({ store }: Pick<Context, 'store'>, name: string, params: Params): NamedObject {
  const { type, name: column } = kinds[name]!;
  const given = params[name]!;
  // The number of a change request means nothing without its space.
  const id =
    name !== 'changeRequestId'
      ? given
      : (store.get<{ id: string }>(
          'SELECT id FROM change_requests WHERE space = ?1 AND ?2 IN (id, CAST(number AS TEXT))',
          { 1: params['spaceId'] ?? '', 2: given },
        )?.id ?? given);
  if (column === undefined) return { type, id, label: /Id$/.test(name) ? undefined : given };
  const sql = `SELECT ${column[1]} AS label FROM ${column[0]} WHERE id = ?`;
  return { type, id, label: store.get<{ label: string | null }>(sql, id)?.label ?? undefined };
}

/** The thing that an answer says was made, where the path named only the list. */
export function createdObject(path: string, result: unknown): NamedObject | undefined {
  if (path.endsWith('}') || typeof result !== 'object' || result === null) return undefined;
  const { object, id, title, label, name, subject, slug } = result as Record<string, unknown>;
  if (typeof object !== 'string' || typeof id !== 'string') return undefined;
  const called = [title, label, subject, slug, name].find((each) => typeof each === 'string');
  return { type: object, id, label: called };
}

/** The organization in which something is done; undefined for what people do for themselves alone. */
export function organizationOf(ctx: Context, params: Params, body: unknown): string | undefined {
  const { store } = ctx;
  const owner = (sql: string, id: string): string | undefined =>
    store.get<{ organization: string }>(sql, id)?.organization;
  const { organizationId, spaceId, collectionId, installationId, integrationName } = params;
  if (organizationId !== undefined) return organizationId;
  if (spaceId !== undefined) return owner('SELECT organization FROM spaces WHERE id = ?', spaceId);
  if (collectionId !== undefined)
    return owner('SELECT organization FROM collections WHERE id = ?', collectionId);
  if (installationId !== undefined)
    return owner('SELECT organization FROM integration_installations WHERE id = ?', installationId);
  if (integrationName === undefined) return undefined;
  const { organization } = (body ?? {}) as { organization?: string };
  return organization === undefined
    ? openIntegration(ctx, integrationName).owner
    : organizationNamed(ctx, organization);
}
