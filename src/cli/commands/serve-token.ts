import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { EmbeddedService, Role, TokenRecord } from '../../service/index.ts';
import { elapsedText } from '../output/status.ts';
import { styleFor } from '../output/style.ts';
import { table } from '../output/table.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';

const dayMs = 86_400_000;

export interface CreateTokenOptions {
  data: string;
  user?: string;
  role?: Role;
  name: string;
  expires?: number;
}

export async function createToken(
  { world, json }: CommandContext,
  options: CreateTokenOptions,
): Promise<void> {
  const service = await import('../../service/index.ts');
  await withData(world, options.data, ({ service: { store } }) => {
    const nowMs = world.clock.now();
    const ctx = { store, random: world.random, nowMs };
    const about = {
      label: options.name,
      ...(options.expires === undefined ? {} : { expiresAt: nowMs + options.expires * dayMs }),
    };
    const { role, user } = options;
    const first = (): ReturnType<typeof firstAdministrator> => firstAdministrator(store);
    const { token, record } =
      role === undefined
        ? service.createToken(ctx, { ...about, user: user ?? first().user })
        : service.createRoleToken(ctx, { ...about, role, organization: first().organization });
    if (json) world.stdout.write(`${JSON.stringify({ token, ...record })}\n`);
    else {
      world.stdout.write(`${token}\n`);
      const { dim } = styleFor(world.stderr, world.env);
      world.stderr.write(dim(`token ${record.id} of ${record.user}; it is shown this once\n`));
    }
  });
}

export async function listTokens({ world, json }: CommandContext, { data }: { data: string }): Promise<void> {
  const service = await import('../../service/index.ts');
  await withData(world, data, ({ service: { store } }) => {
    const records = service.listTokens(store);
    if (json) {
      world.stdout.write(`${JSON.stringify(records)}\n`);
      return;
    }
    const now = world.clock.now();
    const rows = records.map((record) => [
      record.id,
      record.label,
      record.role ?? 'none',
      record.createdAt.slice(0, 10),
      endOf(record, now),
      elapsedText(record.lastUsedAt ?? null, now),
    ]);
    const style = styleFor(world.stdout, world.env);
    world.stdout.write(
      `${table(['id', 'for', 'role', 'created', 'expires', 'last used'], rows, { columns: world.stdout.columns, style }).join('\n')}\n`,
    );
  });
}

export async function revokeToken(
  { world, json }: CommandContext,
  { id, data }: { id: string; data: string },
): Promise<void> {
  const service = await import('../../service/index.ts');
  await withData(world, data, ({ service: { store } }) => {
    service.revokeToken({ store, nowMs: world.clock.now() }, id);
    if (json) world.stdout.write(`${JSON.stringify({ revoked: id })}\n`);
    else world.stderr.write(`token ${id} is revoked\n`);
  });
}

/** When a token expires, or that it has already ended. */
function endOf({ revokedAt, expiresAt }: TokenRecord, now: number): string {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'never';
  return Date.parse(expiresAt) <= now ? 'expired' : expiresAt.slice(0, 10);
}

function firstAdministrator(store: EmbeddedService['service']['store']): {
  user: string;
  organization: string;
} {
  const row = store.get<{ user: string; organization: string }>(
    `SELECT organization, user FROM members JOIN organizations ON organizations.id = members.organization
     WHERE members.role = 'admin' ORDER BY organizations.position, members.joined_at LIMIT 1`,
  );
  if (row !== undefined) return row;
  throw new AppError('NOT_FOUND', 'the service has no administrator', {
    hint: 'Name a user: --user <id or email>.',
  });
}

/** Opens the data of a service without listening; the service may be running. */
export async function withData(
  world: World,
  data: string,
  work: (embedded: EmbeddedService) => void | Promise<void>,
): Promise<void> {
  const { createService, keyVariable } = await import('../../service/index.ts');
  const folder = await dataFolder(world, data);
  const embedded = createService({
    data: folder,
    clock: world.clock,
    random: world.random,
    keys: world.env[keyVariable],
  });
  try {
    await work(embedded);
  } finally {
    await embedded.close();
  }
}

/** The absolute path of a service's data folder. */
export async function dataFolder(world: World, data: string): Promise<string> {
  const { databaseName } = await import('../../service/index.ts');
  const folder = resolve(world.cwd, data);
  if (existsSync(join(folder, databaseName))) return folder;
  throw new AppError('USAGE', `${folder} holds no data of a service`, {
    hint: 'Name the folder that was given to `tidemark serve --data`.',
  });
}
