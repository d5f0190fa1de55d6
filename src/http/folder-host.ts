import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, makeFolders, messageOf } from '../base/index.ts';
import type { Random } from '../clock/index.ts';
import type { FileHost } from './file-host.ts';
import { waitForContent, type WaitPorts } from './until-there.ts';

export interface FolderHostOptions extends WaitPorts {
  /** The folder that something else serves: a web server, or the artifacts of a CI job. */
  readonly folder: string;
  /** The address of a file in that folder, with `{path}` in it. */
  readonly address: string;
  readonly random: Random;
}

/**
 * Publishes files through a folder that something else serves: writes them below a name that nobody can guess, waits until they
 * appear at their address, and deletes them at the end. This host cannot see who fetches them.
 */
export function createFolderHost({ folder, address, random, ...wait }: FolderHostOptions): FileHost {
  return {
    publish: async (files) => {
      const key = `tidemark-${Buffer.from(random.bytes(32)).toString('base64url')}`;
      const urlOf = (name: string): string => fillTemplate(address, { path: `${key}/${name}` });
      const close = (): Promise<void> => rm(join(folder, key), { recursive: true, force: true });
      try {
        for (const [name, bytes] of files) {
          const path = join(folder, key, ...name.split('/'));
          makeFolders(dirname(path));
          // The server of the folder may run as another user.
          await writeFile(path, bytes, { flag: 'wx', mode: 0o644 });
        }
      } catch (error) {
        await close().catch(() => null);
        throw new AppError(
          'CONFIG_INVALID',
          `Edits cannot be written for an import to ${folder}: ${messageOf(error)}`,
          {
            hint: 'Nothing was sent; the edits stay in your files. Check push.importFolder and who may write there.',
            cause: error,
          },
        );
      }
      try {
        for (const [name, bytes] of files)
          await waitForContent(wait, { url: urlOf(name), bytes, option: 'importFolderUrl' });
      } catch (error) {
        await close().catch(() => null);
        throw error;
      }
      return { url: urlOf(''), urlOf, fetched: () => null, close };
    },
  };
}

/** An address template with its placeholders filled in: each part of a path is encoded, and its slashes stay. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : value.split('/').map(encodeURIComponent).join('/');
  });
}
