import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest, File, Page, Revision, Space } from '../../src/contract/index.ts';
import { decodeText, readSpaceFolder } from '../../src/content/index.ts';
import type { PageNode } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import {
  Draft,
  flat,
  joinFiles,
  joinPages,
  outline,
  pageJson,
  slugOf,
  slugsAbove,
} from './memory-content.ts';
import type { ModelFile, ModelPage } from './memory-content.ts';
import { takeImport } from './memory-imports.ts';
import type {
  ContentChange,
  ContentChangeResult,
  ContentPlace,
  MetadataObject,
  Remote,
  RevisionChanges,
} from '../../src/sync/remote/port.ts';

/** A page of the model service has at most so many characters. */
export const largestText = 50_000;

export interface ModelRevision {
  readonly id: string;
  readonly parents: readonly string[];
  readonly type: Revision['type'];
  readonly createdAt: string;
  readonly pages: readonly ModelPage[];
  readonly files: readonly ModelFile[];
  readonly mergedFrom?: string;
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** An effect or a question that the service is about to carry out, or has just carried out. */
export interface ServiceStep {
  readonly when: 'before' | 'after';
  readonly operation: string;
  readonly writes: boolean;
}

/**
 * A service in memory, small enough to read at a glance, with the rules that a sync depends on: immutable revisions, change
 * requests that are drafts first, three-way merges, batches that apply whole or not at all. `onStep` may throw, before an
 * effect (it has not happened) or after it (its answer is lost).
 */
export class MemoryService implements Remote {
  requests = 0;
  onStep: ((step: ServiceStep) => void | Promise<void>) | undefined;
  /** `strict` shows primary content nowhere and takes no content changes. */
  readonly strict: boolean;
  /** Where imports are fetched from; absent: nothing is within reach. */
  fetchImport: ((url: string) => Uint8Array | null) | undefined;
  /** Makes a new page of each page of an import, whatever identity it carries. */
  ignoresIdentities = false;
  /** Gives a space a later time of change than the change request in it that was changed. */
  changesSpacesLater: boolean;
  importSources: readonly string[] = ['website', 'markdown', 'zip'];
  readonly spacesById = new Map<string, Writable<Space>>();
  readonly revisions = new Map<string, ModelRevision>();
  readonly requestsById = new Map<string, Writable<ChangeRequest>>();
  #bytesByUrl = new Map<string, Uint8Array>();
  #findings: Readonly<Record<string, boolean>> = {};
  #serial = 0;
  #time = Date.UTC(2026, 0, 1);

  /** Whether it keeps the files that it is told of, or knows nothing of such a field. */
  readonly hints: boolean;

  constructor({ strict = false, hints = true }: { strict?: boolean; hints?: boolean } = {}) {
    this.strict = strict;
    this.hints = hints;
    this.changesSpacesLater = strict;
  }

  /** What it shows now, for a reader whom no later change reaches. */
  snapshot(): MemoryService {
    const copy = new MemoryService({ strict: this.strict, hints: this.hints });
    for (const [id, space] of this.spacesById) copy.spacesById.set(id, { ...space });
    for (const [id, request] of this.requestsById) copy.requestsById.set(id, { ...request });
    for (const [id, revision] of this.revisions) copy.revisions.set(id, revision);
    copy.#bytesByUrl = this.#bytesByUrl;
    copy.onStep = (step) => this.onStep?.(step);
    return copy;
  }

  // What people and tests do at the service itself.

  addSpace(title: string, pages: readonly ModelPage[], files: readonly ModelFile[] = []): string {
    const id = this.#id('space');
    const revision = this.#revision({ parents: [], type: 'edits', pages, files });
    const at = this.#tick();
    this.spacesById.set(id, {
      object: 'space',
      id,
      title,
      emoji: '1f4d6',
      visibility: 'private',
      createdAt: at,
      updatedAt: at,
      urls: { location: `https://service.test/v1/spaces/${id}`, app: `https://service.test/s/${id}` },
      organization: 'org1',
      revision: revision.id,
      defaultLevel: 'inherit',
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      permissions: {} as Space['permissions'],
    });
    return id;
  }

