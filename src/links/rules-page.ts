import { ruleIds, rules } from './rules.ts';

/** `docs/rules/links.md`, printed from the table of rules. */
export function rulesPage(): string {
  const parts = [
    '# Rules of the link check',
    '',
    'Printed from `src/links/rules.ts`; a test fails when the two differ. `links.ignore` in `sync.config.yaml` leaves a rule out:',
    '`rule:in-app`.',
    '',
    '| Rule | Level | Mended by `--fix` |',
    '|---|---|---|',
    ...ruleIds.map(
      (id) =>
        `| [${id}](#${id}) | ${rules[id].level} | ${rules[id].fixable ? 'when the target is certain' : 'no'} |`,
    ),
    '',
  ];
  for (const id of ruleIds) parts.push(`## ${id}`, '', `${rules[id].title}. ${rules[id].help}`, '');
  return `${parts.join('\n').trimEnd()}\n`;
}
