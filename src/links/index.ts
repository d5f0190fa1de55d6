export { markNewFindings, parseBaseline, printBaseline } from './baseline.ts';
export type { Baseline } from './baseline.ts';
export { checkLinks, onlyNewFindings } from './check.ts';
export type { CheckLinksOptions } from './check.ts';
export { exitFor, failingFindings } from './exit.ts';
export type { ExitOptions, FailOn } from './exit.ts';
export { createExternalCheck, externalHostsAtOnce } from './external.ts';
export type { AddressMapping, ExternalCache, ExternalCheck, ExternalOptions } from './external.ts';
export type { ExternalResult, StatusMeaning, StatusPolicy } from './external-ask.ts';
export { hostOf, isHost, isPrivateAddress } from './external-hosts.ts';
export type { HostSettings, SettingsByHost } from './external-hosts.ts';
export { fileExternalCache } from './external-cache.ts';
export type { Difference, Finding, LinkCounts, LinkReport, Span, Suggestion } from './finding.ts';
export { fixFile } from './fix.ts';
export type { FileFix } from './fix.ts';
export { parseHistory, printHistory, runOf } from './history.ts';
export type { HistoryRun } from './history.ts';
export { githubSummary } from './report/github.ts';
export { reportHeading } from './report/markdown.ts';
export { reporters, reportFormats } from './report/index.ts';
export type { ReportFormat } from './report/index.ts';
export type { Reporter, ReportOptions } from './report/shape.ts';
export { helpUri, ruleIds, rules } from './rules.ts';
export type { Level, Rule, RuleId, RuleLevel } from './rules.ts';
export { rulesPage, rulesText } from './rules-page.ts';
export { clientLinkReports } from './service-source.ts';
export { gatherVerdicts } from './service-verdicts.ts';
export type {
  LinkReportPart,
  LinkReportSource,
  ServiceCounts,
  ServiceVerdict,
  ServiceVerdicts,
} from './service-verdicts.ts';
export { findSpaces } from './tree.ts';
export type { LinkSpace, LinkTree } from './tree.ts';
