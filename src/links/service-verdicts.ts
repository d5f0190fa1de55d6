import { isAppError, messageOf } from '../base/index.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Difference, Finding } from './finding.ts';
import { excerptOf, levelOf, spanOf } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';
import { prefixOf, type LinkIndex, type LinkSpace } from './tree.ts';
import { fileOfVerdict, linksOfVerdicts, placeName, type PlacedLink } from './verdict-links.ts';

/** One broken target in the service's report, with one of the pages that link to it, without line and column. */
export interface ServiceVerdict {
  spacePath: string;
  /** The file of the page or of the reusable content, relative to the space's folder; null when the service does not say. */
  file: string | null;
  /** The path that readers see of the page; null for a reusable content. */
  pagePath: string | null;
  isReusable: boolean;
  pageTitle: string | null;
  pageUrl: string | null;
  status: 'broken' | 'in-app';
  /** The target as written, or the name of a page or file. */
  target: string | null;
  /** What the link leads to, when that exists: then only the anchor is missing. */
  leadsTo: VerdictTarget | null;
  /** The item of the report, which the service counts as one link, whatever the number of its places. */
  item: object;
  /** Whether the change request broke the link, if the service says so. */
  isOfChangeRequest: boolean | null;
}

/** A page, file or reusable content that a verdict names, in the space with this id. */
export interface VerdictTarget {
  space: string | null;
  file: string | null;
  pagePath: string | null;
  anchor: string | null;
}

export interface ServiceVerdicts {
  verdicts: readonly ServiceVerdict[];
  /** Spaces without a report, for which only the scan decided. */
  unsupported: readonly string[];
  problems: readonly string[];
  /** The service's counts, by the space's folder. */
  counts: ReadonlyMap<string, ServiceCounts>;
  /** How many places link to a file of the repository; null when the service does not know. */
  backlinks: ((path: string) => Promise<number | null>) | null;
}

/** The counts of a link report. */
export interface ServiceCounts {
  total: number;
  broken: number;
  /** How many links the change request broke; null when the service does not count that. */
  changeRequestBroken: number | null;
}

/** A part of a link report. The first part of each report has the counts. */
export interface LinkReportPart {
  items: readonly unknown[];
  stats?: unknown;
}

/** The part of the client that this file needs. */
export interface LinkReportSource {
  /** Reads the link reports of a space or, with a change request, of that. */
  reports(space: string, changeRequest: string | null): AsyncIterable<LinkReportPart>;
  /** Counts the places of a change request that link to a file, by its path in the space's folder. */
  backlinks?(space: string, changeRequest: string): (path: string) => Promise<number | null>;
}

/**
 * Asks the service about the links of some spaces. For a service without this report (404, 405, 501), only the scan
 * decides. Other failures are thrown, because they say nothing about links.
 */
export async function gatherVerdicts(
  source: LinkReportSource,
  spaces: readonly LinkSpace[],
  changeRequest: string | null = null,
): Promise<ServiceVerdicts> {
  const verdicts: ServiceVerdict[] = [];
  const unsupported: string[] = [];
  const counts = new Map<string, ServiceCounts>();
  const backlinks: { prefix: string; count: (path: string) => Promise<number | null> }[] = [];
  for (const space of spaces) {
    if (space.id === undefined) continue;
    try {
      for await (const { items, stats } of source.reports(space.id, changeRequest)) {
        for (const item of items) verdicts.push(...verdictsOf(item, space.path));
        if (stats !== undefined) counts.set(space.path, sumOf(counts.get(space.path), countsOf(stats)));
      }
      if (changeRequest !== null && source.backlinks !== undefined)
        backlinks.push({
          prefix: prefixOf(space),
          count: source.backlinks(space.id, changeRequest),
        });
    } catch (error) {
      if (!isAppError(error, ...unsupportedCodes)) throw error;
      unsupported.push(`${space.title ?? (space.path || space.id)}: ${messageOf(error)}`);
    }
  }
  return {
    verdicts,
    unsupported,
    problems: [],
    counts,
    backlinks: backlinks.length === 0 ? null : (path) => backlinksOf(backlinks, path),
  };
}

