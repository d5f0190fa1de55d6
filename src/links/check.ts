import { carriedBaseline, markNewFindings, type Baseline } from './baseline.ts';
import type { ExternalCheck } from './external.ts';
import type { Difference, Finding, LinkReport } from './finding.ts';
import { applyIgnores, withoutIgnored, withoutSwitchedOff } from './ignore.ts';
import {
  compareByPlace,
  excerptOf,
  judgeLinks,
  levelOf,
  spanOf,
  type ExternalUse,
  type JudgedLinks,
  type JudgeOptions,
} from './judge.ts';
import { externalRules, isRule, type RuleId, type RuleLevel } from './rules.ts';
import { confirmable, confirmUnused, joinVerdicts, type ServiceVerdicts } from './service-verdicts.ts';
import { movesBetween, type PageMoves } from './moves.ts';
import { LinkIndex, ScanCache, type LinkSpace, type LinkTree, type ScannedFile } from './tree.ts';

export interface CheckLinksOptions {
  tree: LinkTree;
  spaces: readonly LinkSpace[];
  /** The tree to compare with: a link that is also broken there is not new. */
  base?: LinkTree | null;
  baseline?: Baseline | null;
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  ignore?: readonly string[];
  /** Says whose links to check; by default, those of all files. Links may lead to the whole tree in any case. */
  only?: (path: string) => boolean;
  /** Files that exist in a change request only, relative to the repository. */
  pendingPaths?: ReadonlySet<string>;
  /** The service's verdicts, if the service was asked. */
  service?: ServiceVerdicts | null;
  /** Files that the service has with another text, or not at all: its verdicts on them are ignored. */
  unsentPaths?: ReadonlySet<string>;
  /** Whether an address of this machine or network may be checked like an external one. */
  mayBeAsked?: (url: string) => boolean;
  /** Whether there is an OpenAPI document for a block; without this function, blocks are not checked. */
  hasDocument?: NonNullable<JudgeOptions['hasDocument']>;
  /** Checks external addresses. Without this function, they are only counted. */
  external?: ((uses: readonly ExternalUse[]) => Promise<ExternalCheck>) | null;
}

/**
 * Checks all links of a repository. The scan of the files decides. The service's verdicts are joined with it, and external
 * addresses are checked on request. Findings that the base or the baseline has are marked as not new.
 */
export async function checkLinks(options: CheckLinksOptions): Promise<LinkReport> {
  const { baseline = null, levels = {}, ignore = [], service = null, external = null, only } = options;
  const { before, index, moves, judged } = judgedFiles(options);
  const joined = await joinedWith(service, judged.findings, index, options);
  const { isNewForService } = joined;
  const problems: string[] = [...(service?.problems ?? [])];
  let unansweredAddresses = 0;
  let unchecked = judged.counts.unchecked;
  let found: Finding[] = joined.findings;
  const fileOf = (path: string): ScannedFile | null => index.files.get(path) ?? null;
  const inPagesAsked = withoutSwitchedOff(
    judged.externals.map((use) => ({ ...use, rule: 'external-dead' as const, span: spanOf(use.link) })),
    fileOf,
  );
  const addresses = withoutIgnored(inPagesAsked, ignore);
  if (external !== null) {
    const outside = await external(addresses.asked);
    found = [...found, ...placedIn(index, outside.findings)];
    problems.push(...outside.problems);
    unansweredAddresses = outside.problems.length;
    unchecked += outside.unchecked ?? 0;
  }
  found.sort(compareByPlace);

  const { hasDocument } = options;
  const documents = hasDocument === undefined ? {} : { hasDocument };
  const old = knownBefore({ before, moves, baseline }, { index, judged, judging: { levels, ...documents } });
  const inPages = withoutSwitchedOff(found, fileOf);
  const {
    findings: kept,
    ignored: byEntries,
    stale,
  } = applyIgnores(
    inPages,
    ignore,
    (entry) => only !== undefined || addresses.matched.has(entry) || isNotAsked(entry, options),
  );
  const nothingToCompare = before === null && baseline === null;
  const findings = markNewFindings(kept, old.fingerprints).map((finding, at) => {
    const original = kept[at];
    const ofService = original === undefined ? undefined : isNewForService.get(original);
    return toldNew(finding, { ofService, nothingToCompare, isKnown: (one) => old.isKnown(one) });
  });
  return {
    findings,
    counts: { ...judged.counts, unchecked },
    compared: !nothingToCompare || isNewForService.size > 0,
    knownLeftOut: 0,
    ignored: byEntries + found.length - inPages.length,
    staleIgnores: stale,
    fixedSinceBase: fixedOf(old, { found, kept, findings, options }),
    differences: [
      ...joined.differences,
      ...countDifferences(service, kept, { index, itemOf: joined.itemOf, ...options }),
    ],
    service: service === null ? null : totalOf(service),
    problems,
    unansweredAddresses,
  };
}

