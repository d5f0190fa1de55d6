import { cardFile, cardOf, type Card, type DrawCard } from '../page/card.ts';
import { hasCoverImage } from '../page/cover.ts';
import type { SiteModel } from '../model/site-model.ts';
import type { SiteWriter } from '../writer/site-writer.ts';

/** How many cards are drawn at a time. The library that draws them has its own threads. */
const atOnce = 4;

/** Draws the missing cards. */
export async function drawCards(
  model: SiteModel,
  { writer, draw, signal }: { writer: SiteWriter; draw: DrawCard; signal: AbortSignal | undefined },
): Promise<void> {
  const wanted = new Map<string, Card>();
  for (const page of model.pages) {
    if (hasCoverImage(page, model)) continue;
    const card = cardOf(page, model.title);
    const file = cardFile(card);
    if (!writer.keep(file)) wanted.set(file, card);
  }
  const waiting = [...wanted];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal?.throwIfAborted();
      const [file, card] = next;
      writer.put(file, await draw(card));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
