import type { RefusedReason } from '../files/port.ts';

/**
 * One git repository: objects, references and history, as ordinary git sees them.
 *
 * Callers may rely on this: the objects of an {@link ObjectWriter} become visible together when `finish` resolves, and are on
 * disk before it does; references move by compare-and-swap, and after the objects that they point to; a process killed at any
 * moment leaves a repository that needs no repair, and no lock that stops a person's git.
 */
export interface GitRepository {
  readonly place: RepositoryPlace;

  /** The commit that is checked out, and the branch that HEAD is on. */
  head(): Promise<Head>;
  /** The full names of branches that other working trees of this repository have checked out. */
  checkedOutElsewhere(): Promise<ReadonlySet<string>>;
  /** The object that a full reference name (`refs/…` or `HEAD`) points to, through symbolic references; null for none. */
  resolveRef(ref: string): Promise<Oid | null>;
  /** All references whose name begins with `prefix` (`refs/remotes/docs/`), in the order of their names. */
  listRefs(prefix: string): Promise<RefValue[]>;
  /**
   * Moves references, each only from its expected value, all or none (after a kill in between, the first ones have moved: give
   * them in an order that may be interrupted anywhere). Throws REF_MOVED when a reference has another value, HELD when another
   * process keeps a lock. `reason` goes to the reference logs.
   */
  updateRefs(updates: readonly RefUpdate[], options?: { reason?: string }): Promise<void>;

  has(oid: Oid): Promise<boolean>;
  /** Throws NOT_FOUND when the repository has no such object. */
  readObject(oid: Oid): Promise<GitObject>;
  readBlob(oid: Oid): Promise<Uint8Array>;
  readTree(oid: Oid): Promise<readonly TreeEntry[]>;
  readCommit(oid: Oid): Promise<Commit>;
  /** The tree of a commit (or of a tag that points to a commit); for a tree, the tree itself. */
  treeOf(oid: Oid): Promise<Oid>;
  /** The entry of a tree (or of a commit's tree) at a path; null for none. */
  entryAt(treeish: Oid, path: string): Promise<TreeEntry | null>;
  /** All files of a tree with their whole paths, in git's order; only those below the folder `under` when given. */
  listTree(treeish: Oid, options?: { under?: string }): Promise<PathEntry[]>;
  /** The files that differ, by path, in the order of the paths; equal subtrees are not read. null means the empty tree. */
  diffTrees(before: Oid | null, after: Oid | null, options?: { under?: string }): Promise<PathChange[]>;

  /**
   * Runs `work` with a writer and finishes the writer, or abandons it when `work` throws. The writer's own objects can be read
   * through `writer.readTree`, and through the repository once this resolves.
   */
  write<T>(work: (writer: ObjectWriter) => Promise<T> | T): Promise<T>;

  isAncestor(ancestor: Oid, descendant: Oid): Promise<boolean>;
  /** The best common ancestor, or the newest when there are several; null for unrelated histories. */
  mergeBase(one: Oid, other: Oid): Promise<Oid | null>;
  /** Commits from `from` back through their parents, newest first. */
  log(from: Oid, options?: LogOptions): AsyncIterable<Commit>;

  /** Whether the history of a shallow clone ends here: the commit has parents that are not in the repository. */
  isShallow(oid: Oid): Promise<boolean>;
  /** The address of a remote (`origin`) in the repository's own configuration; null for none. */
  remoteUrl(name: string): Promise<string | null>;

  /** What a person's git is in the middle of; empty when git is at rest. */
  workInProgress(): Promise<WorkInProgress[]>;
  /** The locks of the index, of packed references, and of the references that a sync moves; empty while nobody writes them. */
  locks(): Promise<readonly GitLock[]>;

  /** Joins small packs when there are many. Cheap when there is nothing to do. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

/** A reference whose file names no object, for example after a power failure. */
export interface DamagedRef {
  readonly ref: string;
  /** The last commit in the reference's log; null where there is no log, or where that commit is missing. */
  readonly last: Oid | null;
}

/** An index that cannot be used: it is cut short or overwritten, or there is none beside the files of a commit. */
export interface DamagedIndex {
  readonly file: string;
  readonly isGone: boolean;
}

/** Finds damaged single files of a repository, and puts them aside. Nothing is deleted: each method returns where it keeps the file, if there was one. */
export interface RepositoryRepair {
  damagedRefs(): Promise<readonly DamagedRef[]>;
  setRefAside(ref: string): Promise<string>;
  /** The index, if it cannot be used; null when it can. */
  damagedIndex(): Promise<DamagedIndex | null>;
  /** Puts the index aside, and makes a new one in which the committed files are staged. The files do not change. */
  renewIndex(): Promise<string | null>;
}

/** A SHA-1 object name, 40 lower-case hexadecimal digits. */
export type Oid = string;

export interface RepositoryPlace {
  /** The git directory of this working tree (HEAD, index). */
  gitDir: string;
  /** The git directory with the objects and references; it only differs in linked working trees. */
  commonDir: string;
  /** The root of the working tree; null for a bare repository. */
  workTree: string | null;
}

export interface Head {
  /** The full name of the branch (`refs/heads/main`); null when HEAD is detached. */
  branch: string | null;
  /** null on a branch without a commit. */
  oid: Oid | null;
}

export interface RefValue {
  ref: string;
  oid: Oid;
}

export interface RefUpdate {
  ref: string;
  /** null: the reference must not exist. */
  expected: Oid | null;
  /** null: delete the reference. */
  next: Oid | null;
}

export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  kind: ObjectKind;
  bytes: Uint8Array;
}

