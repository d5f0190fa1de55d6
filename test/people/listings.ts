import { Broken } from './broken.ts';
import type { Ledger } from './ledger.ts';
import { bulletsOf, entriesOf } from './summary-lines.ts';
import type { CloneStage, CycleEnd, Setting } from './world.ts';

/**
 * A clone whose syncs may not take away what its writer listed in the table of contents: links, groups and files that are not there. The
 * service has none of them, so no other line of the schedule shows their loss. A person may take them away at any time. A sync takes the
 * bullets that the table has. It changes a page's entry only where the service, or with a git host another clone, changed the entry. A line
 * that its writer took out of a page stays away until a person brings it back.
 */
export function watchListings(
  clone: CloneStage,
  { ledger, setting }: { readonly ledger: Ledger; readonly setting: Pick<Setting, 'gitHost'> },
): CloneStage {
  const listed = async (): Promise<readonly string[]> => {
    const files = await clone.files();
    const here = [...files].flatMap(([path, text]) => (path.startsWith(clone.root) ? [text] : [])).join('\n');
    return ledger.listingsIn(here);
  };
  const bulletsHere = async (): Promise<ReadonlySet<string>> =>
    bulletsOf((await clone.files()).get(summary) ?? '');
  const summary = clone.contents;
  const entries = new WatchedEntries(clone, summary);
  // A sync that was killed may have moved a file aside, which the next sync puts back.
  let owed: readonly string[] = [];
  let isCut = false;
  const linesHere = async (): Promise<ReadonlySet<string>> => ledger.linesIn((await clone.files()).values());
  const byPerson = async <Result>(deed: () => Promise<Result>): Promise<Result> => {
    const [before, lines, place] = [await listed(), await linesHere(), await placeOf(clone)];
    owed = [];
    const result = await deed();
    ledger.takeAway(before, await listed());
    const now = await linesHere();
    if (place === (await placeOf(clone))) ledger.bringBack([...now].filter((line) => !lines.has(line)));
    // A file that a killed sync had written, and that is as the branch has it again, cannot be told from one that it had not written yet.
    if (isCut) ledger.bringBack([...lines].filter((line) => !now.has(line)));
    return result;
  };
  return {
    name: clone.name,
    root: clone.root,
    contents: clone.contents,
    files: () => clone.files(),
    branch: () => clone.branch(),
    differing: () => clone.differing(),
    mirrored: (path) => clone.mirrored(path),
    fingerprint: () => clone.fingerprint(),
    fsck: () => clone.fsck(),
    save: (path, content, style) => byPerson(() => clone.save(path, content, style)),
    remove: (path) => byPerson(() => clone.remove(path)),
    move: (from, to) => byPerson(() => clone.move(from, to)),
    git: async (act) => {
      if (act.do !== 'commit' && act.do !== 'switch') entries.forget();
      if (['merge', 'rebase', 'pull', 'unstash'].includes(act.do) && ledger.bullets === 'formatted')
        ledger.bullets = 'mixed';
      return byPerson(() => clone.git(act));
    },
    cycle: async (trouble) => {
      const before = [...owed, ...(await listed())];
      const bullets = await bulletsHere();
      const lines = await linesHere();
      if (!setting.gitHost) await entries.before();
      const end = await clone.cycle(trouble);
      const back = [...(await linesHere())].filter((line) => !lines.has(line));
      const undoneLines = ledger.takenOutOf(back, await placeOf(clone));
      if (undoneLines.length > 0)
        throw new Broken(
          'a sync brings back no line that its writer took out',
          `${clone.name}: ${undoneLines.join(', ')} (${end.said})`,
        );
      const now = [...(await bulletsHere())];
      // Once a person has formatted a table, each version may have the bullets of that person, but not some of them.
      const others =
        ledger.bullets === 'kept'
          ? now.filter((bullet) => bullets.size > 0 && !bullets.has(bullet))
          : now.slice(ledger.bullets === 'mixed' ? now.length : Math.max(1, bullets.size));
      if (others.length > 0)
        throw new Broken(
          'a sync keeps the bullets of the table of contents',
          `${clone.name}: entries have the bullet ${others.join(', ')} (${end.said})`,
        );
      const after = new Set(await listed());
      const lost = before.filter((each) => !after.has(each) && ledger.isListed(each));
      const isKilled = end.said === 'killed';
      isCut = isKilled;
      owed = isKilled ? lost : [];
      const undone = setting.gitHost ? [] : await entries.undoneBy(end);
      if (undone.length > 0)
        throw new Broken(
          'a sync changes no entry that only its writer changed',
          `${clone.name}: ${undone.join('; ')} (${end.said})`,
        );
      if (!isKilled && lost.length > 0)
        throw new Broken(
          'what a writer lists stays in the table of contents',
          `${clone.name}: a sync took ${lost.join(', ')} away (${end.said})`,
        );
      return end;
    },
  };
}

/** Where a writer takes lines out: a branch of a clone. */
export async function placeOf(clone: Pick<CloneStage, 'name' | 'branch'>): Promise<string> {
  return `${clone.name} on ${await clone.branch()}`;
}

