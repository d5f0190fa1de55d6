/** The ids that the renderer itself gives to the arrowheads of its diagrams; the lines of a diagram refer to them. */
const arrowhead = /^<marker id="diagram-\d+-/;

/**
 * Rendered HTML without the ids of its elements, except for those of arrowheads. A page of the app shows several texts and its own forms:
 * no text may take an id that another element has. The renderer prints `<` and `>` only at the ends of tags.
 */
export function withoutElementNames(html: string): string {
  return html.replaceAll(/<[^>]*>/g, (tag) =>
    arrowhead.test(tag)
      ? tag
      : tag.replaceAll(/ (?:id|for|aria-(?:labelledby|describedby|controls))="[^"]*"/g, ''),
  );
}