/** Joins the findings with the service's verdicts on links and on unused files, if the service was asked. */
async function joinedWith(
  service: ServiceVerdicts | null,
  found: Finding[],
  index: LinkIndex,
  { levels = {}, unsentPaths }: CheckLinksOptions,
): Promise<ReturnType<typeof joinVerdicts>> {
  if (service === null)
    return { findings: found, differences: [], isNewForService: new Map(), itemOf: new Map() };
  const joined = joinVerdicts(found, service, {
    index,
    levels,
    ...(unsentPaths === undefined ? {} : { unsentPaths }),
  });
  const { findings, differences } = await confirmUnused(joined.findings, service);
  return { ...joined, findings, differences: [...joined.differences, ...differences] };
}

/** Adds titles and excerpts to the findings about external addresses, because that check knows only places. */
function placedIn(index: LinkIndex, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({
    ...finding,
    title: index.titleOf(finding.path),
    ...excerptOf(index.text(finding.path) ?? '', finding.span),
  }));
}

/** Sets whether a finding is new, by the files, the service, or signs other than its fingerprint. */
function toldNew(
  finding: Finding,
  {
    ofService,
    nothingToCompare,
    isKnown,
  }: { ofService: boolean | undefined; nothingToCompare: boolean; isKnown: Known['isKnown'] },
): Finding {
  // With two states of the files, the files decide. For a link that only the service reports, the service decides.
  if (ofService !== undefined && (nothingToCompare || finding.rule === 'service-broken'))
    return { ...finding, isNew: ofService };
  return isKnown(finding) ? { ...finding, isNew: false } : finding;
}

/** Whether an ignore entry is about findings that this check does not look for. Such an entry is not out of date. */
function isNotAsked(
  entry: string,
  { levels = {}, service = null, external = null }: CheckLinksOptions,
): boolean {
  const rule = /^rule:(.*)$/u.exec(entry)?.[1];
  if (rule !== undefined && isRule(rule))
    return (
      levelOf(rule, levels) === 'off' ||
      (external === null && externalRules.has(rule)) ||
      (service === null && rule === 'service-broken') ||
      // External pages are read for their anchors only on request.
      rule === 'external-anchor'
    );
  return external === null && /^(?:target:)?(?:https?:|\/\/)/iu.test(entry);
}

/** Judges the files, and their earlier state. */
function judgedFiles({
  tree,
  spaces,
  base = null,
  levels = {},
  pendingPaths,
  only,
  mayBeAsked,
  hasDocument,
}: CheckLinksOptions) {
  const cache = new ScanCache();
  const before = base === null ? null : new LinkIndex(base, spaces, cache);
  const index = new LinkIndex(tree, spaces, cache);
  const moves = before === null ? null : movesBetween(before, index);
  const judged = judgeLinks(index, {
    levels,
    moves,
    ...(pendingPaths === undefined ? {} : { pendingPaths }),
    ...(only === undefined ? {} : { only }),
    ...(mayBeAsked === undefined ? {} : { mayBeAsked }),
    ...(hasDocument === undefined ? {} : { hasDocument }),
  });
  return { before, index, moves, judged };
}

/** The report without known findings, but with their number. */
export function onlyNewFindings(report: LinkReport): LinkReport {
  const findings = report.findings.filter(({ isNew }) => isNew);
  return { ...report, findings, knownLeftOut: report.findings.length - findings.length };
}

/** How many earlier faults are gone. A fault that moved with its page, that is left out or was not looked for is not fixed. */
function fixedOf(
  { fingerprints, expected, isKnown }: Known,
  {
    found,
    kept,
    findings,
    options,
  }: {
    readonly found: readonly Finding[];
    readonly kept: readonly Finding[];
    readonly findings: readonly Finding[];
    readonly options: CheckLinksOptions;
  },
): number {
  const present = new Set(found.map(({ fingerprint }) => fingerprint));
  const { only } = options;
  const gone = [...expected].filter(
    ([fingerprint, { rule, path }]) =>
      !present.has(fingerprint) &&
      (only?.(path) ?? true) &&
      !(isRule(rule) && (rule === 'external-anchor' || isNotAsked(`rule:${rule}`, options))),
  ).length;
  const listed = new Set(kept);
  const leftOut = found.filter((finding) => !listed.has(finding));
  const isMoved = ({ sources, fingerprint }: Finding): boolean =>
    sources.includes('scan') && !fingerprints.has(fingerprint);
  const moved = [
    ...findings.filter((finding) => !finding.isNew && isMoved(finding)),
    ...leftOut.filter((finding) => isMoved(finding) && isKnown(finding)),
  ];
  return Math.max(0, gone - moved.length);
}

/** The earlier faults, and those that are recognised by signs other than the fingerprint. */
interface Known {
  readonly fingerprints: ReadonlySet<string>;
  /** The faults that are fixed if they are not found, by their fingerprints, with the present paths of their pages. */
  readonly expected: ReadonlyMap<string, Pick<Finding, 'path'> & { readonly rule: string }>;
  isKnown(finding: Finding): boolean;
}

