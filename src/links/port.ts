/** Only the table of rules, for the configuration, which every command reads, while few commands check links. */
export { ruleIds, rules } from './rules.ts';
export type { RuleId, RuleLevel } from './rules.ts';
export type { StatusMeaning } from './external-ask.ts';
