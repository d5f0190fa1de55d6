import type { Static } from 'typebox';
import { arrayOf, id, open, optional, text, uri } from '../shapes.ts';

export const searchResult = open({
  id,
  title: text,
  pages: arrayOf(
    open({
      id,
      title: text,
      path: text,
      sections: optional(
        arrayOf(open({ id: text, title: text, path: text, body: text, urls: open({ app: uri }) })),
      ),
      urls: open({ app: uri }),
    }),
  ),
});
export type SearchResult = Static<typeof searchResult>;
