import { LineCounter, isMap, isScalar, parseDocument } from 'yaml';

import { joinPath } from './targets.ts';

/** What `.gitbook.yaml` says about a space's folder. It is read, never written. */
export interface SpaceConfig {
  /** The folder of the content, relative to the space's folder; `''` for the folder itself. */
  root: string;
  /** The first page and the table of contents, relative to the space's folder. */
  readme: string;
  summary: string;
  redirects: readonly Redirect[];
  problems: readonly { line: number; column: number; message: string }[];
}

export interface Redirect {
  /** The old page path, without a leading slash. */
  from: string;
  /** As written: a path from the root, or a URL. */
  to: string;
  /** The offsets of the target in the file's text. */
  start: number;
  end: number;
  line: number;
  column: number;
}

export const spaceConfigPath = '.gitbook.yaml';

const absent: SpaceConfig = {
  root: '',
  readme: 'README.md',
  summary: 'SUMMARY.md',
  redirects: [],
  problems: [],
};

/** Reads `.gitbook.yaml`; null for a space without one. Paths that lead out of the folder are problems, and ignored. */
export function readSpaceConfig(text: string | null): SpaceConfig {
  if (text === null || text.trim() === '') return absent;
  const lineCounter = new LineCounter();
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  if (text.length > 256 * 1024)
    return { ...absent, problems: [{ line: 1, column: 1, message: '.gitbook.yaml is longer than 256 KiB' }] };
  const document = parseDocument(text, { lineCounter, schema: 'core', logLevel: 'silent' });
  const problems = document.errors.map((error) => ({
    ...place(error.pos[0]),
    message: `.gitbook.yaml is not valid YAML: ${(error.message.split('\n')[0] ?? '').replace(/ at line \d+.*/u, '')}`,
  }));
  if (problems.length > 0) return { ...absent, problems };

  const found: { line: number; column: number; message: string }[] = [];
  const pathAt = (keys: readonly string[], fallback: string, folder: string): string => {
    const node = document.getIn(keys, true);
    if (node === undefined || node === null) return joinPath(folder, fallback) ?? fallback;
    const written = isScalar(node) && typeof node.value === 'string' ? node.value : null;
    const path = written === null || written.startsWith('/') ? null : joinPath(folder, written);
    if (path !== null) return path;
    const offset = isScalar(node) ? (node.range?.[0] ?? 0) : 0;
    found.push({ ...place(offset), message: `${keys.join('.')} is not a path inside this folder` });
    return joinPath(folder, fallback) ?? fallback;
  };
  const root = pathAt(['root'], '', '');
  const readme = pathAt(['structure', 'readme'], 'README.md', root);
  const summary = pathAt(['structure', 'summary'], 'SUMMARY.md', root);

  const redirects: Redirect[] = [];
  const listed = document.get('redirects', true);
  for (const pair of isMap(listed) ? listed.items : []) {
    const { key, value } = pair;
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') continue;
    const [start, end] = value.range ?? [0, 0];
    redirects.push({
      from: String(key.value).replace(/^\/+/u, ''),
      to: value.value,
      start,
      end,
      ...place(start),
    });
  }
  return { root, readme, summary, redirects, problems: found };
}
