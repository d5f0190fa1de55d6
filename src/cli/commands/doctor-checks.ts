import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isReadOnly, messageOf, readOnlyHint } from '../../base/index.ts';
import { plainSecrets } from '../config/plain-secrets.ts';
import { isLoopback } from '../loopback.ts';
import type { Check } from './doctor.ts';

/** Checks the address of the service, before anything is sent there. */
export function addressChecks(address: string): Check[] {
  const url = new URL(address);
  const checks: Check[] = [];
  if (/\/v1\/*$/.test(url.pathname)) {
    checks.push({
      ...{ name: 'address', state: 'warning', message: `${address} ends in /v1, which Tidemark adds itself` },
      hint: `Set service.url to ${address.replace(/\/v1\/*$/, '')}`,
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    checks.push({
      ...{ name: 'address', state: 'warning' },
      message: `${address} is not on this machine and not https: whoever is in between can read the token`,
      hint: `Set service.url to ${address.replace(/^http:/i, 'https:')}, if the service offers that.`,
    });
  }
  return checks;
}

/** Reports secrets that are written in the configuration file. */
export function secretChecks(file: string, text: string): Check[] {
  return plainSecrets(text).map(({ option, line, column }) => ({
    ...{ name: 'secrets', state: 'warning' as const },
    message: `${file}:${line}:${column}: ${option} is written out in the file`,
    hint: `Put it into the environment, and write "\${TIDEMARK_TOKEN}" or the name of another variable in its place.`,
  }));
}

/** A space that is mirrored, as a person knows it: by its folder or its title. */
export interface MirroredSpace {
  readonly id: string;
  readonly name: string;
}

/** How many spaces a hint names. */
const mostNamed = 5;

/**
 * Reports webhooks for a space that is not mirrored: the daemon would accept each delivery, and its look at the
 * space would fail. Reports nothing while the spaces are not known.
 */
export function hookChecks(
  hooks: Readonly<Record<string, { readonly space?: string | undefined }>>,
  mirrored: readonly MirroredSpace[] | undefined,
): Check[] {
  if (mirrored === undefined) return [];
  return Object.entries(hooks).flatMap(([hook, { space }]) =>
    space === undefined || mirrored.some(({ id }) => id === space)
      ? []
      : [
          {
            ...{ name: 'hooks', state: 'warning' as const },
            message: `hooks.${hook}.space names ${space}, which is not a space of the mirror`,
            hint: spaceHint(space, mirrored),
          },
        ],
  );
}

function spaceHint(space: string, mirrored: readonly MirroredSpace[]): string {
  const meant = mirrored.find(({ name }) => name === space);
  if (meant !== undefined) return `Write the id of that space: ${meant.id}`;
  const named = mirrored.slice(0, mostNamed).map(({ id, name }) => `${id} (${name})`);
  const more = mirrored.length > mostNamed ? `, and ${mirrored.length - mostNamed} more` : '';
  return `Name one of these spaces, or leave the key out to look at all of them: ${named.join(', ')}${more}`;
}

/** Reports folders that a sync writes to but this user cannot. For a missing folder, the folder above it counts. */
export function folderChecks(folders: readonly string[]): Check[] {
  const checks = new Map<string, Check>();
  const readOnly: string[] = [];
  for (const folder of folders) {
    const there = existingAncestor(folder);
    const problem = writeProblem(there);
    if (problem === null) continue;
    // The whole file system is read-only, so one line is enough for all its folders.
    if (isReadOnly(problem)) {
      if (readOnly.some((above) => `${there}${sep}`.startsWith(`${above}${sep}`))) continue;
      readOnly.push(there);
    }
    checks.set(there, {
      ...{ name: 'folder', state: 'failed', exit: 3 },
      message: `${there} cannot be written${there === folder ? '' : `, so that ${folder} cannot be made`}: ${messageOf(problem)}`,
      hint: `${isReadOnly(problem) ? readOnlyHint : 'Give this user the right to write there.'} Or set repository.path to another folder.`,
    });
  }
  return [...checks.values()];
}

/** Tells what becomes of files that Git LFS keeps, where `.gitattributes` of the repository or of a space's folder names some. */
export function filterChecks(folder: string, spaces: readonly string[]): Check[] {
  const files = [...new Set(['.', ...spaces])].map((path) => join(folder, path, '.gitattributes'));
  const keeps = files.some(
    (file) => existsSync(file) && /^[^#\n]*\sfilter=lfs(?:\s|$)/mu.test(readFileSync(file, 'utf8')),
  );
  if (!keeps) return [];
  return [
    {
      ...{ name: 'Git LFS', state: 'warning' },
      message:
        '.gitattributes gives files to Git LFS; Tidemark reads files as they are, and runs no filters of git',
      hint: 'Run git lfs pull, so that their contents are here and not pointers. A file that comes from the service is committed as it is.',
    },
  ];
}

/** The folders of a repository that a sync writes to. */
export function writtenFolders(folder: string, spaces: readonly string[]): string[] {
  const git = join(folder, '.git');
  const inGit = existsSync(git) && statSync(git).isDirectory() ? ['', 'objects', 'refs'] : [];
  return [folder, ...inGit.map((name) => join(git, name)), ...spaces.map((path) => join(folder, path))];
}

function existingAncestor(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingAncestor(dirname(folder));
}

function writeProblem(path: string): unknown {
  try {
    if (!statSync(path).isDirectory()) return new Error('it is not a folder');
    accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error;
  }
}
