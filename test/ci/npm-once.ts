import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NpmOnce {
  /** A folder for the front of PATH, whose `npm` does what the machine's does. */
  readonly bin: string;
  remove(): void;
}

/**
 * An npm that installs once for all pipelines: the first `npm install --prefix FOLDER …` is npm's own, and the same words for another
 * folder give that folder the same files. Most of the time of a pipeline would be npm's otherwise.
 */
export function npmOnce(): NpmOnce {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-npm-once-'));
  const bin = join(folder, 'bin');
  const kept = join(folder, 'kept');
  for (const each of [bin, kept]) mkdirSync(each);
  const real = execFileSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const script = `#!/usr/bin/env bash
set -eu
if [ "$1 $2" != 'install --prefix' ]; then exec '${real}' "$@"; fi
kept='${kept}'/$(printf '%s\\n' "\${@:4}" | git hash-object --stdin)
if [ -d "$kept" ]; then
  rm -rf "$3"
  cp -R "$kept" "$3"
else
  '${real}' "$@"
  cp -R "$3" "$kept"
fi
`;
  writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
  return { bin, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
