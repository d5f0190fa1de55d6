/** The key of the service's secrets outside of the database: a file beside it, or text of the environment. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { keyLength, serviceKey } from './sealing.ts';
import type { ServiceKey } from './sealing.ts';

/** The name of the key file in the data directory. */
const keyFileName = 'tidemark.key';

/** The environment variable that holds the key in place of the file. */
export const keyVariable = 'TIDEMARK_SERVICE_KEY';

export function keyFileIn(directory: string): string {
  return join(directory, keyFileName);
}

/** Reads keys out of a text: 32 bytes each, in base64 or hexadecimal, with blanks or commas between; lines with # are comments. */
export function readKeys(text: string, where: string): ServiceKey[] {
  const words = text.replace(/^#.*$/gmu, '').split(/[\s,]+/u);
  return words.filter((word) => word !== '').map((word) => readKey(word, where));
}

function readKey(word: string, where: string): ServiceKey {
  const bytes = /^[0-9a-f]{64}$/iu.test(word) ? Buffer.from(word, 'hex') : Buffer.from(word, 'base64');
  const isWhole = /^[\w+/-]+={0,2}$/u.test(word) && bytes.length === keyLength;
  if (isWhole) return serviceKey(bytes);
  throw new AppError('SERVICE_KEY', `${where} holds something that is not a key of ${keyLength} bytes.`, {
    hint: 'A key is 32 random bytes in base64; this makes one: openssl rand -base64 32',
  });
}

/** The keys of a key file, the present one first; none when there is no file. A file that others may read is refused. */
export function readKeyFile(file: string): ServiceKey[] {
  if (!existsSync(file)) return [];
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new AppError('SERVICE_KEY', `The key file ${file} can be read by others than its owner.`, {
      hint: `Run: chmod 600 ${file}\nIf others may have read it: tidemark serve key rotate --data ${dirname(file)}`,
    });
  }
  return readKeys(readFileSync(file, 'utf8'), `The key file ${file}`);
}

/** Writes a key file that is not there yet. When another process was faster, its file stays. */
export function createKeyFile(file: string, key: ServiceKey): void {
  const aside = writeAside(file, [key]);
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  flush(dirname(file));
}

/** Puts other keys into a key file; at every moment the file holds the old ones or the new ones. */
export function replaceKeyFile(file: string, keys: readonly ServiceKey[]): void {
  renameSync(writeAside(file, keys), file);
  flush(dirname(file));
}

function writeAside(file: string, keys: readonly ServiceKey[]): string {
  const aside = `${file}.${process.pid}.new`;
  const lines = keys.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
  rmSync(aside, { force: true });
  writeFileSync(
    aside,
    `# The key of the secrets in Tidemark's database. Without it they cannot be read: keep a copy,\n# and keep it apart from the backups.\n${lines.join('\n')}\n`,
    { mode: 0o600, flag: 'wx' },
  );
  chmodSync(aside, 0o600);
  flush(aside);
  return aside;
}

function flush(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
