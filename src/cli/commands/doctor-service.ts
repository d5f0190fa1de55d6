import { messageOf } from '../../base/index.ts';
import type { Client, features } from '../../client/index.ts';
import type { Space } from '../../contract/index.ts';
import type { TriedFile } from '../../sync/index.ts';
import type { Check } from './doctor.ts';
import { countText } from '../output/count-text.ts';

/** The most names of spaces that a message lists. */
const mostNames = 5;

/**
 * Tells what the token may do in the spaces that the configuration does not name one by one; each named space has a check of its own.
 * The list of spaces contains the rights, so that this check sends no request.
 */
export function rightsChecks(
  spaces: readonly Pick<Space, 'id' | 'title' | 'permissions'>[],
  { named, push }: { readonly named: readonly { readonly id: string }[]; readonly push: boolean },
): Check[] {
  const others = spaces.filter(({ id }) => !named.some((each) => each.id === id));
  if (others.length === 0) return [];
  const readOnly = others.filter(({ permissions }) => !permissions.edit).map(({ title }) => title);
  const count = countText(others.length, 'space');
  if (readOnly.length === 0)
    return [{ name: 'rights', state: 'ok', message: `the token may read and edit ${count}` }];
  const shown = readOnly.slice(0, mostNames).join(', ');
  const more = readOnly.length > mostNames ? ` and ${readOnly.length - mostNames} more` : '';
  const message = `the token may read ${count}, but not edit ${shown}${more}`;
  if (!push) return [{ name: 'rights', state: 'ok', message }];
  const hint =
    'Edits there stay local. Use a token that may edit, or set push.enabled to false if that is meant.';
  return [{ name: 'rights', state: 'warning', message, hint }];
}

/** In place of the capabilities, when none of the spaces can be seen. */
export const noSpaceToAsk: Check = {
  name: 'capabilities',
  state: 'warning',
  message: 'not looked at: none of the configured spaces is there, or this token may see none of them',
};

/** Tells of each file that was fetched on trial. A cycle that needs a file and cannot fetch it leaves the whole space as it is. */
export function filesChecks(tried: readonly TriedFile[]): Check[] {
  const name = 'files';
  if (tried.length === 0)
    return [{ name, state: 'ok', message: 'none was fetched on trial: the first spaces show none' }];
  return tried.map(({ name: file, space, origin, failure }): Check => {
    const where = `${file} of ${space}`;
    if (failure === null)
      return { name, state: 'ok', message: `${where} can be fetched from ${origin ?? 'the service'}` };
    const { code, message, hint, exitCode } = failure;
    return {
      ...{ name, state: 'failed', code, exit: exitCode },
      message: `${where} cannot be fetched: ${message}`,
      ...(hint === undefined ? {} : { hint }),
    };
  });
}

const asked = [
  'organizationSpaces',
  'content',
  'revisions',
] as const satisfies readonly (keyof typeof features)[];

/** Tells what the service can do, by questions about a space that is there. */
export async function capabilitiesCheck(
  client: Client,
  subject: { readonly organizationId: string | undefined; readonly spaceId: string | undefined },
): Promise<Check> {
  const { organizationId, spaceId = await anySpace(client, organizationId) } = subject;
  const found: string[] = [];
  const absent: string[] = [];
  const unknown: string[] = [];
  for (const feature of asked) {
    try {
      const there = await client.capabilities.find(feature, {
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(spaceId === undefined ? {} : { spaceId }),
      });
      (there ? found : absent).push(feature);
    } catch (thrown) {
      unknown.push(`${feature} (${messageOf(thrown)})`);
    }
  }
  const isByWindow = absent.includes('content') || absent.includes('revisions');
  const parts = [
    absent.length === 0 ? '' : `without ${absent.join(', ')}`,
    found.length === 0 ? '' : `with ${found.join(', ')}`,
    unknown.length === 0 ? '' : `not known: ${unknown.join(', ')}`,
  ].filter((part) => part !== '');
  const how = isByWindow ? '; content is read through a reading window' : '';
  const isWhole = absent.length + unknown.length === 0;
  return {
    name: 'capabilities',
    state: unknown.length === 0 ? 'ok' : 'warning',
    message: isWhole ? `everything: ${found.join(', ')}` : `${parts.join('; ')}${how}`,
  };
}

async function anySpace(client: Client, organizationId: string | undefined): Promise<string | undefined> {
  if (organizationId === undefined) return undefined;
  try {
    const { items } = await client.listSpacesInOrganizationById({
      params: { organizationId },
      query: { limit: 1 },
    });
    return items[0]?.id;
  } catch {
    return undefined;
  }
}
