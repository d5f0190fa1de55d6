import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { AppError, escapeForTerminal, makeFolders, packageRoot } from '../../base/index.ts';
import type { StartedService } from '../../service/index.ts';
import type { CycleReport } from '../../sync/index.ts';
import { configFileName, loadConfig, type LoadedConfig } from '../config/load.ts';
import { schemaLocation } from '../config/schema-location.ts';
import { configTemplate } from '../config/template.ts';
import { openMirror, type Mirror } from '../connect.ts';
import { mirroredFolders } from '../export/mirrored-folders.ts';
import { readMirrorSource } from '../export/mirror-source.ts';
import { countText } from '../output/count-text.ts';
import { cycleLines } from '../output/cycle.ts';
import { cycleProgress } from '../output/cycle-progress.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { throwIfStopped, untilStopped } from '../until-stopped.ts';
import type { World } from '../world.ts';
import { checkMirror, summaryOf } from '../links/check-mirror.ts';

export interface DemoOptions {
  keep?: boolean;
  dir?: string;
  port: number;
}

const editedPage = 'README.md';
const writtenLine = 'A sentence that a writer added in the local clone.';

/**
 * The main job, from an empty folder to a merged change request and a site, on the embedded service. A program gets one document at the end,
 * or with `--keep` when everything is up, and then one more for each cycle that did something.
 */
export async function demo({ world, json }: CommandContext, options: DemoOptions): Promise<void> {
  const folder = workFolder(world, options);
  const play = json ? playForPrograms(world) : playForPeople(world);
  const { stage } = play;
  const { startService } = await import('../../service/index.ts');
  const { webApp } = await import('../../app/index.ts');
  const { clock, random } = world;
  const started = await startService({
    data: join(folder, 'service'),
    port: options.port,
    seeds: [join(packageRoot(), 'templates', 'sample')],
    organizationTitle: 'Brightwater',
    web: webApp(),
    clock,
    random,
  });
  const { token } = started;
  if (token === null) throw new AppError('INTERNAL', 'the new service has no token');
  const service = { ...started, token };
  try {
    stage({
      title: 'The embedded service is ready, with sample documentation',
      lines: [
        `${service.url}  ${countText(service.spaces.length, 'space')}: ${service.spaces.map(({ title }) => title).join(', ')}`,
      ],
      facts: { url: service.url, spaces: service.spaces },
    });
    const demoWorld = configure(world, folder, service);
    const loaded = await loadConfig(demoWorld, { file: join(folder, configFileName) });
    const mirror = await openMirror(demoWorld, loaded, { hold: 'tidemark demo' });
    try {
      await mainJob({ world, demoWorld, loaded, mirror, play, service, stays: options.keep === true });
    } finally {
      await mirror.close();
    }
  } finally {
    await service.close();
    if (options.keep !== true && options.dir === undefined) rmSync(folder, { recursive: true, force: true });
  }
  play.end();
}

/** A step of the demo: for people a title with lines, for programs the title with facts. */
interface Stage {
  readonly title: string;
  readonly lines: readonly string[];
  readonly facts: object;
}

/** What stays up with `--keep`. */
interface Kept {
  readonly site: string;
  readonly service: string;
  readonly app: string;
  readonly token: string;
  readonly clone: string;
}

/** Tells a demo to a person or to a program. */
interface Play {
  stage(stage: Stage): void;
  keep(kept: Kept): void;
  /** A cycle that did something, while everything stays up. */
  follow(report: CycleReport): void;
  end(): void;
}

function playForPeople(world: World): Play {
  const { stdout } = world;
  const { green, bold, cyan, dim } = styleFor(stdout, world.env);
  let number = 0;
  return {
    stage({ title, lines }) {
      number += 1;
      stdout.write(`${cyan(`${number}`)} ${bold(title)}\n`);
      for (const line of lines) stdout.write(line === '' ? '\n' : `  ${line}\n`);
      if (lines.length === 0) stdout.write(dim('  (nothing)\n'));
      stdout.write('\n');
    },
    keep({ site, service, app, token, clone }) {
      stdout.write(
        [
          `${bold('All of it stays up until Ctrl-C:')}`,
          `  site     ${cyan(site)}`,
          `  service  ${cyan(service)}  ${dim('OpenAPI at /openapi.json')}`,
          `  app      ${cyan(app)}`,
          // Only on a terminal, because a log would keep the token.
          ...(stdout.isTTY ? [`  token    ${token}`] : []),
          `  clone    ${shown(world, clone)}  ${dim('edit a page there: it becomes a change request')}`,
          '',
        ].join('\n'),
      );
    },
    follow: (report) => stdout.write(`${describe(report, world).join('\n')}\n`),
    end: () =>
      stdout.write(
        `${green('✓')} ${bold('The demo ended well.')} Next: \`tidemark init\` for documentation of your own.\n`,
      ),
  };
}

