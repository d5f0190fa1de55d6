import { createRequire } from 'node:module';

const written = /(?<![\p{L}\p{N}:]):([a-z0-9_+-]{1,50}):(?![\p{L}\p{N}:])/gu;

let names: Readonly<Record<string, string>> | undefined;

/** The text with the emoji that names between colons stand for (`:rocket:`); the table is loaded for the first such name. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(written, (all, name: string) => {
    names ??= (createRequire(import.meta.url)('gemoji') as { nameToEmoji: Readonly<Record<string, string>> })
      .nameToEmoji;
    return Object.hasOwn(names, name) ? (names[name] ?? all) : all;
  });
}
