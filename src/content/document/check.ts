import {
  blockKinds,
  inlineKinds,
  markKinds,
  partKinds,
  type BlockKind,
  type FieldForm,
  type KindRow,
} from './kinds.ts';
import type { JsonDocument } from './values.ts';

/** A fault, with its place, in a document that came from outside. */
export interface DocumentProblem {
  readonly pointer: string;
  readonly message: string;
}

/** The most problems that one answer lists. */
const enoughProblems = 20;

/** The deepest nesting of nodes that we accept: about ten times as deep as in pages that people write. */
const deepestNesting = 60;

/** Checks a value against the kinds of nodes. A document without problems can be written as text. */
export function problemsOfDocument(value: unknown): DocumentProblem[] {
  const check = new DocumentCheck();
  check.document(value);
  return check.problems;
}

/** Casts a value to a document, once {@link problemsOfDocument} has found no problem in the value. */
export function asDocument(value: unknown): JsonDocument {
  return value as JsonDocument;
}

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

class DocumentCheck {
  readonly problems: DocumentProblem[] = [];

  document(value: unknown): void {
    if (!isObject(value) || value['object'] !== 'document') return this.#say('', 'must be a document');
    this.#nodes(value['nodes'], { pointer: '', depth: 0 }, { holds: 'blocks', top: true });
  }