/** File, executable file, symbolic link, submodule, folder. */
export type FileMode = '100644' | '100755' | '120000' | '160000' | '040000';

export interface TreeEntry {
  name: string;
  mode: FileMode;
  oid: Oid;
}

export interface PathEntry {
  path: string;
  mode: FileMode;
  oid: Oid;
}

export interface Version {
  mode: FileMode;
  oid: Oid;
}

export interface PathChange {
  path: string;
  before: Version | null;
  after: Version | null;
}

export interface Person {
  name: string;
  email: string;
  /** Milliseconds since the epoch; git keeps whole seconds. */
  at: number;
  /** Minutes east of UTC. Default 0. */
  offsetMinutes?: number;
}

export interface CommitDraft {
  tree: Oid;
  parents: readonly Oid[];
  author: Person;
  committer: Person;
  /** Kept as given, except for NUL characters, and for the final newline that git wants. */
  message: string;
}

export interface Commit {
  oid: Oid;
  tree: Oid;
  parents: readonly Oid[];
  author: Required<Person>;
  committer: Required<Person>;
  message: string;
}

export interface LogOptions {
  /** Stop after this many commits. */
  limit?: number;
  firstParent?: boolean;
  /** Leave out the commits that these reach. */
  exclude?: readonly Oid[];
}

/** Collects new objects. Objects that the repository already has are not written again. Memory stays bounded. */
export interface ObjectWriter {
  addBlob(bytes: Uint8Array): Oid;
  /** Throws UNSAFE_PATH for a name that git refuses, CONTENT_INVALID for two entries of one name. */
  addTree(entries: readonly TreeEntry[]): Oid;
  /** Names and e-mail addresses are normalised as git does. */
  addCommit(draft: CommitDraft): Oid;
  /**
   * The tree `base` (null: the empty tree) with some files set or removed (null). Only the folders on the way to them are written
   * again, and folders that become empty vanish. Removing a missing file changes nothing. Throws CONFLICT when a path would be a
   * file and a folder at once, UNSAFE_PATH for a path that git refuses.
   */
  updateTree(base: Oid | null, changes: ReadonlyMap<string, Version | null>): Promise<Oid>;
  /** Reads a tree of the repository or of this writer. */
  readTree(oid: Oid): Promise<readonly TreeEntry[]>;
}

/** A lock that a git command holds while it writes. */
export interface GitLock {
  /** The name of the locked reference, or what else is locked. */
  readonly of: 'index' | 'packed-refs' | `refs/${string}`;
  /** The lock's file. */
  readonly file: string;
  /** When the file was made, as milliseconds since 1970. */
  readonly since: number;
  readonly ageMs: number;
}

/** What a person can do about a lock that nobody seems to hold. */
export const heldHint =
  'If no git command is running on this repository, a killed one left the lock: remove the file, then try again.';

/** What a person can do about a file that may not be written. */
export const notWritableHint = 'Give this user the right to write there; the next sync goes on.';

/** Says of a file that this user may not write it. */
export function notWritableMessage(path: string): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : 'the folder of the repository';
  return `${path} cannot be written: this user has no right to write in ${folder}`;
}

export type WorkInProgress =
  /** Another process is writing the index. */
  | 'index-lock'
  /** Another process is writing the branch. */
  | 'branch-lock'
  | 'merge'
  | 'rebase'
  | 'cherry-pick'
  | 'revert'
  | 'bisect';

/** The checked-out files of a repository: shows what a person changed in them, and moves them to a newer commit. */
export interface WorkingTree {
  /**
   * Completes what a killed process left unfinished (files moved aside, a fast-forward that was begun). Call it at the start of
   * each cycle; it is cheap when there is nothing to do. The options work as in `fastForward`.
   */
  recover(
    options?: Pick<FastForwardOptions, 'merge' | 'away' | 'stays' | 'carried' | 'saysSame' | 'late'>,
  ): Promise<{ putBack: string[]; completed: FastForwardOutcome | null }>;

  /**
   * The files that differ from a tree (null: the empty one). Only contents with new stamps are hashed. Files that `.gitignore`
   * names and the tree does not have are left out. Symbolic links and special files are shown as `kind: 'refused'`.
   */
  scan(tree: Oid | null, options?: { under?: readonly string[] }): Promise<WorkingChange[]>;

  /** The paths whose conflicts a person has yet to solve, in the order of the paths. */
  unmerged(): Promise<readonly UnmergedPath[]>;

