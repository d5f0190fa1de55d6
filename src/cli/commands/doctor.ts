import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { errorTable, escapeForTerminal, isAppError, systemError, type ErrorCode } from '../../base/index.ts';
import { type Client } from '../../client/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { connect, gitHostPlace, mirrorOf } from '../connect.ts';
import { foldingWidth, foldLines } from '../output/fold.ts';
import { styleFor } from '../output/style.ts';
import type { QuotaReading } from '../../queue/index.ts';
import type { Problem, Remote } from '../../sync/index.ts';
import type { TrialReport } from '../../trial/index.ts';
import type { CommandContext } from '../program.ts';
import { throwIfStopped } from '../until-stopped.ts';
import type { OpenedRepository, World } from '../world.ts';
import { proposeFewerRequests, costCheck } from './doctor-cost.ts';
import { deepSpace, runTrial, type DeepOptions } from './doctor-deep.ts';
import { capabilitiesCheck, filesChecks, noSpaceToAsk, rightsChecks } from './doctor-service.ts';
import {
  addressChecks,
  folderChecks,
  filterChecks,
  hookChecks,
  secretChecks,
  writtenFolders,
} from './doctor-checks.ts';

/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  readonly hint?: string;
  /** The code of the error that the check met, for which the runbook has an entry. */
  readonly code?: ErrorCode;
  /** The exit code for a failure. */
  readonly exit?: number;
}

/** If the clock is further off than this, times in commits and rate limits are wrong. */
const clockSkewMs = 30_000;

/** The widths of the column of names, which is as wide as the folders of the spaces need. */
const narrowest = 13;
const widest = 40;

function widthFor({ config }: LoadedConfig): number {
  const names = (config.mirror.spaces ?? []).map(({ path }) => nameOfSpace(path).length);
  return Math.min(widest, Math.max(narrowest, ...names));
}

function nameOfSpace(path: string): string {
  return `space ${path}`;
}

export async function doctor(context: CommandContext, options: DeepOptions = {}): Promise<number> {
  const { world, json, configFile } = context;
  const space = deepSpace(options);
  const checks: Check[] = [];
  let width = narrowest;
  const { stdout } = world;
  const style = styleFor(stdout, world.env);
  const add = (check: Check): void => {
    checks.push(check);
    if (json) return;
    const mark = { ok: style.green('✓'), warning: style.yellow('!'), failed: style.red('✗') }[check.state];
    const name = escapeForTerminal(check.name);
    const beside = ' '.repeat(width + 3);
    // A name that is longer than the column has a line of its own.
    const lead =
      name.length > width ? `${style.bold(name)}\n${beside}` : `${style.bold(name.padEnd(width))} `;
    const code = check.code === undefined ? '' : ` ${style.dim(check.code)}`;
    const message = check.message.split('\n').map(escapeForTerminal).join('\n  ');
    const lines = `${mark} ${lead}${message}${code}`.split('\n');
    if (check.hint !== undefined) lines.push(`${beside}${style.dim(escapeForTerminal(check.hint))}`);
    stdout.write(`${foldLines(lines, foldingWidth(stdout), beside.length).join('\n')}\n`);
  };

  const loaded = await attempt('configuration', add, async () => {
    const found = await loadConfig(world, { file: configFile });
    width = widthFor(found);
    add({ name: 'configuration', state: 'ok', message: found.file ?? 'from the environment' });
    return found;
  });
  if (loaded !== undefined) {
    const { config, file, pathOf } = loaded;
    if (file !== undefined) secretChecks(relative(world.cwd, file), readFileSync(file, 'utf8')).forEach(add);
    const spaces = (config.mirror.spaces ?? []).map(({ path }) => path);
    folderChecks(writtenFolders(pathOf(config.repository.path), spaces)).forEach(add);
    filterChecks(pathOf(config.repository.path), spaces).forEach(add);
    addressChecks(config.service.url).forEach(add);
    hookChecks(
      config.hooks,
      config.mirror.spaces?.map(({ id, path }) => ({ id, name: path })),
    ).forEach(add);
    await attempt('repository', add, () => checkRepository(world, loaded, add));
    await attempt('service', add, () => checkService(world, loaded, add));
    await attempt('git host', add, () => checkGitHost(world, loaded, add));
    await attempt('redis', add, () => checkRedis(loaded, add));
  }
  const failed = checks.find(({ state }) => state === 'failed');
  if (failed !== undefined) throwIfStopped(world);
  const isTried = loaded !== undefined && space !== null && failed === undefined;
  const deep = isTried ? await runTrial(context, loaded, { space, yes: options.yes === true }) : null;
  if (json) stdout.write(`${JSON.stringify({ checks, ...(space === null ? {} : { deep }) })}\n`);
  else if (space !== null && deep === null)
    stdout.write('Nothing was tried in the space: the checks above come first.\n');
  return failed?.exit ?? (deep === null ? 0 : exitOf(deep));
}

