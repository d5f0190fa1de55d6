import { splitTarget } from '../../content/index.ts';
import { hostOf } from '../external-hosts.ts';
import type { Finding } from '../finding.ts';
import type { Level, RuleId } from '../rules.ts';
import { resolvePath } from '../tree.ts';

/** One cause of several findings: when it is fixed, the findings are gone. */
export interface Cause {
  readonly title: string;
  /** The advice, if it is the same for all findings. */
  readonly advice: string;
  readonly findings: readonly Finding[];
  /** How many pages have one of the findings. */
  readonly pages: number;
  readonly level: Level;
}

/** The cause of a finding: `key` is the same for all findings of one cause. */
interface Named {
  readonly key: string;
  readonly title: string;
  readonly advice: string;
}

const weight: Readonly<Record<Level, number>> = { error: 0, warning: 1, note: 2 };

/** The causes of at least two findings: the graver causes first, then by the number of findings. */
export function causesOf(findings: readonly Finding[]): Cause[] {
  const groups = new Map<string, { named: Named; findings: Finding[] }>();
  for (const finding of findings) {
    const named = causeOf(finding);
    const group = groups.get(named.key);
    if (group === undefined) groups.set(named.key, { named, findings: [finding] });
    else group.findings.push(finding);
  }
  return [...groups.values()]
    .filter((group) => group.findings.length > 1)
    .map(({ named: { title, advice }, findings: found }) => ({
      title,
      advice,
      findings: found,
      pages: new Set(found.map(({ path }) => path)).size,
      level: found.map(({ level }) => level).sort((one, other) => weight[one] - weight[other])[0] ?? 'note',
    }))
    .sort(
      (one, other) =>
        weight[one.level] - weight[other.level] ||
        other.findings.length - one.findings.length ||
        (one.title < other.title ? -1 : 1),
    );
}

function causeOf(finding: Finding): Named {
  const { rule, suggestion, target, about = target } = finding;
  if (suggestion?.reason === 'moved' && suggestion.safe && rule !== 'root-relative') {
    const now = placeOf(finding, suggestion.target);
    return {
      key: `moved ${about}`,
      title: `${about} moved to ${now}`,
      advice: 'tidemark links --fix writes the new path into each link.',
    };
  }
  if (suggestion?.reason === 'archived' || rule === 'external-dead') {
    const host = hostOf(target);
    return {
      key: `host ${host}`,
      title: `Addresses of ${host === '' ? 'no host' : host} are dead`,
      advice: 'Find out whether the host is gone or its pages have moved.',
    };
  }
  return { key: `${rule} ${subjectOf(finding)}`, ...(of[rule] ?? other)(subjectOf(finding)) };
}

/** The common subject of a cause's links: a file, a page's anchor, a host or space, an address. */
function subjectOf({ rule, target, about = target, path }: Finding): string {
  switch (rule) {
    case 'in-app':
      return /\/(?:s|spaces?)\/([^/?#]+)/u.exec(target)?.[1] ?? '';
    case 'local-address':
    case 'external-refused':
      return hostOf(target);
    case 'root-relative':
    case 'unused-file':
    case 'unreadable-page':
    case 'unreadable-front-matter':
      return '';
    case 'stolen-id':
    case 'duplicate-anchor':
    case 'undefined-reference':
    case 'empty-target':
      return path;
    default:
      return about;
  }
}

/** The path that a suggested target means, seen from the finding's page. */
function placeOf({ path }: Finding, suggested: string): string {
  const { path: plain } = splitTarget(suggested);
  const place = resolvePath(path, plain) ?? plain;
  return place === '' || plain.endsWith('/') ? `${place}/` : place;
}

type Words = (subject: string) => Omit<Named, 'key'>;

const missing: Words = (subject) => ({
  title: `${subject} does not exist`,
  advice: 'Add it, or let the links lead elsewhere.',
});

const anchor: Words = (subject) => ({
  title: `There is no anchor ${subject}`,
  advice: 'Give the heading this id, or correct the links.',
});

const other: Words = (subject) => ({ title: `${subject}: the same fault several times`, advice: '' });

const of: Readonly<Partial<Record<RuleId, Words>>> = {
  'broken-page': missing,
  'broken-file': missing,
  'broken-reusable': missing,
  'broken-openapi': missing,
  'broken-redirect': missing,
  'broken-space': missing,
  'broken-anchor': anchor,
  'unanchored-heading': anchor,
  'external-anchor': anchor,
  'broken-marker': (subject) => ({
    title: `The service marked ${subject} as broken`,
    advice: 'The target was gone when the service exported these pages: put the right one in its place.',
  }),
  'case-mismatch': (subject) => ({
    title: `${subject} is named with other capitals`,
    advice: 'tidemark links --fix writes the name as the file has it.',
  }),
  'unlisted-page': (subject) => ({
    title: `${subject} is in no table of contents`,
    advice: 'Add it to SUMMARY.md: that fixes all of these.',
  }),
  'root-relative': () => ({
    title: 'Links begin with a slash',
    advice: 'tidemark links --fix writes the paths from each page.',
  }),
  'in-app': (subject) => ({
    title: subject === '' ? 'Links lead into the app' : `The space ${subject} is not mirrored here`,
    advice: 'Mirror the space as well, or link to its published site.',
  }),
  'local-address': (subject) => ({
    title: `${subject} can be reached by its writer only`,
    advice: 'Use a public address, or write it as code.',
  }),
  'external-refused': (subject) => ({
    title: `${subject} refuses to answer us`,
    advice: 'Open one of its addresses yourself; --external-header can send it what it wants.',
  }),
  'unreadable-page': () => ({
    title: 'Pages cannot be read as text, so their links were not checked',
    advice: 'Save them as UTF-8.',
  }),
  'unreadable-front-matter': () => ({
    title: 'The front matter of pages cannot be read, so nothing in it counts',
    advice: 'Mend the lines that are named. A value with a colon needs quotes.',
  }),
  'unshown-include': (subject) => ({
    title: `Includes cannot show ${subject}`,
    advice: 'Move the text into a file of .gitbook/includes that does not include itself.',
  }),
  'unused-file': () => ({ title: 'No page uses these files', advice: 'Delete those that nothing needs.' }),
  pending: (subject) => ({
    title: `${subject} exists in a change request only`,
    advice: 'Merge that change request first.',
  }),
  redirected: (subject) => ({
    title: `${subject} leads elsewhere`,
    advice: 'Use the address where it ends.',
  }),
  'undefined-reference': (subject) => ({
    title: `${subject} names definitions that it does not have`,
    advice: 'Add them at the end of the page.',
  }),
  'empty-target': (subject) => ({
    title: `${subject} has links without a target`,
    advice: 'Write the targets, or take the links off the text.',
  }),
  'stolen-id': (subject) => ({ title: `${subject} has headings with ids of others`, advice: '' }),
  'duplicate-anchor': (subject) => ({ title: `${subject} has ids several times`, advice: '' }),
};