function playForPrograms({ stdout }: World): Play {
  const steps: object[] = [];
  const tell = (value: object): void => stdout.write(`${JSON.stringify(value)}\n`);
  let isTold = false;
  const tellSteps = (kept: Kept | null): void => {
    if (!isTold) tell({ steps, kept });
    isTold = true;
  };
  return {
    stage: ({ title, facts }) => void steps.push({ title, ...facts }),
    keep: tellSteps,
    follow: (cycle) => tell({ cycle }),
    end: () => tellSteps(null),
  };
}

/** What all stages of the main job share. */
interface Job {
  readonly world: World;
  /** The world with the demo's own configuration. */
  readonly demoWorld: World;
  readonly loaded: LoadedConfig;
  readonly mirror: Mirror;
  readonly play: Play;
  readonly service: StartedService;
  /** Whether everything keeps running after the last stage. */
  readonly stays: boolean;
}

async function mainJob(job: Job): Promise<void> {
  const { world, demoWorld, loaded, mirror, play } = job;
  const { stage } = play;
  const root = loaded.pathOf(loaded.config.repository.path);
  await mirrorIt(world, mirror, stage, root);
  throwIfStopped(world);
  const proposal = await editIt(world, mirror, stage, root);
  throwIfStopped(world);
  await mergeIt(world, mirror, stage, proposal);
  throwIfStopped(world);
  const { findings, lines } = summaryOf(
    await checkMirror(demoWorld, loaded, { client: mirror.client }),
    world,
  );
  stage({ title: `The link check finds ${countText(findings, 'problem')}`, lines, facts: { findings } });
  throwIfStopped(world);
  const serve = await exportIt(job, root);
  if (job.stays) await stayUp({ ...job, root, proposal, serve });
}

/** Exports the site, and returns the server. */
async function exportIt(
  { world, demoWorld, loaded, play }: Job,
  root: string,
): Promise<() => Promise<{ url: string; close(): Promise<void> }>> {
  const spaces = await mirroredFolders(demoWorld, loaded);
  const out = loaded.pathOf(loaded.config.export.out);
  const room = await import('../../site/index.ts');
  const { input } = await readMirrorSource({ root, spaces });
  const files = room.folderFiles(out);
  const report = await room.exportSite(input, { files, clock: world.clock });
  play.stage({
    title: 'The site is exported as static files',
    lines: [`${countText(report.pages, 'page')} in ${shown(world, out)}`],
    facts: { out, pages: report.pages },
  });
  return () => room.serveSite(files);
}

function workFolder(world: World, { dir }: DemoOptions): string {
  if (dir === undefined) return mkdtempSync(join(tmpdir(), 'tidemark-demo-'));
  const folder = resolve(world.cwd, dir);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new AppError('USAGE', `${folder} is not empty`, {
      hint: 'Name a new folder with --dir, or leave it out.',
    });
  }
  makeFolders(folder);
  return folder;
}

/** Writes the demo's own configuration; the variables of the process do not apply. */
function configure(world: World, folder: string, service: StartedService): World {
  const options = {
    'service.url': service.url,
    'service.token': '${TIDEMARK_TOKEN}',
    'repository.path': './docs',
    'mirror.spaces': service.spaces.map(({ id, title }) => ({
      id,
      path: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    })),
  };
  const text = configTemplate(options, schemaLocation(folder, packageRoot()));
  writeFileSync(join(folder, configFileName), text);
  const own = Object.entries(world.env).filter(([name]) => !name.startsWith('TIDEMARK_'));
  return {
    ...world,
    env: { ...Object.fromEntries(own), TIDEMARK_TOKEN: service.token, XDG_STATE_HOME: join(folder, 'state') },
  };
}

