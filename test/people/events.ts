import type { Deed } from './actor.ts';
import * as contents from './contents-table.ts';
import * as git from './git-work.ts';
import * as moving from './moving.ts';
import * as odd from './odd-texts.ts';
import * as reshaping from './reshaping.ts';
import * as reviewing from './reviewing.ts';
import * as writing from './writing.ts';
import type { Setting, Trouble } from './world.ts';

/**
 * What people do, and how often: the one table that the simulation and the fuzz of real processes play. A share is a weight
 * among all classes. `test/people/off.ts` names the classes that are not played yet.
 */
export interface EventClass {
  readonly name: string;
  readonly share: number;
  /** Who does it: a writer in a clone, a reviewer in the service, or the program, with what goes wrong meanwhile. */
  readonly does:
    | { readonly by: 'writer' | 'reviewer'; readonly deed: Deed }
    | {
        readonly by: 'program';
        readonly trouble: Trouble['kind'] | null;
        /** It syncs until it comes to rest, while people leave everything as it is. */
        readonly rests?: true;
      };
  /** Where it makes sense; everywhere unless given. */
  readonly where?: (setting: Setting) => boolean;
}

const writer = (share: number, name: string, deed: Deed, where?: EventClass['where']): EventClass => ({
  name,
  share,
  does: { by: 'writer', deed },
  ...(where ? { where } : {}),
});
const reviewer = (share: number, name: string, deed: Deed, where?: EventClass['where']): EventClass => ({
  name,
  share,
  does: { by: 'reviewer', deed },
  ...(where ? { where } : {}),
});
const program = (
  share: number,
  name: string,
  trouble: Trouble['kind'] | null,
  where?: EventClass['where'],
): EventClass => ({ name, share, does: { by: 'program', trouble }, ...(where ? { where } : {}) });

/** A service that keeps the paths of files. */
const keepsPaths = (setting: Setting): boolean => shared(setting) && setting.interface === 'full';
const branched = ({ branches }: Setting): boolean => branches === 2;
/** Nobody else changes the order of the pages. */
const alone = ({ company }: Setting): boolean => company === 'alone';
/** Nobody else changes the pages, and the service deletes one when it is told to. */
const deletesAlone = (setting: Setting): boolean => alone(setting) && setting.interface === 'full';
const hosted = ({ gitHost }: Setting): boolean => gitHost;
/** Where more than one side writes: others in the service, or git, which joins texts when people merge or rebase by hand. */
const shared = ({ company }: Setting): boolean => company === 'others';

export const events: readonly EventClass[] = [
  // The program runs, and the world around it is not kind.
  program(56, 'sync', null),
  program(4, 'sync while a folder may not be written', 'locked folder'),
  program(12, 'sync while the network fails', 'network'),
  program(8, 'sync that is killed', 'kill the program'),
  program(6, 'sync that is shown old content', 'stale reads'),
  program(4, 'sync while the service is killed', 'kill the service'),
  program(4, 'sync while the git host is killed', 'kill the git host', hosted),

  // Texts and new pages.
  writer(40, 'a line', writing.addsALine),
  writer(6, 'a title', writing.retitles),
  writer(10, 'a page beside another one, listed', writing.addsAListedPage),
  writer(3, 'a page listed in another place', writing.addsAPageListedElsewhere),
  writer(5, 'a page listed below another one', writing.addsAChildPage),
  writer(3, 'a page in a new folder', writing.addsAPageInANewFolder),
  writer(2, 'a page in a new group', writing.addsAPageInANewGroup),
  writer(5, 'a page that is not listed', writing.addsAnUnlistedPage),
  writer(2, 'a copy of a page with its id', writing.copiesAPage),
  writer(2, 'an id taken away', writing.takesTheIdentityAway),
  writer(4, 'a page deleted with its line', writing.deletesAListedPage),
  writer(2, 'a file deleted', writing.deletesAFile),

  // Files and folders move.
  writer(4, 'a file moved, with its line', moving.movesAListedFile),
  writer(2, 'a file moved', moving.movesAFileAlone),
  writer(3, 'a file renamed, with its line', moving.renamesAFile),
  writer(3, 'a folder renamed, with its lines', moving.movesAFolder),
  writer(3, 'a page moved with file and line', moving.movesAPageAndItsLine),
  writer(1, 'two files swapped', moving.swapsTwoFiles),
  writer(1, 'another file listed instead', moving.listsAnotherFile),
  writer(2, 'x.md becomes x/README.md', moving.makesAFolderOfAFile),
  writer(2, 'x/README.md becomes x.md', moving.makesAFileOfAFolder),
  writer(1, 'the case of a name', moving.changesTheCaseOfAName),

  // The table of contents.
  writer(5, 'a line of the table of contents moved', moving.movesALine),
  writer(2, 'an external link listed', contents.addsAnExternalLink),
  writer(1, 'a link out of the root listed', contents.addsALinkOutOfTheRoot),
  writer(1, 'a missing file listed', contents.listsAMissingFile),
  writer(1, 'a group begun', contents.addsAGroup),
  writer(1, 'a group renamed', contents.renamesAGroup),
  writer(1, 'the table of contents deleted', contents.deletesTheTableOfContents),
  writer(1, 'the table of contents no UTF-8', contents.breaksTheTableOfContents),

  // Texts that cannot be sent, and assets.
  writer(1, 'a NUL byte', odd.savesANulByte),
  writer(1, 'Latin-1', odd.savesLatin1),
  writer(1, 'a page over the limit', odd.savesAPageOverTheLimit),
  writer(1, 'marks of a merge', odd.leavesMarks),
  writer(3, 'an asset', odd.addsAnAsset),
  writer(2, 'an asset changed', odd.changesAnAsset),
  writer(1, 'an asset deleted', odd.deletesAnAsset),

  // Git.
  writer(14, 'a commit', git.commits),
  writer(4, 'a commit at once', git.commitsAtOnce),
  writer(2, 'an amended commit', git.amends),
  writer(5, 'docs/main merged by hand', git.merges, shared),
  writer(3, 'a rebase onto docs/main', git.rebases, shared),
  writer(2, 'a reset to docs/main', git.resets, shared),
  writer(5, 'a page taken back to docs/main', git.takesAFileBack),
  writer(10, 'work on a branch', git.worksOnABranch, branched),
  writer(4, 'another branch checked out', git.goesToABranch, branched),
  writer(4, 'a branch brought home by hand', git.bringsABranchHome, branched),

  // The service.
  reviewer(20, 'a page edited in the service', reviewing.editsAPage, shared),
  reviewer(3, 'a page retitled in the service', reviewing.retitlesAPage, shared),
  reviewer(2, 'a slug changed in the service', reviewing.changesASlug, shared),
  reviewer(2, 'a file renamed in the service', reviewing.renamesAFile, keepsPaths),
  reviewer(3, 'a page added at the top in the service', reviewing.addsAPage, shared),
  reviewer(4, 'a page added below another one in the service', reviewing.addsAPageBelow, shared),
  reviewer(5, 'a page moved in the service', reviewing.movesAPage, shared),
  reviewer(3, 'a page put elsewhere in its list in the service', reviewing.putsAPageElsewhere, shared),
  reviewer(4, 'a page deleted in the service', reviewing.deletesAPage, shared),
  reviewer(24, 'a change request merged', reviewing.mergesARequest),
  reviewer(4, 'a change request brought up to date', reviewing.updatesARequest),
  reviewer(4, 'a change request edited by a reviewer', reviewing.editsARequest, shared),
  reviewer(2, 'a new page taken out of a change request', reviewing.takesAPageOut, shared),
  reviewer(3, 'a change request archived', reviewing.archivesARequest, shared),
];

