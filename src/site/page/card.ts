import { createHash } from 'node:crypto';
import type { SitePage } from '../model/site-model.ts';
import { parseHex } from '../profile/color-math.ts';
import { isRightToLeft } from '../profile/language.ts';

/** The text and colours of a page's picture in link previews: 1200 × 630 pixels. */
export interface Card {
  readonly site: string;
  readonly title: string;
  /** The page's section and the pages above it. */
  readonly trail: string;
  readonly description: string;
  /** A colour: `#` and six hexadecimal digits. */
  readonly accent: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Draws a card as PNG. */
export type DrawCard = (card: Card) => Promise<Uint8Array>;

/** To be changed when cards are drawn differently, so that all cards are drawn anew. */
const drawing = 1;

export function cardOf(page: SitePage, site: string): Card {
  const { space, ancestors } = page;
  const color = space.customization.styling?.primaryColor?.light;
  const above = ancestors.map((each) => (each.kind === 'page' ? each.page.title : each.title));
  const section = space.section?.title;
  return {
    site,
    title: page.title,
    trail: [...(section === undefined ? [] : [section]), ...above].join(' › '),
    description: page.description ?? '',
    accent: color !== undefined && parseHex(color) ? color : '#0f62a8',
    direction: isRightToLeft(space.language) ? 'rtl' : 'ltr',
  };
}

/** The file of a card. Its name is a digest of the content, so an existing card need not be drawn again. */
export function cardFile(card: Card): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([drawing, card]))
    .digest('hex');
  return `_site/cards/${digest.slice(0, 20)}.png`;
}
