import { AppError } from '../../base/index.ts';
import type { BodyOf, Integration, Organization } from '../../contract/index.ts';
import {
  integrationPermissionsOf,
  keyOfIntegration,
  nameOfIntegration,
  openIntegration,
  organizationNamed,
  shownName,
} from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { organizationsJson } from '../organizations/index.ts';
import { pageOfTable } from '../paging.ts';
import type { SqlValue } from '../store/index.ts';
import { imageAddress } from './assets.ts';
import { readImage, type Image } from './images.ts';

interface Row {
  number: number;
  name: string;
  owner: string;
  version: number;
  title: string;
  description: string;
  summary: string | null;
  target: Integration['target'];
  visibility: Integration['visibility'];
  scopes: string;
  categories: string;
  blocks: string | null;
  content_sources: string | null;
  configurations: string | null;
  external_links: string;
  content_security_policy: string | null;
  icon: string | null;
  preview_images: string;
}

const columns = `number, name, owner, version, title, description, summary, target, visibility, scopes, categories, blocks,
  content_sources, configurations, external_links, content_security_policy, icon, preview_images`;

export const integrationHandlers = {
  listIntegrations: (ctx, { query }) => {
    const { where, parameters: filters } = filtersOf(ctx, query);
    return pageOfTable(ctx, {
      list: ['integrations', ctx.caller.userId, where, ...filters.map(String)],
      query,
      table: 'integrations',
      columns,
      where,
      bound: filters,
      items: (rows: Row[]) => integrationsJson(ctx, rows),
    });
  },

  getIntegrationByName: (ctx, { params }) =>
    integrationJson(ctx, openIntegration(ctx, params.integrationName).key),

  publishIntegration: (ctx, { params, body }) => {
    return integrationJson(ctx, publish(ctx, params.integrationName, body));
  },

  unpublishIntegration: (ctx, { params }) => {
    ctx.store.run(
      'DELETE FROM integrations WHERE name = ?',
      openIntegration(ctx, params.integrationName, 'admin').key,
    );
    return undefined;
  },
} satisfies Partial<Handlers>;

/**
 * Public integrations, and those of the caller's own organizations. Names and titles are compared without case; the search text is taken
 * literally, so that no character in it is a wildcard.
 */
function filtersOf(
  ctx: Context,
  query: {
    search?: string;
    category?: string;
    blockDomain?: string;
    blocks?: boolean;
    contentSources?: boolean;
    owner?: string;
    scope?: string;
    target?: string;
  },
): { where: string; parameters: SqlValue[] } {
  const conditions = [
    `(visibility = 'public' OR owner IN (SELECT organization FROM members WHERE user = ?))`,
  ];
  const parameters: SqlValue[] = [ctx.caller.userId];
  const add = (condition: string, ...values: SqlValue[]): void => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (query.search !== undefined) {
    const sought = query.search.toLowerCase();
    add(`(instr(lower(${shownName}), ?) > 0 OR instr(lower(title), ?) > 0)`, sought, sought);
  }
  if (query.category !== undefined) {
    add('EXISTS (SELECT 1 FROM json_each(categories) WHERE value = ?)', query.category);
  }
  if (query.scope !== undefined) add('EXISTS (SELECT 1 FROM json_each(scopes) WHERE value = ?)', query.scope);
  if (query.target !== undefined) add("target IN (?, 'all')", query.target);
  if (query.owner !== undefined) add('owner = ?', query.owner);
  if (query.blocks !== undefined) add(`coalesce(json_array_length(blocks), 0) ${query.blocks ? '>' : '='} 0`);
  if (query.contentSources !== undefined) {
    add(`coalesce(json_array_length(content_sources), 0) ${query.contentSources ? '>' : '='} 0`);
  }
  if (query.blockDomain !== undefined) {
    const domain = query.blockDomain.toLowerCase();
    const host = `lower(substr(url.value, instr(url.value, '://') + 3))`;
    add(
      `EXISTS (SELECT 1 FROM json_each(blocks) AS block, json_each(block.value, '$.urlUnfurl') AS url
         WHERE ${host} = ? OR substr(${host}, 1, length(?) + 1) IN (? || '/', ? || ':')
            OR instr(substr(${host}, 1, instr(${host} || '/', '/') - 1), '.' || ?) > 0)`,
      ...[domain, domain, domain, domain, domain],
    );
  }
  return { where: conditions.join(' AND '), parameters };
}

