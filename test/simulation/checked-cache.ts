import type { Page, Revision } from '../../src/contract/index.ts';
import { createMemoryCache } from '../../src/files/index.ts';
import type { Cache } from '../../src/files/index.ts';
import { Broken } from '../people/broken.ts';
import { pageJson } from './memory-content.ts';
import type { MemoryService } from './memory-service.ts';

const rule = 'a kept tree is what the service has';

/** A cache in memory that holds each tree that it gives against the service's own, and fails the schedule where the two differ. */
export function checkedCache(service: () => MemoryService): Cache {
  const inner = createMemoryCache();
  return {
    write: (name, bytes) => inner.write(name, bytes),
    read(name) {
      const bytes = inner.read(name);
      if (bytes === null) return null;
      const { tree } = JSON.parse(new TextDecoder().decode(bytes)) as { tree?: Revision };
      if (tree === undefined) return bytes;
      const truth = service().revisions.get(tree.id);
      if (!truth) throw new Broken(rule, `${tree.id}, of which one is kept, was never a revision`);
      const [kept, there] = [tree.pages, truth.pages.map((page) => pageJson(page, ''))].map(outlineOf);
      if (kept !== there) throw new Broken(rule, `Kept of ${tree.id}:\n${kept}\nThe service has:\n${there}`);
      return bytes;
    },
  };
}

function outlineOf(pages: readonly Page[]): string {
  return JSON.stringify(pages, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
