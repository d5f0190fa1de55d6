/** A title in a language, or in the one that it is a variety of; else as the profile has it. */
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
