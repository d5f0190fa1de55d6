// Builds and starts the image of docs/deploy/Dockerfile without Docker: `npm run docker-steps`. Each stage is a folder outside
// of the checkout, which takes the place of the image's root; absolute paths lead below it. The base image is the machine's shell
// and npm with the Node that the image names, from the registry. This does not test another user, a read-only root, or other
// system libraries.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { ignoredBy, parseCopy, parseDockerfile } from './dockerfile.mjs';
import { nodeOf } from './nodes.mjs';
import { root } from './ready.mjs';

const deploy = join(root, 'docs', 'deploy');
/** How long the started program may take, like a container's start period. */
const startPeriodMs = 60_000;

const say = (text) => process.stdout.write(`${text}\n`);

/** A path of the image, below the folder of its root. */
const below = (folder, path, workdir = '/') =>
  path.startsWith('/') ? join(folder, path) : join(folder, workdir, path);

/**
 * Does the same for every absolute path in a shell command. The folders of `install` get no owner, because that user exists only in
 * the image.
 */
const rewritten = (folder, command) =>
  command
    .replace(/(^|[\s='"])\/(?=\w)/g, `$1${folder}/`)
    .replace(/\binstall -d -o \w+ -g \w+/g, 'install -d');

/** Copies the files that git tracks, as in a fresh clone that somebody gives to Docker. */
function buildContext(folder) {
  const ignored = ignoredBy(readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8'));
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  if (files.length === 0) throw new Error('git names no file of this checkout: Docker would get nothing.');
  for (const path of files.filter((path) => !ignored(path))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
}

/** Makes a folder for the PATH with the base image's own programs: its Node and npm. */
function baseImage(folder, base) {
  const [, major] = /^node:(\d+)-/.exec(base) ?? [];
  if (major === undefined) throw new Error(`${base} is not an image of Node.`);
  const npm = (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, 'npm'))
    .find(existsSync);
  if (npm === undefined) throw new Error('There is no npm on the PATH.');
  mkdirSync(folder, { recursive: true });
  symlinkSync(nodeOf(Number(major)), join(folder, 'node'));
  symlinkSync(realpathSync(npm), join(folder, 'npm'));
  return folder;
}

/** The environment of a stage: the image's own, plus this machine's settings for reaching the registry. */
function environment({ folder, tools, env }) {
  const network = Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(?:registry|cafile|proxy|https_proxy))$/i.test(
      name,
    ),
  );
  return {
    ...Object.fromEntries(network),
    PATH: [join(folder, 'usr', 'local', 'bin'), tools, '/usr/bin', '/bin'].join(delimiter),
    HOME: join(folder, 'root'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    ...env,
  };
}

function copy(stage, stages, text) {
  const { from, sources, to } = parseCopy(text);
  const source = from === undefined ? stages.get('context') : stages.get(from);
  if (source === undefined) throw new Error(`COPY ${text}: there is no stage ${from}.`);
  const intoFolder = to.endsWith('/') || sources.length > 1;
  for (const path of sources) {
    const given = join(source.folder, path);
    const isFolder = statSync(given).isDirectory();
    const target = below(stage.folder, to, stage.workdir);
    cpSync(given, intoFolder && !isFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

function runStep(stage, text) {
  const { status } = spawnSync('sh', ['-ec', rewritten(stage.folder, text)], {
    cwd: below(stage.folder, stage.workdir),
    env: environment(stage),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`RUN ${text} ended with ${status}.`);
}

function variables(text) {
  return Object.fromEntries(
    text.split(/\s+/).map((word) => {
      const [, name, value] = /^(\w+)=([\w./:-]*)$/.exec(word) ?? [];
      if (name === undefined) throw new Error(`ENV ${text} says more than these steps know.`);
      return [name, value];
    }),
  );
}

/** Carries out the instructions of one stage. Those that only describe the image are kept in `stage.says`. */
function buildStage(stage, instructions, stages) {
  const steps = {
    WORKDIR: (text) => {
      stage.workdir = join(stage.workdir, text);
      mkdirSync(below(stage.folder, stage.workdir), { recursive: true });
    },
    ENV: (text) => Object.assign(stage.env, variables(text)),
    COPY: (text) => copy(stage, stages, text),
    RUN: (text) => runStep(stage, text),
  };
  mkdirSync(join(stage.folder, 'root'), { recursive: true });
  for (const { name, text } of instructions) {
    say(`[${stage.name}] ${name} ${text}`);
    if (steps[name]) steps[name](text);
    else stage.says[name] = text;
  }
}

/** Builds all stages and returns the last one. The other folders are removed, so that nothing can use them. */
function buildImage(place) {
  const context = { folder: join(place, 'context') };
  buildContext(context.folder);
  const stages = new Map([['context', context]]);
  const parsed = parseDockerfile(readFileSync(join(deploy, 'Dockerfile'), 'utf8'));
  for (const [at, { base, name, instructions }] of parsed.entries()) {
    const tools = baseImage(join(place, `base-${at}`), base);
    const stage = { name, folder: join(place, `stage-${at}`), tools, workdir: '/', env: {}, says: {} };
    buildStage(stage, instructions, stages);
    stages.set(name, stage);
  }
  const image = [...stages.values()].at(-1);
  for (const { folder } of stages.values())
    if (folder !== image.folder) rmSync(folder, { recursive: true, force: true });
  return image;
}

/** A command of the image: the JSON list of ENTRYPOINT, CMD or HEALTHCHECK, with the paths of the image. */
function words(image, instruction) {
  const [list] = /\[.*\]$/.exec(image.says[instruction]) ?? [];
  if (list === undefined) throw new Error(`${instruction} names no program in JSON.`);
  return JSON.parse(list).map((word) => (word.startsWith('/') ? below(image.folder, word) : word));
}

/** Starts a program of the image; `ended` resolves with the exit code and the output. */
function start(image, [program, ...args], env = {}) {
  const child = spawn(program, args, {
    cwd: below(image.folder, image.workdir),
    env: { ...environment(image), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running = { child, out: '', err: '' };
  child.stdout.on('data', (chunk) => (running.out += chunk));
  child.stderr.on('data', (chunk) => (running.err += chunk));
  running.ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: running.out, err: running.err }));
  });
  return running;
}

async function succeed(image, command, wanted) {
  const { code, out, err } = await start(image, command).ended;
  if (code !== 0 || !wanted.test(out))
    throw new Error(`${command.join(' ')} ended with ${code}, and should say ${wanted}:\n${out}${err}`);
  say(`${command.join(' ')}: fine`);
}

/** Waits until `look` returns something. Fails if the process ends earlier, or the time runs out. */
async function until(what, running, look) {
  const end = Date.now() + startPeriodMs;
  let ended = false;
  void running.ended.finally(() => (ended = true)).catch(() => undefined);
  for (;;) {
    const found = await look();
    if (found) return found;
    if (ended || Date.now() > end) throw new Error(`${what}:\n${running.out}${running.err}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Whether a daemon has written a space's pages into a folder. */
const mirrored = (data) => readdirSync(data).some((name) => existsSync(join(data, name, 'SUMMARY.md')));

/**
 * Runs the daemon that the image starts by default, with the image's health check and stop signal, against a service of the image.
 */
async function runDaemon(image) {
  const entry = words(image, 'ENTRYPOINT');
  const sample = join(image.folder, 'usr/local/lib/node_modules/tidemark/templates/sample');
  const service = start(image, [...entry, 'serve', '--json', '--port', '0', '--seed', sample]);
  const daemons = [];
  try {
    const [line] = await until('The service is not ready', service, () =>
      /^\{"event":"ready".*\n/m.exec(service.out),
    );
    const { url, token, organization } = JSON.parse(line);
    // A container has its own ports; here we need a free one.
    const port = await freePort();
    const exposed = image.says.EXPOSE;
    mkdirSync(join(image.folder, 'etc', 'tidemark'), { recursive: true });
    writeFileSync(
      join(image.folder, 'etc', 'tidemark', 'sync.config.yaml'),
      `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ${JSON.stringify(join(image.folder, 'data'))} }
mirror: { organization: ${organization} }
http: { host: 127.0.0.1, port: ${port} }
`,
    );
    const check = words(image, 'HEALTHCHECK').map((word) => word.replaceAll(exposed, String(port)));
    const healthy = async () => (await start(image, check).ended).code === 0;
    if (await healthy()) throw new Error('The health check praises a container in which nothing runs.');
    const daemon = start(image, [...entry, ...words(image, 'CMD')], { TIDEMARK_TOKEN: token });
    daemons.push(daemon);
    await until('The daemon is not healthy', daemon, healthy);
    say('the daemon: healthy');
    await until('The daemon mirrors nothing', daemon, () => mirrored(join(image.folder, 'data')));
    daemon.child.kill(image.says.STOPSIGNAL);
    const { code, out, err } = await daemon.ended;
    if (code !== 0)
      throw new Error(`The daemon ended with ${code} at ${image.says.STOPSIGNAL}:\n${out}${err}`);
    say(`the daemon: ended at ${image.says.STOPSIGNAL}`);
  } finally {
    for (const { child } of [...daemons, service]) child.kill('SIGKILL');
    await Promise.all([...daemons, service].map(({ ended }) => ended));
  }
}

/** Refuses modules in folders above, because the program would find them and hide that the image lacks them. */
function refuseModulesAbove(folder) {
  for (let above = folder; above !== dirname(above); above = dirname(above))
    if (existsSync(join(above, 'node_modules')))
      throw new Error(
        `${join(above, 'node_modules')} is in reach of the image: set TMPDIR to another place.`,
      );
}

const place = realpathSync(mkdtempSync(join(tmpdir(), 'tidemark-docker-')));
try {
  refuseModulesAbove(place);
  const image = buildImage(place);
  const entry = words(image, 'ENTRYPOINT');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await succeed(image, [...entry, '--version'], new RegExp(`^${version.replaceAll('.', '\\.')}$`, 'm'));
  await succeed(image, [...entry, 'demo'], /exported/);
  await runDaemon(image);
} finally {
  rmSync(place, { recursive: true, force: true });
}
