/** What becomes of an asset's bytes on the way to a site. */
export type SafeAsset =
  | { readonly outcome: 'kept'; readonly bytes: Uint8Array }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Changes when the same bytes would meet another answer, so that what was written before is looked at again. */
export const safeAssetVersion = '1';

/**
 * Lets through what a browser only shows. A drawing (SVG) that could run something when it is opened by itself is refused;
 * types that browsers run got a name that makes them text before they came here.
 */
export function safeAsset(file: string, bytes: Uint8Array): SafeAsset {
  if (!/\.svgz?$/i.test(file)) return { outcome: 'kept', bytes };
  if (/\.svgz$/i.test(file)) return { outcome: 'refused', reason: 'a compressed drawing cannot be checked' };
  const text = new TextDecoder('utf-8').decode(bytes);
  const reason = dangerIn(text);
  return reason === undefined
    ? { outcome: 'kept', bytes }
    : { outcome: 'refused', reason: `the drawing ${reason}` };
}

function dangerIn(svg: string): string | undefined {
  if (svg.includes('\u0000')) return 'is not UTF-8 text';
  const plain = svg.replace(/&#x?[0-9a-f]+;?/gi, (entity) => decode(entity));
  if (/<!ENTITY/i.test(plain)) return 'defines entities';
  if (
    /<(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|set\b[^>]*attributeName\s*=\s*["']?(?:on|href|xlink))/i.test(
      plain,
    )
  )
    return 'has parts that run';
  if (/\son[a-z]+\s*=/i.test(plain) || /\/on[a-z]+\s*=/i.test(plain)) return 'has event handlers';
  // Browsers ignore blanks and control characters inside a scheme.
  if (/(?:javascript|vbscript):|data:text\/html/i.test(plain.replace(/\p{C}|\s/gu, '')))
    return 'has addresses that run';
  return undefined;
}

function decode(entity: string): string {
  const hex = /^&#x([0-9a-f]+)/i.exec(entity)?.[1];
  const code = hex === undefined ? Number(/^&#(\d+)/.exec(entity)?.[1] ?? 0) : Number.parseInt(hex, 16);
  return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : '';
}
