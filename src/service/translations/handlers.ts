import type { Language, TranslationSettings } from '../../contract/index.ts';
import { notFound, openSpace, organizationPermissionsOf } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import { newId, type Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';

interface Row {
  number: number;
  id: string;
  organization: string;
  title: string;
  languages: string;
  source: string | null;
  language: Language | null;
  instructions: string | null;
  created_at: string;
  updated_at: string;
}

export const translationHandlers = {
  listTranslations: (ctx, { params, query }) =>
    pageOfTable(ctx, {
      list: ['translations', params.organizationId],
      query,
      table: 'translation_settings',
      where: 'organization = ?',
      bound: [params.organizationId],
      items: (rows: Row[]) => rows.map((row) => settingsJson(ctx, row)),
    }),

  createTranslation: (ctx, { params, body }) => {
    if (body.source !== undefined)
      openSpace(ctx, body.source.space, 'access', { organization: params.organizationId });
    const id = newId(ctx);
    ctx.store.run(
      `INSERT INTO translation_settings
         (id, organization, title, languages, source, language, instructions, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, params.organizationId, body.title, JSON.stringify(languagesOf(body)), json(body.source)],
      ...[body.language ?? null, json(body.instructions), ctx.now, ctx.now],
    );
    return settingsJson(ctx, find(ctx, params.organizationId, id));
  },

  getTranslation: (ctx, { params }) =>
    settingsJson(ctx, find(ctx, params.organizationId, params.translationSettingsId)),

  updateTranslation: (ctx, { params, body }) => {
    const row = find(ctx, params.organizationId, params.translationSettingsId);
    ctx.store.run(
      'UPDATE translation_settings SET title = ?, languages = ?, instructions = ?, updated_at = ? WHERE id = ?',
      body.title,
      body.languages === undefined ? row.languages : JSON.stringify([...new Set(body.languages)]),
      body.instructions === undefined ? row.instructions : JSON.stringify(body.instructions),
      ctx.now,
      row.id,
    );
    return settingsJson(ctx, find(ctx, params.organizationId, row.id));
  },

  deleteTranslation: (ctx, { params }) => {
    const { id } = find(ctx, params.organizationId, params.translationSettingsId);
    ctx.store.run('DELETE FROM translation_settings WHERE id = ?', id);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** The languages to translate into: the named ones, else the language in the hosted service's later form, else English. */
function languagesOf({ languages, language }: { languages?: Language[]; language?: Language }): Language[] {
  return [...new Set(languages ?? [language ?? 'en'])];
}

function find(ctx: Context, organization: string, id: string): Row {
  const row = ctx.store.get<Row>(
    'SELECT * FROM translation_settings WHERE organization = ? AND id = ?',
    organization,
    id,
  );
  if (row === undefined) throw notFound('translation settings', id);
  return row;
}

function settingsJson(ctx: Context, row: Row): TranslationSettings {
  const permissions = organizationPermissionsOf(ctx, row.organization);
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: JSON.parse(row.languages) as Language[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { view: permissions.view, edit: permissions.createContent },
    urls: { location: `${ctx.baseUrl}/v1/orgs/${row.organization}/translations/${row.id}` },
    ...withoutNulls({
      source: parsed<NonNullable<TranslationSettings['source']>>(row.source),
      language: row.language,
      instructions: parsed<Record<string, unknown>>(row.instructions),
    }),
  };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function parsed<Value>(text: string | null): Value | null {
  return text === null ? null : (JSON.parse(text) as Value);
}
