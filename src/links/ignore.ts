import { AppError } from '../base/index.ts';
import type { Finding } from './finding.ts';

/**
 * An ignore entry: a glob over targets (`https://example.com/**`), over files with `path:` before it
 * (`path:guides/old/**`), or a rule's name with `rule:`.
 */
interface Entry {
  text: string;
  matches(finding: Finding): boolean;
}

/** Takes ignored findings out, and names the entries that matched nothing: they rot otherwise. */
export function applyIgnores(
  findings: readonly Finding[],
  ignore: readonly string[],
): { findings: Finding[]; ignored: number; stale: string[] } {
  const entries = ignore.map(readEntry);
  const used = new Set<Entry>();
  const kept = findings.filter((finding) => {
    const hits = entries.filter((entry) => entry.matches(finding));
    for (const hit of hits) used.add(hit);
    return hits.length === 0;
  });
  return {
    findings: kept,
    ignored: findings.length - kept.length,
    stale: entries.filter((entry) => !used.has(entry)).map((entry) => entry.text),
  };
}

function readEntry(text: string): Entry {
  const [, prefix, rest = ''] = /^(?:(path|rule|target):)?(.*)$/su.exec(text) ?? [];
  if (rest.trim() === '')
    throw new AppError('CONFIG_INVALID', `The ignore entry ${JSON.stringify(text)} is empty`, {
      hint: 'Write a pattern of targets, or path:PATTERN, or rule:NAME.',
    });
  if (prefix === 'rule') return { text, matches: ({ rule }) => rule === rest };
  const pattern = globPattern(rest);
  return prefix === 'path'
    ? { text, matches: ({ path }) => pattern.test(path) }
    : { text, matches: ({ target }) => pattern.test(target) };
}

/** `*` is anything but a slash, `**` anything, `?` one character. */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/?|\*|\?|[.+^${}()|[\]\\]/gu, (part) => {
    if (part === '**') return '.*';
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`, 'su');
}
