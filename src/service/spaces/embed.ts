import { decodePercent } from '../../content/index.ts';
import type { Handlers } from '../handler.ts';

export const embedHandlers = {
  /**
   * The answer uses only the address itself: a request to its host would tell that host who reads, and could be misused to request
   * anything.
   */
  getEmbedByUrlInSpace: (_ctx, { query }) => {
    const url = new URL(query.url);
    const site = url.hostname.replace(/^www\./u, '');
    const name = decodePercent(
      url.pathname
        .split('/')
        .filter((part) => part !== '')
        .at(-1) ?? '',
    );
    return { title: name === '' ? site : name, site, type: 'link' };
  },
} satisfies Partial<Handlers>;
