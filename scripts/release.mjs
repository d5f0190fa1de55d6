// Makes a release in this clone. `npm run release` shows the next version and its section of the changelog. With `--yes`, it writes
// the version everywhere, runs the checks, packs the package, and makes a commit and a tag. Nothing leaves this machine: at the
// end, the script prints what to push and to publish. If a step fails, the clone is as it was before.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  ReleaseRefused,
  nextVersion,
  notesOf,
  readChange,
  readChangelog,
  sizeOf,
  withPins,
  withVersion,
} from './changes.mjs';
import { root } from './ready.mjs';

/** Files besides package.json that name the current version for people. */
const pinned = ['action.yml', 'docs/ci/README.md', 'docs/ci/github-links.yml', 'docs/ci/gitlab-links.yml'];
const branch = 'main';

const at = (path) => join(root, path);
const read = (path) => readFileSync(at(path), 'utf8');
const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a program in the clone and returns its output; `shown` programs print to the terminal instead. */
function run(command, args, { input, shown = false } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ...(shown ? { stdio: ['ignore', 'inherit', 'inherit'] } : { input }),
  });
  if (status === 0) return (stdout ?? '').trim();
  throw new ReleaseRefused(
    `${command} ${args.slice(0, 2).join(' ')} ended with ${status}.${shown ? '' : `\n${stdout}${stderr}`}`,
  );
}

const git = (...args) => run('git', args);

/** The next version and its notes. */
function planOf() {
  const { version: from } = JSON.parse(read('package.json'));
  const names = readdirSync(at('changes')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const changes = names.sort().map((name) => readChange(name, read(`changes/${name}`)));
  // A version without a tag was never released, so it is the next one.
  const isReleased = git('tag', '--list', `v${from}`) !== '';
  if (isReleased && changes.length === 0)
    throw new ReleaseRefused(
      `Nothing has changed since ${from}: changes/ holds no file (changes/README.md says what is in one).`,
    );
  const version = isReleased ? nextVersion(from, sizeOf(changes)) : from;
  if (git('tag', '--list', `v${version}`) !== '')
    throw new ReleaseRefused(`The tag v${version} is there already.`);
  const notes = notesOf({ unreleased: readChangelog(read('CHANGELOG.md')).unreleased, changes });
  if (notes === '')
    throw new ReleaseRefused('Nothing is said of the release, in changes/ or under “Unreleased”.');
  const day = new Date().toISOString().slice(0, 10);
  return { from, version, day, notes, names, folder: join('releases', version) };
}

/** Refuses uncommitted changes, because a release contains only what is committed on the branch. */
function requireCleanBranch() {
  const here = git('branch', '--show-current');
  if (here !== branch)
    throw new ReleaseRefused(`A release is made on ${branch}, and this is ${here || 'no branch'}.`);
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new ReleaseRefused(`A release is made of what is committed, and this is not:\n${changed}`);
}

function writeVersion({ from, version, day, notes, names }) {
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
  for (const path of pinned) writeFileSync(at(path), withPins(read(path), { from, to: version }));
  writeFileSync(at('CHANGELOG.md'), withVersion(read('CHANGELOG.md'), { version, day, notes }));
  for (const name of names) rmSync(at(`changes/${name}`));
}

/** Writes the package, its bill of materials and the checksums of both into the release's folder. */
function pack({ version, folder }) {
  mkdirSync(at(folder), { recursive: true });
  run('npm', ['pack', '--pack-destination', folder], { shown: true });
  const files = [`tidemark-${version}.tgz`, `tidemark-${version}.cdx.json`];
  copyFileSync(at('dist/sbom.cdx.json'), at(join(folder, files[1])));
  const { metadata } = JSON.parse(read(join(folder, files[1])));
  if (metadata.component.version !== version)
    throw new ReleaseRefused(
      `The bill of materials is of ${metadata.component.version}, and not of ${version}.`,
    );
  const sums = files.map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(at(join(folder, file))))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  writeFileSync(at(join(folder, 'SHA256SUMS')), sums.join(''));
}

function commitAndTag({ version, notes }) {
  git('add', '--all');
  run('git', ['commit', '--quiet', '--file', '-'], {
    input: `This is version ${version}\n\nMade by scripts/release.mjs; the changelog says what is in it.\n`,
  });
  run('git', ['tag', '--annotate', '--cleanup=whitespace', '--file', '-', `v${version}`], {
    input: `Tidemark ${version}\n\n${notes}\n`,
  });
}

function make(plan) {
  const before = git('rev-parse', 'HEAD');
  const hadFolder = existsSync(at(plan.folder));
  try {
    writeVersion(plan);
    say('Checking the release …');
    run('npm', ['run', 'check'], { shown: true });
    pack(plan);
    commitAndTag(plan);
  } catch (error) {
    // Only the release was uncommitted, so nobody loses work.
    git('reset', '--quiet', '--hard', before);
    if (!hadFolder) rmSync(at(plan.folder), { recursive: true, force: true });
    throw error;
  }
}

try {
  const isMeant = process.argv.includes('--yes');
  if (isMeant) requireCleanBranch();
  const plan = planOf();
  const { version, day, notes, folder } = plan;
  if (isMeant) {
    make(plan);
    say(
      `\nTidemark ${version} is committed and tagged; the package is in ${folder}. Nothing has left this machine:`,
    );
    say(`  git push origin ${branch} v${version}`);
    say(`  npm publish ${folder}/tidemark-${version}.tgz`);
  } else say(`## ${version} (${day})\n\n${notes}\n\n(npm run release -- --yes makes it.)`);
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  process.stderr.write(`No release was made. ${error.message}\n`);
  process.exit(1);
}
