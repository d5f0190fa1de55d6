/** The targets that a style may load: only a part of the same drawing, or an embedded picture or font. */
const ownTarget =
  /^(?:#[^\s"'()\\]*|data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/[\w.+-]+|application\/(?:x-)?font-[\w.+-]+|application\/(?:vnd\.ms-fontobject|octet-stream))(?:;charset=[\w-]+)?;base64,[\w+/=\s]*)$/i;

const address = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)/gi;

/** A style without the parts that load or run something; undefined where these parts cannot be told from the rest. */
export function safeCss(css: string): string | undefined {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, ' ');
  // Escapes can hide words, and a comment without an end hides the rest.
  if (/[\\<]|\/\*/.test(plain)) return undefined;
  if (/(?:image-set|image|src|expression)\s*\(|-moz-binding|behavior\s*:|javascript:/i.test(plain))
    return undefined;
  const local = plain
    .replace(/@(?:import|charset|namespace)\b(?:"[^"]*"|'[^']*'|url\([^)]*\)|[^;"'])*;?/gi, '')
    .replace(address, (whole, ...parts: (string | undefined)[]) =>
      ownTarget.test((parts[0] ?? parts[1] ?? parts[2] ?? '').trim()) ? whole : 'none',
    );
  return /url\s*\(|@import/i.test(local.replace(address, '')) ? undefined : local;
}