  /**
   * Moves a branch from one commit to a descendant (or from none to a first commit). When the branch is checked out, the files
   * that differ between the two commits go first, each safely, then the index, then the branch. A file with neither the old nor
   * the new version is a person's edit: `merge` may return the text to write (the edit joined with the new version); if it
   * returns none, nothing at all is changed and the outcome is `blocked`. When the branch is not checked out, only the reference
   * moves. A commit that changes a link, a submodule or a path of git's own is `refused` in either case.
   */
  fastForward(options: FastForwardOptions): Promise<FastForwardOutcome>;
}

export type WorkingChange =
  | { kind: 'added'; path: string; after: Version }
  | { kind: 'modified'; path: string; before: Version; after: Version }
  | { kind: 'deleted'; path: string; before: Version }
  /** Something that we do not read is at the path of a file of the tree, or beside the tree's files. */
  | { kind: 'refused'; path: string; before: Version | null; reason: RefusedReason };

/** A path of which git's index has a version for each side until a person has solved the conflict; null: that side has no such file. */
export interface UnmergedPath {
  path: string;
  /** What the sides have in common. */
  base: Oid | null;
  /** The side that is checked out. */
  ours: Oid | null;
  theirs: Oid | null;
}

export interface FastForwardOptions {
  /** Full name, `refs/heads/…`. */
  branch: string;
  from: Oid | null;
  to: Oid;
  /** Joins a file that a person edited with the new commit's version of it. */
  merge?: (edited: EditedFile) => Promise<JoinedFile> | JoinedFile;
  /**
   * Paths of the new commit whose files the person has moved away: a missing file stays missing, and the old commit's file is
   * removed. Called before anything is planned.
   */
  away?: (move: { from: Oid | null; to: Oid }) => Promise<ReadonlySet<string>>;
  /**
   * Whether a file that nobody edited stays although the new commit lacks it, because a person changed something about it in another file,
   * such as the title of a page in the table of contents.
   */
  stays?: (path: string) => Promise<boolean>;
  /** Files that went to other paths for this move before it began: what a person staged of them goes along. */
  carried?: () => readonly CarriedFile[];
  /** Called before the branch moves, with files that somebody saved, starting from the old text, while we replaced them. */
  late?: (move: { from: Oid | null; to: Oid; paths: readonly string[] }) => Promise<void>;
  /**
   * Whether two contents of a file say the same to a person. A staged version gives way to the new commit's if the file or the new
   * commit says the same. Without this function, only equal bytes say the same.
   */
  saysSame?: (one: Uint8Array, other: Uint8Array) => boolean;
  /** For the reference log. */
  reason?: string;
}

/** A file that went to another path, with its content. */
export interface CarriedFile {
  readonly from: string;
  readonly to: string;
  readonly id: Oid;
}

/** The content that an edited file gets; `no file`: the file stays deleted; null: only a person can join it. */
export type JoinedFile = Uint8Array | 'no file' | null;

export interface EditedFile {
  path: string;
  /** null: the old commit does not have the file. */
  base: Uint8Array | null;
  /** The file in the working tree; null: the person deleted it. */
  ours: Uint8Array | null;
  /** null: the new commit does not have the file. */
  theirs: Uint8Array | null;
}

export type FastForwardOutcome =
  | { outcome: 'moved'; files: PathOutcome[] }
  /** Nothing was changed. */
  | { outcome: 'blocked'; edited: string[] }
  /** The new commit has paths that we never write for others. Nothing was changed. */
  | { outcome: 'refused'; paths: RefusedPath[] }
  /** This user may not write these files. Nothing was changed. */
  | { outcome: 'unwritable'; paths: string[] }
  /** A person's git is at work. Nothing was changed, or in rare cases only files, and `recover` goes on from there. */
  | { outcome: 'busy'; work: WorkInProgress[] }
  /** The branch does not have its expected value, and was not moved. */
  | { outcome: 'elsewhere'; at: Oid | null };

/** A path that differs between two commits, and that we must not write. */
export interface RefusedPath {
  path: string;
  /** A clause, such as "it is a symbolic link". */
  why: string;
}

export interface PathOutcome {
  path: string;
  did:
    | 'written'
    | 'removed'
    /** The file already had the new version. */
    | 'kept'
    /** The text that `merge` returned was written. */
    | 'merged'
    /** A person's save came in at the last moment and stays; it now counts as an edit of the new commit. */
    | 'saved-meanwhile';
}

/** A git host's answer to one update. */
export interface PushedRef {
  ref: string;
  outcome: 'moved' | 'refused';
  /** The host's words. */
  reason?: string;
}

/** A repository on a git host. Nothing is ever forced: each push names the values that it expects. */
export interface GitHost {
  /** Every reference that the host shows (`refs/…`); empty for an empty repository. */
  refs(options?: { signal?: AbortSignal }): Promise<ReadonlyMap<string, Oid>>;
  /** Fetches commits with everything that they need and the repository lacks. It only brings objects: no reference moves. */
  fetch(git: GitRepository, wanted: readonly Oid[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Moves references by compare-and-swap. A reference that the host refuses is reported, not thrown. */
  push(
    git: GitRepository,
    updates: readonly RefUpdate[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly PushedRef[]>;
}
