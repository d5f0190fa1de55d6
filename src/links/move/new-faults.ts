import { posix } from 'node:path';
import { decodePercent, splitTarget } from '../../content/index.ts';
import type { Finding } from '../finding.ts';
import { judgeLinks } from '../judge.ts';
import type { LinkIndex } from '../tree.ts';
import { laterPathOf, type Move } from './paths.ts';

/** The faults of files after a move that they did not have before, under their old or new names. */
export function newFaults(before: LinkIndex, after: LinkIndex, moves: readonly Move[]): Finding[] {
  const later = laterPathOf(moves);
  const old = judgeLinks(before, { suggestions: false, laterPath: later });
  const now = judgeLinks(after, { suggestions: false });
  const known = new Set(old.findings.map(({ fingerprint }) => fingerprint));
  const places = new Set(
    old.findings.map((finding) => placeOf(finding, later(finding.path), later(goalOf(finding)))),
  );
  // A broken target among moved files now means another path, but is written as before.
  const asWritten = new Map<string, number>();
  const still = new Set(now.findings.map(({ fingerprint }) => fingerprint));
  for (const { fingerprint } of old.findings) {
    const written = old.asWritten.get(fingerprint);
    if (written !== undefined && !still.has(fingerprint))
      asWritten.set(written, (asWritten.get(written) ?? 0) + 1);
  }
  return now.findings.filter((finding) => {
    const { fingerprint } = finding;
    if (known.has(fingerprint) || places.has(placeOf(finding, finding.path, goalOf(finding)))) return false;
    const written = now.asWritten.get(fingerprint) ?? '';
    const left = asWritten.get(written) ?? 0;
    asWritten.set(written, left - 1);
    return left <= 0;
  });
}

/** The subject of a finding: its rule, its page, and the path that its target means, which may be outside of the repository. */
function placeOf({ rule }: Finding, path: string, goal: string): string {
  return JSON.stringify([rule, path, goal]);
}

function goalOf({ path, target }: Finding): string {
  const { path: written, fragment } = splitTarget(target);
  return posix.normalize(posix.join(posix.dirname(path), decodePercent(written))) + (fragment ?? '');
}
