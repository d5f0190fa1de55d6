import { isAppError, messageOf } from '../base/index.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Difference, Finding } from './finding.ts';
import { levelOf } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';
import type { LinkIndex, LinkSpace } from './tree.ts';

/** One broken link as the service reports it: a page, and what is left of the target. No line, no column. */
export interface ServiceVerdict {
  spacePath: string;
  /** The page's file, relative to the space's folder; null when the service does not tell. */
  file: string | null;
  pageTitle: string | null;
  pageUrl: string | null;
  status: 'broken' | 'in-app';
  target: string | null;
  /** The change request's own fault, where the service says so. */
  isOfChangeRequest: boolean | null;
}

export interface ServiceVerdicts {
  verdicts: readonly ServiceVerdict[];
  /** Spaces that the service could not tell about: the scan decided alone there. */
  unsupported: readonly string[];
  problems: readonly string[];
  /** Broken links that the service counts for the change request; null when it does not count. */
  changeRequestBroken: number | null;
}

/** The part of the client that is needed here: pages of a space's link report. */
export interface LinkReportSource {
  /** Reads a space's link report, of a change request when one is given. */
  items(space: string, changeRequest: string | null): AsyncIterable<unknown>;
}

/**
 * Asks the service about the links of some spaces. A service that has no such report (404, 405, 501) leaves the scan to
 * decide alone; other failures are thrown, for they say nothing about links.
 */
export async function gatherVerdicts(
  source: LinkReportSource,
  spaces: readonly LinkSpace[],
  changeRequest: string | null = null,
): Promise<ServiceVerdicts> {
  const verdicts: ServiceVerdict[] = [];
  const unsupported: string[] = [];
  for (const space of spaces) {
    if (space.id === undefined) continue;
    try {
      for await (const item of source.items(space.id, changeRequest))
        verdicts.push(...verdictsOf(item, space.path));
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_AVAILABLE', 'NOT_SUPPORTED_BY_SERVICE'))
        throw error;
      unsupported.push(`${space.title ?? (space.path || space.id)}: ${messageOf(error)}`);
    }
  }
  return { verdicts, unsupported, problems: [], changeRequestBroken: null };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads an item of a link report, which may have more or fewer fields than we know. */
export function verdictsOf(item: unknown, spacePath: string): ServiceVerdict[] {
  const { status, locationReferences, targetReference, brokenContext } = fieldsOf(item);
  if (status !== 'broken' && status !== 'in-app') return [];
  const target = fieldsOf(targetReference);
  const targetText =
    textOf(target['url']) ??
    textOf(fieldsOf(target['page'])['path']) ??
    textOf(fieldsOf(target['file'])['name']);
  const context = textOf(brokenContext);
  return (Array.isArray(locationReferences) ? (locationReferences as unknown[]) : []).map((location) => {
    const page = fieldsOf(fieldsOf(location)['page']);
    return {
      spacePath,
      file: textOf(fieldsOf(page['git'])['path']),
      pageTitle: textOf(page['title']),
      pageUrl: textOf(fieldsOf(page['urls'])['app']),
      status,
      target: targetText,
      isOfChangeRequest: context === null ? null : context === 'change-request',
    };
  });
}

const confirmable: ReadonlySet<RuleId> = new Set([
  'broken-page',
  'broken-file',
  'broken-anchor',
  'broken-space',
  'broken-reusable',
  'broken-openapi',
  'broken-marker',
  'case-mismatch',
  'unanchored-heading',
  'unlisted-page',
]);

/**
 * Joins the service's verdicts to the scan's findings: a broken link that both know gets the place from the scan; what only
 * the service knows is reported on its page; what only the scan knows stays, and is told apart by `--explain`.
 */
export function joinVerdicts(
  findings: readonly Finding[],
  service: ServiceVerdicts,
  { index, levels = {} }: { index: LinkIndex; levels?: Readonly<Partial<Record<RuleId, RuleLevel>>> },
): { findings: Finding[]; differences: Difference[] } {
  const fingerprints = new Fingerprints();
  const differences: Difference[] = [];
  const joined = [...findings];
  const taken = new Set<number>();
  const extra: Finding[] = [];
  const asked = new Set<string>();
  for (const { spacePath } of service.verdicts) asked.add(spacePath);

  for (const verdict of service.verdicts) {
    const space = index.spaces.find(({ path }) => path === verdict.spacePath);
    const path = verdict.file === null ? null : (space?.prefix ?? '') + verdict.file;
    if (verdict.status === 'in-app') continue;
    const matches = (finding: Finding, at: number): boolean =>
      !taken.has(at) && finding.path === path && confirmable.has(finding.rule);
    const exact = joined.findIndex(
      (finding, at) =>
        matches(finding, at) && verdict.target !== null && finding.target.includes(verdict.target),
    );
    const at = exact >= 0 ? exact : joined.findIndex(matches);
    const finding = joined[at];
    if (finding !== undefined) {
      taken.add(at);
      joined[at] = { ...finding, sources: ['scan', 'service'] };
      continue;
    }
    const level = levelOf('service-broken', levels);
    const where = path ?? verdict.pageUrl ?? verdict.pageTitle ?? verdict.spacePath;
    const what = verdict.target === null ? 'a link whose target is gone' : `the link to ${verdict.target}`;
    differences.push({
      path: where,
      message: `The service says that ${what} is broken; the files do not show it`,
    });
    if (level === 'off') continue;
    extra.push({
      rule: 'service-broken',
      level,
      message: `The service says that ${what} is broken`,
      path: where,
      span: null,
      target: verdict.target ?? '',
      suggestion: null,
      fingerprint: fingerprints.of('service-broken', where, verdict.target ?? ''),
      isNew: true,
      title: verdict.pageTitle,
      excerpt: '',
      excerptStart: 0,
      sources: ['service'],
    });
  }
  for (const [at, finding] of joined.entries()) {
    const space = index.spaceOf(finding.path);
    if (taken.has(at) || !confirmable.has(finding.rule) || space?.id === undefined) continue;
    if (!asked.has(space.path) && service.verdicts.length > 0) continue;
    differences.push({
      path: `${finding.path}:${finding.span?.line ?? 1}`,
      message: `The files say ${finding.rule} for ${finding.target}; the service does not report it`,
    });
  }
  return { findings: [...joined, ...extra], differences };
}
