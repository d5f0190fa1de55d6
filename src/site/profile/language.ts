/*
 * The language of a text, by its script and by the small words that every text in a language has. The detection is right for whole
 * spaces, and undefined in doubt. A detector for two hundred languages would be a tenth of the package.
 */

/** Small words that are frequent in one language and rare in the others here. */
export const smallWords: Readonly<Record<string, string>> = {
  en: 'the and of to is that for with you this are your from can be will on when if which',
  de: 'der die und das ist nicht ein eine mit sie für auf den werden wird kann oder auch dem sind',
  fr: 'le les des une est pour dans vous que avec sur pas votre cette être sont aux ou du et',
  es: 'el los las una para que con por puede del más su como este esta está también al y es',
  it: 'il che di per una con sono della questo non gli può alla nel dei è anche si delle come',
  pt: 'o os uma para que com não você em do da no na seu ser são mais pode pelo também',
  nl: 'het een van de en is niet voor met op zijn dat deze kan wordt naar ook worden je bij',
  sv: 'och att det är som för en på av inte med till kan du den ett om har eller från',
  da: 'og det er at en til på af ikke med som for kan du den hvad har eller fra efter',
  no: 'og det er å en til på av ikke med som for kan du den hva har eller fra etter',
  fi: 'ja on ei se että kun voi tai myös ovat joka sen tämä mutta kuin sekä voit ole niin vain',
  pl: 'i w na nie jest się do że to z dla można przez lub są oraz jak które aby po',
  cs: 'a je se na v že není pro to s do jak jsou nebo které můžete při ve od také',
  tr: 've bir bu için ile olarak da de daha çok olan veya gibi kullanarak ne en her sonra ise değil',
  ro: 'și de în la cu pentru este nu un o care sau din pe să sunt mai poate fi prin',
  hu: 'a az és egy nem hogy is van meg ez de ha vagy csak kell lehet mint itt azt sem',
  id: 'dan yang di untuk dengan ini dari pada adalah tidak anda atau dapat ke akan dalam sebuah oleh jika itu',
};

