import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { fillTemplate, waitForContent } from '../http/index.ts';
import type { FileHost, WaitPorts } from '../http/index.ts';
import { MemoryRepository } from './memory.ts';
import type { GitHost, Oid, Version } from './port.ts';

export interface RawFileHostOptions extends WaitPorts {
  readonly host: GitHost;
  /** The raw address of a commit's file, with `{commit}` and `{path}` in it. */
  readonly address: string;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  readonly random: Random;
}

/** Clones do not fetch these references, and they are no branches: no list shows them, and no CI starts for them. */
const prefix = 'refs/tidemark-import/';

/**
 * Publishes files through a git host: it pushes a commit without parents, which contains only these files, below a reference of
 * its own, and others fetch the files from the host's raw address of that commit. The reference is deleted at the end. We cannot
 * see here who fetches the files.
 */
export function createRawFileHost({ host, address, random, ...ports }: RawFileHostOptions): FileHost {
  return {
    publish: async (files) => {
      const key = Buffer.from(random.bytes(32)).toString('base64url');
      if (files.size === 0) return publication(address, 'nothing', key);
      const git = new MemoryRepository();
      const commit = await commitOf(git, { files, key, at: ports.clock.now() });
      const ref = `${prefix}${key}`;
      const move = async (expected: Oid | null, next: Oid | null): Promise<void> => {
        const [pushed] = await host.push(git, [{ ref, expected, next }]);
        if (pushed?.outcome !== 'moved') throw refused(ref, pushed?.reason ?? 'it does not say why');
      };
      await move(null, commit);
      const close = async (): Promise<void> => {
        // A reference that is left over names drafts that nobody looks for.
        await move(commit, null).catch(() => null);
      };
      const published = publication(address, commit, key, close);
      try {
        for (const [name, bytes] of files)
          await waitForContent(ports, { url: published.urlOf(name), bytes, option: 'importRawUrl' });
      } catch (error) {
        await close();
        throw error;
      }
      return published;
    },
  };
}

function publication(
  address: string,
  commit: string,
  key: string,
  close: () => Promise<void> = async () => undefined,
): Awaited<ReturnType<FileHost['publish']>> {
  const urlOf = (name: string): string => fillTemplate(address, { commit, path: `${key}/${name}` });
  return { url: urlOf(''), urlOf, fetched: () => null, close };
}

/** A commit that contains only the files, in a folder of their own. */
async function commitOf(
  git: MemoryRepository,
  { files, key, at }: { files: ReadonlyMap<string, Uint8Array>; key: string; at: number },
): Promise<Oid> {
  const who = { name: 'Tidemark', email: 'tidemark@localhost', at };
  return git.write(async (writer) => {
    const changes = new Map<string, Version>();
    for (const [name, bytes] of files)
      changes.set(`${key}/${name}`, { mode: '100644', oid: writer.addBlob(bytes) });
    const tree = await writer.updateTree(null, changes);
    const message = 'Edits on their way to a service\n';
    return writer.addCommit({ tree, parents: [], author: who, committer: who, message });
  });
}

function refused(ref: string, why: string): AppError {
  return new AppError('FORBIDDEN', `The git host does not take ${ref}: ${why}`, {
    hint: 'Nothing was sent; the edits stay in your files. Let the token create and delete references there, or set another way: push.importStore, push.importFolder, push.importUrl.',
  });
}
