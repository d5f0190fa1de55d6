import { AppError } from '../../../src/base/index.ts';
import { zipOf } from '../../../src/files/index.ts';
import { aService } from '../fixture.ts';
import type { Json, Reply, ServiceFixture } from '../fixture.ts';

interface Shown {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly status?: number;
  /** The address of the last redirect. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service with its own small web, and a change request to import into. */
export interface WebFixture {
  /** The answers of the web, by address. */
  readonly web: Map<string, Shown>;
  /** The requested addresses, in order. */
  readonly asked: string[];
  readonly world: ServiceFixture;
  /** The address of the change request's content. */
  readonly base: string;
  bring(url: string, source: string): Promise<Reply>;
  /** The tree as nested lists of titles. */
  tree(): Promise<unknown[]>;
  /** Each page's file and text. */
  texts(): Promise<Record<string, string>>;
}

/** A service whose requests to other machines are answered from a map. */
export async function aServiceOnTheWeb(): Promise<WebFixture> {
  const web = new Map<string, Shown>();
  const asked: string[] = [];
  const world = aService({
    outgoing: async (url, { maxBytes = Infinity } = {}) => {
      asked.push(url);
      const found = web.get(url);
      if (found === undefined) throw new AppError('NO_ANSWER', `${url} did not answer.`);
      const body = typeof found.body === 'string' ? new TextEncoder().encode(found.body) : found.body;
      if (body.byteLength > maxBytes) throw new AppError('ANSWER_TOO_LARGE', `${url} is too large.`);
      return {
        url: found.url ?? url,
        status: found.status ?? 200,
        headers: { 'content-type': found.type ?? 'text/html', ...found.headers },
        body,
      };
    },
  });
  const space = world.newSpace('Guides');
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  const base = `/spaces/${space}/change-requests/${id}/content`;
  const documents = async (): Promise<Json[]> => {
    const { pages } = await world.ok(`GET ${base}/pages`);
    const flat = (list: Json[]): Json[] => list.flatMap((page) => [page, ...flat(page.pages ?? [])]);
    return flat(pages);
  };
  return {
    web,
    asked,
    world,
    base,
    bring: (url, source) => world.call(`POST ${base}/import`, { url, source }),
    tree: async () => {
      const shape = (page: Json): unknown =>
        page.pages.length === 0 ? page.title : [page.title, ...page.pages.map(shape)];
      return (await world.ok(`GET ${base}/pages`)).pages.map(shape);
    },
    texts: async () => {
      const texts: Record<string, string> = {};
      for (const page of await documents()) {
        const { markdown, git } = await world.ok(`GET ${base}/page/${page.id}`);
        texts[git?.path ?? page.path] = markdown as string;
      }
      return texts;
    },
  };
}

/** An archive of texts and bytes. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipOf(
    new Map(
      Object.entries(files).map(([path, body]) => [
        path,
        typeof body === 'string' ? new TextEncoder().encode(body) : body,
      ]),
    ),
  );
}

/** The smallest picture. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
