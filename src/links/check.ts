import { markNew, type Baseline } from './baseline.ts';
import type { Difference, Finding, LinkReport } from './finding.ts';
import { applyIgnores } from './ignore.ts';
import { byPlace, excerptOf, judgeLinks, type ExternalUse } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';
import { confirmUnused, joinVerdicts, type ServiceVerdicts } from './service-verdicts.ts';
import type { Moves } from './suggest.ts';
import { LinkIndex, ScanCache, type LinkSpace, type LinkTree } from './tree.ts';

export interface CheckLinksOptions {
  tree: LinkTree;
  spaces: readonly LinkSpace[];
  /** The tree to compare with: what is broken there too is not new. */
  base?: LinkTree | null;
  baseline?: Baseline | null;
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  ignore?: readonly string[];
  /** Files that exist in a change request only, relative to the repository. */
  pendingPaths?: ReadonlySet<string>;
  /** What the service says, when it was asked. */
  service?: ServiceVerdicts | null;
  /** Files that the service has otherwise, or not at all: its word on them is not heard. */
  unsentPaths?: ReadonlySet<string>;
  /** Checks addresses outside; left out, they are only counted. */
  external?: ((uses: readonly ExternalUse[]) => Promise<{ findings: Finding[]; problems: string[] }>) | null;
}

/**
 * Checks all links of a repository. The scan of the files decides; the service's verdicts are joined to it, external
 * addresses checked when asked for. What is known from the base or the baseline is marked as not new.
 */
export async function checkLinks(options: CheckLinksOptions): Promise<LinkReport> {
  const {
    tree,
    spaces,
    base = null,
    baseline = null,
    levels = {},
    ignore = [],
    service = null,
    external = null,
  } = options;
  const pending = options.pendingPaths === undefined ? {} : { pendingPaths: options.pendingPaths };
  const cache = new ScanCache();
  const before = base === null ? null : new LinkIndex(base, spaces, cache);
  const index = new LinkIndex(tree, spaces, cache);
  const moves = before === null ? null : movesBetween(before, index);
  const judged = judgeLinks(index, { levels, moves, ...pending });
  const problems: string[] = [];
  let unansweredAddresses = 0;
  let differences: readonly Difference[] = [];
  let found: Finding[] = judged.findings;
  let isNewForService: ReadonlyMap<Finding, boolean> = new Map();

  if (service !== null) {
    const { unsentPaths } = options;
    const joined = joinVerdicts(found, service, {
      index,
      levels,
      ...(unsentPaths === undefined ? {} : { unsentPaths }),
    });
    const confirmed = await confirmUnused(joined.findings, service);
    found = confirmed.findings;
    differences = [...joined.differences, ...confirmed.differences];
    isNewForService = joined.isNewForService;
    problems.push(...service.problems);
  }
  if (external !== null) {
    const outside = await external(judged.externals);
    // The check of addresses knows places, not texts.
    const placed = outside.findings.map((finding) => ({
      ...finding,
      title: index.titleOf(finding.path),
      ...excerptOf(index.text(finding.path) ?? '', finding.span),
    }));
    found = [...found, ...placed];
    problems.push(...outside.problems);
    unansweredAddresses = outside.problems.length;
  }
  found.sort(byPlace);

  const known = new Set<string>(baseline?.findings.map(({ fingerprint }) => fingerprint) ?? []);
  if (before !== null)
    for (const { fingerprint } of judgeLinks(before, { levels, suggestions: false }).findings)
      known.add(fingerprint);
  const { findings: kept, ignored, stale } = applyIgnores(found, ignore);
  const compared = markNew(kept, known);
  const nothingToCompare = before === null && baseline === null;
  const findings = compared.findings.map((finding, at) => {
    const original = kept[at];
    const ofService = original === undefined ? undefined : isNewForService.get(original);
    // The files say what is new when there are two states of them; of what only the service knows, it says so itself.
    return ofService !== undefined && (nothingToCompare || finding.rule === 'service-broken')
      ? { ...finding, isNew: ofService }
      : finding;
  });
  return {
    findings,
    counts: judged.counts,
    ignored,
    staleIgnores: stale,
    fixedSinceBase: known.size === 0 ? 0 : Math.max(0, compared.fixed - ignored),
    differences: [...differences, ...countDifferences(service, findings, index, options.unsentPaths)],
    service: service === null ? null : totalOf(service),
    problems,
    unansweredAddresses,
  };
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

/** Where the service counts other numbers of broken links than the findings say: some of them it does not list. */
function countDifferences(
  service: ServiceVerdicts | null,
  findings: readonly Finding[],
  index: LinkIndex,
  unsentPaths: ReadonlySet<string> = new Set(),
): Difference[] {
  // While edits are not sent, the two count different texts.
  const comparable = [...(service?.counts ?? [])].filter(
    ([path]) => ![...unsentPaths].some((unsent) => index.spaceOf(unsent)?.path === path),
  );
  return comparable.flatMap(([path, { broken }]) => {
    const ours = findings.filter(
      (finding) =>
        (finding.sources.includes('service') || finding.level === 'error') &&
        finding.rule !== 'unused-file' &&
        index.spaceOf(finding.path)?.path === path,
    ).length;
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

/** Where pages of the base went: by the id that they carry, else by an identical text. */
function movesBetween(before: LinkIndex, after: LinkIndex): Moves {
  const byId = new Map<string, string>();
  const byText = new Map<string, string | null>();
  for (const { path, pageId, text } of after.files.values()) {
    if (pageId !== null) byId.set(pageId, path);
    byText.set(text, byText.has(text) ? null : path);
  }
  return {
    newPath(oldPath) {
      const old = before.files.get(oldPath);
      if (old === undefined) return null;
      const found = old.pageId === null ? (byText.get(old.text) ?? null) : (byId.get(old.pageId) ?? null);
      return found === oldPath ? null : found;
    },
  };
}