const wordsOf = new Map(
  Object.entries(smallWords).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** How much of a text is examined. */
const longestSample = 20_000;
/** Texts with fewer letters or small words than this are left undecided. */
const fewestLetters = 20;
const fewestWords = 8;

/** The language of a text as a BCP 47 tag in lower case; undefined in doubt. */
export function languageOf(text: string): string | undefined {
  const sample = plainWords(text.slice(0, longestSample));
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < fewestLetters) return undefined;
  const share = (pattern: RegExp): number => (sample.match(pattern)?.length ?? 0) / letters;
  const kana = share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = share(/\p{Script=Han}/gu);
  // Texts on software hold many Latin words in any language.
  if (kana > 0.05 && kana + han > 0.15) return 'ja';
  if (share(/\p{Script=Hangul}/gu) > 0.15) return 'ko';
  if (han > 0.15) return chineseOf(sample);
  if (share(/\p{Script=Cyrillic}/gu) > 0.3) return cyrillicOf(sample);
  if (share(/\p{Script=Arabic}/gu) > 0.3) return arabicOf(sample);
  for (const [script, language] of scripts) if (share(script) > 0.3) return language;
  if (share(/[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu) > 0.04) return 'vi';
  return latinOf(sample);
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];

function chineseOf(sample: string): string {
  const traditional = sample.match(/[這個們為對於說會學國時發開關點還與從給讓種後來過數據]/gu)?.length ?? 0;
  const simplified = sample.match(/[这个们为对于说会学国时发开关点还与从给让种后来过数据]/gu)?.length ?? 0;
  return traditional > simplified ? 'zh-tw' : 'zh';
}

/** Persian has letters of its own, and its own forms of two frequent letters. An Arabic text may have such a letter in a name. */
function arabicOf(sample: string): string {
  const persian = sample.match(/[پچژگکی]/gu)?.length ?? 0;
  const arabic = sample.match(/[يكةى]/gu)?.length ?? 0;
  return persian > arabic ? 'fa' : 'ar';
}

function cyrillicOf(sample: string): string {
  if (/[іїєґ]/iu.test(sample)) return 'uk';
  if (/[ыэ]/iu.test(sample)) return 'ru';
  return /ъ/iu.test(sample) ? 'bg' : 'ru';
}

function latinOf(sample: string): string | undefined {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = [...wordsOf]
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  const [first, second] = counts;
  if (!first || first.count < fewestWords || first.count < 1.15 * (second?.count ?? 0)) return undefined;
  return first.language;
}

/** A text without code, addresses, tags and marks. */
function plainWords(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replace(/^[\w-]+:/gm, ' '))
    .replace(/^[ \t>]*(`{3,}|~{3,})[\s\S]*?^[ \t>]*\1/gm, ' ')
    .replace(/`[^`\n]*`|\{%[^%]*%\}|<[^<>]*>|\]\([^()\s]*\)|https?:\/\/\S+/g, ' ');
}

/** Languages that folders are named after. */
const folderLanguages = new Set([
  ...Object.keys(smallWords),
  ...[
    'ja',
    'ko',
    'zh',
    'ru',
    'uk',
    'bg',
    'ar',
    'fa',
    'he',
    'el',
    'th',
    'hi',
    'vi',
    'sk',
    'sl',
    'hr',
    'lt',
    'lv',
    'et',
    'ms',
    'ca',
  ],
]);

/**
 * The language that a folder is named after (`ja`, `pt-br`, `zh_TW`); a different language of its texts counts more than the name.
 */
export function languageOfFolder(folder: string, text: string): string | undefined {
  const named = languageOfName(folder.split('/').at(-1) ?? '');
  const spoken = languageOf(text);
  if (named === undefined) return spoken;
  return spoken === undefined || isSame(spoken, named) ? named : spoken;
}

/** The language that a folder's name is a tag of. */
function languageOfName(name: string): string | undefined {
  const tag = name.toLowerCase().replace('_', '-');
  const isLanguage = /^[a-z]{2}(?:-[a-z]{2,4})?$/.test(tag) && folderLanguages.has(tag.slice(0, 2));
  return isLanguage ? tag : undefined;
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(?:ar|fa|he|iw|ur)(?:[-_]|$)/i.test(language);
}

/** The language of a page, and the direction in which it is written, if that differs from the site's. */
export interface PageLanguage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl' | undefined;
}

/**
 * The language of a page that has another one than the site around it, by its text. The text of a page whose script the site's
 * language uses, too, is only looked at in a folder with a language's name, such as `de`. A short text decides nothing, because
 * `it` and `no` are also words.
 */
export function ownLanguage(
  { file, html }: { readonly file: string; readonly html: string },
  around: string,
): PageLanguage | undefined {
  const named = languageInPath(file);
  if ((named === undefined || isSame(named, around)) && !mayUseOtherScript(html, around)) return undefined;
  const spoken = languageOf(wordsIn(html));
  if (spoken === undefined || isSame(spoken, around)) return undefined;
  const language = named !== undefined && isSame(named, spoken) ? named : spoken;
  const isTurned = isRightToLeft(language);
  return { language, direction: isTurned === isRightToLeft(around) ? undefined : isTurned ? 'rtl' : 'ltr' };
}

/** The language that the innermost folder with a language's name has. */
function languageInPath(file: string): string | undefined {
  return file
    .split('/')
    .slice(0, -1)
    .map(languageOfName)
    .findLast((language) => language !== undefined);
}

function isSame(one: string, other: string): boolean {
  return one.slice(0, 2).toLowerCase() === other.slice(0, 2).toLowerCase();
}

/** Scripts without Latin letters in which pages are written. */
const otherScripts =
  /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Han}]/u;

function mayUseOtherScript(html: string, around: string): boolean {
  return !Object.hasOwn(smallWords, around.slice(0, 2)) || otherScripts.test(html);
}

function wordsIn(html: string): string {
  return html
    .slice(0, 4 * longestSample)
    .replace(/<(pre|code|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ');
}
