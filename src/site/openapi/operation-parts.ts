import { element, type BodyElement, type BodyNode, type Child } from '../html/nodes.ts';
import type { UiTexts } from '../profile/texts.ts';

/*
 * The parts of which each operation consists on a page, whether it comes from an OpenAPI document or is written in the page itself.
 */

/** A titled part of an operation: its parameters, its body, its answers. */
export function operationPart(title: Child, ...content: readonly Child[]): BodyElement {
  return element(
    'section',
    { class: 'operation-part' },
    element('p', { class: 'part-title' }, title),
    ...content,
  );
}

export function fieldList(fields: readonly BodyNode[]): BodyElement {
  return element('ul', { class: 'schema', role: 'list' }, fields);
}

/** The parts of a field's first line. A part that is empty or false is left out. */
export interface FieldHead {
  readonly name: string;
  readonly type: string;
  /** Where in the request it is: `path`, `query`. */
  readonly place?: string | undefined;
  readonly required: boolean;
  readonly deprecated?: boolean;
}

/** One field, parameter or header: its head, and what is said below it. */
export function fieldEntry(
  { name, type, place = '', required, deprecated = false }: FieldHead,
  texts: UiTexts,
  ...below: readonly Child[]
): BodyElement {
  const mark = (kind: string, words: string): Child =>
    words === '' ? null : [' ', element('span', { class: `field-${kind}` }, words)];
  return element(
    'li',
    { class: 'field' },
    element(
      'div',
      { class: 'field-head' },
      element('code', { class: deprecated ? 'field-name deprecated' : 'field-name' }, name),
      mark('type', type),
      mark('place', place),
      mark('required', required ? texts.required : ''),
      mark('deprecated', deprecated ? texts.deprecated : ''),
    ),
    ...below,
  );
}

/** An answer: its status and words, which fold open where it has content. */
export function answerEntry(
  status: string,
  words: readonly (BodyNode | string)[],
  content: readonly BodyNode[],
): BodyElement {
  const family = /^[1-5]/.exec(status)?.[0] ?? 'x';
  const head = [element('span', { class: `status status-${family}` }, status), ' ', ...words];
  return content.length === 0
    ? element('div', { class: 'response' }, head)
    : element('details', { class: 'response' }, element('summary', {}, head), content);
}
