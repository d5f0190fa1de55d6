import { AppError } from '../base/index.ts';
import type { OperationId } from '../contract/index.ts';
import type { LooseInput } from './call.ts';

/** A list with more pages than this is not believed. */
const maxPages = 10_000;

interface Page {
  readonly next?: unknown;
  readonly items: readonly unknown[];
}

/**
 * Reads the pages of a list. Empty pages with a `next` are skipped; a repeated `next`, or more than {@link maxPages} pages,
 * fails with `INCOMPLETE`: a list without an end must never count as complete.
 */
export async function* pagesOf<P extends Page>(
  id: OperationId,
  input: LooseInput,
  call: (input: LooseInput) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count++) {
    const query = cursor === undefined ? input.query : { ...input.query, page: cursor };
    const page = await call({ ...input, ...(query === undefined ? {} : { query }) });
    yield page;
    cursor = cursorOf(page);
    if (cursor === undefined) return;
    if (seen.has(cursor)) throw incomplete(id, 'its pages go in a circle');
    seen.add(cursor);
  }
  throw incomplete(id, `it has more than ${maxPages} pages`);
}

/**
 * Reads the items of a list. An item whose `id` has come before is skipped: a list that shrinks or grows between pages shows some
 * items twice.
 */
export async function* itemsOf<Item>(
  pages: AsyncIterable<{ readonly items: readonly Item[] }>,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  for await (const page of pages) {
    for (const item of page.items) {
      const id = (item as { id?: unknown } | null)?.id;
      if (typeof id === 'string') {
        if (seen.has(id)) continue;
        seen.add(id);
      }
      yield item;
    }
  }
}

/** The cursor of the next page: servers say "none" in several ways. */
function cursorOf({ next }: Page): string | undefined {
  const page = (next as { page?: unknown } | null | undefined)?.page;
  return typeof page === 'string' && page !== '' ? page : undefined;
}

function incomplete(id: OperationId, why: string): AppError {
  return new AppError('INCOMPLETE', `The list ${id} could not be read to its end: ${why}`, {
    hint: 'The service is at fault; nothing was concluded from the part that was read.',
    data: { operation: id },
  });
}
