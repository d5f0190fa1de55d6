/** The rules as a table, for the configuration: every command reads that, and few check links. */
export { ruleIds, rules } from './rules.ts';
export type { RuleId, RuleLevel } from './rules.ts';
export type { StatusMeaning } from './external-ask.ts';
