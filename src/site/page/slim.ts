/*
 * Our styles and scripts are written for people, but sent to every reader, so we remove what browsers do not need. These are not
 * general minifiers: they know the style of our own files, and a test checks that the meaning stays. A user's files are left alone.
 */

/** A style sheet without comments and needless blanks. */
export function compactStyles(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[\s\S]*?\*\//g, (_, kept?: string) => kept ?? ' ')
    .replace(
      /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\))|\s*([{};])\s*|([,:])\s+|\s+/g,
      (_, kept?: string, border?: string, sign?: string) => kept ?? border ?? sign ?? ' ',
    )
    .replaceAll(';}', '}')
    .trim();
}

/** A script without indentation and without comment lines. */
export function compactScript(script: string): string {
  return script.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '');
}
