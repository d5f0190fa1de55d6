import { createClient, type Client } from '../../src/client/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import type { Page } from '../../src/contract/index.ts';
import { createUndiciTransport, type HttpTransport } from '../../src/http/index.ts';
import type { ContentChange } from '../../src/sync/remote/port.ts';
import { bothSides } from '../people/texts.ts';
import { markOf } from '../people/world.ts';
import type { PageThere, RequestThere, ServiceStage } from '../people/world.ts';
import type { ServiceProcess } from './servers.ts';

/** The subject of change requests that people make. */
const theirs = 'Theirs';

/** The embedded service, as people use it: past the proxy, so that nothing fails for them. */
export class RealService implements ServiceStage {
  readonly #process: ServiceProcess;
  readonly #space: string;
  readonly #transport: HttpTransport;
  readonly #client: Client;

  constructor(process: ServiceProcess, space: string) {
    this.#process = process;
    this.#space = space;
    this.#transport = createUndiciTransport();
    this.#client = createClient({
      transport: this.#transport,
      elsewhere: this.#transport,
      baseUrl: process.url,
      token: process.token,
      clock: realClock,
      random: seededRandom(1),
    });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async pages(request?: string): Promise<readonly PageThere[]> {
    const spaceId = this.#space;
    const { pages } =
      request === undefined
        ? await this.#client.listPages({ params: { spaceId } })
        : await this.#client.listPagesInChangeRequest({ params: { spaceId, changeRequestId: request } });
    const found: Omit<PageThere, 'markdown'>[] = [];
    const visit = (list: readonly Page[], parent: string | null): void => {
      for (const page of list) {
        const kind =
          page.type === 'group' || page.type === 'link' || page.type === 'computed' ? page.type : 'document';
        found.push({ id: page.id, kind, title: page.title, parent });
        if ('pages' in page) visit(page.pages, page.id);
      }
    };
    visit(pages, null);
    const all: PageThere[] = [];
    for (const page of found)
      all.push({ ...page, markdown: page.kind === 'document' ? await this.#markdown(page.id, request) : '' });
    return all;
  }

  async #markdown(pageId: string, request: string | undefined): Promise<string> {
    const spaceId = this.#space;
    const query = { format: 'markdown' as const };
    const page = (
      request === undefined
        ? await this.#client.getPageById({ params: { spaceId, pageId }, query })
        : await this.#client.getPageInChangeRequestById({
            params: { spaceId, changeRequestId: request, pageId },
            query,
          })
    ) as { markdown: string };
    return page.markdown;
  }

  async markdownFiles(): Promise<ReadonlyMap<string, string>> {
    return new Map(
      [...(await this.#markdownOfFiles())].filter(([path]) => !/(?:^|\/)SUMMARY\.md$/u.test(path)),
    );
  }

  async tables(): Promise<string> {
    return [...(await this.#markdownOfFiles()).values()].join('\n');
  }

  async #markdownOfFiles(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for await (const file of this.#client.list('listFiles', { params: { spaceId: this.#space } })) {
      const path = file.git?.path;
      if (path === undefined || !path.endsWith('.md')) continue;
      const answer = await fetch(file.downloadURL, {
        headers: { authorization: `Bearer ${this.#process.token}` },
      });
      found.set(path, await answer.text());
    }
    return found;
  }

  async requests(): Promise<readonly RequestThere[]> {
    const found: RequestThere[] = [];
    for (const status of ['draft', 'open', 'merged', 'archived'] as const)
      for await (const { id, number, subject } of this.#client.list('listChangeRequestsForSpace', {
        params: { spaceId: this.#space },
        query: { status },
      }))
        if (markOf(subject) !== null) found.push({ id, number, subject, status });
    return found.sort((one, other) => one.number - other.number);
  }

  async change(changes: readonly ContentChange[], request?: string): Promise<void> {
    const spaceId = this.#space;
    const body = { changes: changes as never };
    if (request !== undefined) {
      await this.#client.updateContentInChangeRequest({
        params: { spaceId, changeRequestId: request },
        body,
      });
      return;
    }
    const { id } = await this.#client.createChangeRequest({ params: { spaceId }, body: { subject: theirs } });
    await this.#client.updateContentInChangeRequest({ params: { spaceId, changeRequestId: id }, body });
    const { result } = await this.merge(id);
    if (result !== 'merge') throw new Error(`somebody's own change was not merged: ${result}`);
  }

  async merge(request: string): ReturnType<ServiceStage['merge']> {
    const params = { spaceId: this.#space, changeRequestId: request };
    for (let attempt = 0; ; attempt++) {
      const { result } = await this.#client.mergeChangeRequest({ params });
      if (result !== 'conflicts' || attempt > 2) return { result, isDecided: attempt > 0 };
      for (const { id, markdown } of await this.pages(request)) {
        const joined = bothSides(markdown);
        if (joined !== markdown)
          await this.change([{ type: 'update_page', page: id, document: { markdown: joined } }], request);
      }
    }
  }

  async update(request: string): Promise<string> {
    const params = { spaceId: this.#space, changeRequestId: request };
    return (await this.#client.updateChangeRequest({ params })).result;
  }

  async archive(request: string): Promise<void> {
    const params = { spaceId: this.#space, changeRequestId: request };
    await this.#client.updateChangeRequestById({ params, body: { status: 'archived' } });
  }

  async fingerprint(): Promise<string> {
    const { revision } = await this.#client.getSpaceById({ params: { spaceId: this.#space } });
    const requests: string[] = [];
    for (const status of ['draft', 'open', 'merged', 'archived'] as const)
      for await (const request of this.#client.list('listChangeRequestsForSpace', {
        params: { spaceId: this.#space },
        query: { status },
      }))
        requests.push(`${request.number} ${status} ${request.revision} ${request.subject}`);
    return JSON.stringify({ revision, requests, writes: this.#process.way.writes });
  }
}
