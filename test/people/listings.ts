import { Broken } from './broken.ts';
import type { Ledger } from './ledger.ts';
import type { CloneStage } from './world.ts';

/**
 * A clone whose syncs may not take away what its writer listed in the table of contents: links, groups and files that are not there. The
 * service has none of them, so no other line of the schedule shows their loss. A person may take them away at any time.
 */
export function watchListings(clone: CloneStage, ledger: Ledger): CloneStage {
  const listed = async (): Promise<readonly string[]> => {
    const files = await clone.files();
    const here = [...files].flatMap(([path, text]) => (path.startsWith(clone.root) ? [text] : [])).join('\n');
    return ledger.listingsIn(here);
  };
  const byPerson = async <Result>(deed: () => Promise<Result>): Promise<Result> => {
    const before = await listed();
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
      const before = await listed();
      const end = await clone.cycle(trouble);
      const after = new Set(await listed());
      const lost = before.filter((each) => !after.has(each) && ledger.isListed(each));
      if (lost.length > 0)
        throw new Broken(
          'what a writer lists stays in the table of contents',
          `${clone.name}: a sync took ${lost.join(', ')} away (${end.said})`,
        );
      return end;
    },
  };
}
