import type { ItemOf, ListOperationId } from '../contract/index.ts';
import type { OperationInput } from '../service/index.ts';
import type { Visit } from './visit.ts';

/** Reads a list of the interface from its beginning, up to `most` of its items. */
export async function listOf<Id extends ListOperationId>(
  visit: Visit,
  id: Id,
  asked: OperationInput<Id>,
  most = 1000,
): Promise<ItemOf<Id>[]> {
  const items: ItemOf<Id>[] = [];
  let page: string | undefined;
  do {
    const query = { ...asked.query, limit: Math.min(1000, most - items.length), page };
    const answer = (await visit.call(id, {
      ...asked,
      query,
    } as unknown as OperationInput<Id>)) as unknown as {
      items: ItemOf<Id>[];
      next?: { page: string };
    };
    items.push(...answer.items);
    page = answer.next?.page;
  } while (page !== undefined && items.length < most);
  return items;
}
