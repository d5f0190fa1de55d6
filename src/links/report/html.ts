import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Eta } from 'eta';

import { packageRoot } from '../../base/index.ts';
import type { Finding } from '../finding.ts';
import { rules, type RuleId } from '../rules.ts';
import { byPath, plural, tally, type Reporter, shown } from './shape.ts';

/** One page that needs nothing else: styles inside, no script, no request. Its template is `templates/report/links.eta`. */
export const htmlReport: Reporter = (report, { version, now }) => {
  const folder = join(packageRoot(), 'templates', 'report');
  const template = readFileSync(join(folder, 'links.eta'), 'utf8');
  const styles = readFileSync(join(folder, 'links.css'), 'utf8');
  const eta = new Eta({ autoEscape: true, autoTrim: false, useWith: false });
  const counts = tally(report.findings);
  const perRule = new Map<RuleId, number>();
  for (const { rule } of report.findings) perRule.set(rule, (perRule.get(rule) ?? 0) + 1);
  return eta.renderString(template, {
    styles,
    version,
    checkedAt: new Date(now).toISOString(),
    checkedAtText: `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    counts,
    links: plural(report.counts.links, 'link'),
    pagesText: plural(report.counts.pages, 'page'),
    outside: plural(report.counts.external, 'address', 'addresses'),
    fixed: report.fixedSinceBase === 0 ? '' : plural(report.fixedSinceBase, 'known fault'),
    ignored: report.ignored === 0 ? '' : plural(report.ignored, 'finding'),
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
      path: shown(path),
      title: shown(findings[0]?.title ?? ''),
      count: plural(findings.length, 'finding'),
      findings: findings.map(viewOf),
    })),
    staleIgnores: report.staleIgnores.map(shown),
    problems: report.problems.map(shown),
  });
};

function pick(id: RuleId): { title: string; help: string } {
  const { title, help } = rules[id];
  return { title, help };
}

function viewOf({ rule, level, message, span, excerpt, excerptStart, suggestion, isNew }: Finding): object {
  const at = span === null ? 0 : Math.max(0, span.column - 1 - excerptStart);
  const length = span === null ? 0 : span.endColumn - span.column;
  return {
    rule,
    level,
    message: shown(message),
    place: span === null ? '' : `${span.line}:${span.column}`,
    before: shown((excerptStart > 0 ? '…' : '') + excerpt.slice(0, at)),
    marked: shown(excerpt.slice(at, at + length)),
    after: shown(excerpt.slice(at + length)),
    hasExcerpt: excerpt !== '',
    suggestion: suggestion === null ? '' : shown(suggestion.target),
    isSafe: suggestion?.safe ?? false,
    isNew,
  };
}
