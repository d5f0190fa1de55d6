import { partsOf, readFrontMatter, setFrontMatterKey, splitFrontMatter } from './front-matter.ts';
import type { ContentRef, PageCover, PageFields, PageLayout } from './page.ts';
import { isExternalTarget } from './targets.ts';
import type { YamlMapping, YamlValue } from './yaml-style.ts';

/** What a page's front matter says in the interface's terms, and the problems of keys whose value has the wrong kind. */
export interface PageFieldsReading {
  fields: PageFields;
  /** The title of reusable content, which has it here; a page has its title in its H1. */
  title?: string;
  problems: readonly { line: number; column: number; message: string }[];
}

/** Reads the known keys of a page's front matter as the interface's fields. Unknown keys are ignored. */
export function readPageFields(text: string): PageFieldsReading {
  const reading = readFrontMatter(text);
  if (reading.outcome === 'none') return { fields: {}, problems: [] };
  if (reading.outcome === 'invalid') {
    const { line, column, message } = reading;
    return { fields: {}, problems: [{ line, column, message }] };
  }
  return fieldsOf(reading.data, (key) => lineOfKey(text, key));
}

/** The line of a key of a page's front matter; the first line for a key that is not written at the beginning of a line. */
function lineOfKey(text: string, key: string): number {
  const { yaml, yamlStart } = splitFrontMatter(text);
  let offset = yamlStart;
  for (const part of partsOf(yaml ?? '') ?? []) {
    if (part.key === key) return text.slice(0, offset + part.keyStart).split('\n').length;
    offset += part.text.length;
  }
  return 1;
}

/** As {@link readPageFields}, for front matter that has been read. */
function fieldsOf(
  data: Readonly<Record<string, unknown>>,
  lineOf: (key: string) => number,
): PageFieldsReading {
  const problems: { line: number; column: number; message: string }[] = [];
  const take = <T>(key: string, accepts: (value: unknown) => value is T, kind: string): T | undefined => {
    const value = data[key];
    if (value === undefined || value === null) return undefined;
    if (accepts(value)) return value;
    problems.push({ line: lineOf(key), column: 1, message: `The front matter's ${key} is no ${kind}` });
    return undefined;
  };
  const title = take('title', isText, 'text');
  const fields: PageFields = defined({
    description: take('description', isText, 'text'),
    icon: take('icon', isText, 'text'),
    hidden: take('hidden', isFlag, 'true or false'),
    noIndex: take('noIndex', isFlag, 'true or false'),
    noRobotsIndex: take('noRobotsIndex', isFlag, 'true or false'),
    condition: take('if', isText, 'text'),
    cover: coverOf({
      ref: take('cover', isText, 'path or URL'),
      dark: take('coverDark', isText, 'path or URL'),
      yPos: take('coverY', isNumber, 'number'),
      height: take('coverHeight', isNumber, 'number'),
    }),
    layout: layoutOf(take('layout', isMapping, 'list of keys')),
    tags: take('tags', isList, 'list'),
    metaLinks: take('metaLinks', isMapping, 'list of keys'),
    variables: take('vars', isMapping, 'list of keys'),
  });
  return { fields, ...(title === undefined ? {} : { title }), problems };
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function coverOf({
  ref,
  dark,
  yPos,
  height,
}: {
  ref: string | undefined;
  dark: string | undefined;
  yPos: number | undefined;
  height: number | undefined;
}): PageCover | undefined {
  if (ref === undefined && dark === undefined) return undefined;
  return defined({
    ref: ref === undefined ? undefined : refOf(ref),
    refDark: dark === undefined ? undefined : refOf(dark),
    yPos,
    height,
  });
}

function refOf(written: string): ContentRef {
  return isExternalTarget(written) ? { kind: 'url', url: written } : { kind: 'file', file: written };
}

function layoutOf(data: Readonly<Record<string, unknown>> | undefined): PageLayout | undefined {
  if (data === undefined) return undefined;
  const layout: PageLayout = {};
  for (const [part, value] of Object.entries(data)) {
    if (!isMapping(value)) layout[part] = value;
    else {
      if (isFlag(value['visible'])) layout[part] = value['visible'];
      if (part === 'cover' && isText(value['size'])) layout.coverSize = value['size'];
      if (part === 'cover' && isText(value['mask'])) layout['coverMask'] = value['mask'];
    }
  }
  return layout;
}

/** Fields to write: `null` removes a key, an absent field leaves the key. Cover references are passed as they are to be written. */
export type PageFieldChanges = {
  [Field in Exclude<keyof PageFields, 'cover'>]?: PageFields[Field] | null;
} & {
  cover?: {
    path?: string | null;
    darkPath?: string | null;
    yPos?: number | null;
    height?: number | null;
  } | null;
};

/** Writes fields into a page's front matter by splices; everything else stays byte for byte. */
export function setPageFields(text: string, changes: PageFieldChanges): string {
  let result = text;
  const set = (key: string, value: YamlValue | undefined): void => {
    result = setFrontMatterKey(result, key, value);
  };
  const put = (key: string, value: unknown): void => {
    if (value === undefined) return;
    const absent = value === null || value === false || value === '';
    set(key, absent ? undefined : (value as YamlValue));
  };
  put('description', changes.description);
  put('if', changes.condition);
  put('hidden', changes.hidden);
  put('noIndex', changes.noIndex);
  put('noRobotsIndex', changes.noRobotsIndex);
  put('icon', changes.icon);
  if (changes.cover !== undefined) {
    const cover = changes.cover ?? { path: null, darkPath: null, yPos: null, height: null };
    put('cover', cover.path);
    put('coverDark', cover.darkPath);
    put('coverY', cover.yPos);
    put('coverHeight', cover.height);
  }
  if (changes.layout !== undefined)
    set('layout', changes.layout === null ? undefined : printedLayout(changes.layout));
  put('metaLinks', changes.metaLinks);
  put('vars', changes.variables);
  put('tags', changes.tags);
  return result;
}

const layoutOrder = [
  'width',
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
];

function printedLayout(layout: PageLayout): YamlMapping {
  const parts = [...layoutOrder, ...Object.keys(layout).filter((part) => !layoutOrder.includes(part))];
  const printed: Record<string, YamlValue> = {};
  for (const part of parts) {
    const value = layout[part];
    if (value === undefined || part === 'coverSize' || part === 'coverMask') continue;
    if (typeof value !== 'boolean') printed[part] = value as YamlValue;
    else if (part !== 'cover') printed[part] = { visible: value };
    else {
      const mask = layout['coverMask'];
      printed[part] = {
        visible: value,
        ...(layout.coverSize === undefined ? {} : { size: layout.coverSize }),
        ...(typeof mask === 'string' ? { mask } : {}),
      };
    }
  }
  return printed;
}
