import { AppError } from '../../base/index.ts';
import type {
  AdaptiveClaim,
  AdaptiveJSONSchema,
  AdaptiveSchema,
  TemplateCondition,
} from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { notFound } from '../access/index.ts';

interface Row {
  json_schema: string;
  updated_at: string;
}

const maxClaims = 200;

/** The schema of a site's visitors. */
export function adaptiveSchemaOf({ store }: Pick<Context, 'store'>, site: string): AdaptiveSchema {
  const row = store.get<Row>(
    'SELECT json_schema, updated_at FROM site_adaptive_schemas WHERE site = ?',
    site,
  );
  if (row === undefined) throw notFound('adaptive schema of the site', site);
  return {
    object: 'site-adaptive-schema',
    jsonSchema: JSON.parse(row.json_schema) as AdaptiveJSONSchema,
    updatedAt: row.updated_at,
  };
}

/** Creates or replaces the schema of a site's visitors. */
export function setAdaptiveSchema(
  ctx: Pick<Context, 'store' | 'now'>,
  site: string,
  schema: AdaptiveJSONSchema,
): void {
  if (templatesOf(schema).length > maxClaims) {
    throw new AppError('BAD_REQUEST', `The schema describes more than ${maxClaims} claims.`);
  }
  ctx.store.run(
    `INSERT INTO site_adaptive_schemas (site, json_schema, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (site) DO UPDATE SET json_schema = excluded.json_schema, updated_at = excluded.updated_at`,
    ...[site, JSON.stringify(schema), ctx.now],
  );
}

/** Conditions to start from, one or more for each claim that the schema names. Each can be read by `parseCondition`. */
export function templatesOf(schema: AdaptiveJSONSchema): TemplateCondition[] {
  const { unsigned, ...signed } = schema.properties as Record<string, AdaptiveClaim> & {
    unsigned?: { properties: Record<string, AdaptiveClaim> };
  };
  return [
    ...Object.entries(signed).flatMap(([name, claim]) => templates(['claims', name], claim)),
    ...Object.entries(unsigned?.properties ?? {}).flatMap(([name, claim]) =>
      templates(['claims', 'unsigned', name], claim),
    ),
  ];
}

function templates(path: readonly string[], claim: AdaptiveClaim): TemplateCondition[] {
  const visitor = `visitor${path.map(memberOf).join('')}`;
  const name = path.slice(1).join('.');
  const about = claim.description === '' ? '' : `: ${claim.description}`;
  switch (claim.type) {
    case 'boolean':
      return [{ description: `${name} is true${about}`, condition: `${visitor} == true` }];
    case 'string':
      return (claim.enum ?? ['']).map((value) => ({
        description: `${name} is "${value}"${about}`,
        condition: `${visitor} == ${JSON.stringify(value)}`,
      }));
    case 'number':
      return [{ description: `${name} is at least 1${about}`, condition: `${visitor} >= 1` }];
    case 'array': {
      const example =
        claim.items.type === 'string'
          ? JSON.stringify(claim.items.enum?.[0] ?? '')
          : claim.items.type === 'number'
            ? '1'
            : 'true';
      return [
        { description: `${name} holds ${example}${about}`, condition: `${visitor}.includes(${example})` },
      ];
    }
    case 'object':
      return Object.entries(claim.properties).flatMap(([inner, each]) => templates([...path, inner], each));
  }
}

function memberOf(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