/** A class that came later. It takes some of the steps of one that is like it, so that a seed means nearly what it meant. */
export interface LaterClass {
  readonly event: EventClass;
  /** The name of the class whose steps it takes. */
  readonly of: string;
  /** How many of them, from 0 to 1. */
  readonly part: number;
}

const later = (
  of: string,
  part: number,
  name: string,
  deed: Deed,
  where?: EventClass['where'],
): LaterClass => ({
  event: writer(0, name, deed, where),
  of,
  part,
});

export const laterEvents: readonly LaterClass[] = [
  later('a group begun', 0.4, 'a comment between two entries', contents.commentsOnAnEntry),
  later('a line', 0.03, 'a line in every page', writing.writesIntoEveryPage),
  later('a line', 0.06, 'a description', writing.describesAPage),
  later(
    'a page beside another one, listed',
    0.15,
    'a page that begins as an empty file',
    writing.beginsWithAnEmptyFile,
  ),
  later(
    'a page beside another one, listed',
    0.15,
    'a page listed before it is written',
    writing.listsAPageFirst,
  ),
  later('a copy of a page with its id', 0.3, 'a copy of a folder with its ids', writing.copiesAFolder),
  later('a page deleted with its line', 0.2, 'a page written anew', writing.writesAPageAnew),
  later('a page deleted with its line', 0.2, 'a deleted page taken back', git.undeletesAPage),
  later('an external link listed', 0.3, 'a page listed twice', contents.listsAPageTwice, alone),
  later('an external link listed', 0.3, 'a part of a page listed', contents.listsASection),
  later(
    'a line of the table of contents moved',
    0.15,
    'the table of contents formatted',
    contents.formatsTheTableOfContents,
  ),
  later('marks of a merge', 0.4, 'a key twice in the front matter', odd.leavesAKeyTwice),
  later('a commit', 0.08, 'a commit reverted', git.revertsACommit),
  later('a commit', 0.05, 'a look at an older version', git.looksAtAnOlderVersion),
  later('a page beside another one, listed', 0.4, 'a page split in two', reshaping.splitsAPage, alone),
  later('a page deleted with its line', 0.6, 'two pages joined', reshaping.joinsTwoPages, deletesAlone),
  later(
    'a file moved, with its line',
    0.25,
    'a page moved, and a hint left in its place',
    reshaping.leavesAHint,
  ),
  later(
    'a branch brought home by hand',
    0.3,
    'a branch taken over as one commit',
    git.bringsABranchHomeAsOne,
    branched,
  ),
  later(
    'a branch brought home by hand',
    0.3,
    'a commit of another branch picked',
    git.picksACommit,
    branched,
  ),
  later('an amended commit', 0.25, 'the last commits made one', git.squashes),
  later('an amended commit', 0.3, 'the last commit dropped', git.drops, shared),
  {
    of: 'sync',
    part: 0.08,
    event: {
      ...{ name: 'some hours go by', share: 0, does: { by: 'program', trouble: null, rests: true } },
      where: ({ reads }) => reads === 'at once',
    },
  },
];
