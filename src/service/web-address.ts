/** The URL that `text` is, perhaps relative to `base`; undefined when it is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
