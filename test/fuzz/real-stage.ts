import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diceOf } from '../people/dice.ts';
import type { Setting, Stage } from '../people/world.ts';
import type { Ground } from './ground.ts';
import { RealClone } from './real-clone.ts';
import { RealService } from './real-service.ts';
import { contentsOf, rootOf } from '../people/spaces.ts';

const people = ['ada', 'ben'] as const;

/** A fresh space, fresh clones, and a fresh repository on the git host where there is one, for one schedule. */
export async function openStage(ground: Ground, seed: number, setting: Setting): Promise<Stage> {
  const { process: service, space } = await ground.space(setting);
  service.way.clear();
  service.way.strict = setting.interface === 'strict';
  if (setting.reads === 'late') service.way.becomeLate({ ms: 500 + diceOf(seed).number(4000) });
  ground.heard.length = 0;
  const gitHost = setting.gitHost ? await ground.gitHost() : null;
  gitHost?.way.clear();
  const name = `${seed}-${ground.next()}`;
  const bare = gitHost && join(gitHost.folder, `${name}.git`);
  if (bare !== null) makeBare(bare);
  const folder = join(ground.folder, name);
  const reviewers = new RealService(service, space);
  const clones = people.slice(0, setting.clones).map(
    (person, at) =>
      new RealClone(
        ground.installed,
        {
          name: person,
          folder: join(folder, person),
          root: rootOf(setting.shape),
          contents: contentsOf(setting.shape),
          token: service.token,
          remote: gitHost && `${gitHost.way.url}/${name}.git`,
          daemon: setting.runs === 'daemon',
          config: configOf(setting, {
            url: service.way.url,
            space,
            importPort: ground.importPorts[at]!,
            importUrl: ground.importUrl(at, setting),
            remote: gitHost && `${gitHost.way.url}/${name}.git`,
          }),
        },
        { service, gitHost, heard: ground.heard },
      ),
  );
  return {
    clones,
    service: reviewers,
    heard: ground.heard,
    endTroubles: () => {
      service.way.clear();
      gitHost?.way.clear();
    },
    wait: async (ms) => void (await sleep(ms)),
    mostRequests: setting.clones * setting.branches,
    hostFingerprint: async () =>
      bare === null ? '' : execFileSync('git', ['for-each-ref'], { cwd: bare, encoding: 'utf8' }),
    close: async () => {
      for (const clone of clones) await clone.close();
      await reviewers.close();
      service.way.clear();
      ground.heard.length = 0;
      if (ground.keep) return;
      rmSync(folder, { recursive: true, force: true });
      if (bare !== null) rmSync(bare, { recursive: true, force: true });
    },
  };
}

function makeBare(bare: string): void {
  mkdirSync(bare, { recursive: true });
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: bare, stdio: 'ignore' });
  git('init', '-q', '--bare', '-b', 'main');
  git('config', 'http.receivepack', 'true');
}

function configOf(
  { trigger }: Setting,
  {
    url,
    space,
    importPort,
    importUrl,
    remote,
  }: { url: string; space: string; importPort: number; importUrl: string | null; remote: string | null },
): string {
  return `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}", timeout: 5s }
repository: { path: ./docs${remote === null ? '' : `, remote: "${remote}"`} }
mirror: { spaces: [ { id: ${space}, path: . } ], metadata: false }
push: { trigger: ${trigger}, debounce: 50ms, importPort: ${importPort}${importUrl === null ? '' : `, importUrl: "${importUrl}"`} }
guards: { deletePercent: 100, deleteMinimum: 1000 }
schedule: { interval: 5s }
http: { port: 0 }
`;
}
