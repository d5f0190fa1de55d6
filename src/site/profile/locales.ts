import { ar } from './locales/ar.ts';
import { cs } from './locales/cs.ts';
import { da } from './locales/da.ts';
import { de } from './locales/de.ts';
import { el } from './locales/el.ts';
import { en } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fa } from './locales/fa.ts';
import { fi } from './locales/fi.ts';
import { fr } from './locales/fr.ts';
import { he } from './locales/he.ts';
import { hi } from './locales/hi.ts';
import { hu } from './locales/hu.ts';
import { id } from './locales/id.ts';
import { it } from './locales/it.ts';
import { ja } from './locales/ja.ts';
import { ko } from './locales/ko.ts';
import { nl } from './locales/nl.ts';
import { no } from './locales/no.ts';
import { pl } from './locales/pl.ts';
import { ptBr } from './locales/pt-br.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import { sv } from './locales/sv.ts';
import { th } from './locales/th.ts';
import { tr } from './locales/tr.ts';
import { uk } from './locales/uk.ts';
import { vi } from './locales/vi.ts';
import { zh } from './locales/zh.ts';
import { zhTw } from './locales/zh-tw.ts';
import type { UiTexts } from './texts.ts';

/** The interface's words in each language, by BCP 47 tag in lower case; each language has a file. */
export const localeTables: Readonly<Record<string, UiTexts>> = {
  ar,
  cs,
  da,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nl,
  no,
  pl,
  'pt-br': ptBr,
  ro,
  ru,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-tw': zhTw,
};
