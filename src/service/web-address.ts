/** The URL in `text`, perhaps relative to `base`; undefined when `text` is not a URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
