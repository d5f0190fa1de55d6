import * as fs from 'node:fs';
import path from 'node:path';
import { AppError, messageOf } from '../base/index.ts';
import { fileSystemError, flushFile, flushFolder, writeNewFile } from '../files/index.ts';
import { checkPack } from './check-pack.ts';
import { assertForeignTrees } from './foreign-trees.ts';
import { PackFile } from './pack-file.ts';

let serial = 0;

/**
 * Adds a pack from somebody else to a repository: the pack is written aside, isomorphic-git indexes it there (and resolves its
 * deltas), its trees are checked, it is on disk, and only then it gets its name, the pack before its index. Returns null for a
 * pack without objects. Throws UNSAFE_PATH when one of its trees breaks the rule of `foreignTreeProblem`, and ANSWER_INVALID when
 * the pack is damaged; then nothing is added.
 */
export async function receivePack(
  pack: Buffer,
  objects: string,
  privateFolder: string,
): Promise<PackFile | null> {
  if (pack.length < 32 || pack.toString('latin1', 0, 4) !== 'PACK') {
    throw new AppError('ANSWER_INVALID', 'The git host sent no pack', { hint: 'Try again later.' });
  }
  checkPack(pack);
  const count = pack.readUInt32BE(8);
  if (count === 0) return null;
  const aside = path.join(privateFolder, `incoming-${process.pid}-${serial++}`);
  try {
    fs.rmSync(aside, { recursive: true, force: true });
    fs.mkdirSync(aside, { recursive: true });
    await writeNewFile(path.join(aside, 'new.pack'), pack);
    await index(aside);
    judge(path.join(aside, 'new'), count);
    const name = `pack-${pack.toString('hex', pack.length - 20)}`;
    const target = path.join(objects, 'pack', name);
    for (const ending of ['.pack', '.idx']) {
      await settle(path.join(aside, `new${ending}`));
      fs.chmodSync(path.join(aside, `new${ending}`), 0o444);
      fs.renameSync(path.join(aside, `new${ending}`), target + ending);
    }
    await flushFolder(path.dirname(target));
    return new PackFile(target);
  } catch (error) {
    throw fileSystemError(error, 'Taking in a pack');
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

/** The indexer leaves out what it could not resolve: an incomplete pack is not added at all. */
function judge(base: string, count: number): void {
  const incoming = new PackFile(base);
  try {
    if (incoming.index.count !== count)
      throw new AppError('ANSWER_INVALID', 'The pack of the git host is damaged: a delta fits no base', {
        hint: 'Try again later.',
      });
    assertForeignTrees(incoming);
  } finally {
    incoming.close();
  }
}

async function index(aside: string): Promise<void> {
  try {
    const { indexPack } = await import('isomorphic-git');
    await indexPack({ fs, dir: aside, gitdir: aside, filepath: 'new.pack' });
  } catch (error) {
    throw new AppError('ANSWER_INVALID', `The pack of the git host is damaged: ${messageOf(error)}`, {
      hint: 'Try again later.',
      cause: error,
    });
  }
}

async function settle(file: string): Promise<void> {
  const open = fs.openSync(file, 'r+');
  try {
    await flushFile(open);
  } finally {
    fs.closeSync(open);
  }
}