/** Finds the entries that a sync changed although only their writer had changed them. */
class WatchedEntries {
  readonly #clone: CloneStage;
  readonly #summary: string;
  /** The mirror's tables that branches follow, by branch. */
  readonly #followed = new Map<string, string>();
  /** What was there before the sync; null: nothing is known of the branch. */
  #before: { readonly branch: string; readonly tables: Tables; readonly files: ReadonlySet<string> } | null =
    null;

  constructor(clone: CloneStage, summary: string) {
    this.#clone = clone;
    this.#summary = summary;
  }

  /** Forgets what branches follow: a person who moves a branch with git may bring it anywhere. */
  forget(): void {
    this.#followed.clear();
  }

  async before(): Promise<void> {
    this.#before = null;
    // Before the first sync, there is no repository to ask.
    if (this.#followed.size === 0) return;
    const branch = await this.#clone.branch();
    const mirror = this.#followed.get(branch);
    if (mirror === undefined) return;
    const files = await this.#clone.files();
    const tables = { here: files.get(this.#summary) ?? '', mirror };
    this.#before = { branch, tables, files: new Set(files.keys()) };
  }

  async undoneBy({ report, said }: CycleEnd): Promise<readonly string[]> {
    const before = this.#before;
    if (said === 'killed') {
      if (before !== null) this.#followed.delete(before.branch);
      return [];
    }
    const branch = await this.#clone.branch();
    // A table of contents that waits for a person, such as one that was saved on an older version, has not followed.
    const hasFollowed = [report?.branch, ...(report?.otherBranches ?? [])].some(
      (each) =>
        each?.name === branch &&
        ['created', 'up-to-date', 'fast-forwarded', 'merged'].includes(each.state) &&
        each.conflicts.every(({ path }) => path !== this.#summary),
    );
    if (!hasFollowed && before === null) return [];
    const files = await this.#clone.files();
    const mirror = (await this.#clone.mirrored(this.#summary)) ?? '';
    if (hasFollowed) this.#followed.set(branch, mirror);
    if (before === null) return [];
    const isHere = (target: string): boolean => files.has(this.#clone.root + target);
    const came = (target: string): boolean => isHere(target) && !before.files.has(this.#clone.root + target);
    return undoneIn(before.tables, { here: files.get(this.#summary) ?? '', mirror }, { isHere, came });
  }
}

/** A table of contents in a clone, and as the mirror has it. */
interface Tables {
  readonly here: string;
  readonly mirror: string;
}

/** What a sync undid of the entries that a person has and the mirror does not have, or the other way round. */
function undoneIn(
  before: Tables,
  after: Tables,
  { isHere, came }: { isHere: (target: string) => boolean; came: (target: string) => boolean },
): readonly string[] {
  const [here, mirror] = [listedIn(before.here), listedIn(before.mirror)];
  const [hereNow, mirrorNow] = [listedIn(after.here), listedIn(after.mirror)];
  const isTheirs = (target: string): boolean =>
    mirror.get(target)?.title !== mirrorNow.get(target)?.title ||
    mirror.get(target)?.parent !== mirrorNow.get(target)?.parent ||
    mirror.get(target)?.section !== mirrorNow.get(target)?.section;
  const hasTheirChange = [...mirror.keys(), ...mirrorNow.keys()].some(
    (target) => !here.has(target) && isTheirs(target),
  );
  const undone: string[] = [];
  // Without a table, nothing is said about entries.
  if (before.here === '') return undone;
  for (const target of new Set([...here.keys(), ...mirror.keys()])) {
    const [own, now] = [here.get(target)?.title, hereNow.get(target)?.title];
    if (own === mirror.get(target)?.title || isTheirs(target) || now === own) continue;
    // The service may have changed or made the page of an entry that has another file here.
    if (!mirror.has(target) && hasTheirChange) continue;
    // A page whose file went elsewhere took its entry along, and a page that came back brought it.
    if (own === undefined ? !came(target) : isHere(target))
      undone.push(`the entry for ${target} was “${own}”, and is “${now}”`);
  }
  return undone;
}

interface Listed {
  /** The titles of all entries for one page. */
  readonly title: string;
  /** What the first of these entries is below. */
  readonly parent: string | undefined;
  /** The heading or divider that the first of these entries comes after. */
  readonly section: string | undefined;
}

/** A target as a path: a merge may bring `C#.md` back as `C%23.md`, which leads to the same file. */
function unescaped(target: string): string {
  return /%(?![\da-f]{2})/iu.test(target) ? target : decodeURIComponent(target);
}

/** The entries, by what they point to. */
function listedIn(text: string): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  const open: string[] = [];
  const lines = text.split('\n');
  for (const { title, target: written, depth, line } of entriesOf(text)) {
    const target = unescaped(written);
    const before = listed.get(target);
    listed.set(
      target,
      before
        ? { ...before, title: `${before.title} and ${title}` }
        : {
            title,
            parent: open[depth - 1],
            section: lines.slice(0, line).findLast((each) => /^(?:## |\*\*\*)/u.test(each)),
          },
    );
    open.splice(depth, open.length, target);
  }
  return listed;
}
