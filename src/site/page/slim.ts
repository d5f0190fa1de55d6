/*
 * Our styles and scripts are written to be read, and sent to every reader. What says nothing to a browser goes. These are not general
 * minifiers: they know how our own files are written, and a test holds that they change no meaning. A user's files are left alone.
 */

/** A style sheet without comments and needless blanks. */
export function slimStyles(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[\s\S]*?\*\//g, (_, kept?: string) => kept ?? ' ')
    .replace(
      /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\))|\s*([{};])\s*|([,:])\s+|\s+/g,
      (_, kept?: string, border?: string, sign?: string) => kept ?? border ?? sign ?? ' ',
    )
    .replaceAll(';}', '}')
    .trim();
}

/** A script without its indentation and the lines that are comments. */
export function slimScript(script: string): string {
  return script.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '');
}
