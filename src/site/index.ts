export { renderBody } from './render/render-body.ts';
export type { RenderedBody } from './render/render-body.ts';
export { sectionsOfPage } from './space/page-sections.ts';
export type { PageFacts } from './space/page-sections.ts';
export type { BodyContext, OutlineEntry, SearchSection, UpdateEntry } from './body/context.ts';
export type { LinkTarget } from './model/link-target.ts';
export { fileCache } from './writer/cache.ts';
export type { ExportCache } from './writer/cache.ts';
export { problemOfBase } from './export/base-url.ts';
export { exportSite } from './export/export-site.ts';
export type { ExportOptions, ExportReport } from './export/options.ts';
export { serveRendering } from './export/render-thread.ts';
export { folderFiles, memoryFiles } from './writer/site-files.ts';
export type { SiteFiles } from './writer/site-files.ts';
export { contentSecurityPolicy } from './output/hosting.ts';
export type { Card, DrawCard } from './page/card.ts';
export { bookFile } from './output/book.ts';
export type { BookOptions } from './output/book.ts';
export type { Offline } from './page/additions.ts';
export type { Analytics, AnalyticsService } from './page/analytics.ts';
export { securityHeaders } from './page/csp.ts';
export { evaluateExpression } from '../content/expression.ts';
export { membersOf, profileOfSpace, siteSpacesIn } from './profile/profile.ts';
export type {
  Customization,
  ProfileEntry,
  ProfileLink,
  ProfileSection,
  ProfileSiteSpace,
  SiteProfile,
  SiteStructure,
} from './profile/profile.ts';
export { imageExtension, profileImageUrls } from './profile/profile-images.ts';
export type { ProfileImages } from './profile/profile-images.ts';
export { readOpenApi } from './openapi/document.ts';
export { generatedPages } from './openapi/generated-pages.ts';
export { uiLanguages } from './profile/texts.ts';
export { styleFault } from './page/style-fault.ts';
export type { StyleFault } from './page/style-fault.ts';
export { symbolicLinksIn } from './folder-list.ts';
export { folderMemory } from './folder-memory.ts';
export type { FolderMemory } from './folder-memory.ts';
export { folderSpace } from './source-folder.ts';
export type { FolderSpace } from './source-folder.ts';
export type {
  AssetSource,
  Elsewhere,
  FetchedImage,
  ImageSizeSource,
  IncludeSource,
  RedirectSource,
  SiteInput,
  SiteSource,
  SiteWarning,
  MissingDocument,
  SpaceSource,
  SpecSource,
  TagSource,
} from './source.ts';
export { pathInCheckout } from './openapi/shelf.ts';
export { answerFromFiles } from './serve/answer.ts';
export type { SiteAnswer } from './serve/answer.ts';
export { liveScript } from './serve/live-page.ts';
export { serveSite } from './serve/site-server.ts';
export type { SiteServer } from './serve/site-server.ts';
export { watchSite } from './serve/watch-site.ts';
export type { SiteWatch, SiteWatchOptions } from './serve/watch-site.ts';
export { publishedSite } from './published/published-site.ts';
export type { PublishedSite, PublishedSiteOptions } from './published/published-site.ts';
export { passGate } from './visitor/gate.ts';
export type { GateAnswer, SiteGate, VisitorRequest } from './visitor/gate.ts';
export { spaceFolder } from './space/space-folder.ts';
export { readerStyles, spaceReader } from './space/space-reader.ts';
export type { ReadPage, SpaceReader } from './space/space-reader.ts';
