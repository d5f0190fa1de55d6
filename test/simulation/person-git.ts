import { diffLines } from 'diff';
import { mergeLines } from '../../src/content/merge/lines.ts';
import type { MemoryDisk } from '../../src/files/index.ts';
import type { MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import { birthOf, bothSides } from '../people/texts.ts';
import { isPagePath } from '../people/actor.ts';
import { nothingAside, nothingDeleted, nothingToDrop, nothingToTake, unfinished } from '../people/world.ts';
import type { GitAct } from '../people/world.ts';
import { memoryGitHost } from './memory-git-host.ts';

/** Files as git sees them: path to content, one character for each byte. */
type Tree = Map<string, string>;

/** What a person needs to use git in memory. */
export interface PersonsGit {
  readonly git: MemoryRepository;
  /** What the git host has; null: there is no git host. */
  readonly host: MemoryRepository | null;
  readonly checkout: MemoryCheckout;
  readonly disk: MemoryDisk;
  readonly name: string;
  /** What the person put aside, the last at the end. */
  readonly aside: Aside[];
  now(): number;
}

/** Work that was put aside: the files of the commit that it started from, as they were then and with the work in them. */
export interface Aside {
  readonly base: Tree;
  readonly work: Tree;
}

const mirrorRef = 'refs/remotes/docs/main';

/** Does in memory what native git does for a person. Conflicts are joined by hand: the lines of both sides stay. */
export async function actWithGit(person: PersonsGit, act: GitAct): Promise<string> {
  if (act.do === 'unstash' && person.aside.length === 0) return nothingAside;
  // A person who sees that a sync was cut in the middle of its work lets it finish first, unless the plan says otherwise.
  if (person.checkout.move !== null && !(act.do === 'commit' && act.atOnce)) return unfinished;
  switch (act.do) {
    case 'commit':
      return commit(person, act.only);
    case 'stash':
      return putAside(person);
    case 'unstash':
      return takeUp(person);
    case 'squash':
      return squash(person);
    case 'amend':
      return amend(person);
    case 'merge':
      await commit(person);
      return join(person, 'merge', act.branch);
    case 'rebase':
      await commit(person);
      return join(person, 'rebase');
    case 'merge as one':
    case 'pick':
      await commit(person);
      return takeOver(person, act);
    case 'reset': {
      const mirror = await demandMirror(person);
      await moveTo(person, mirror);
      return '';
    }
    case 'switch':
      return switchTo(person, act.branch);
    case 'delete branch':
      person.git.force(`refs/heads/${act.branch}`, null);
      return '';
    case 'pull':
      await commit(person);
      return joinWith(person, 'merge', await fetched(person));
    case 'restore': {
      const content = (await treeAt(person, await demandMirror(person))).get(act.path);
      if (content !== undefined) person.disk.personSaves(act.path, bytesOf(content));
      return '';
    }
    case 'revert':
      await commit(person);
      return revert(person);
    case 'drop': {
      const { oid } = await headOf(person);
      const [parent, ...more] = (await person.git.readCommit(oid)).parents;
      const isMirrored = await person.git.isAncestor(oid, await demandMirror(person));
      if (parent === undefined || more.length > 0 || isMirrored) return nothingToDrop;
      await moveTo(person, parent);
      return '';
    }
    case 'undelete':
      return undelete(person);
    case 'detach':
      return detach(person);
  }
}

async function demandMirror({ git }: PersonsGit): Promise<string> {
  const mirror = await git.resolveRef(mirrorRef);
  if (mirror === null) throw new Error('there is no mirror yet');
  return mirror;
}

export async function treeAt({ git }: Pick<PersonsGit, 'git'>, commitOid: string): Promise<Tree> {
  const tree: Tree = new Map();
  for (const { path, oid } of await git.listTree(commitOid)) tree.set(path, textOf(await git.readBlob(oid)));
  return tree;
}

function onDisk({ disk }: PersonsGit): Tree {
  return new Map([...disk.contents()].map(([path, bytes]) => [path, textOf(bytes)]));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function same(one: Tree, other: Tree): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

async function headOf({ git }: PersonsGit): Promise<{ ref: string; oid: string }> {
  const { branch, oid } = await git.head();
  if (branch === null || oid === null) throw new Error('HEAD is on no branch');
  return { ref: branch, oid };
}

async function write(
  person: PersonsGit,
  tree: Tree,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const { git, checkout, name, now } = person;
  return git.write(async (writer) => {
    const entries = new Map(
      [...tree].map(([path, text]) => [
        path,
        { mode: '100644' as const, oid: writer.addBlob(bytesOf(text)) },
      ]),
    );
    checkout.entries.clear();
    for (const [path, version] of entries)
      checkout.entries.set(path, { ...version, stamp: null, conflicted: false });
    const me = { name, email: `${name}@example.com`, at: now() };
    const root = await writer.updateTree(null, entries);
    return writer.addCommit({ tree: root, parents: [...parents], author: me, committer: me, message });
  });
}

async function commit(person: PersonsGit, only?: string): Promise<string> {
  const { ref, oid } = await headOf(person);
  const before = await treeAt(person, oid);
  const all = onDisk(person);
  const now = only === undefined ? all : withFile(before, only, all.get(only));
  if (same(before, now)) return 'nothing to commit';
  person.git.force(ref, await write(person, now, [oid], `Edits of ${person.name}\n`));
  return '';
}

function withFile(tree: Tree, path: string, text: string | undefined): Tree {
  const next = new Map(tree);
  if (text === undefined) next.delete(path);
  else next.set(path, text);
  return next;
}

async function putAside(person: PersonsGit): Promise<string> {
  const base = await treeAt(person, (await headOf(person)).oid);
  const work = onDisk(person);
  if (same(base, work)) return 'nothing to put aside';
  person.aside.push({ base, work });
  writeFiles(person, { from: work, to: base });
  return 'put aside';
}

/** Joins what was put aside with what is there by now, uncommitted. */
async function takeUp(person: PersonsGit): Promise<string> {
  const last = person.aside.pop()!;
  await commit(person);
  const ours = await treeAt(person, (await headOf(person)).oid);
  const { tree, joined } = mergeByHand(last.base, ours, last.work);
  writeFiles(person, { from: ours, to: tree });
  return joined.length === 0 ? 'cleanly' : `keeping both sides in ${joined.join(', ')}`;
}

function writeFiles({ disk }: PersonsGit, { from, to }: { readonly from: Tree; readonly to: Tree }): void {
  for (const path of from.keys()) if (!to.has(path)) disk.personRemoves(path);
  for (const [path, text] of to) if (from.get(path) !== text) disk.personSaves(path, bytesOf(text));
}

async function amend(person: PersonsGit): Promise<string> {
  const { ref, oid } = await headOf(person);
  const { parents, message } = await person.git.readCommit(oid);
  const shared = await person.git.isAncestor(oid, await demandMirror(person));
  if (shared || parents.length !== 1) return commit(person);
  person.git.force(ref, await write(person, onDisk(person), parents, message));
  return '';
}

async function squash(person: PersonsGit): Promise<string> {
  await commit(person);
  const { ref, oid } = await headOf(person);
  const start = await person.git.mergeBase(oid, await demandMirror(person));
  let [at, count] = [oid, 0];
  for (; at !== start; count++) {
    const { parents } = await person.git.readCommit(at);
    if (parents.length !== 1) return 'there is a merge among them';
    at = parents[0]!;
  }
  if (count < 2) return 'there are not two';
  person.git.force(ref, await write(person, await treeAt(person, oid), [at], 'The edits of some commits\n'));
  return '';
}

async function revert(person: PersonsGit): Promise<string> {
  const { ref, oid } = await headOf(person);
  const { parents } = await person.git.readCommit(oid);
  if (parents.length !== 1) return 'the last commit is no change';
  const tree = await treeAt(person, parents[0]!);
  person.git.force(ref, await write(person, tree, [oid], 'Revert the last edits\n'));
  writeFiles(person, { from: onDisk(person), to: tree });
  return 'reverted';
}

/** Looks through the commits of the branch, the newest first. */
async function undelete(person: PersonsGit): Promise<string> {
  const here = onDisk(person);
  const births = new Set([...here.values()].map(birthOf));
  let { oid } = await headOf(person);
  for (;;) {
    for (const [path, text] of await treeAt(person, oid)) {
      if (here.has(path) || !isPagePath(path, '') || birthOf(text) === null || births.has(birthOf(text)))
        continue;
      person.disk.personSaves(path, bytesOf(text));
      return path;
    }
    const [parent] = (await person.git.readCommit(oid)).parents;
    if (parent === undefined) return nothingDeleted;
    oid = parent;
  }
}

async function detach(person: PersonsGit): Promise<string> {
  const { git } = person;
  const { oid } = await headOf(person);
  const [parent] = (await git.readCommit(oid)).parents;
  if (parent === undefined) return 'there is no older version';
  writeFiles(person, { from: onDisk(person), to: await treeAt(person, parent) });
  person.checkout.entries.clear();
  for (const entry of await git.listTree(parent))
    person.checkout.entries.set(entry.path, {
      mode: entry.mode,
      oid: entry.oid,
      stamp: null,
      conflicted: false,
    });
  git.checkOut(parent);
  return '';
}

/** Puts files, index and branch where a commit is. */
async function moveTo(person: PersonsGit, oid: string, ref?: string): Promise<void> {
  const { git, checkout } = person;
  writeFiles(person, { from: onDisk(person), to: await treeAt(person, oid) });
  checkout.entries.clear();
  for (const entry of await git.listTree(oid))
    checkout.entries.set(entry.path, { mode: entry.mode, oid: entry.oid, stamp: null, conflicted: false });
  git.force(ref ?? (await headOf(person)).ref, oid);
}

async function switchTo(person: PersonsGit, branch: string): Promise<string> {
  const { git } = person;
  const ref = `refs/heads/${branch}`;
  const known = await git.resolveRef(ref);
  const oid = known ?? (await headOf(person)).oid;
  await moveTo(person, oid, ref);
  git.checkOut(ref);
  return known === null ? 'a new branch' : '';
}

/** Merges the mirror or a branch, or puts what is here on top of the mirror; a rebase is one commit here. */
async function join(person: PersonsGit, how: 'merge' | 'rebase', branch?: string): Promise<string> {
  const other =
    branch === undefined
      ? await demandMirror(person)
      : await person.git.resolveRef(`refs/${branch.startsWith('docs/') ? 'remotes' : 'heads'}/${branch}`);
  return other === null
    ? 'nothing to merge'
    : joinWith(person, how, { commit: other, name: branch ?? 'docs/main' });
}

/** The commit of the branch on the git host, which is here then. */
async function fetched({ git, host }: PersonsGit): Promise<Other> {
  const there = await host?.resolveRef('refs/heads/main');
  if (!host || !there) throw new Error('there is nothing to pull from');
  await memoryGitHost(host).fetch(git, [there]);
  return { commit: there, name: 'main of the git host' };
}

/** The commit to join, and what people call it. */
interface Other {
  readonly commit: string;
  readonly name: string;
}

async function joinWith(
  person: PersonsGit,
  how: 'merge' | 'rebase',
  { commit: other, name }: Other,
): Promise<string> {
  const { git } = person;
  const { oid, ref } = await headOf(person);
  const base = await git.mergeBase(oid, other);
  if (base === other) return 'nothing to merge';
  if (base === oid) {
    await moveTo(person, other);
    return 'cleanly';
  }
  const { tree, joined } = mergeByHand(
    base === null ? new Map() : await treeAt(person, base),
    await treeAt(person, oid),
    await treeAt(person, other),
  );
  const parents = how === 'merge' ? [oid, other] : [other];
  const merged = await write(
    person,
    tree,
    parents,
    how === 'merge' ? `Merge ${name}\n` : `Edits of ${person.name}\n`,
  );
  git.force(ref, merged);
  await moveTo(person, merged);
  return joined.length === 0 ? 'cleanly' : `keeping both sides in ${joined.join(', ')}`;
}

/** Commits on top of HEAD what another branch has beyond it, or what the last commit of that branch changed. */
async function takeOver(
  person: PersonsGit,
  { do: how, branch }: { readonly do: 'merge as one' | 'pick'; readonly branch: string },
): Promise<string> {
  const { git } = person;
  const { oid, ref } = await headOf(person);
  const theirs = await git.resolveRef(`refs/heads/${branch}`);
  if (theirs === null || (await git.isAncestor(theirs, oid))) return nothingToTake;
  const { parents } = await git.readCommit(theirs);
  if (how === 'pick' && parents.length !== 1) return 'the last commit is no change';
  const base = how === 'pick' ? parents[0]! : await git.mergeBase(oid, theirs);
  const ours = await treeAt(person, oid);
  const before = base === null ? new Map<string, string>() : await treeAt(person, base);
  const { tree, joined } = mergeByHand(before, ours, await treeAt(person, theirs));
  if (same(ours, tree)) return nothingToTake;
  const taken = await write(person, tree, [oid], `Take over ${branch}\n`);
  git.force(ref, taken);
  await moveTo(person, taken);
  return joined.length === 0 ? 'cleanly' : `keeping both sides in ${joined.join(', ')}`;
}

/** A merge of three trees, with renames as git finds them, where a person keeps the lines of both sides. */
export function mergeByHand(base: Tree, ours: Tree, theirs: Tree): { tree: Tree; joined: string[] } {
  const [mine, other] = [renames(base, ours), renames(base, theirs)];
  const tree: Tree = new Map();
  const joined: string[] = [];
  const put = (path: string, text: string): void => {
    const there = tree.get(path);
    if (there === undefined || there === text) tree.set(path, text);
    else {
      tree.set(path, joinTwo(there, text));
      joined.push(path);
    }
  };
  for (const [path, was] of base) {
    const [ourPath, theirPath] = [mine.get(path) ?? path, other.get(path) ?? path];
    const [our, their] = [ours.get(ourPath), theirs.get(theirPath)];
    const at = ourPath === path ? theirPath : ourPath;
    if (our === undefined && their === undefined) continue;
    if (our === undefined || their === undefined) {
      // What one side deleted and the other edited stays.
      if ((our ?? their) !== was || at !== path) put(at, our ?? their!);
      continue;
    }
    const { text, conflicts } = mergeLines({ base: was, ours: our, theirs: their });
    put(at, conflicts.length === 0 ? text : bothSides(text));
    if (conflicts.length > 0) joined.push(at);
  }
  for (const [side, moved] of [
    [ours, mine],
    [theirs, other],
  ] as const) {
    const targets = new Set(moved.values());
    for (const [path, text] of side) if (!base.has(path) && !targets.has(path)) put(path, text);
  }
  return { tree, joined };
}

/** The lines of two texts, as git joins them without a base: what both have in common is in no conflict. */
export function joinTwo(ours: string, theirs: string): string {
  const base = diffLines(ours, theirs)
    .filter(({ added, removed }) => !added && !removed)
    .map(({ value }) => value)
    .join('');
  return bothSides(mergeLines({ base, ours, theirs }).text);
}

/** Files that went elsewhere: the same page by the mark of its birth, or the same content. */
function renames(base: Tree, side: Tree): Map<string, string> {
  const fresh = [...side].filter(([path]) => !base.has(path));
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const [path, text] of base) {
    if (side.has(path)) continue;
    const birth = birthOf(text);
    const [to] =
      fresh.find(
        ([at, other]) => !taken.has(at) && (other === text || (birth !== null && birthOf(other) === birth)),
      ) ?? [];
    if (to === undefined) continue;
    taken.add(to);
    found.set(path, to);
  }
  return found;
}
