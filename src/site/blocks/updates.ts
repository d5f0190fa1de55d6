import { dayOfUpdate } from '../../content/index.ts';
import { element, isElement, textOf, type BodyElement } from '../html/nodes.ts';
import { printHtml } from '../html/print.ts';
import { tagLabel } from '../body/tag-label.ts';
import type { BlockRenderer } from './block.ts';

/**
 * `{% updates %}` of `{% update date="2026-01-29" tags="a,b" %}`: a change log, in the written order. Its entries also go into the
 * site's feed.
 */
export const renderUpdates: BlockRenderer = (_, { parts, rest, context, state }) => {
  const entries: BodyElement[] = [];
  for (const update of parts('update')) {
    const written = update.attributes['date'] ?? '';
    const date = dayOfUpdate(written);
    const children = update.body();
    const heading = children.find((child) => isElement(child) && /^h[2-6]$/.test(child.tagName));
    const title = isElement(heading) ? textOf(heading.children).trim() : (date ?? written);
    const headingId = isElement(heading) ? heading.properties['id'] : undefined;
    const id = state.claimId(state.updateAnchor(written));
    if (date !== undefined && isDay(date))
      state.updates.push({
        id: typeof headingId === 'string' ? headingId : id,
        date,
        title,
        html: printHtml(children),
      });
    const tags = (update.attributes['tags'] ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    entries.push(
      element(
        'article',
        { class: 'update', id },
        element(
          'div',
          { class: 'update-meta' },
          date === undefined
            ? element('span', {}, written)
            : element('time', { datetime: date }, dateText(date, context.language)),
          tags.map((slug) => tagLabel(slug, context.tag(slug))),
        ),
        element('div', { class: 'update-body' }, children),
      ),
    );
  }
  return [
    ...rest('update'),
    ...(entries.length === 0 ? [] : [element('div', { class: 'updates' }, entries)]),
  ];
};

/** Whether a text like `2026-02-30` is a day of the calendar, as a feed needs. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** A day in words; the same on every machine, whatever its time zone. */
export function dateText(date: string, language: string): string {
  const parsed = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) return date;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(parsed);
}