  /** A space of what a folder holds, as the embedded service reads one in. */
  addFolder(title: string, files: ReadonlyMap<string, Uint8Array>): string {
    const text = (path: string): string | null => decodeText(files.get(path) ?? new Uint8Array());
    const folder = readSpaceFolder({ paths: files.keys(), text }, { fields: true });
    const pagesOf = (nodes: readonly PageNode[]): ModelPage[] =>
      nodes.flatMap((node): ModelPage[] => {
        const base = { id: this.#id('page'), title: node.title, text: '' };
        if (node.type === 'group')
          return [{ ...base, kind: 'group', slug: node.slug, pages: pagesOf(node.pages) }];
        if (node.type === 'link')
          return [{ ...base, kind: 'link', slug: '', url: node.href ?? '', pages: [] }];
        if (node.type !== 'document') return [];
        return [
          { ...base, slug: node.slug, file: node.id, text: text(node.id) ?? '', pages: pagesOf(node.pages) },
        ];
      });
    const rest = [...files].filter(([path]) => !folder.documents.has(path));
    return this.addSpace(
      title,
      pagesOf(folder.pages),
      rest.map(([path, bytes]) => ({ id: this.#id('file'), path, bytes })),
    );
  }

  newPage(title: string, body: string, pages: readonly ModelPage[] = [], slug = slugOf(title)): ModelPage {
    return { id: this.#id('page'), title, slug, text: `# ${title}\n\n${body}\n`, pages };
  }

  /** The primary pages of a space, flat. */
  pagesOf(space: string): ModelPage[] {
    return flat(this.#head(space).pages);
  }

  /** The pages of a change request, flat. */
  pagesOfChangeRequest(id: string): ModelPage[] {
    return flat(this.revisions.get(this.requestsById.get(id)!.revision)!.pages);
  }

  headOf(space: string): ModelRevision {
    return this.#head(space);
  }

  /** Changes the primary content at once, as a merged change request of somebody else does. */
  edit(space: string, change: (pages: readonly ModelPage[]) => readonly ModelPage[]): string {
    const head = this.#head(space);
    const next = this.#revision({
      parents: [head.id],
      type: 'edits',
      pages: change(head.pages),
      files: head.files,
    });
    this.#setHead(space, next.id);
    return next.id;
  }

  /** Somebody changes the primary content, or a change request, as the interface takes changes. */
  changeByHand(space: string, changes: readonly ContentChange[], request?: string): void {
    const before =
      request === undefined ? this.#head(space) : this.revisions.get(this.#open(request).revision)!;
    const draft = this.#draft(before);
    for (const change of changes) draft.apply(change);
    const { pages, files } = draft;
    const next = this.#revision({ parents: [before.id], type: 'edits', pages, files });
    if (request === undefined) return this.#setHead(space, next.id);
    this.#open(request).revision = next.id;
    this.#touch(space, request);
  }

  /** A reviewer takes the primary content into a change request that conflicts with it, and decides about each text. */
  decide(space: string, id: string, decide: (marked: string) => string): void {
    const request = this.#open(id);
    const head = this.#head(space);
    const base = this.revisions.get(request.revisionMergedAncestor ?? request.revisionInitial)!;
    const ours = this.revisions.get(request.revision)!;
    request.revision = this.#revision({
      parents: [request.revision, head.id],
      type: 'update',
      pages: joinPages(base.pages, ours.pages, head.pages, decide)!,
      files: joinFiles(base.files, ours.files, head.files, { isDecided: true })!,
    }).id;
    request.revisionMergedAncestor = head.id;
    this.#touch(space, id);
  }

  #draft(base: ModelRevision): Draft {
    return new Draft(
      base,
      () => this.#id('page'),
      () => this.#id('file'),
    );
  }

  editFiles(space: string, change: (files: readonly ModelFile[]) => readonly ModelFile[]): void {
    const head = this.#head(space);
    const next = this.#revision({
      parents: [head.id],
      type: 'edits',
      pages: head.pages,
      files: change(head.files),
    });
    this.#setHead(space, next.id);
  }

