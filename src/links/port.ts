/** Only tables of names, for the configuration and the command line, which every command reads, while few commands check links. */
export { ruleIds, rules } from './rules.ts';
export type { RuleId, RuleLevel } from './rules.ts';
export type { StatusMeaning } from './external-ask.ts';
export { reportFormats, type ReportFormat } from './report/formats.ts';
