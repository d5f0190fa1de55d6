export { decodeText, readSpaceFolder } from './folder.ts';
export type { FolderProblem, ReadFolderOptions, SpaceFolder, SpaceFolderSource } from './folder.ts';
export {
  findFrontMatterInText,
  findFrontMatterFault,
  lineWithQuotes,
  readFrontMatter,
  sameValue,
  setFrontMatterKey,
  splitFrontMatter,
  withoutEmptyBlock,
} from './front-matter.ts';
export type { FrontMatterInText, FrontMatterReading, FrontMatterSplit } from './front-matter.ts';
export { childFolder, layoutSpace } from './layout.ts';
export type { Layout, LayoutFile, LayoutInput, LayoutNote, LayoutReusableContent } from './layout.ts';
export { includedFile } from './included-file.ts';
export { isOwnConfiguration } from './obeyed-names.ts';
export {
  foldName,
  usableName,
  idSuffix,
  isSafePath,
  nameWithIdSuffix,
  nameWithSuffix,
  safeAssetName,
  safeName,
  unsafeReason,
} from './names.ts';
export { documentsOf, emojiCharacter, joinEmoji, splitEmoji, visitPages } from './page.ts';
export type {
  ComputedPage,
  ContentRef,
  DocumentPage,
  GroupPage,
  LinkPage,
  PageCover,
  PageFields,
  PageLayout,
  PageNode,
} from './page.ts';
export { readPageFields, setPageFields } from './page-fields.ts';
export type { PageFieldChanges, PageFieldsReading } from './page-fields.ts';
export { linesWithText, shareOfCommonLines } from './likeness.ts';
export { pageIdOf, placePageId, withPageId, withoutPageId } from './page-id.ts';
export type { PageIdPlace } from './page-id.ts';
export { exportMark, exportMarkAbove, withoutExports } from './exported.ts';
export { foldAnchor, likelyAnchor } from './likely-anchor.ts';
export { whyNotFollowed } from './symbolic-link.ts';
export { slugFault, slugOfName, slugOfTitle, uniqueSlug } from './slug.ts';
export { readSpaceConfig, spaceConfigPath } from './space-config.ts';
export type { Redirect, SpaceConfig } from './space-config.ts';
export { listedFile } from './listed-file.ts';
export type { FilesOfContents, ListedFile } from './listed-file.ts';
export { normalTarget, parseSummary } from './summary.ts';
export type { Summary, SummaryEntry, SummaryProblem, SummaryLine } from './summary.ts';
export { printSummary, summaryLinesOf, updateSummaryLines, updateSummary } from './summary-update.ts';
export type { WantedSummary } from './summary-update.ts';
export {
  decodePercent,
  encodeMarks,
  folderOf,
  addressOf,
  isExternalTarget,
  isMarkdownPath,
  joinPath,
  nameOf,
  nameOfPage,
  printPath,
  printTarget,
  relativePath,
  isTopOfPage,
  splitTarget,
  unescapeTarget,
} from './targets.ts';
export { decodeEntities, escapeTitle, findTitle, setTitle, titleOf, unescapeMarkdown } from './title.ts';
export { findHtmlTitle } from './html-title.ts';
export { findConflictMarkers, findEncodingFault, decodeAnyEncoding } from './text-faults.ts';
export type { EncodingFault, MarkerLine } from './text-faults.ts';
export type { TitleHeading } from './title.ts';
export { printYamlMapping } from './yaml-style.ts';
export type { YamlMapping, YamlValue } from './yaml-style.ts';
export { imageHeadLength, imageSize } from './image-size.ts';
export type { ImageSize } from './image-size.ts';
export { anchorOfText, plainHeading } from './anchor-text.ts';
export { dayOfUpdate, updateAnchors } from './update-anchors.ts';
export { headingIds, idsOfWords, RepeatedIds } from './heading-ids.ts';
export type { WordIds } from './heading-ids.ts';
export { withEmoji } from './shortcodes.ts';
export { headingAnchors } from './heading-anchors.ts';
export type { Anchor, PageAnchors } from './heading-anchors.ts';
export { linksOf, replacement, rewriteLinks } from './links-of.ts';
export type { PageLink } from './links-of.ts';
export { hasRelativeLinks, moveLinks } from './move.ts';
export type { NewPath, PageMove } from './move.ts';
export { placeAt, scanPage } from './page-scan.ts';
export type { PageScan } from './page-scan.ts';
export { foldLabel } from './scan-values.ts';
export type { LinkForm, LinkKind, ScannedHeading, ScannedId, ScannedLink } from './scan-values.ts';
export type { MarkerLabels, Versions } from './merge/lines.ts';
export { isSummary, mergeFile, sameButId } from './merge/file.ts';
export type { FileMerge, FileVersions } from './merge/file.ts';
export { mergePage } from './merge/page.ts';
export { decide, isUndecided, piecesOf, sidesOf, undecidedLabels, withBothTexts } from './merge/undecided.ts';
export type { Choice, Piece } from './merge/undecided.ts';
export type { PageConflict, PageMerge } from './merge/page.ts';
export { mergeTree } from './merge/tree.ts';
export type { MergedTree, Tree, TreeConflict, TreeNode, TreeRules } from './merge/tree.ts';
export { entryName, findUntoldEntries, mergeSummary, plainSummaryLine } from './merge/summary.ts';
export type { EntryIdentity, EntryPages, SummaryConflict, SummaryMerge } from './merge/summary.ts';
