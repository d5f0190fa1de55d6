import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { portableAddress } from '../../src/site/output/redirects.ts';
import { asked, redirects, refused } from '../site/hostile-redirects.ts';
import { startServer, webServers, type RunningServer, type WebServer } from '../site/web-servers.ts';
import { writeFiles, type Ground } from './ground.ts';
import { firstLine, type Kind, type Verdict } from './kind.ts';

const there = webServers.filter(({ program }) => program !== undefined);
const absent = webServers.find(({ program }) => program === undefined);

/** Redirects of a hostile writer in the files that the installed program writes for hosts, loaded by real servers. */
export const hostFiles: Kind = {
  name: "hosts' files",
  missing: there.length > 0 ? null : (absent?.name ?? null),
  play: async (ground) => {
    const folder = ground.folder('hosts');
    chmodSync(join(folder, '..'), 0o755);
    writeFiles(join(folder, 'docs'), {
      'README.md': '# Home\n',
      'guide/README.md': '# Guide\n',
      'guide/start.md': '# Start\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Start](guide/start.md)\n',
      '.gitbook.yaml': stringify({ redirects: Object.fromEntries([...redirects, ...refused]) }),
    });
    const { code, err } = await ground.run(['export', 'docs', '--out', 'site'], { cwd: folder });
    if (code !== 0) throw new Error(`The export ended with ${code}: ${firstLine(err)}`);
    const site = join(folder, 'site');
    const verdicts = portable(site);
    for (const server of there) verdicts.push(...(await playOn(ground, server, site)));
    return verdicts;
  },
};

/** Hosts that nobody can run here read these files: each line says an address and a status, and nothing else. */
function portable(site: string): Verdict[] {
  const lines = readFileSync(join(site, '_redirects'), 'utf8').trim().split('\n');
  const { redirects: rules } = JSON.parse(readFileSync(join(site, 'vercel.json'), 'utf8')) as {
    redirects?: { source: string; destination: string }[];
  };
  return [
    ...lines.map((line) => ({
      vector: `_redirects: ${line}`,
      broken: /^\/\S* (?:\/|https:\/\/[\w.-]+\/)[^\s{}$()*:]* 301$/u.test(line)
        ? null
        : 'The line says more than two addresses.',
    })),
    ...refused.map(([from, to]) => ({
      vector: `vercel.json: ${from}`,
      broken: (rules ?? []).some(({ destination }) => destination === to)
        ? 'The redirect was written.'
        : null,
    })),
  ];
}

async function playOn(ground: Ground, server: WebServer, site: string): Promise<Verdict[]> {
  const work = ground.folder(server.name);
  mkdirSync(work, { recursive: true });
  const running = await startServer(server, { work, site });
  try {
    const page = await running.get('/guide/start');
    if (page.status !== 200) throw new Error(`${server.name} answers ${page.status} for a page.`);
    const verdicts: Verdict[] = [];
    for (const [from, to] of redirects)
      verdicts.push(
        await judge(running, `${server.name}: ${from} → ${to}`, from, portableAddress(to) ?? '/guide/start'),
      );
    for (const [from, to] of refused)
      verdicts.push(await judge(running, `${server.name}: ${from} → ${to}`, from, undefined));
    return verdicts;
  } finally {
    await running.close();
  }
}

/** The server leads to the address and nowhere else, or nowhere at all; and tells nothing of its own. */
async function judge(
  running: RunningServer,
  vector: string,
  from: string,
  wanted: string | undefined,
): Promise<Verdict> {
  const { status, location, headers, body } = await running.get(asked(from));
  const right = wanted === undefined ? status === 404 : status === 301 && location === wanted;
  const leaks = /tell-me|set-cookie/u.test(JSON.stringify([headers, body]));
  if (right && !leaks) return { vector, broken: null };
  return {
    vector,
    broken: leaks ? 'The answer tells a secret.' : `The answer is ${status} to ${location ?? 'nowhere'}.`,
  };
}