async function mirrorIt(world: World, mirror: Mirror, stage: Play['stage'], root: string): Promise<void> {
  const report = await cycle(world, mirror);
  const commits = [];
  for await (const { oid, message } of mirror.git.log(report.mirror ?? '', { limit: 3 })) {
    commits.push(`${oid.slice(0, 7)} ${escapeForTerminal(message.split('\n')[0] ?? '')}`);
  }
  stage({
    title: `Mirrored into git: ${shown(world, root)}`,
    lines: [...describe(report, world), ...commits],
    facts: { clone: root, cycle: report },
  });
}

/** The change request for the writer's edit. */
interface Proposed {
  readonly space: string;
  readonly number: number;
  readonly subject: string;
}

async function editIt(world: World, mirror: Mirror, stage: Play['stage'], root: string): Promise<Proposed> {
  const [space] = await mirror.sync.spaces();
  if (space === undefined) throw new AppError('INTERNAL', 'the demo mirrored no space');
  const page = join(root, space.path, editedPage);
  const ending = readFileSync(page, 'utf8').endsWith('\n') ? '' : '\n';
  appendFileSync(page, `${ending}\n${writtenLine}\n`);
  const report = await cycle(world, mirror);
  stage({
    title: `A writer edits ${relative(root, page)}: it becomes a change request`,
    lines: describe(report, world),
    facts: { cycle: report },
  });
  const { number = null, subject = '' } = report.proposals[0] ?? {};
  if (number === null) throw new AppError('INTERNAL', 'the edit became no change request');
  return { space: space.id, number, subject };
}

async function mergeIt(
  world: World,
  mirror: Mirror,
  stage: Play['stage'],
  { space, number, subject }: Proposed,
): Promise<void> {
  const params = { spaceId: space, changeRequestId: String(number) };
  const { result } = await mirror.client.mergeChangeRequest({ params });
  const report = await cycle(world, mirror);
  stage({
    title: `The change request is merged in the service (${result}); the clone follows`,
    lines: [`#${number} ${escapeForTerminal(subject)}`, ...describe(report, world)],
    facts: { space, changeRequest: number, result, cycle: report },
  });
}

async function cycle(world: World, mirror: Mirror): Promise<CycleReport> {
  const progress = cycleProgress(world);
  try {
    return await mirror.sync.cycle({ signal: world.stop, onProgress: progress.report });
  } finally {
    progress.end();
  }
}

function describe(report: CycleReport, world: World): string[] {
  return cycleLines(report, styleFor(world.stdout, world.env), world.stdout.columns).slice(0, -1);
}

async function stayUp({
  world,
  service,
  mirror,
  play,
  root,
  proposal,
  serve,
}: Job & {
  readonly root: string;
  readonly proposal: Proposed;
  readonly serve: () => Promise<{ url: string; close(): Promise<void> }>;
}): Promise<void> {
  const site = await serve();
  play.keep({
    site: site.url,
    service: service.url,
    app: appAddress(world, service, proposal),
    token: service.token,
    clone: root,
  });
  try {
    await followEdits(world, mirror, play);
  } finally {
    await site.close();
  }
}

/** The change request in the app; on a terminal, an address that also signs in. */
function appAddress(world: World, { app }: StartedService, { space, number }: Proposed): string {
  const path = `/spaces/${space}/~/changes/${number}`;
  if (app === null) throw new AppError('INTERNAL', 'the demo has no app');
  return app.signIn === null || world.stdout.isTTY !== true
    ? `${app.url}${path}`
    : `${app.signIn}?to=${encodeURIComponent(`/app${path}`)}`;
}

/** Syncs every few seconds, as a daemon does, and reports what happened. */
async function followEdits(world: World, mirror: Mirror, play: Play): Promise<void> {
  const stopped = untilStopped(world);
  while (!world.stop.aborted) {
    await Promise.race([stopped, world.clock.sleep(3000, world.stop).catch(() => undefined)]);
    if (world.stop.aborted) return;
    try {
      const report = await mirror.sync.cycle({ signal: world.stop });
      if (report.outcome !== 'quiet') play.follow(report);
    } catch (error) {
      if (!world.stop.aborted) throw error;
    }
  }
}

function shown(world: World, path: string): string {
  const near = relative(world.cwd, path);
  return near.startsWith('..') ? path : near || '.';
}
