import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Eta } from 'eta';

import { packageRoot } from '../../base/index.ts';
import type { Finding, LinkReport } from '../finding.ts';
import { rules, type RuleId } from '../rules.ts';
import { causesView, sectionsView, historyView } from './html-pictures.ts';
import {
  byPath,
  groupDigits,
  leftOut,
  nothingFound,
  plural,
  countByLevel,
  type Reporter,
  escapeControls,
} from './shape.ts';

/** A self-contained page: inline styles, no script, no request. Its template is `templates/report/links.eta`. */
export const htmlReport: Reporter = (report, { version, now, history = [] }) => {
  const folder = join(packageRoot(), 'templates', 'report');
  const template = readFileSync(join(folder, 'links.eta'), 'utf8');
  const styles = readFileSync(join(folder, 'links.css'), 'utf8');
  const eta = new Eta({ autoEscape: true, autoTrim: false, useWith: false });
  const counts = countByLevel(report.findings);
  const perRule = new Map<RuleId, number>();
  for (const { rule } of report.findings) perRule.set(rule, (perRule.get(rule) ?? 0) + 1);
  return eta.renderString(template, {
    styles,
    version,
    checkedAt: new Date(now).toISOString(),
    checkedAtText: `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    counts,
    verdict: verdictOf(
      report,
      counts,
      report.findings.filter(({ level, isNew }) => level === 'error' && isNew).length,
    ),
    mood: counts.error > 0 ? 'bad' : counts.total === 0 ? 'good' : 'fair',
    bar: barOf(counts),
    figures: {
      error: groupDigits(counts.error),
      warning: groupDigits(counts.warning),
      note: groupDigits(counts.note),
      fresh: groupDigits(counts.new),
    },
    compared: report.compared,
    knownLeftOut: leftOut(report),
    filters: filtersOf(counts),
    links: plural(report.counts.links, 'link'),
    pagesText: plural(report.counts.pages, 'page'),
    outside: plural(report.counts.external, 'address', 'addresses'),
    fixed: report.fixedSinceBase === 0 ? '' : plural(report.fixedSinceBase, 'known fault'),
    ignored: report.ignored === 0 ? '' : plural(report.ignored, 'finding'),
    causes: causesView(report.findings),
    sections: sectionsView(report.findings),
    trend: historyView(history),
    rules: [...perRule]
      .sort(([, one], [, other]) => other - one)
      .map(([id, count]) => ({
        id,
        count,
        level: report.findings.find(({ rule }) => rule === id)?.level,
        ...pick(id),
      })),
    groups: [...byPath(report.findings)].map(([path, findings], index) => ({
      id: `page-${index + 1}`,
      path: escapeControls(path),
      title: escapeControls(findings[0]?.title ?? ''),
      hasNew: findings.some(({ isNew }) => isNew),
      findings: findings.map(viewOf),
    })),
    staleIgnores: report.staleIgnores.map(escapeControls),
    problems: report.problems.map(escapeControls),
  });
};

type Counts = ReturnType<typeof countByLevel>;

/** The page's headline: the number of broken links if there are any, else of remarks. */
function verdictOf(report: LinkReport, counts: Counts, newErrors: number): string {
  if (counts.total === 0) return nothingFound(report);
  if (counts.error === 0) return `Nothing broken, ${plural(counts.total, 'remark')}`;
  const broken = plural(counts.error, 'broken link');
  if (newErrors === counts.error) return broken;
  return `${broken}, ${newErrors === 0 ? 'none' : groupDigits(newErrors)} new`;
}

/** The parts of a bar of width 100: errors, warnings, notes. */
function barOf(counts: Counts): { level: string; from: string; width: string }[] {
  let from = 0;
  return (['error', 'warning', 'note'] as const)
    .filter((level) => counts[level] > 0)
    .map((level) => {
      const width = (100 * counts[level]) / counts.total;
      const part = { level, from: from.toFixed(2), width: width.toFixed(2) };
      from += width;
      return part;
    });
}

/** The filters of the list: only those that match some findings, but not all. */
function filtersOf(counts: Counts): { id: string; name: string; count: string }[] {
  const parts = [
    { id: 'new', name: 'New', number: counts.new },
    { id: 'error', name: 'Errors', number: counts.error },
    { id: 'warning', name: 'Warnings', number: counts.warning },
  ].filter(({ number }) => number > 0 && number < counts.total);
  return [{ id: 'all', name: 'All', number: counts.total }, ...parts].map(({ id, name, number }) => ({
    id,
    name,
    count: groupDigits(number),
  }));
}

function pick(id: RuleId): { title: string; help: string } {
  const { title, help } = rules[id];
  return { title, help };
}

function viewOf(finding: Finding): object {
  const { rule, level, message, span, excerpt, excerptStart, suggestion, isNew, sources } = finding;
  const at = span === null ? 0 : Math.max(0, span.column - 1 - excerptStart);
  const length = span === null ? 0 : span.endColumn - span.column;
  return {
    rule,
    level,
    message: escapeControls(message),
    line: span?.line ?? '',
    byService: sources.includes('scan') && sources.includes('service'),
    place: span === null ? '' : `${span.line}:${span.column}`,
    before: escapeControls((excerptStart > 0 ? '…' : '') + excerpt.slice(0, at)),
    marked: escapeControls(excerpt.slice(at, at + length)),
    after: escapeControls(excerpt.slice(at + length)),
    hasExcerpt: excerpt !== '',
    suggestion: suggestion === null ? '' : escapeControls(suggestion.target),
    isSafe: suggestion?.safe ?? false,
    isNew,
  };
}
