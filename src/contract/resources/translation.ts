import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  booleans,
  closed,
  dateTime,
  id,
  integer,
  mapOf,
  oneOf,
  open,
  optional,
  text,
  uri,
} from '../shapes.ts';

export const languages = [
  'en', 'fr', 'de', 'es', 'it', 'pt', 'ru', 'ja', 'zh', 'ko', 'ar', 'hi', 'nl', 'pl', 'tr', 'sv', 'no', 'da',
  'fi', 'el', 'cs', 'hu', 'ro', 'th', 'vi', 'id', 'ms', 'he', 'uk', 'sk', 'bg', 'hr', 'lt', 'lv', 'et', 'sl',
] as const; // prettier-ignore
export const language = oneOf(languages);
export type Language = Static<typeof language>;

export const translationTitle = Type.String({ minLength: 1, maxLength: 100 });

export const translationSettings = open({
  object: Type.Literal('translation-settings'),
  id,
  title: translationTitle,
  languages: arrayOf(language),
  createdAt: dateTime,
  updatedAt: dateTime,
  permissions: booleans(['view', 'edit']),
  urls: open({ location: uri }),
  /** Fields that later versions of the interface serve beside those of the specification. */
  source: optional(open({ space: id, language })),
  language: optional(language),
  instructions: optional(mapOf(Type.Unknown())),
  status: optional(oneOf(['pending', 'running', 'completed'])),
  result: optional(open({ space: id, revision: text })),
  stats: optional(mapOf(integer)),
});
export type TranslationSettings = Static<typeof translationSettings>;

export const createTranslation = closed({
  title: translationTitle,
  languages: optional(arrayOf(language, { minItems: 1, maxItems: languages.length })),
  source: optional(closed({ space: id, language })),
  language: optional(language),
  instructions: optional(mapOf(Type.Unknown())),
});

export const updateTranslation = closed({
  title: translationTitle,
  languages: optional(arrayOf(language, { minItems: 1, maxItems: languages.length })),
  instructions: optional(mapOf(Type.Unknown())),
});