/** Publishes an integration, and returns its key. */
function publish(ctx: Context, name: string, body: BodyOf<'publishIntegration'>): string {
  if (/^\.{1,2}$/.test(name)) {
    throw new AppError(
      'BAD_REQUEST',
      `"${name}" cannot be a name: as a part of an address it means another place.`,
    );
  }
  const owner = organizationNamed(ctx, body.organization)!;
  const key = keyOfIntegration(ctx, owner, name);
  const { icon, previews } = readImages(body);
  checkPolicy(body.contentSecurityPolicy);
  const values: Record<string, SqlValue> = {
    owner,
    runtime: body.runtime ?? 'v1',
    title: body.title,
    description: body.description,
    summary: body.summary ?? null,
    target: body.target ?? 'all',
    visibility: body.visibility ?? 'private',
    scopes: JSON.stringify([...new Set(body.scopes)]),
    categories: JSON.stringify([...new Set(body.categories ?? [])]),
    blocks: json(body.blocks),
    content_sources: json(body.contentSources),
    configurations: json(body.configurations),
    external_links: JSON.stringify(body.externalLinks ?? []),
    content_security_policy: json(body.contentSecurityPolicy),
    script: body.script,
    icon: icon?.hash ?? null,
    preview_images: JSON.stringify(previews.map(({ hash }) => hash)),
    updated_at: ctx.now,
  };
  const names = Object.keys(values);
  ctx.store.run(
    `INSERT INTO integrations (name, version, created_at, ${names.join(', ')})
     VALUES (?, 1, ?, ${names.map(() => '?').join(', ')})
     ON CONFLICT (name) DO UPDATE SET version = version + 1, ${names.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    ...[key, ctx.now, ...Object.values(values)],
  );
  keepImages(ctx, key, [...(icon === undefined ? [] : [icon]), ...previews]);
  if (body.secrets !== undefined) keepSecrets(ctx, key, body.secrets);
  return key;
}

function readImages(body: BodyOf<'publishIntegration'>): { icon: Image | undefined; previews: Image[] } {
  return {
    icon: body.icon === undefined ? undefined : readImage('icon', body.icon),
    previews: (body.previewImages ?? []).map((image, index) => readImage(`previewImages[${index}]`, image)),
  };
}

/** A policy becomes a header, so nothing in it may end the line. */
function checkPolicy(policy: BodyOf<'publishIntegration'>['contentSecurityPolicy']): void {
  const texts = typeof policy === 'string' ? [policy] : Object.values(policy ?? {});
  if (texts.some((text) => /[\p{Cc}]/u.test(text))) {
    throw new AppError('BAD_REQUEST', 'The contentSecurityPolicy holds a control character.');
  }
}

function keepImages({ store }: Context, name: string, images: readonly Image[]): void {
  store.run(
    'DELETE FROM integration_images WHERE integration = ? AND hash NOT IN (SELECT value FROM json_each(?))',
    name,
    JSON.stringify(images.map(({ hash }) => hash)),
  );
  for (const { hash, contentType, bytes } of images) {
    store.run(
      'INSERT INTO integration_images (integration, hash, content_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ...[name, hash, contentType, bytes],
    );
  }
}

function keepSecrets(
  { store, vault }: Context,
  name: string,
  secrets: Readonly<Record<string, string>>,
): void {
  store.run('DELETE FROM integration_secrets WHERE integration = ?', name);
  for (const [secret, value] of Object.entries(secrets)) {
    store.run(
      'INSERT INTO integration_secrets (integration, name, value) VALUES (?, ?, ?)',
      ...[name, secret, vault.seal('integrationSecret', [name, secret], value)],
    );
  }
}

function integrationJson(ctx: Context, key: string): Integration {
  const row = ctx.store.get<Row>(`SELECT ${columns} FROM integrations WHERE name = ?`, key)!;
  return integrationsJson(ctx, [row])[0]!;
}

function integrationsJson(ctx: Context, rows: readonly Row[]): Integration[] {
  const owners = new Map<string, Organization>(
    organizationsJson(ctx, [...new Set(rows.map((row) => row.owner))]).map((owner) => [owner.id, owner]),
  );
  return rows.map((row) => {
    const name = nameOfIntegration(row.name);
    const location = `${ctx.baseUrl}/v1/integrations/${name}`;
    const image = (hash: string): string => imageAddress(ctx, name, hash);
    return {
      object: 'integration',
      name,
      version: row.version,
      title: row.title,
      description: row.description,
      ...withoutNulls({ summary: row.summary }),
      previewImages: (JSON.parse(row.preview_images) as string[]).map(image),
      target: row.target,
      verified: false,
      visibility: row.visibility,
      scopes: parsed<Integration['scopes']>(row.scopes)!,
      categories: parsed<Integration['categories']>(row.categories)!,
      ...withoutNulls({
        blocks: parsed<NonNullable<Integration['blocks']>>(row.blocks),
        contentSources: parsed<NonNullable<Integration['contentSources']>>(row.content_sources),
        configurations: parsed<NonNullable<Integration['configurations']>>(row.configurations),
        contentSecurityPolicy: parsed<NonNullable<Integration['contentSecurityPolicy']>>(
          row.content_security_policy,
        ),
      }),
      externalLinks: parsed<Integration['externalLinks']>(row.external_links)!,
      owner: owners.get(row.owner)!,
      urls: {
        location,
        ...withoutNulls({ icon: row.icon === null ? null : image(row.icon) }),
        app: `${ctx.appBase}/integrations/${name}`,
        assets: `${ctx.baseUrl}/integrations/${name}/images`,
        publicEndpoint: `${ctx.baseUrl}/integrations/${name}`,
        publicContentEndpoint: `${ctx.baseUrl}/integrations/${name}`,
      },
      permissions: integrationPermissionsOf(ctx, row),
    };
  });
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function parsed<Value>(text: string | null): Value | null {
  return text === null ? null : (JSON.parse(text) as Value);
}
