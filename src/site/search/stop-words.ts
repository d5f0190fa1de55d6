import { smallWords } from '../profile/language.ts';
import { folded } from './tokens.ts';

/** Words of questions, and further words that every text has. */
const questionWords: Readonly<Record<string, string>> = {
  en: 'how do does did i what is where why when which who whose can could should would a an my me we our it its in of to or as at be by not have has there this these those was about into',
  de: 'wie was wo warum wann wer welche welcher welches ich man mein meine zu im in am von bei es wir um einen einem einer eines kann',
  fr: 'comment quoi que qui quel quelle pourquoi quand je tu il on nous mon ma mes un la de en est-ce ce se puis',
  es: 'como que donde cuando por quien cual yo mi de en la un se lo puedo',
  it: 'come cosa dove quando perche chi quale io mio mia un il la le lo in posso',
  pt: 'como que onde quando porque quem qual eu meu minha em um de se posso',
  nl: 'hoe wat waar waarom wanneer wie welke ik mijn in te of er',
};

/** The words of a language that say little about a page's topic, folded as in the index. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const short = language.slice(0, 2).toLowerCase();
  let words = known.get(short);
  if (!words) known.set(short, (words = new Set(foldedWords(short))));
  return words;
}

const known = new Map<string, ReadonlySet<string>>();

function foldedWords(language: string): string[] {
  const own = (table: Readonly<Record<string, string>>): string =>
    Object.hasOwn(table, language) ? (table[language] ?? '') : '';
  return folded(`${own(smallWords)} ${own(questionWords)}`)
    .split(/[ -]/)
    .filter((word) => word !== '')
    .sort();
}
