/** Lines of small tables of contents: pages at two levels, a link, a group and a divider. */
export const tableLines = [
  '* [A](a.md)',
  '* [B](b.md)',
  '  * [C](c.md)',
  '* [E](https://e.example/)',
  '\n## G\n',
  '\n***\n',
] as const;
