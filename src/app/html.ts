/**
 * Rendered HTML without the names of its elements. Where several texts stand on one page, or a text stands among forms, none may take a name
 * that something else has. In what the renderer prints, `<` and `>` stand at the ends of tags alone.
 */
export function withoutNames(html: string): string {
  return html.replaceAll(/<[^>]*>/g, (tag) =>
    tag.replaceAll(/ (?:id|for|aria-(?:labelledby|describedby|controls))="[^"]*"/g, ''),
  );
}
