/** What an operation is about: found by the names in its path, and by what it made. */
import { parametersOf } from '../../contract/index.ts';
import { openIntegration, organizationNamed } from '../access/index.ts';
import type { Context } from '../context.ts';

/** A thing with the name that it has at this moment. */
export interface Thing {
  readonly type: string;
  readonly id: string;
  readonly label?: string | undefined;
}

export interface Subject {
  readonly target: Thing | undefined;
  /** What the target is in. */
  readonly place: Thing | undefined;
}

type Params = Readonly<Record<string, string>>;

/** A kind of thing that a path names; `label` finds what it is called. */
interface Kind {
  readonly type: string;
  readonly label?: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  organizationId: { type: 'organization', label: 'SELECT title AS label FROM organizations WHERE id = ?' },
  spaceId: { type: 'space', label: 'SELECT title AS label FROM spaces WHERE id = ?' },
  collectionId: { type: 'collection', label: 'SELECT title AS label FROM collections WHERE id = ?' },
  siteId: { type: 'site', label: 'SELECT title AS label FROM sites WHERE id = ?' },
  siteSectionId: { type: 'site-section', label: 'SELECT title AS label FROM site_sections WHERE id = ?' },
  siteSectionGroupId: {
    type: 'site-section-group',
    label: 'SELECT title AS label FROM site_section_groups WHERE id = ?',
  },
  siteSpaceId: { type: 'site-space', label: 'SELECT path AS label FROM site_spaces WHERE id = ?' },
  userId: { type: 'user', label: 'SELECT display_name AS label FROM users WHERE id = ?' },
  teamId: { type: 'team', label: 'SELECT title AS label FROM teams WHERE id = ?' },
  samlProviderId: { type: 'saml-provider', label: 'SELECT label FROM saml_providers WHERE id = ?' },
  translationSettingsId: {
    type: 'translation-settings',
    label: 'SELECT title AS label FROM translation_settings WHERE id = ?',
  },
  changeRequestId: {
    type: 'change-request',
    label: 'SELECT subject AS label FROM change_requests WHERE id = ?',
  },
  commentId: { type: 'comment' },
  commentReplyId: { type: 'comment-reply' },
  pageId: { type: 'page' },
  inviteId: { type: 'invite' },
  installationId: { type: 'installation' },
  integrationName: { type: 'integration' },
  specSlug: { type: 'openapi-spec' },
  fieldName: { type: 'custom-field' },
};

/** What things may be in, from the outermost. */
const places = ['spaceId', 'collectionId', 'siteId', 'teamId'] as const;

/** What a path is about: the last thing that it names, in the first that things may be in. */
export function subjectOf(ctx: Pick<Context, 'store'>, path: string, params: Params): Subject {
  const names = parametersOf(path).filter((name) => kinds[name] !== undefined);
  const last = names.at(-1);
  const outer = places.find((name) => names.includes(name));
  return {
    target: last === undefined ? undefined : thingAt(ctx, last, params),
    place: outer === undefined || outer === last ? undefined : thingAt(ctx, outer, params),
  };
}

function thingAt({ store }: Pick<Context, 'store'>, name: string, params: Params): Thing {
  const { type, label: sql } = kinds[name]!;
  const given = params[name]!;
  // A change request may be named by its number, which says nothing without its space.
  const id =
    name !== 'changeRequestId'
      ? given
      : (store.get<{ id: string }>(
          'SELECT id FROM change_requests WHERE space = ?1 AND ?2 IN (id, CAST(number AS TEXT))',
          { 1: params['spaceId'] ?? '', 2: given },
        )?.id ?? given);
  const label = sql === undefined ? given : store.get<{ label: string | null }>(sql, id)?.label;
  return { type, id, label: sql === undefined && /Id$/.test(name) ? undefined : (label ?? undefined) };
}

/** What an answer says was made, where the path named only the list that it is in. */
export function madeThing(path: string, result: unknown): Thing | undefined {
  if (path.endsWith('}') || typeof result !== 'object' || result === null) return undefined;
  const { object, id, title, label, name, subject, slug } = result as Record<string, unknown>;
  if (typeof object !== 'string' || typeof id !== 'string') return undefined;
  const called = [title, label, subject, slug, name].find((each) => typeof each === 'string');
  return { type: object, id, label: called };
}

/** The organization in which something is done; undefined for what a person does for himself alone. */
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
