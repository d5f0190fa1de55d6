import { textAfterKeyword, unquoted, type Line } from './lines.ts';

export interface C4Element {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly technology: string;
  readonly about: string;
  readonly shape: 'box' | 'database' | 'queue';
  readonly isPerson: boolean;
  readonly isExternal: boolean;
  /** The boundary around the element. */
  readonly group: string | undefined;
}

export interface C4Group {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly group: string | undefined;
}

export interface C4Link {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly technology: string;
  readonly heads: readonly [boolean, boolean];
  /** Where the writer wants the other end: below, above or beside this one. */
  readonly way: 'down' | 'up' | 'beside';
}

export interface C4Plan {
  readonly title: string;
  readonly elements: readonly C4Element[];
  readonly groups: readonly C4Group[];
  /** The names of elements and groups in the order of the source. */
  readonly order: readonly string[];
  readonly links: readonly C4Link[];
}

const callForm = /^(\w+)\s*\((.*)\)\s*(\{)?$/;
const elementForm = /^(Person|System|Container|Component)(Db|Queue)?(_Ext)?$/;
const groupForm = /^(?:(Enterprise|System|Container)_)?Boundary$|^(?:Deployment_Node|Node(?:_[LR])?)$/;
const linkForm = /^(Bi)?Rel(?:_(?:U|Up|D|Down|L|Left|R|Right|Neighbor|Back(?:_Neighbor)?))?$|^RelIndex$/;
/** Statements about looks and places, which the page decides. */
const passedOver =
  /^(?:Update\w+|update\w+|Lay_\w+|LAYOUT_\w+|Add\w+Tag|SHOW_\w+|HIDE_\w+|SetPropertyHeader|AddProperty|WithoutPropertyHeader)$/;

class Reader {
  title = '';
  readonly elements: C4Element[] = [];
  readonly groups: C4Group[] = [];
  readonly order: string[] = [];
  readonly links: C4Link[] = [];
  /** The boundaries between whose braces we are. */
  readonly open: string[] = [];
  readonly #isDynamic: boolean;

  constructor(isDynamic: boolean) {
    this.#isDynamic = isDynamic;
  }

  /** Adds what a line says; false for a line that is not understood. */
  take(line: Line): boolean {
    const named = textAfterKeyword('title', line);
    const last = this.groups.at(-1);
    if (named !== undefined) this.title = unquoted(named);
    else if (line.text === '{' && last) this.open.push(last.id);
    else if (line.text === '}' && this.open.length > 0) this.open.pop();
    else return this.#takeCall(line.text);
    return true;
  }

  #takeCall(text: string): boolean {
    const [, word = '', written = '', brace] = callForm.exec(text) ?? [];
    const [values, facts] = argumentsOf(written);
    const [id = ''] = values;
    const call = { values, facts, group: this.open.at(-1) };
    if (linkForm.test(word))
      this.links.push(linkOf(word, values, this.#isDynamic ? this.links.length + 1 : undefined));
    else if (elementForm.test(word) && id !== '') this.elements.push(elementOf(word, call));
    else if (groupForm.test(word) && id !== '') {
      this.groups.push(groupOf(word, call));
      if (brace !== undefined) this.open.push(id);
    } else return passedOver.test(word) || /^direction\s+\w+$/.test(text);
    this.order.push(id);
    return true;
  }
}

/** Reads the statements of a C4 diagram; the links of a dynamic one have numbers. */
export function c4Plan(lines: readonly Line[], isDynamic: boolean): C4Plan | { readonly unread: string } {
  const reader = new Reader(isDynamic);
  for (const line of lines) if (!reader.take(line)) return { unread: line.text };
  const { title, elements, links, order } = reader;
  const isEmpty = ({ id }: C4Group): boolean =>
    [...elements, ...reader.groups].every(({ group }) => group !== id);
  const [groups, empty] = [reader.groups.filter((each) => !isEmpty(each)), reader.groups.filter(isEmpty)];
  const known = new Set([...elements, ...reader.groups].map(({ id }) => id));
  const lost = links.find(
    ({ from, to }) => !known.has(from) || !known.has(to) || groups.some(({ id }) => id === from || id === to),
  );
  if (reader.open.length > 0) return { unread: '{' };
  if (lost) return { unread: `Rel(${lost.from}, ${lost.to})` };
  return { title, elements: [...elements, ...empty.map(boxOf)], groups, order, links };
}

/** A boundary with nothing in it is a box. */
function boxOf({ id, name, kind, group }: C4Group): C4Element {
  return {
    id,
    name,
    kind,
    technology: '',
    about: '',
    shape: 'box',
    isPerson: false,
    isExternal: false,
    group,
  };
}

interface Call {
  readonly values: readonly string[];
  readonly facts: ReadonlyMap<string, string>;
  readonly group: string | undefined;
}

/** The values in their order, and those with a name (`$tags="v1"`). */
function argumentsOf(written: string): readonly [values: string[], facts: Map<string, string>] {
  const values: string[] = [];
  const facts = new Map<string, string>();
  for (const [, name, quoted, plain = ''] of written.matchAll(
    /\s*(?:\$(\w+)\s*=\s*)?(?:"([^"]*)"|([^,"]*))\s*(?:,|$)/g,
  )) {
    const value = (quoted ?? plain).trim();
    if (name === undefined) values.push(value);
    else facts.set(name, value);
  }
  return [values, facts];
}

function elementOf(word: string, { values, facts, group }: Call): C4Element {
  const [, kind = '', form, external] = elementForm.exec(word) ?? [];
  const [id = '', name = '', third = '', fourth = ''] = values;
  const hasTechnology = kind === 'Container' || kind === 'Component';
  return {
    id,
    name: name || id,
    kind: external === undefined ? kind : `External ${kind.toLowerCase()}`,
    technology: facts.get('techn') ?? (hasTechnology ? third : ''),
    about: facts.get('descr') ?? (hasTechnology ? fourth : third),
    shape: form === 'Db' ? 'database' : form === 'Queue' ? 'queue' : 'box',
    isPerson: kind === 'Person',
    isExternal: external !== undefined,
    group,
  };
}

function groupOf(word: string, { values, facts, group }: Call): C4Group {
  const [, kind] = groupForm.exec(word) ?? [];
  const [id = '', name = '', type = ''] = values;
  return { id, name: name || id, kind: kind ?? facts.get('type') ?? type, group };
}

function linkOf(word: string, values: readonly string[], number: number | undefined): C4Link {
  const [from = '', to = '', label = '', technology = ''] = word === 'RelIndex' ? values.slice(1) : values;
  const isBack = word.startsWith('Rel_Back');
  return {
    from: isBack ? to : from,
    to: isBack ? from : to,
    label: number === undefined ? label : `${number}. ${label}`,
    technology,
    heads: [word.startsWith('Bi'), true],
    way: /_U(?:p)?$/.test(word)
      ? 'up'
      : /_(?:L|Left|R|Right|Neighbor|Back_Neighbor)$/.test(word)
        ? 'beside'
        : 'down',
  };
}
