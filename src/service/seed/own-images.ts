import { downloadUrl } from '../content/downloads.ts';
import { readFiles } from '../content/lists.ts';
import { readRevision } from '../content/revisions.ts';
import type { Context } from '../context.ts';
import { spaceRows } from '../spaces/space.ts';
import type { SeededSpace } from './seeded-space.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A look with the addresses of its logos and icons in this service, in place of their paths in the seed. The interface knows only
 * addresses, one for light and one for dark.
 */
export function withOwnImages(
  ctx: Context,
  look: unknown,
  { folder, spaces }: { folder: string; spaces: readonly SeededSpace[] },
): unknown {
  const { favicon, header, footer, ...rest } = fieldsOf(look);
  const addressOf = (written: unknown): unknown =>
    typeof written === 'string' && written !== '' && !URL.canParse(written)
      ? (ownAddress(ctx, folder === '' ? written : `${folder}/${written}`, spaces) ?? written)
      : written;
  const themed = (image: unknown): unknown => {
    const { light, dark } = fieldsOf(image);
    return image === undefined
      ? undefined
      : { light: addressOf(light ?? dark), dark: addressOf(dark ?? light) };
  };
  const within = (part: unknown, name: string): Fields => {
    const fields = fieldsOf(part);
    return fields[name] === undefined ? fields : { ...fields, [name]: themed(fields[name]) };
  };
  return {
    ...rest,
    ...(favicon === undefined ? {} : { favicon: within(favicon, 'icon') }),
    ...(header === undefined ? {} : { header: within(header, 'logo') }),
    ...(footer === undefined ? {} : { footer: within(footer, 'logo') }),
  };
}

function ownAddress(ctx: Context, path: string, spaces: readonly SeededSpace[]): string | undefined {
  for (const row of spaceRows(
    ctx,
    spaces.map(({ id }) => id),
  )) {
    const folder = spaces.find(({ id }) => id === row.id)?.folder ?? '';
    const { files } = readRevision(ctx.store, row.revision);
    const file = readFiles(ctx, files).find(
      (each) => each.path !== undefined && path === (folder === '' ? each.path : `${folder}/${each.path}`),
    );
    if (file) return downloadUrl(ctx, row.id, file);
  }
  return undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