  file(path: string, text: string): ModelFile {
    return { id: this.#id('file'), path, bytes: new TextEncoder().encode(text) };
  }

  /** Somebody edits a change request. */
  editChangeRequest(id: string, change: (pages: readonly ModelPage[]) => readonly ModelPage[]): void {
    const request = this.requestsById.get(id)!;
    const head = this.revisions.get(request.revision)!;
    request.revision = this.#revision({
      parents: [head.id],
      type: 'edits',
      pages: change(head.pages),
      files: head.files,
    }).id;
    this.#touch(this.#spaceOf(id), id);
  }

  deleteChangeRequest(id: string): void {
    const space = this.#spaceOf(id);
    this.requestsById.delete(id);
    this.#touch(space);
  }

  /** What the organization has besides its spaces' content. */
  metadataObjects: readonly MetadataObject[] = [];
  /** Comments of change requests. */
  readonly commentsById = new Map<string, { request: string; markdown: string }>();
  /** Whether change requests take comments. */
  takesComments = true;

  // The port.

  async comments(_space: string, request: string): Promise<{ id: string; markdown: string }[]> {
    return this.#ask('comments', () =>
      [...this.commentsById].flatMap(([id, each]) =>
        each.request === request ? [{ id, markdown: each.markdown }] : [],
      ),
    );
  }

  async comment(_space: string, request: string, markdown: string, id?: string): Promise<string> {
    return this.#do('comment', () => {
      if (!this.takesComments) throw new AppError('FORBIDDEN', 'No comments here');
      if (id !== undefined && !this.commentsById.has(id)) throw new AppError('NOT_FOUND', `No comment ${id}`);
      const at = id ?? this.#id('comment');
      this.commentsById.set(at, { request, markdown });
      return at;
    });
  }

  findings(): Readonly<Record<string, boolean>> {
    return this.#findings;
  }

  remember(findings: Readonly<Record<string, boolean>>): void {
    this.#findings = { ...this.#findings, ...findings };
  }

  async organizationSpaces(): Promise<Space[] | null> {
    return this.strict
      ? null
      : this.#ask('organizationSpaces', () => [...this.spacesById.values()].map((space) => ({ ...space })));
  }

  async collectionSpaces(): Promise<Space[]> {
    return this.#ask('collectionSpaces', () => [...this.spacesById.values()].map((space) => ({ ...space })));
  }

  async siteSpaces(): Promise<Space[]> {
    return [];
  }

  async organizations(): Promise<string[]> {
    return ['org1'];
  }

  async collections(): Promise<[]> {
    return [];
  }

  async sites(): Promise<[]> {
    return [];
  }

  async metadata(): Promise<MetadataObject[]> {
    return this.#ask('metadata', () => [...this.metadataObjects]);
  }

  async space(id: string): Promise<Space | null> {
    return this.#ask('space', () => {
      const space = this.spacesById.get(id);
      return space ? { ...space } : null;
    });
  }

  async readsRevisions(): Promise<boolean> {
    return !this.strict;
  }

  async content(place: ContentPlace): Promise<Revision> {
    return this.#ask('content', () => this.#revisionJson(this.#at(place)));
  }

  async page(place: ContentPlace, id: string): Promise<Page & { markdown: string }> {
    return this.#ask('page', () => {
      const found = flat(this.#at(place).pages).find((page) => page.id === id);
      if (!found) throw new AppError('NOT_FOUND', `No page ${id}`);
      const above = slugsAbove(this.#at(place).pages, id) ?? [];
      return { ...pageJson(found, above.join('/')), markdown: found.text };
    });
  }

  async includeText(): Promise<string | null> {
    return null;
  }

  async changes(_space: string, revision: string): Promise<RevisionChanges | null> {
    if (this.strict) return null;
    return this.#ask('changes', () => {
      const now = this.#at({ kind: 'revision', space: '', revision });
      const before = this.revisions.get(now.parents[0] ?? '');
      if (!before) return null;
      const old = new Map(flat(before.pages).map((page) => [page.id, page]));
      const shape = (revision_: ModelRevision): string => JSON.stringify(outline(revision_.pages));
      const edited = flat(now.pages).filter((page) => old.get(page.id)?.text !== page.text);
      return {
        revision: {
          id: now.id,
          parents: now.parents,
          createdAt: now.createdAt,
          type: now.type,
          ...this.#origin(now),
        },
        edited: edited.map(({ id }) => ({ id })),
        more:
          shape(now) !== shape(before) ||
          now.files.length !== before.files.length ||
          now.files.some((file, at) => file !== before.files[at]),
      };
    });
  }

  async download(file: File): Promise<Uint8Array> {
    return this.#ask('download', () => this.#bytesByUrl.get(file.downloadURL)!);
  }

  async changeRequests(space: string, status: ChangeRequest['status']): Promise<ChangeRequest[]> {
    return this.#ask('changeRequests', () =>
      [...this.requestsById.values()]
        .filter((request) => this.#spaceOf(request.id) === space && request.status === status)
        .map((request) => this.#requestJson(request)),
    );
  }

  async changeRequest(space: string, id: string): Promise<ChangeRequest | null> {
    return this.#ask('changeRequest', () => {
      const isNamed = (each: ChangeRequest): boolean =>
        this.#spaceOf(each.id) === space && String(each.number) === id;
      const request = this.requestsById.get(id) ?? [...this.requestsById.values()].find(isNamed);
      return request ? this.#requestJson(request) : null;
    });
  }

  async createChangeRequest(space: string, subject: string): Promise<ChangeRequest> {
    return this.#do('createChangeRequest', () => {
      const id = `${space}/${this.#id('cr')}`;
      const at = this.#tick();
      const number =
        Math.max(
          0,
          ...[...this.requestsById.values()]
            .filter((each) => this.#spaceOf(each.id) === space)
            .map((each) => each.number),
        ) + 1;
      const request: Writable<ChangeRequest> = {
        object: 'change-request',
        id,
        number,
        status: 'draft',
        subject,
        createdBy: {
          object: 'user',
          id: 'user1',
          displayName: 'Ada',
          email: 'ada@example.com',
          urls: { location: 'https://service.test/u' },
        },
        createdAt: at,
        updatedAt: at,
        revision: this.#head(space).id,
        revisionInitial: this.#head(space).id,
        comments: 0,
        outdated: false,
        urls: { app: `https://service.test/cr/${number}`, location: `https://service.test/v1/cr/${number}` },
      };
      this.requestsById.set(id, request);
      this.#touch(space);
      return this.#requestJson(request);
    });
  }

  async setChangeRequest(
    space: string,
    id: string,
    change: { subject?: string; status?: 'draft' | 'open' | 'archived' },
  ): Promise<ChangeRequest> {
    return this.#do('setChangeRequest', () => {
      const closed = this.requestsById.get(id);
      const reopened = closed?.status === 'archived' && ['draft', 'open'].includes(change.status ?? '');
      const request = reopened ? closed : this.#open(id);
      Object.assign(request, change);
      this.#touch(space, id);
      return this.#requestJson(request);
    });
  }

  async merge(space: string, id: string): Promise<{ revision: string; result: string }> {
    return this.#do('merge', () => this.mergeAtOnce(space, id));
  }

  /** As somebody else does it, between two requests of ours. */
  mergeAtOnce(space: string, id: string): { revision: string; result: string } {
    const request = this.#open(id);
    const joined = this.#join(request, this.#head(space));
    if (!joined) return { revision: request.revision, result: 'conflicts' };
    const head = this.#head(space);
    const revision = this.#revision({
      parents: [head.id, request.revision],
      type: 'merge',
      ...joined,
      mergedFrom: id,
    });
    request.status = 'merged';
    request.revisionMerged = revision.id;
    request.updatedAt = this.#tick();
    this.#setHead(space, revision.id);
    return { revision: revision.id, result: 'merge' };
  }

  async update(space: string, id: string): Promise<{ revision: string; result: string }> {
    return this.#do('update', () => {
      const request = this.#open(id);
      const head = this.#head(space);
      const untouched = request.revision === (request.revisionMergedAncestor ?? request.revisionInitial);
      const joined = untouched ? { pages: head.pages, files: head.files } : this.#join(request, head);
      if (!joined) return { revision: request.revision, result: 'conflicts' };
      request.revision = untouched
        ? head.id
        : this.#revision({ parents: [request.revision, head.id], type: 'update', ...joined }).id;
      request.revisionMergedAncestor = head.id;
      this.#touch(space, id);
      return { revision: request.revision, result: 'update' };
    });
  }

  async changeContent(
    space: string,
    id: string,
    changes: readonly ContentChange[],
  ): Promise<ContentChangeResult | null> {
    if (this.strict) return null;
    return this.#do('changeContent', () => {
      const request = this.#open(id);
      const draft = this.#draft(this.revisions.get(request.revision)!);
      if (changes.length === 0 || changes.length > 50)
        throw new AppError('BAD_REQUEST', 'A batch has 1 to 50 changes');
      for (const change of changes)
        if ('document' in change && (change.document?.markdown.length ?? 0) > largestText)
          throw new AppError('TOO_LARGE', 'A page is too large');
      const answers = changes.flatMap((change) => draft.apply(this.hints ? change : withoutHint(change)));
      if (!this.hints) this.remember({ pathHints: false });
      request.revision = this.#revision({
        parents: [request.revision],
        type: 'edits',
        pages: draft.pages,
        files: draft.files,
      }).id;
      this.#touch(space, id);
      return { changeRequest: this.#requestJson(request), changes: answers };
    });
  }

  async takesContentChanges(): Promise<boolean> {
    return !this.strict;
  }

  async importContent(
    space: string,
    id: string,
    { url, source }: { url: string; source: string },
  ): Promise<{ revision: string }> {
    return this.#do('importContent', () => {
      const request = this.#open(id);
      if (!this.importSources.includes(source))
        throw new AppError('BAD_REQUEST', `source must be one of ${this.importSources.join(', ')}`);
      const bytes = this.fetchImport?.(url);
      if (!bytes) throw new AppError('UNPROCESSABLE', `${url} did not answer`);
      const before = this.revisions.get(request.revision)!;
      const draft = this.#draft(before);
      const known = this.ignoresIdentities ? [] : flat(before.pages).map((page) => page.id);
      takeImport(draft, new Set(known), source, bytes);
      request.revision = this.#revision({
        parents: [request.revision],
        type: 'edits',
        pages: draft.pages,
        files: draft.files,
      }).id;
      this.#touch(space, id);
      return { revision: request.revision };
    });
  }

  // Inside.

  async #ask<Result>(operation: string, answer: () => Result): Promise<Result> {
    this.requests++;
    await this.onStep?.({ when: 'before', operation, writes: false });
    return answer();
  }

  async #do<Result>(operation: string, effect: () => Result): Promise<Result> {
    this.requests++;
    await this.onStep?.({ when: 'before', operation, writes: true });
    const result = effect();
    await this.onStep?.({ when: 'after', operation, writes: true });
    return result;
  }

  #id(kind: string): string {
    return `${kind}${String(++this.#serial).padStart(4, '0')}`;
  }

  #tick(): string {
    this.#time += 1000;
    return new Date(this.#time).toISOString();
  }

  #revision(draft: Omit<ModelRevision, 'id' | 'createdAt'>): ModelRevision {
    const revision = { ...draft, id: this.#id('rev'), createdAt: this.#tick() };
    this.revisions.set(revision.id, revision);
    return revision;
  }

  #head(space: string): ModelRevision {
    return this.revisions.get(this.spacesById.get(space)!.revision)!;
  }

  #setHead(space: string, revision: string): void {
    this.spacesById.get(space)!.revision = revision;
    this.#touch(space);
  }

  /** Notes a change of a space, and of a change request in it. */
  #touch(space: string, changeRequest?: string): void {
    const now = this.#tick();
    if (changeRequest !== undefined) this.requestsById.get(changeRequest)!.updatedAt = now;
    const record = this.spacesById.get(space)!;
    const all = [...this.requestsById.values()].filter((request) => this.#spaceOf(request.id) === space);
    record.updatedAt = this.changesSpacesLater ? this.#tick() : now;
    record.changeRequests = all.length;
    record.changeRequestsOpen = all.filter(({ status }) => status === 'open').length;
    record.changeRequestsDraft = all.filter(({ status }) => status === 'draft').length;
  }

  #spaceOf(changeRequest: string): string {
    return changeRequest.split('/')[0]!;
  }

  #open(id: string): Writable<ChangeRequest> {
    const request = this.requestsById.get(id);
    if (!request) throw new AppError('NOT_FOUND', `No change request ${id}`);
    if (request.status !== 'draft' && request.status !== 'open')
      throw new AppError('WRONG_STATE', `Change request ${id} is ${request.status}`);
    return request;
  }

  #at(place: ContentPlace): ModelRevision {
    if (place.kind === 'revision') {
      const revision = this.revisions.get(place.revision);
      if (!revision) throw new AppError('NOT_FOUND', `No revision ${place.revision}`);
      return revision;
    }
    // No real service would know such an address.
    if (place.kind !== 'change-request') throw new Error(`There is no place ${JSON.stringify(place)}.`);
    const request = this.requestsById.get(place.id);
    if (!request) throw new AppError('NOT_FOUND', `No change request ${place.id}`);
    return this.revisions.get(request.revision)!;
  }

  #requestJson(request: ChangeRequest): ChangeRequest {
    const base = request.revisionMergedAncestor ?? request.revisionInitial;
    return { ...request, outdated: base !== this.#head(this.#spaceOf(request.id)).id };
  }

  #origin(revision: ModelRevision): { mergedFrom?: ChangeRequest } {
    const request =
      revision.mergedFrom === undefined ? undefined : this.requestsById.get(revision.mergedFrom);
    return request ? { mergedFrom: { ...request } } : {};
  }

  #revisionJson(revision: ModelRevision): Revision {
    return {
      object: 'revision',
      id: revision.id,
      parents: [...revision.parents],
      pages: revision.pages.map((page) => pageJson(page, '')),
      files: revision.files.map((file) => this.#fileJson(file)),
      reusableContents: [],
      createdAt: revision.createdAt,
      urls: { app: 'https://service.test/r' },
      type: revision.type,
      ...this.#origin(revision),
    };
  }

  #fileJson({ id, path, bytes }: ModelFile): File {
    const oid = contentId(bytes);
    const downloadURL = `https://service.test/files/${id}/${oid}`;
    this.#bytesByUrl.set(downloadURL, bytes);
    return {
      id,
      name: path.split('/').at(-1)!,
      contentType: 'application/octet-stream',
      downloadURL,
      size: bytes.length,
      git: { oid, path },
    };
  }

  /** Three-way over pages and files; null when a page cannot be joined. */
  #join(
    request: ChangeRequest,
    head: ModelRevision,
  ): { pages: readonly ModelPage[]; files: readonly ModelFile[] } | null {
    const base = this.revisions.get(request.revisionMergedAncestor ?? request.revisionInitial)!;
    const ours = this.revisions.get(request.revision)!;
    const pages = joinPages(base.pages, ours.pages, head.pages);
    const files = joinFiles(base.files, ours.files, head.files);
    return pages && files && { pages, files };
  }
}

/** As the client does it for a service that refuses a field which it does not know. */
function withoutHint(change: ContentChange): ContentChange {
  if (!('git' in change)) return change;
  const { git: _git, ...rest } = change;
  return rest;
}
