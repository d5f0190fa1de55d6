import { AppError, nearestWord } from '../base/index.ts';
import type { Finding } from './finding.ts';
import { isRule, ruleIds } from './rules.ts';
import type { ScannedFile } from './tree.ts';

/**
 * An ignore entry: a glob over targets (`https://example.com/**`), over files with `path:` before it
 * (`path:guides/old/**`), or a rule's name with `rule:`.
 */
interface Entry {
  text: string;
  matches(finding: Pick<Finding, 'rule' | 'path' | 'target'>): boolean;
}

/** Splits a list of external addresses into those to request and those that an entry excludes, so that they are not requested. */
export function withoutIgnored<Use extends { readonly url: string; readonly path: string }>(
  uses: readonly Use[],
  ignore: readonly string[],
): { asked: Use[]; matched: ReadonlySet<string> } {
  const entries = ignore.map(readEntry);
  const matched = new Set<string>();
  const asked = uses.filter(({ url, path }) => {
    const hits = entries.filter((entry) => entry.matches({ rule: 'external-dead', path, target: url }));
    for (const { text } of hits) matched.add(text);
    return hits.length === 0;
  });
  return { asked, matched };
}

/**
 * Removes ignored findings, and reports the entries that matched nothing, so that stale entries do not pile up.
 *
 * @param mayMatch says which entries not to report, because they matched something else, or their subject was not checked.
 */
export function applyIgnores(
  findings: readonly Finding[],
  ignore: readonly string[],
  mayMatch: (entry: string) => boolean = () => false,
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
    stale: entries.filter((entry) => !used.has(entry) && !mayMatch(entry.text)).map((entry) => entry.text),
  };
}

/**
 * `<!-- links-off rule other-rule -->`, `<!-- links-off-next-line -->`, `<!-- links-on -->`: a comment without rules is about all
 * rules.
 */
const comment = /^<!--[ \t]*links-(off-next-line|off|on)((?:[ \t,]+[a-z-]+)*)[ \t]*-->$/u;

/**
 * Removes findings that comments in the pages switch off: from a comment to the one that switches on again or to the end of the
 * page, or in the line below a comment. A comment without rules is about all rules. A comment that code shows is an example.
 */
export function withoutSwitchedOff<Found extends Pick<Finding, 'path' | 'rule' | 'span'>>(
  findings: readonly Found[],
  fileOf: (path: string) => Pick<ScannedFile, 'text' | 'scan'> | null,
): Found[] {
  const areas = new Map<string, readonly Area[]>();
  return findings.filter(({ path, rule, span }) => {
    if (span === null) return true;
    let known = areas.get(path);
    if (known === undefined) {
      const file = fileOf(path);
      areas.set(path, (known = file === null ? [] : areasOf(file)));
    }
    return !known.some(
      ({ from, to, rules }) =>
        from <= span.start && span.start < to && (rules.length === 0 || rules.includes(rule)),
    );
  });
}

/** A part of a page where rules are switched off. */
interface Area {
  readonly from: number;
  readonly to: number;
  readonly rules: readonly string[];
}

function areasOf({ text, scan }: Pick<ScannedFile, 'text' | 'scan'>): Area[] {
  if (!text.includes('links-off')) return [];
  const comments = scan.comments.flatMap(({ start, end }) => {
    const [, what, names = ''] = comment.exec(text.slice(start, end)) ?? [];
    return what === undefined ? [] : [{ what, start, end, rules: names.split(/[ \t,]+/u).filter(Boolean) }];
  });
  return comments.flatMap(({ what, end, rules }, at) => {
    if (what === 'on') return [];
    if (what === 'off-next-line') {
      const line = text.indexOf('\n', end);
      if (line < 0) return [];
      const next = text.indexOf('\n', line + 1);
      return [{ from: line + 1, to: next < 0 ? text.length : next, rules }];
    }
    const later = comments.slice(at + 1).filter((each) => each.what === 'on');
    const stop = later.find(
      (each) => each.rules.length === 0 || rules.every((rule) => each.rules.includes(rule)),
    );
    return [{ from: end, to: stop?.start ?? text.length, rules }];
  });
}

function readEntry(text: string): Entry {
  const [, prefix, rest = ''] = /^(?:(path|rule|target):)?(.*)$/su.exec(text) ?? [];
  if (rest.trim() === '')
    throw new AppError('CONFIG_INVALID', `The ignore entry ${JSON.stringify(text)} is empty`, {
      hint: 'Write a pattern of targets, or path:PATTERN, or rule:NAME.',
    });
  if (prefix === 'rule') {
    if (!isRule(rest)) throw unknownRule(text, rest);
    return { text, matches: ({ rule }) => rule === rest };
  }
  const pattern = globPattern(rest);
  return prefix === 'path'
    ? { text, matches: ({ path }) => pattern.test(path) }
    : { text, matches: ({ target }) => pattern.test(target) };
}

function unknownRule(entry: string, name: string): AppError {
  const meant = nearestWord(name, ruleIds);
  return new AppError(
    'CONFIG_INVALID',
    `The ignore entry ${JSON.stringify(entry)} names no rule${meant === undefined ? '' : `; did you mean rule:${meant}?`}`,
    { hint: `There are ${ruleIds.join(', ')}.` },
  );
}

/** `*` matches anything but a slash, `**` anything, `?` one character. */
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
