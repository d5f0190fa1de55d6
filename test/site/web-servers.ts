import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A web server of Debian's that serves an exported folder with the file that the export wrote for it. */
export interface WebServer {
  readonly name: 'nginx' | 'caddy' | 'apache2';
  readonly program: string | undefined;
  /** Writes the configuration into `work`, for the site in `site`, and returns the arguments for the start. */
  readonly configure: (place: {
    work: string;
    site: string;
    port: number;
    basePath: string;
  }) => readonly string[];
}

function programNamed(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const isRoot = process.getuid?.() === 0;

export const webServers: readonly WebServer[] = [
  {
    name: 'nginx',
    program: programNamed('nginx'),
    configure: ({ work, site, port }) => {
      const file = join(work, 'nginx.conf');
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `  ${name}_temp_path ${work}/${name};`,
      );
      const text = `${isRoot ? 'user root;\n' : ''}daemon off;\nworker_processes 1;\npid ${work}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${folders.join('\n')}\n  access_log off;\n  server {\n    listen 127.0.0.1:${port};\n    root "${site}";\n    include "${site}/hosting/nginx.conf";\n  }\n}\n`;
      writeFileSync(file, text);
      return ['-p', work, '-c', file];
    },
  },
  {
    name: 'caddy',
    program: programNamed('caddy'),
    configure: ({ work, site, port }) => {
      const file = join(work, 'Caddyfile');
      const text = `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\troot * "${site}"\n\timport "${site}/hosting/Caddyfile"\n\tfile_server\n}\n`;
      writeFileSync(file, text);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  },
  {
    name: 'apache2',
    program: programNamed('apache2'),
    configure: ({ work, site, port, basePath }) => {
      const file = join(work, 'apache.conf');
      const modules = [
        'mpm_event',
        'authz_core',
        'mime',
        'dir',
        'autoindex',
        'rewrite',
        'headers',
        'alias',
      ].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      const alias = basePath === '/' ? '' : `Alias "${basePath.slice(0, -1)}" "${site}"\n`;
      const text = `ServerRoot "${work}"\nServerName 127.0.0.1\nListen 127.0.0.1:${port}\nPidFile "${work}/pid"\nErrorLog "${work}/log"\nMutex file:${work}\n${modules.join('\n')}\n${isRoot ? 'User www-data\nGroup www-data\n' : ''}TypesConfig /etc/mime.types\nDocumentRoot "${site}"\n${alias}<Directory "${site}">\nRequire all granted\nAllowOverride All\nDirectoryIndex index.html\n</Directory>\n`;
      writeFileSync(file, text);
      return ['-f', file, '-DFOREGROUND'];
    },
  },
];

export interface RunningServer {
  get(path: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The target of a redirect, relative to the site's root. */
  readonly location: string | undefined;
}

/** Writes a site's files into a folder, which everybody may enter, and starts a server on them. */
export async function startOnFiles(
  server: WebServer,
  {
    folder,
    files,
    basePath,
  }: { folder: string; files: Iterable<readonly [string, string | Uint8Array]>; basePath: string },
): Promise<RunningServer> {
  // Some servers read the files as another user.
  chmodSync(folder, 0o755);
  const site = join(folder, 'site');
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), bytes);
  }
  return startServer(server, { work: join(folder, 'work'), site, basePath });
}

/** Starts a server on a site's folder; resolves when it answers. */
export async function startServer(
  server: WebServer,
  { work, site, basePath = '/' }: { work: string; site: string; basePath?: string },
): Promise<RunningServer> {
  mkdirSync(work, { recursive: true });
  const port = await freePort();
  const child = spawn(server.program ?? '', server.configure({ work, site, port, basePath }), {
    cwd: work,
    env: { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work, SECRET: 'tell-me' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const get = (path: string): Promise<Answer> => ask(port, path);
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${server.name} ended: ${said}`);
    if (
      await get('/').then(
        () => true,
        () => false,
      )
    )
      break;
    await delay(20);
  }
  return { get, close: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('close', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function ask(port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      response.on('end', () => {
        const headers = response.headers as Record<string, string | undefined>;
        const own = `http://127.0.0.1:${port}`;
        const { location } = headers;
        resolve({
          status: response.statusCode ?? 0,
          headers,
          body,
          location: location?.startsWith(own) ? location.slice(own.length) : location,
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
