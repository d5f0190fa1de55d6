import { localeTables } from './locales.ts';

/** The words of the interface, by name; `locales/` holds them for each language. */
export interface UiTexts {
  readonly search: string;
  readonly searchPlaceholder: string;
  readonly searchNoResults: string;
  readonly searchHint: string;
  readonly searchAllPages: string;
  readonly close: string;
  readonly menu: string;
  readonly mainNavigation: string;
  readonly sections: string;
  readonly breadcrumbs: string;
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly pagination: string;
  readonly theme: string;
  readonly themeLight: string;
  readonly themeDark: string;
  readonly themeSystem: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyPage: string;
  readonly viewMarkdown: string;
  readonly printPage: string;
  readonly skipToContent: string;
  readonly editPage: string;
  readonly lastUpdated: string;
  readonly wasHelpful: string;
  readonly yes: string;
  readonly no: string;
  readonly thanks: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
  readonly goHome: string;
  readonly hintInfo: string;
  readonly hintSuccess: string;
  readonly hintWarning: string;
  readonly hintDanger: string;
  readonly showMore: string;
  readonly download: string;
  readonly openIn: string;
  readonly variants: string;
  readonly notes: string;
  readonly backToText: string;
  readonly image: string;
  readonly linkToSection: string;
  readonly prompt: string;
  readonly parameters: string;
  readonly requestBody: string;
  readonly responses: string;
  readonly example: string;
  readonly required: string;
  readonly deprecated: string;
  readonly authorization: string;
  readonly models: string;
  readonly updates: string;
  readonly dismiss: string;
  readonly poweredBy: string;
  readonly privacy: string;
  readonly table: string;
  readonly code: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  /** The title of the page that is shown instead of a page that was not kept, and the text above its list of kept pages. */
  readonly offlineTitle: string;
  readonly offlineText: string;
  readonly tryIt: string;
  readonly send: string;
  readonly server: string;
  /** The heading of the server's answer to a reader's request. */
  readonly response: string;
  readonly noAnswer: string;
  readonly tryItNote: string;
}

/** The languages of the interface, as BCP 47 tags. */
export const uiLanguages: readonly string[] = Object.keys(localeTables).sort();

/** Tags of languages and varieties that use the words of another tag. */
const otherNames: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  iw: 'he',
  in: 'id',
  'zh-hant': 'zh-tw',
  'zh-hk': 'zh-tw',
  'zh-mo': 'zh-tw',
};

/** The interface's words for a locale (`pt-br`, `de`, `zh`, …); English for an unknown locale. */
export function uiTexts(locale: string | undefined): { readonly texts: UiTexts; readonly language: string } {
  const wanted = (locale ?? 'en').toLowerCase().replaceAll('_', '-');
  const [base = 'en', variety = ''] = wanted.split('-');
  const language = [
    wanted,
    otherNames[`${base}-${variety}`] ?? '',
    otherNames[base] ?? base,
    ...uiLanguages.filter((each) => each.startsWith(`${base}-`)),
  ].find((each) => Object.hasOwn(localeTables, each));
  const table = language === undefined ? undefined : localeTables[language];
  return table && language !== undefined
    ? { texts: table, language }
    : { texts: localeTables['en'] as UiTexts, language: 'en' };
}
