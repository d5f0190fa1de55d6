import { AppError } from '../../base/index.ts';
import type { CustomField, CustomFieldValue } from '../../contract/index.ts';
import { notFound, organizationPermissionsOf } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';
import { spaceRow, touchSpace } from '../spaces/space.ts';
import { checkOptions, readValue, valueAfterOptions, type FieldRule } from './values.ts';

interface Row {
  number: number;
  id: string;
  organization: string;
  name: string;
  type: CustomField['type'];
  title: string | null;
  description: string | null;
  placeholder: string | null;
  options: string | null;
  created_at: string;
  updated_at: string;
}

export const customFieldHandlers = {
  listOrganizationCustomFields: (ctx, { params, query }) =>
    pageOfTable(ctx, {
      list: ['custom-fields', params.organizationId],
      query,
      table: 'custom_fields',
      where: 'organization = ?',
      bound: [params.organizationId],
      items: (rows: Row[]) => fieldsJson(ctx, params.organizationId, rows),
    }),

  createOrganizationCustomField: (ctx, { params, body }) => {
    const { name, type, options } = body;
    checkOptions(name, type, options);
    if (
      ctx.store.get(
        'SELECT 1 FROM custom_fields WHERE organization = ? AND name = ?',
        params.organizationId,
        name,
      )
    ) {
      throw new AppError('CONFLICT', `The organization has a custom field "${name}" already.`, {
        hint: 'Choose another name, or change that field.',
      });
    }
    ctx.store.run(
      `INSERT INTO custom_fields
         (id, organization, name, type, title, description, placeholder, options, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[newId(ctx), params.organizationId, name, type, body.title ?? null, body.description ?? null],
      ...[body.placeholder ?? null, options === undefined ? null : JSON.stringify(options), ctx.now, ctx.now],
    );
    return fieldJson(ctx, find(ctx, params.organizationId, name));
  },

  getOrganizationCustomFieldByName: (ctx, { params }) =>
    fieldJson(ctx, find(ctx, params.organizationId, params.fieldName)),

  updateOrganizationCustomField: (ctx, { params, body }) => {
    const row = find(ctx, params.organizationId, params.fieldName);
    const options = body.options ?? ruleOf(row).options;
    if (body.options !== undefined) checkOptions(row.name, row.type, body.options);
    ctx.store.run(
      'UPDATE custom_fields SET title = ?, description = ?, placeholder = ?, options = ?, updated_at = ? WHERE id = ?',
      body.title ?? row.title,
      body.description ?? row.description,
      body.placeholder ?? row.placeholder,
      options === undefined ? null : JSON.stringify(options),
      ctx.now,
      row.id,
    );
    if (body.options !== undefined) fitValues(ctx, { ...row, options: JSON.stringify(body.options) });
    return fieldJson(ctx, find(ctx, params.organizationId, row.name));
  },

  deleteOrganizationCustomField: (ctx, { params }) => {
    const { id } = find(ctx, params.organizationId, params.fieldName);
    for (const space of spacesWithValue(ctx, id)) touchSpace(ctx, space);
    ctx.store.run('DELETE FROM custom_fields WHERE id = ?', id);
    return undefined;
  },

  getSpaceCustomFields: (ctx, { params }) => {
    const { organization } = spaceRow(ctx, params.spaceId);
    const values = new Map(
      ctx.store
        .all<{ field: string; value: string }>(
          'SELECT field, value FROM custom_field_values WHERE space = ?',
          params.spaceId,
        )
        .map(({ field, value }) => [field, JSON.parse(value) as CustomFieldValue]),
    );
    const rows = ctx.store.all<Row>(
      'SELECT * FROM custom_fields WHERE organization = ? ORDER BY number',
      organization,
    );
    return fieldsJson(ctx, organization, rows).map((customField) => {
      const value = values.get(customField.id);
      return { customField, ...(value === undefined ? {} : { value }) };
    });
  },

  updateSpaceCustomFields: (ctx, { params, body }) => {
    const { organization } = spaceRow(ctx, params.spaceId);
    for (const [name, { value }] of Object.entries(body.values)) {
      const row = find(ctx, organization, name);
      if (value === null) {
        ctx.store.run(
          'DELETE FROM custom_field_values WHERE space = ? AND field = ?',
          params.spaceId,
          row.id,
        );
      } else {
        ctx.store.run(
          `INSERT INTO custom_field_values (space, field, value) VALUES (?, ?, ?)
           ON CONFLICT (space, field) DO UPDATE SET value = excluded.value`,
          ...[params.spaceId, row.id, JSON.stringify(readValue(ruleOf(row), value))],
        );
      }
    }
    touchSpace(ctx, params.spaceId);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Copies the values of one space to another space of the same organization. */
export function copyCustomFieldValues({ store }: Pick<Context, 'store'>, from: string, to: string): void {
  store.run(
    'INSERT INTO custom_field_values (space, field, value) SELECT ?, field, value FROM custom_field_values WHERE space = ?',
    to,
    from,
  );
}

/** Moves a space's values to another organization: to its fields of the same name and type, where the values fit. */
export function transferCustomFieldValues(
  { store }: Pick<Context, 'store'>,
  space: string,
  organization: string,
): void {
  const values = store.all<{ id: string; name: string; type: string; value: string }>(
    `SELECT custom_fields.id, name, type, value FROM custom_field_values JOIN custom_fields ON custom_fields.id = field
     WHERE space = ?`,
    space,
  );
  for (const { id, name, type, value } of values) {
    store.run('DELETE FROM custom_field_values WHERE space = ? AND field = ?', space, id);
    const target = store.get<Row>(
      'SELECT * FROM custom_fields WHERE organization = ? AND name = ? AND type = ?',
      ...[organization, name, type],
    );
    const fitting = target && valueAfterOptions(ruleOf(target), JSON.parse(value) as CustomFieldValue);
    if (target === undefined || fitting === undefined) continue;
    store.run(
      'INSERT INTO custom_field_values (space, field, value) VALUES (?, ?, ?)',
      ...[space, target.id, JSON.stringify(fitting)],
    );
  }
}

/** Removes options that are no longer offered from the values of spaces. */
function fitValues(ctx: Context, row: Row): void {
  const values = ctx.store.all<{ space: string; value: string }>(
    'SELECT space, value FROM custom_field_values WHERE field = ?',
    row.id,
  );
  for (const { space, value } of values) {
    const fitting = valueAfterOptions(ruleOf(row), JSON.parse(value) as CustomFieldValue);
    const text = fitting === undefined ? undefined : JSON.stringify(fitting);
    if (text === value) continue;
    if (text === undefined)
      ctx.store.run('DELETE FROM custom_field_values WHERE space = ? AND field = ?', space, row.id);
    else
      ctx.store.run(
        'UPDATE custom_field_values SET value = ? WHERE space = ? AND field = ?',
        text,
        space,
        row.id,
      );
    touchSpace(ctx, space);
  }
}

function spacesWithValue(ctx: Context, field: string): string[] {
  return ctx.store
    .all<{ space: string }>('SELECT space FROM custom_field_values WHERE field = ?', field)
    .map(({ space }) => space);
}

function find({ store }: Pick<Context, 'store'>, organization: string, name: string): Row {
  const row = store.get<Row>(
    'SELECT * FROM custom_fields WHERE organization = ? AND name = ?',
    organization,
    name,
  );
  if (row === undefined) throw notFound('custom field', name);
  return row;
}

function ruleOf(row: Row): FieldRule {
  return {
    name: row.name,
    type: row.type,
    options: row.options === null ? undefined : (JSON.parse(row.options) as string[]),
  };
}

function fieldJson(ctx: Context, row: Row): CustomField {
  return fieldsJson(ctx, row.organization, [row])[0]!;
}

function fieldsJson(ctx: Context, organization: string, rows: readonly Row[]): CustomField[] {
  const permissions = organizationPermissionsOf(ctx, organization);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    // Released clients expect these fields to be present.
    title: row.title ?? '',
    description: row.description ?? '',
    placeholder: row.placeholder ?? '',
    ...withoutNulls({ options: ruleOf(row).options?.slice() }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: `${ctx.baseUrl}/v1/orgs/${row.organization}/custom-fields/${row.name}` },
    permissions: { view: true, edit: permissions.admin },
  }));
}
