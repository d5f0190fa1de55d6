import { ruleIds, rules } from './rules.ts';

/** `docs/rules/links.md`, printed from the table of rules. */
export function rulesPage(): string {
  const head =
    '# Rules of the link check\n\nPrinted from `src/links/rules.ts`; a test fails when the two differ. ';
  return `${head}${rulesText()}\n`;
}

/** How to set levels, the table of the rules, and what each rule finds. */
export function rulesText(): string {
  const parts = [
    '`links.levels` in `sync.config.yaml` gives a rule another',
    'level (`unused-file: warning`, `in-app: off`), `--level in-app=off` does so once. `links.ignore` leaves out targets',
    '(`https://example.com/**`), files (`path:old/**`) or a rule (`rule:in-app`), and entries that match nothing are reported.',
    '',
    '| Rule | Level | Corrected by `--fix` |',
    '|---|---|---|',
    ...ruleIds.map(
      (id) =>
        `| [${id}](#${id}) | ${rules[id].level} | ${rules[id].fixable ? 'when the target is certain' : 'no'} |`,
    ),
    '',
  ];
  for (const id of ruleIds) parts.push(`## ${id}`, '', `${rules[id].title}. ${rules[id].help}`, '');
  return parts.join('\n').trimEnd();
}
