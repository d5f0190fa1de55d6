import { defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { AppError } from '../base/index.ts';
import {
  attributeOf,
  childrenOf,
  element,
  elementsIn,
  setAttribute,
  setChildren,
  textNode,
} from './html-nodes.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** A form that somebody sent, which a page shows once more with what they filled in. */
export interface SentForm {
  /** The path that the form was sent to. */
  readonly action: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Absent where nothing is wrong and the form asks for more. */
  readonly problem?: FormProblem | undefined;
}

/** What is wrong with a form; `field` names the field that the problem is about, where the failure tells. */
export interface FormProblem {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly field?: string | undefined;
}

/** A failure as the form shows it. A failure names its field in `data.field`, or by the pointers of a refused body. */
export function problemOf({ message, hint, data }: AppError): FormProblem {
  const field = data?.['field'];
  if (typeof field === 'string') return { message, hint, field };
  const [first, ...others] = pointedAt(data?.['problems']);
  if (first === undefined || others.length > 0) return { message, hint };
  const name = first.pointer.split('/').pop() ?? '';
  return { message: name === '' ? message : `This ${first.message}.`, hint, field: name };
}

function pointedAt(problems: unknown): { pointer: string; message: string }[] {
  return Array.isArray(problems) ? (problems as { pointer: string; message: string }[]) : [];
}

/** The page with its form filled in as it was sent, and with the problem at its field, or before the page where it has no such form. */
export function withSentForm(html: string, sent: SentForm): string {
  const page = parseFragment(html);
  const form = [...elementsIn(page)].find((each) => each.tagName === 'form' && isSentForm(each, sent));
  const { fields, problem } = sent;
  if (form === undefined) {
    if (problem !== undefined) putBefore(page, page.childNodes[0], problemElement(problem));
    return serialize(page);
  }
  const controls = [...elementsIn(form)].filter((each) => isControl(each));
  for (const each of controls) fillIn(each, fields);
  openFoldsAround(form);
  if (problem !== undefined)
    showProblem(
      form,
      controls.find((each) => nameOf(each) === problem.field),
      problem,
    );
  return serialize(page);
}

/** Whether a form is the one that was sent: its address, its hidden fields and its buttons tell. */
function isSentForm(form: Element, { action, fields }: SentForm): boolean {
  if (attributeOf(form, 'method') !== 'post' || attributeOf(form, 'action')?.split('?')[0] !== action)
    return false;
  const inside = [...elementsIn(form)];
  const does = fields.get('do');
  if (
    does !== undefined &&
    !inside.some((each) => nameOf(each) === 'do' && attributeOf(each, 'value') === does)
  )
    return false;
  return inside.every((each) => {
    const name = nameOf(each) ?? '';
    return !isHidden(each) || name.startsWith('form-') || attributeOf(each, 'value') === fields.get(name);
  });
}

/** Whether people fill something in here. */
function isControl(each: Element): boolean {
  return /^(?:input|textarea|select)$/.test(each.tagName) && !isHidden(each);
}

function fillIn(control: Element, fields: SentForm['fields']): void {
  const value = fields.get(nameOf(control) ?? '');
  const type = attributeOf(control, 'type') ?? '';
  if (/^(?:checkbox|radio)$/.test(type))
    setAttribute(control, 'checked', attributeOf(control, 'value') === value ? '' : undefined);
  else if (value === undefined || /^(?:submit|file|password)$/.test(type)) return;
  else if (control.tagName === 'select') choose(control, value);
  // A browser leaves out a line break that an area begins with.
  else if (control.tagName === 'textarea') {
    // The browser asks before somebody leaves these words.
    if (value !== '') setAttribute(control, 'data-unsaved', '');
    setChildren(control, [textNode(value.replace(/^(?=\n)/, '\n'))]);
  } else setAttribute(control, 'value', value);
}

/** Chooses what was sent, where the list still has that. */
function choose(list: Element, value: string): void {
  const options = [...elementsIn(list)].filter(({ tagName }) => tagName === 'option');
  if (!options.some((option) => attributeOf(option, 'value') === value)) return;
  for (const option of options)
    setAttribute(option, 'selected', attributeOf(option, 'value') === value ? '' : undefined);
}

/** Opens the folds that an element is in. */
function openFoldsAround(inner: Element): void {
  for (let each = inner.parentNode; each !== null && tree.isElementNode(each); each = each.parentNode)
    if (each.tagName === 'details') setAttribute(each, 'open', '');
}

/** Puts the problem after its field, which gets the focus, or at the top of a form that has no such field. */
function showProblem(form: Element, field: Element | undefined, problem: FormProblem): void {
  const told = problemElement(problem);
  if (field === undefined) return putBefore(form, form.childNodes[0], told);
  setAttribute(told, 'id', problemId);
  setAttribute(field, 'aria-invalid', 'true');
  setAttribute(field, 'aria-describedby', problemId);
  setAttribute(field, 'autofocus', '');
  const around = field.parentNode;
  if (around !== null) putBefore(around, childrenOf(around)[childrenOf(around).indexOf(field) + 1], told);
}

const problemId = 'form-problem';

function problemElement({ message, hint = '' }: FormProblem): Element {
  const words = [message, hint].filter((each) => each !== '').join(' ');
  return element('p', { class: 'problem', role: 'alert' }, [textNode(words)]);
}

function putBefore(
  parent: DefaultTreeAdapterTypes.ParentNode,
  next: DefaultTreeAdapterTypes.ChildNode | undefined,
  added: Element,
): void {
  if (next === undefined) tree.appendChild(parent, added);
  else tree.insertBefore(parent, added, next);
}

function isHidden(each: Element): boolean {
  return each.tagName === 'input' && attributeOf(each, 'type') === 'hidden';
}

function nameOf(each: Element): string | undefined {
  return attributeOf(each, 'name');
}