  #say(pointer: string, message: string): void {
    if (this.problems.length < enoughProblems) this.problems.push({ pointer, message });
  }

  #nodes(
    value: unknown,
    { pointer, depth }: Place,
    { holds, top = false }: { holds: KindRow['holds']; top?: boolean },
  ): void {
    if (!Array.isArray(value)) return this.#say(`${pointer}/nodes`, 'must be a list of nodes');
    if (depth > deepestNesting)
      return this.#say(`${pointer}/nodes`, `nests more than ${deepestNesting} deep`);
    for (const [index, node] of value.entries()) {
      const place = { pointer: `${pointer}/nodes/${index}`, depth: depth + 1 };
      if (holds === 'inlines') this.#inline(node, place);
      else this.#block(node, place, { allowed: Array.isArray(holds) ? holds : undefined, top });
    }
  }

  #block(
    node: unknown,
    place: Place,
    { allowed, top }: { allowed: readonly string[] | undefined; top: boolean },
  ): void {
    if (!isObject(node) || node['object'] !== 'block') return this.#say(place.pointer, 'must be a block');
    const { type } = node;
    if (typeof type !== 'string' || !Object.hasOwn(blockKinds, type))
      return this.#say(`${place.pointer}/type`, 'is not a kind of block that is known');
    if (allowed !== undefined && !allowed.includes(type))
      return this.#say(`${place.pointer}/type`, `must be ${allowed.join(' or ')}`);
    if (allowed === undefined && partKinds.has(type as BlockKind))
      return this.#say(
        `${place.pointer}/type`,
        `${type} is a part of another block${top ? '' : ', and not of this one'}`,
      );
    const row: KindRow = blockKinds[type as BlockKind];
    this.#data(node['data'], row, place.pointer);
    if (row.holds !== undefined) this.#nodes(node['nodes'], place, { holds: row.holds });
    this.#fragments(node['fragments'], place);
    if (type === 'table') this.#table(node['data'], place.pointer);
  }

  #inline(node: unknown, place: Place): void {
    if (!isObject(node)) return this.#say(place.pointer, 'must be a text or an inline');
    if (node['object'] === 'text') return this.#text(node['leaves'], place.pointer);
    const { type } = node;
    if (node['object'] !== 'inline' || typeof type !== 'string' || !Object.hasOwn(inlineKinds, type))
      return this.#say(`${place.pointer}/type`, 'is not a kind of inline that is known');
    const row: KindRow = inlineKinds[type as keyof typeof inlineKinds];
    this.#data(node['data'], row, place.pointer);
    if (row.holds !== undefined) this.#nodes(node['nodes'], place, { holds: row.holds });
    this.#fragments(node['fragments'], place);
  }

  #text(leaves: unknown, pointer: string): void {
    if (!Array.isArray(leaves)) return this.#say(`${pointer}/leaves`, 'must be a list of leaves');
    for (const [index, leaf] of leaves.entries()) {
      const at = `${pointer}/leaves/${index}`;
      if (!isObject(leaf) || typeof leaf['text'] !== 'string') this.#say(`${at}/text`, 'must be a text');
      else if (!Array.isArray(leaf['marks']) || !leaf['marks'].every(isMark))
        this.#say(`${at}/marks`, `must be a list of marks: ${markKinds.join(', ')}`);
    }
  }

  #fragments(value: unknown, { pointer, depth }: Place): void {
    if (value === undefined) return;
    if (!Array.isArray(value)) return this.#say(`${pointer}/fragments`, 'must be a list of fragments');
    for (const [index, fragment] of value.entries()) {
      const at = `${pointer}/fragments/${index}`;
      if (!isObject(fragment) || fragment['object'] !== 'fragment') this.#say(at, 'must be a fragment');
      else this.#nodes(fragment['nodes'], { pointer: at, depth: depth + 1 }, { holds: 'blocks' });
    }
  }

  #data(value: unknown, row: KindRow, pointer: string): void {
    if (value !== undefined && !isObject(value)) return this.#say(`${pointer}/data`, 'must be an object');
    const data = value ?? {};
    for (const [name, form] of Object.entries(row.data)) {
      const field = name.replace(/\?$/u, '');
      const given = data[field];
      if (given === undefined || given === null) {
        if (!name.endsWith('?')) this.#say(`${pointer}/data/${field}`, 'is required');
      } else if (!hasForm(given, form)) this.#say(`${pointer}/data/${field}`, `must be ${describe(form)}`);
    }
  }

  #table(value: unknown, pointer: string): void {
    const { view, records, definition } = isObject(value) ? value : {};
    const at = `${pointer}/data`;
    if (
      !isObject(view) ||
      !['grid', 'cards'].includes(String(view['type'])) ||
      !hasForm(view['columns'], 'texts')
    )
      this.#say(`${at}/view`, 'must be a view: grid or cards, with its columns');
    if (!isObject(records) || !Object.values(records).every(isRecord))
      this.#say(`${at}/records`, 'must be records, each with its orderIndex and values');
    if (!isObject(definition) || !Object.entries(definition).every(([id, column]) => isColumn(id, column)))
      this.#say(`${at}/definition`, 'must be columns by their ids, each with its title and type');
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMark(mark: unknown): boolean {
  return isObject(mark) && (markKinds as readonly unknown[]).includes(mark['type']);
}

function isRecord(record: unknown): boolean {
  return isObject(record) && typeof record['orderIndex'] === 'string' && isObject(record['values']);
}

function isColumn(id: string, column: unknown): boolean {
  return (
    isObject(column) &&
    column['id'] === id &&
    typeof column['title'] === 'string' &&
    typeof column['type'] === 'string'
  );
}

function isReference(value: unknown): boolean {
  return isObject(value) && typeof value['kind'] === 'string';
}

function hasForm(value: unknown, form: FieldForm): boolean {
  switch (form) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'length':
      return typeof value === 'number' || (isObject(value) && typeof value['value'] === 'number');
    case 'reference':
      return isReference(value);
    case 'references':
      return Array.isArray(value) && value.every(isReference);
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
    case 'any':
      return true;
    default:
      return form.includes(value as string);
  }
}

function describe(form: FieldForm): string {
  if (typeof form !== 'string') return form.join(' or ');
  const words: Readonly<Record<string, string>> = {
    text: 'a text',
    flag: 'true or false',
    number: 'a number',
    length: 'a number, or one with its unit',
    reference: 'a reference with its kind',
    references: 'a list of references',
    texts: 'a list of texts',
  };
  return words[form] ?? form;
}
