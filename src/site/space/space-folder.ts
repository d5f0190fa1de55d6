import {
  decodeText,
  readSpaceConfig,
  spaceConfigPath,
  updateSummary,
  type PageNode,
} from '../../content/index.ts';
import type { SpaceSource } from '../source.ts';

/**
 * The files of a space as in a checkout: its pages, everything that they show, and a table of contents of the present tree.
 */
export async function* spaceFolder(source: SpaceSource): AsyncGenerator<readonly [string, Uint8Array]> {
  const paths = new Map<string, string>();
  for (const page of documentsIn(source.pages)) {
    const path = page.git?.path;
    if (path === undefined) continue;
    paths.set(page.id, path);
    yield [path, Buffer.from(await source.readPage(page))];
  }
  const config = source.assets.find(({ path }) => path === spaceConfigPath);
  const { summary } = readSpaceConfig(config === undefined ? null : decodeText(await config.read()));
  const given = new Set([summary, ...paths.values()]);
  let before: string | null = null;
  for (const { path, read } of source.assets) {
    const bytes = await read();
    if (path === summary) before = decodeText(bytes);
    if (given.has(path)) continue;
    given.add(path);
    yield [path, bytes];
  }
  for (const { path, text } of source.includes) if (!given.has(path)) yield [path, Buffer.from(text)];
  const files = new Map(source.assets.flatMap(({ id, path }) => (id === undefined ? [] : [[id, path]])));
  const wanted = { pages: source.pages, paths, files, summaryPath: summary };
  yield [summary, Buffer.from(updateSummary(before, wanted))];
}

function* documentsIn(pages: readonly PageNode[]): Generator<Extract<PageNode, { type: 'document' }>> {
  for (const page of pages) {
    if (page.type === 'document') yield page;
    if ('pages' in page) yield* documentsIn(page.pages);
  }
}
