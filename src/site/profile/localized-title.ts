/** A title in a language, else in the language that this is a variety of, else the profile's default title. */
export function localizedTitle(
  item: { readonly title: string; readonly localizedTitle?: Readonly<Record<string, string>> },
  language: string,
): string {
  const table = item.localizedTitle ?? {};
  const short = language.split('-')[0] ?? language;
  return (
    (Object.hasOwn(table, language) ? table[language] : undefined) ??
    (Object.hasOwn(table, short) ? table[short] : undefined) ??
    item.title
  );
}
