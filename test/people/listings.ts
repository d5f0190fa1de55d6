import { Broken } from './broken.ts';
import type { Ledger } from './ledger.ts';
import { bulletsOf } from './summary-lines.ts';
import type { CloneStage } from './world.ts';

/**
 * A clone whose syncs may not take away what its writer listed in the table of contents: links, groups and files that are not there. The
 * service has none of them, so no other line of the schedule shows their loss. A person may take them away at any time. A sync takes the
 * bullets that the table has.
 */
export function watchListings(clone: CloneStage, ledger: Ledger): CloneStage {
  const listed = async (): Promise<readonly string[]> => {
    const files = await clone.files();
    const here = [...files].flatMap(([path, text]) => (path.startsWith(clone.root) ? [text] : [])).join('\n');
    return ledger.listingsIn(here);
  };
  const bulletsHere = async (): Promise<ReadonlySet<string>> =>
    bulletsOf((await clone.files()).get(`${clone.root}SUMMARY.md`) ?? '');
  // A sync that was killed may have moved a file aside, which the next sync puts back.
  let owed: readonly string[] = [];
  const byPerson = async <Result>(deed: () => Promise<Result>): Promise<Result> => {
    const before = await listed();
    owed = [];
    const result = await deed();
    ledger.takeAway(before, await listed());
    return result;
  };
  return {
    name: clone.name,
    root: clone.root,
    files: () => clone.files(),
    branch: () => clone.branch(),
    differing: () => clone.differing(),
    mirrored: (path) => clone.mirrored(path),
    fingerprint: (of) => clone.fingerprint(of),
    fsck: () => clone.fsck(),
    save: (path, content, style) => byPerson(() => clone.save(path, content, style)),
    remove: (path) => byPerson(() => clone.remove(path)),
    move: (from, to) => byPerson(() => clone.move(from, to)),
    git: (act) => byPerson(() => clone.git(act)),
    cycle: async (trouble) => {
      const before = [...owed, ...(await listed())];
      const bullets = await bulletsHere();
      const end = await clone.cycle(trouble);
      const others = [...(await bulletsHere())].filter((bullet) => bullets.size > 0 && !bullets.has(bullet));
      if (others.length > 0)
        throw new Broken(
          'a sync keeps the bullets of the table of contents',
          `${clone.name}: entries have the bullet ${others.join(', ')} (${end.said})`,
        );
      const after = new Set(await listed());
      const lost = before.filter((each) => !after.has(each) && ledger.isListed(each));
      const isKilled = end.said === 'killed';
      owed = isKilled ? lost : [];
      if (!isKilled && lost.length > 0)
        throw new Broken(
          'what a writer lists stays in the table of contents',
          `${clone.name}: a sync took ${lost.join(', ')} away (${end.said})`,
        );
      return end;
    },
  };
}