/** The answers of a service without link reports. */
const unsupportedCodes = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_AVAILABLE',
  'NOT_SUPPORTED_BY_SERVICE',
] as const;

async function backlinksOf(
  spaces: readonly { prefix: string; count: (path: string) => Promise<number | null> }[],
  path: string,
): Promise<number | null> {
  const space = spaces.find(({ prefix }) => path.startsWith(prefix));
  if (space === undefined) return null;
  try {
    return await space.count(path.slice(space.prefix.length));
  } catch (error) {
    if (isAppError(error, ...unsupportedCodes)) return null;
    throw error;
  }
}

function countsOf(stats: unknown): ServiceCounts {
  const { total, broken } = fieldsOf(stats);
  const { total: all, changeRequest } = fieldsOf(broken);
  return {
    total: numberOf(total) ?? 0,
    broken: numberOf(all) ?? 0,
    changeRequestBroken: numberOf(changeRequest),
  };
}

function sumOf(one: ServiceCounts | undefined, other: ServiceCounts): ServiceCounts {
  if (one === undefined) return other;
  return {
    total: one.total + other.total,
    broken: one.broken + other.broken,
    changeRequestBroken:
      one.changeRequestBroken === null && other.changeRequestBroken === null
        ? null
        : (one.changeRequestBroken ?? 0) + (other.changeRequestBroken ?? 0),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads an item of a link report, which may have more or fewer fields than we know. */
function verdictsOf(item: unknown, spacePath: string): ServiceVerdict[] {
  const { status, locationReferences, targetReference, brokenContext } = fieldsOf(item);
  if (status !== 'broken' && status !== 'in-app') return [];
  const context = textOf(brokenContext);
  const target = targetOf(fieldsOf(targetReference));
  return (Array.isArray(locationReferences) ? (locationReferences as unknown[]) : []).map((location) => {
    const { page: asPage, reusableContent } = fieldsOf(location);
    const page = fieldsOf(asPage ?? reusableContent);
    return {
      spacePath,
      file: textOf(fieldsOf(page['git'])['path']),
      pagePath: textOf(page['path']),
      isReusable: asPage === undefined && reusableContent !== undefined,
      pageTitle: textOf(page['title']),
      pageUrl: textOf(fieldsOf(page['urls'])['app']),
      status,
      ...target,
      item: fieldsOf(item),
      isOfChangeRequest: context === null ? null : context === 'change-request',
    };
  });
}

/** The target of an item, as text, and as the thing that it leads to. */
function targetOf(reference: Fields): Pick<ServiceVerdict, 'target' | 'leadsTo'> {
  const url = textOf(reference['url']);
  if (url !== null) return { target: url, leadsTo: null };
  const { page, file, reusableContent } = reference;
  const named = fieldsOf(page ?? file ?? reusableContent);
  const anchor = textOf(fieldsOf(reference['internalLocation'])['anchor']);
  const pagePath = textOf(fieldsOf(page)['path']);
  const path = textOf(fieldsOf(named['git'])['path']);
  const name = pagePath ?? textOf(fieldsOf(file)['name']) ?? textOf(fieldsOf(reusableContent)['title']);
  return {
    target: name === null || anchor === null ? name : `${name}#${anchor}`,
    leadsTo:
      path === null && pagePath === null
        ? null
        : { space: textOf(fieldsOf(reference['space'])['id']), file: path, pagePath, anchor },
  };
}

/** The rules whose faults the service reports as well. */
export const confirmable: ReadonlySet<RuleId> = new Set([
  'broken-page',
  'broken-file',
  'broken-anchor',
  'broken-space',
  'broken-reusable',
  'broken-openapi',
  'broken-marker',
  'case-mismatch',
  'root-relative',
  'unanchored-heading',
  'unlisted-page',
]);

/** The joined findings, the differences, and what the service says of the findings. */
interface Joined {
  findings: Finding[];
  differences: Difference[];
  /** Whether a finding is new (of the change request) according to the service. */
  isNewForService: ReadonlyMap<Finding, boolean>;
  /** The item of the service's report to which a finding belongs: the service counts all findings of an item as one. */
  itemOf: ReadonlyMap<Finding, object>;
}

/**
 * Joins the service's verdicts to the scan's findings: a broken link that both report gets its place from the scan. A link that
 * only the service reports is added to its page. A link that only the scan reports stays, and `--explain` lists it separately.
 */
export function joinVerdicts(
  findings: readonly Finding[],
  service: ServiceVerdicts,
  { index, levels = {}, unsentPaths = new Set() }: JoinOptions,
): Joined {
  const fingerprints = new Fingerprints();
  const differences: Difference[] = [];
  const joined = [...findings];
  const extra: Finding[] = [];
  const isNewForService = new Map<Finding, boolean>();
  const itemOf = new Map<Finding, object>();
  const asked = service.verdicts.filter((verdict) => {
    const path = fileOfVerdict(verdict, index);
    return verdict.status !== 'in-app' && (path === null || !unsentPaths.has(path));
  });
  const links = linksOfVerdicts(asked, index);
  const findingsOf = findingsOfVerdicts(asked, { links, joined, index });

  for (const verdict of asked) {
    const shared = findingsOf.get(verdict) ?? [];
    for (const at of shared) {
      const finding = joined[at];
      if (finding === undefined) continue;
      const confirmed: Finding = itemOf.has(finding) ? finding : { ...finding, sources: ['scan', 'service'] };
      joined[at] = confirmed;
      itemOf.set(confirmed, verdict.item);
      if (verdict.isOfChangeRequest !== null) isNewForService.set(confirmed, verdict.isOfChangeRequest);
    }
    if (shared.length > 0) continue;
    const level = levelOf('service-broken', levels);
    const [place] = links.get(verdict) ?? [];
    const path = place?.path ?? fileOfVerdict(verdict, index);
    const said = wordsOf(verdict, path);
    differences.push({ path: said.where, message: `${said.message}; the files do not show it` });
    if (level === 'off') continue;
    const own = findingOf(verdict, said, {
      level,
      isFile: path !== null,
      span: place === undefined ? null : spanOf(place.link),
      text: (path === null ? undefined : index.files.get(path)?.text) ?? '',
      fingerprint: fingerprints.of('service-broken', said.where, withoutAnchor(verdict)),
    });
    extra.push(own);
    itemOf.set(own, verdict.item);
    const isOwn = verdict.isOfChangeRequest ?? countedNew(service.counts.get(verdict.spacePath));
    if (isOwn !== null) isNewForService.set(own, isOwn);
  }
  const unreported = joined.filter(
    (finding) => !itemOf.has(finding) && isAsked(finding, service, index) && !unsentPaths.has(finding.path),
  );
  differences.push(...unreported.map(unreportedDifference));
  return { findings: [...joined, ...extra], differences, isNewForService, itemOf };
}

interface JoinOptions {
  readonly index: LinkIndex;
  readonly levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  /** Files whose text the service does not have yet, so it does not know their links. */
  readonly unsentPaths?: ReadonlySet<string>;
}

/**
 * The scan's findings that each verdict is about, by their numbers: those at its links. A verdict without a target gets the first finding of
 * its page that no other verdict has.
 */
function findingsOfVerdicts(
  verdicts: readonly ServiceVerdict[],
  {
    links,
    joined,
    index,
  }: {
    readonly links: ReadonlyMap<ServiceVerdict, readonly PlacedLink[]>;
    readonly joined: readonly Finding[];
    readonly index: LinkIndex;
  },
): ReadonlyMap<ServiceVerdict, readonly number[]> {
  const atPlace = new Map<string, number[]>();
  for (const [at, { path, span }] of joined.entries()) {
    if (span === null) continue;
    const name = placeName(path, span.start);
    atPlace.set(name, [...(atPlace.get(name) ?? []), at]);
  }
  const found = new Map<ServiceVerdict, readonly number[]>();
  const taken = new Set<number>();
  for (const [verdict, places] of links) {
    const numbers = places.flatMap(({ path, link }) => atPlace.get(placeName(path, link.start)) ?? []);
    found.set(verdict, numbers);
    for (const at of numbers) taken.add(at);
  }
  for (const verdict of verdicts) {
    if (verdict.target !== null) continue;
    const path = fileOfVerdict(verdict, index);
    const at = joined.findIndex(
      (finding, number) => !taken.has(number) && finding.path === path && confirmable.has(finding.rule),
    );
    if (at < 0) continue;
    found.set(verdict, [at]);
    taken.add(at);
  }
  return found;
}

/** The file and the message of a verdict. */
function wordsOf(
  { target, pageUrl, pageTitle, spacePath }: ServiceVerdict,
  path: string | null,
): { where: string; message: string } {
  const what = target === null ? 'a link whose target is gone' : `the link to ${target}`;
  return {
    where: path ?? pageUrl ?? pageTitle ?? spacePath,
    message: `The service says that ${what} is broken`,
  };
}

/** The target of a verdict without its anchor, which the fingerprints in people's baselines never had. */
function withoutAnchor({ target, leadsTo }: ServiceVerdict): string {
  const anchor = leadsTo?.anchor ?? null;
  return target === null || anchor === null ? (target ?? '') : target.slice(0, -anchor.length - 1);
}

/** Makes a finding from a verdict that the scan does not share. */
function findingOf(
  { target, pageTitle }: ServiceVerdict,
  { where, message }: { where: string; message: string },
  {
    level,
    isFile,
    span,
    fingerprint,
    text,
  }: Pick<Finding, 'level' | 'isFile' | 'span' | 'fingerprint'> & { readonly text: string },
): Finding {
  return {
    rule: 'service-broken',
    level,
    message,
    path: where,
    isFile,
    span,
    target: target ?? '',
    suggestion: null,
    fingerprint,
    isNew: true,
    title: pageTitle,
    ...excerptOf(text, span),
    sources: ['service'],
  };
}

function unreportedDifference({ path, span, rule, target }: Finding): Difference {
  return {
    path: `${path}:${span?.line ?? 1}`,
    message: `The files say ${rule} for ${target}; the service does not report it`,
  };
}

/** Whether the service reports on links like this one in this space. */
function isAsked({ rule, path }: Finding, { counts }: ServiceVerdicts, index: LinkIndex): boolean {
  const space = index.spaceOf(path);
  return confirmable.has(rule) && space?.id !== undefined && counts.has(space.path);
}

/** If the service counts no link as broken by the change request, all links were broken before. */
function countedNew(counts: ServiceCounts | undefined): boolean | null {
  return counts?.changeRequestBroken === 0 ? false : null;
}

/**
 * Asks the service about files that no page of the tree uses, and drops the findings for files that are in use. A use may be
 * invisible in the tree, in a draft or in a page that is not mirrored.
 */
export async function confirmUnused(
  findings: readonly Finding[],
  { backlinks }: Pick<ServiceVerdicts, 'backlinks'>,
): Promise<{ findings: Finding[]; differences: Difference[] }> {
  const kept: Finding[] = [];
  const differences: Difference[] = [];
  for (const finding of findings) {
    const places =
      finding.rule !== 'unused-file' || backlinks === null ? null : await backlinks(finding.path);
    if (places === null) kept.push(finding);
    else if (places === 0) kept.push({ ...finding, sources: ['scan', 'service'] });
    else
      differences.push({
        path: finding.path,
        message: `The service knows ${places} ${places === 1 ? 'place' : 'places'} that use this file; the files show none`,
      });
  }
  return { findings: kept, differences };
}
