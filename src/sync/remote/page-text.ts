import { withoutPageId } from '../../content/index.ts';
import type { ContentPlace, Remote } from './port.ts';

/** The text of a page in the service. Some texts there carry the identity that the mirror adds; it is left out. */
export async function textOfPage(
  remote: Pick<Remote, 'page'>,
  place: ContentPlace,
  id: string,
): Promise<string> {
  return withoutPageId((await remote.page(place, id)).markdown);
}