/**
 * The faults of the base and the baseline, under the present names of their pages, so that old faults of a moved page are not
 * reported as new.
 */
function knownBefore(
  {
    before,
    moves,
    baseline,
  }: { before: LinkIndex | null; moves: PageMoves | null; baseline: Baseline | null },
  {
    index,
    judged,
    judging,
  }: { index: LinkIndex; judged: JudgedLinks; judging: Pick<JudgeOptions, 'levels' | 'hasDocument'> },
): Known {
  const expected = new Map(baseline === null ? [] : carriedBaseline(baseline, judged.findings, index.paths));
  if (before === null || moves === null)
    return { fingerprints: new Set(expected.keys()), expected, isKnown: () => false };
  const laterPath = (path: string): string | null => moves.newPath(path);
  const old = judgeLinks(before, { ...judging, suggestions: false, laterPath });
  for (const { fingerprint, rule, path } of old.findings)
    expected.set(fingerprint, { rule, path: laterPath(path) ?? path });
  const fingerprints = new Set(expected.keys());
  // A link that moved with its page and was not rewritten now leads elsewhere, but is as broken as before.
  const unmatched = new Map<string, number>();
  const now = new Set(judged.findings.map(({ fingerprint }) => fingerprint));
  for (const { fingerprint, path } of old.findings) {
    const written = old.asWritten.get(fingerprint);
    if (now.has(fingerprint) || moves.newPath(path) === null || written === undefined) continue;
    unmatched.set(written, (unmatched.get(written) ?? 0) + 1);
  }
  const addresses = new Set(old.externals.map(({ url, path }) => addressOf(laterPath(path) ?? path, url)));
  return {
    fingerprints,
    expected,
    isKnown: (finding) => {
      if (finding.sources.includes('external')) return addresses.has(addressOf(finding.path, finding.target));
      if (finding.rule === 'service-broken') return stoodBefore(finding, { before, moves, index });
      const written = judged.asWritten.get(finding.fingerprint) ?? '';
      const left = fingerprints.has(finding.fingerprint) ? 0 : (unmatched.get(written) ?? 0);
      if (left > 0) unmatched.set(written, left - 1);
      return left > 0;
    },
  };
}

const addressOf = (path: string, url: string): string => `${path}\n${url.split('#')[0] ?? url}`;

/** Whether the page of a service's finding was the same in the base, or at least had that link. */
function stoodBefore(
  { path, target, span }: Finding,
  { before, moves, index }: { before: LinkIndex; moves: PageMoves; index: LinkIndex },
): boolean {
  const oldPath = moves.oldPath(path);
  const old = oldPath === null ? undefined : before.files.get(oldPath);
  if (old === undefined) return false;
  if (old.text === index.files.get(path)?.text) return true;
  return span !== null && old.links.some((link) => link.target === target);
}

function totalOf({ counts, unsupported }: ServiceVerdicts): NonNullable<LinkReport['service']> {
  const all = [...counts.values()];
  const ofChangeRequest = all.flatMap(({ changeRequestBroken }) => changeRequestBroken ?? []);
  const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
  return {
    links: sum(all.map(({ total }) => total)),
    broken: sum(all.map(({ broken }) => broken)),
    changeRequestBroken: ofChangeRequest.length === 0 ? null : sum(ofChangeRequest),
    withoutReport: unsupported,
  };
}

/** Spaces for which the service's count of broken links differs from ours. The service does not list every link that it counts. */
function countDifferences(
  service: ServiceVerdicts | null,
  findings: readonly Finding[],
  {
    index,
    itemOf,
    unsentPaths = new Set(),
  }: Pick<CheckLinksOptions, 'unsentPaths'> & { index: LinkIndex; itemOf: ReadonlyMap<Finding, object> },
): Difference[] {
  // With unsent edits, the service and the scan count in different texts.
  const comparable = [...(service?.counts ?? [])].filter(
    ([path]) => ![...unsentPaths].some((unsent) => index.spaceOf(unsent)?.path === path),
  );
  return comparable.flatMap(([path, { broken }]) => {
    const inSpace = findings.filter(
      (finding) =>
        (finding.sources.includes('service') ||
          (finding.level === 'error' && confirmable.has(finding.rule))) &&
        finding.rule !== 'unused-file' &&
        index.spaceOf(finding.path)?.path === path,
    );
    // The service counts all places that link to one target as one link.
    const ours = new Set(inSpace.map((one) => itemOf.get(one) ?? `${one.path}\n${one.target}`)).size;
    return ours === broken
      ? []
      : [
          {
            path: path === '' || path === '.' ? 'the space' : path,
            message: `The service counts ${broken} broken ${broken === 1 ? 'link' : 'links'}, this check ${ours}`,
          },
        ];
  });
}
