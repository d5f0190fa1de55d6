/** The outlines of mermaid's own icons, in a square of 24; other names need packs of icons that a page does not have. */
const icons: Readonly<Record<string, string>> = {
  cloud: 'M7 19a4.5 4.5 0 0 1-.6-8.96 6 6 0 0 1 11.5-.9A5 5 0 0 1 17.5 19Z',
  database: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0ZM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  disk: 'M5 3h14v18H5ZM12 5.5a5 5 0 1 0 .01 0M12 10a.5.5 0 1 0 .01 0M8 18.5h4',
  internet: 'M12 3a9 9 0 1 0 .01 0M3 12h18M12 3c-6 5-6 13 0 18M12 3c6 5 6 13 0 18',
  server:
    'M4 3h16v5.5H4ZM4 9.5h16V15H4ZM4 16h16v5H4ZM7 5.7h.01M7 12.2h.01M7 18.5h.01M10 5.7h7M10 12.2h7M10 18.5h7',
};

const other = 'M12 2.5 20.5 7v10L12 21.5 3.5 17V7ZM3.5 7 12 11.5 20.5 7M12 11.5v10';

/** The outline of an icon by its name, as an SVG path. */
export function iconOutline(name: string): string {
  return icons[name] ?? other;
}