function exitOf({ findings, left }: TrialReport): number {
  return left.length > 0 || findings.some(({ state }) => state === 'fail') ? 3 : 0;
}

type Add = (check: Check) => void;

async function attempt<Result>(
  name: string,
  add: Add,
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    const { code, message, hint, exitCode } = systemError(thrown);
    add({ name, state: 'failed', code, message, exit: exitCode, ...(hint === undefined ? {} : { hint }) });
    return undefined;
  }
}

async function checkRepository(world: World, { config, pathOf }: LoadedConfig, add: Add): Promise<void> {
  const folder = pathOf(config.repository.path);
  let repository;
  try {
    repository = await world.ports.repository(folder);
  } catch (thrown) {
    const error = systemError(thrown);
    if (error.code !== 'REPOSITORY_MISSING') throw error;
    add({
      name: 'repository',
      state: 'warning',
      message: `${folder} is not a git repository yet`,
      hint: 'The first `tidemark sync` makes one.',
    });
    return;
  }
  try {
    const broken = await checkFaults(repository, add);
    // Without a readable file, nothing else can be checked.
    if (broken) return;
    const head = await repository.git.head();
    const work = await repository.git.workInProgress();
    const branch = head.branch?.replace(/^refs\/heads\//, '') ?? 'a detached HEAD';
    const expected = branch === config.repository.branch;
    add({
      name: 'repository',
      state: expected && work.length === 0 ? 'ok' : 'warning',
      message: `${folder}, on ${branch}${work.length === 0 ? '' : `, in the middle of ${work.join(', ')}`}`,
      ...(expected
        ? {}
        : {
            hint: `The configuration names the branch ${config.repository.branch}: only that one is brought up to date.`,
          }),
    });
    await checkImports(repository, add);
  } finally {
    await repository.close();
  }
}

/** Reports the last trial of imports, if edits are sent by import. */
async function checkImports({ git }: OpenedRepository, add: Add): Promise<void> {
  const { importFinding } = await import('../../sync/index.ts');
  const found = await importFinding(git);
  if (found === null) return;
  const { at, problem } = found;
  const message = problem?.message ?? `update the page that they name (seen at ${at} UTC)`;
  const hint = problem?.hint === undefined ? {} : { hint: problem.hint };
  add({ name: 'imports', state: problem === null ? 'ok' : 'warning', message, ...hint });
}

function repairHint(byHand: string | undefined): string {
  return byHand === undefined
    ? 'Run `tidemark repair`: it shows what it would do first.'
    : `Run \`${byHand}\` in the repository, or \`tidemark repair\`, which shows what it would do first. Nothing is lost.`;
}

/** Reports faults of the repository; returns whether they prevent a sync. */
async function checkFaults(repository: OpenedRepository, add: Add): Promise<boolean> {
  const { findFaults } = await import('../../repair/index.ts');
  const faults = await findFaults(repository);
  for (const { name, message, remedy, heals, needsPerson, byHand } of faults)
    add({
      name,
      message,
      ...(heals === true
        ? { state: 'warning', hint: 'The next `tidemark sync` puts it right.' }
        : {
            state: 'failed',
            exit: 3,
            hint: needsPerson === true ? remedy : repairHint(byHand),
          }),
    });
  return faults.some(({ heals }) => heals !== true);
}

/** Asks the git host for its references, where the configuration names one. */
async function checkGitHost(world: World, loaded: LoadedConfig, add: Add): Promise<void> {
  const { remote } = loaded.config.repository;
  if (remote === undefined) return;
  const host = await world.ports.gitHost(gitHostPlace(world, remote));
  const { size } = await host.refs();
  const problem = await branchOnHost(world, loaded, remote);
  if (problem === null) {
    add({ name: 'git host', state: 'ok', message: `${remote} answers; it has ${size} references` });
    return;
  }
  const { code, message, hint } = problem;
  const { exit } = errorTable[code];
  add({ name: 'git host', state: 'failed', code, message, exit, ...(hint === undefined ? {} : { hint }) });
}

/** The conflict of the branch here with that on the git host, as the last sync found it; null: there is none. */
async function branchOnHost(
  world: World,
  { config, pathOf }: LoadedConfig,
  url: string,
): Promise<Problem | null> {
  const { branch, path } = config.repository;
  const repository = await world.ports.repository(pathOf(path)).catch((error: unknown) => {
    if (isAppError(error, 'REPOSITORY_MISSING')) return null;
    throw error;
  });
  if (repository === null) return null;
  try {
    const { hostBranchProblem } = await import('../../sharing/index.ts');
    return await hostBranchProblem(repository.git, { branch, url });
  } finally {
    await repository.close();
  }
}

/** Asks the Redis of a fleet for a sign of life, where the configuration names one. */
async function checkRedis({ config: { queue } }: LoadedConfig, add: Add): Promise<void> {
  if (queue.driver !== 'redis' || queue.url === undefined) return;
  const { openRedis } = await import('../../queue/index.ts');
  const redis = await openRedis({ url: queue.url });
  redis.disconnect();
  add({ name: 'redis', state: 'ok', message: 'answers' });
}

async function checkService(world: World, loaded: LoadedConfig, add: Add): Promise<void> {
  const { config } = loaded;
  const seen: { date?: string; limit?: string; remaining?: string; quota?: QuotaReading | undefined } = {};
  const { readRateHeaders } = await import('../../queue/index.ts');
  const watching = watchHeaders(await world.ports.transport(), (headers) => {
    if (headers['date'] !== undefined) seen.date = headers['date'];
    seen.quota = readRateHeaders(headers, world.clock.now()).quotas[0] ?? seen.quota;
    if (headers['x-ratelimit-limit'] !== undefined) seen.limit = headers['x-ratelimit-limit'];
    if (headers['x-ratelimit-remaining'] !== undefined) seen.remaining = headers['x-ratelimit-remaining'];
  });
  const { client, requests, close } = await connect(world, config, {
    ...{ transport: watching, endsOnStop: true },
  });
  try {
    const organizations = await client.listOrganizationsForAuthenticatedUser({ query: { limit: 100 } });
    add({ name: 'service', state: 'ok', message: `${config.service.url} answers` });
    const titles = organizations.items.map(({ title }) => title).join(', ');
    add({
      name: 'token',
      state: 'ok',
      message: titles === '' ? 'is accepted; it sees no organization' : `is accepted; it sees ${titles}`,
    });
    if (seen.date !== undefined) add(clockCheck(world, seen.date));
    if (seen.limit !== undefined)
      add({
        name: 'rate limit',
        state: 'ok',
        message: `${seen.limit} requests in a window, ${seen.remaining ?? '?'} left`,
      });
    const { remoteThrough } = await import('../../remote/index.ts');
    const remote = remoteThrough(client, { requests });
    const organization = organizations.items[0]?.id;
    await checkSpaces(loaded, { client, remote, organization, quota: () => seen.quota }, add);
    if (mayImport(config, client))
      await attempt('import way', add, async () => {
        const { importChecks } = await import('./doctor-import.ts');
        (await importChecks(world, loaded)).forEach(add);
      });
  } finally {
    await Promise.all([watching.close(), close()]);
  }
}

interface AskedService {
  readonly client: Client;
  readonly remote: Remote;
  /** The first organization that the token sees. */
  readonly organization: string | undefined;
  quota(): QuotaReading | undefined;
}

/** Checks the spaces: which rights the token has there, what looks cost, what the service can do, and whether files can be fetched. */
async function checkSpaces({ config }: LoadedConfig, service: AskedService, add: Add): Promise<void> {
  const { client, remote } = service;
  const mirror = await mirrorOf(client, config);
  for (const { id, path } of mirror.spaces ?? [])
    await checkSpace(client, { id, path, push: config.push.enabled }, add);
  const { lookCost, tryFiles } = await import('../../sync/index.ts');
  const seenSpaces = await attempt('cost', add, async () => {
    const look = await lookCost(remote, mirror);
    const organization = look.spaces[0]?.organization;
    const cheaper = await proposeFewerRequests(client, mirror, { requests: look.requests, organization });
    const { interval } = config.schedule;
    add(
      costCheck({
        ...{ requests: look.requests, spaces: look.spaces.length, interval, cheaper },
        quota: service.quota(),
      }),
    );
    return look.spaces;
  });
  const asTitled = seenSpaces?.map(({ id, title }) => ({ id, name: title }));
  if (mirror.spaces === undefined) hookChecks(config.hooks, asTitled).forEach(add);
  rightsChecks(seenSpaces ?? [], { named: mirror.spaces ?? [], push: config.push.enabled }).forEach(add);
  const subject = { organizationId: service.organization, spaceId: seenSpaces?.[0]?.id };
  // If the space is gone, a probe would take that for a missing capability.
  const isGone = subject.spaceId === undefined && (mirror.spaces ?? []).length > 0;
  add(isGone ? noSpaceToAsk : await capabilitiesCheck(client, subject));
  if (seenSpaces !== undefined && seenSpaces.length > 0)
    await attempt('files', add, async () => filesChecks(await tryFiles(remote, seenSpaces)).forEach(add));
}

/** Whether edits may be sent by import, which needs an open way from the service to here. */
function mayImport({ push }: LoadedConfig['config'], { capabilities }: Client): boolean {
  if (!push.enabled || push.via === 'content') return false;
  const { importStore, importUrl, importFolder, importRawUrl } = push;
  const isAsked =
    push.via === 'import' || (importStore ?? importUrl ?? importFolder ?? importRawUrl) !== undefined;
  return isAsked || capabilities.known().content === false;
}

function clockCheck(world: World, date: string): Check {
  const skew = world.clock.now() - Date.parse(date);
  const off = Math.abs(skew) > clockSkewMs;
  return {
    name: 'clock',
    state: off ? 'warning' : 'ok',
    message: off
      ? `is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} the service's`
      : "agrees with the service's",
    ...(off ? { hint: 'Set it by NTP: times in commits come from it.' } : {}),
  };
}

async function checkSpace(
  client: Client,
  { id, path, push }: { readonly id: string; readonly path: string; readonly push: boolean },
  add: Add,
): Promise<void> {
  await attempt(nameOfSpace(path), add, async () => {
    const { title, permissions } = await client.getSpaceById({ params: { spaceId: id } });
    const readOnly = push && !permissions.edit;
    add({
      name: nameOfSpace(path),
      state: readOnly ? 'warning' : 'ok',
      message: `${title}: ${Object.entries(permissions)
        .filter(([, may]) => may === true)
        .map(([right]) => right)
        .join(', ')}`,
      ...(readOnly
        ? { hint: 'The token may not edit it: edits stay local. Set push.enabled to false if that is meant.' }
        : {}),
    });
  });
}

function watchHeaders(
  transport: HttpTransport,
  see: (headers: Readonly<Record<string, string>>) => void,
): HttpTransport {
  return {
    send: async (request) => {
      const response = await transport.send(request);
      see(response.headers);
      return response;
    },
    close: () => transport.close(),
  };
}
