import type { AppError } from '../base/index.ts';

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
  const { fields, problem } = sent;
  const found = [...html.matchAll(/<form\b[^>]*>[^]*?<\/form>/g)].find(([form]) => isOf(form, sent));
  if (found === undefined) return (problem === undefined ? '' : printProblem(problem)) + html;
  const named = problem?.field;
  const place = named !== undefined && controlNamed(found[0], named) ? named : undefined;
  let form = found[0].replaceAll(control, (element: string) => {
    const filled = filledIn(element, fields);
    return problem !== undefined && nameOf(element) === place && !isHidden(element)
      ? `${markedAsWrong(filled)}${printProblem(problem, problemId)}`
      : filled;
  });
  if (problem !== undefined && place === undefined)
    form = form.replace(/^<form\b[^>]*>/, (tag) => tag + printProblem(problem));
  const before = html.slice(0, found.index);
  return opened(before) + form + html.slice(found.index + found[0].length);
}

const problemId = 'form-problem';
/** One element in which people fill something in. */
const control = /<input\b[^>]*>|<textarea\b[^>]*>[^]*?<\/textarea>|<select\b[^>]*>[^]*?<\/select>/g;

/** Whether this is the form that was sent: its address, its hidden fields and its buttons tell. */
function isOf(form: string, { action, fields }: SentForm): boolean {
  const [head = ''] = form.split('>', 1);
  if (attribute(head, 'method') !== 'post' || attribute(head, 'action')?.split('?')[0] !== action)
    return false;
  const does = fields.get('do');
  const buttons = [...form.matchAll(/<(?:button|input)\b[^>]* name="do"[^>]*>/g)];
  if (does !== undefined && !buttons.some(([button]) => attribute(button, 'value') === does)) return false;
  return [...form.matchAll(/<input\b[^>]*>/g)].every(([input]) => {
    const name = nameOf(input) ?? '';
    return !isHidden(input) || name.startsWith('form-') || attribute(input, 'value') === fields.get(name);
  });
}

function controlNamed(form: string, name: string): boolean {
  return [...form.matchAll(control)].some(([element]) => nameOf(element) === name && !isHidden(element));
}

function filledIn(element: string, fields: SentForm['fields']): string {
  const name = nameOf(element);
  const [head = ''] = element.split('>', 1);
  const isChoice = /^(?:checkbox|radio)$/.test(attribute(head, 'type') ?? '');
  const value = fields.get(name ?? '');
  if (isChoice) {
    const bare = element.replace(/ checked(?=[ >])/, '');
    return attribute(head, 'value') === value ? bare.replace(/>$/, ' checked>') : bare;
  }
  if (value === undefined || /^(?:hidden|submit|file|password)$/.test(attribute(head, 'type') ?? ''))
    return element;
  if (head.startsWith('<textarea')) return `${head}>\n${escaped(value)}</textarea>`;
  if (head.startsWith('<select')) return chosen(element, value);
  const attributeText = ` value="${escaped(value)}"`;
  return / value="/.test(head)
    ? element.replace(/ value="[^"]*"/, () => attributeText)
    : element.replace(/>$/, () => `${attributeText}>`);
}

/** The list with the sent choice, where it still has that choice. */
function chosen(select: string, value: string): string {
  const options = [...select.matchAll(/<option\b[^>]*>/g)];
  if (!options.some(([option]) => attribute(option, 'value') === value)) return select;
  return select.replaceAll(/<option\b[^>]*>/g, (option) => {
    const bare = option.replace(/ selected(?=[ >])/, '');
    return attribute(option, 'value') === value ? bare.replace(/>$/, ' selected>') : bare;
  });
}

/** Puts the focus into the field, and tells screen readers what is wrong with it. */
function markedAsWrong(element: string): string {
  const [head = ''] = element.split('>', 1);
  const bare = head.replace(/ autofocus(?=[ >]|$)/, '').replace(/ aria-describedby="[^"]*"/, '');
  return `${bare} aria-invalid="true" aria-describedby="${problemId}" autofocus${element.slice(head.length)}`;
}

function printProblem({ message, hint }: FormProblem, id?: string): string {
  const words = [message, hint ?? ''].filter((each) => each !== '').map(escaped);
  return `<p class="problem"${id === undefined ? '' : ` id="${id}"`} role="alert">${words.join(' ')}</p>`;
}

/** The HTML before a form with the folds open that the form stands in. */
function opened(before: string): string {
  const around: number[] = [];
  for (const { 0: tag, index } of before.matchAll(/<details\b[^>]*>|<\/details>/g))
    if (tag === '</details>') around.pop();
    else around.push(index);
  return around.reduceRight((html, at) => {
    const tag = /^<details\b[^>]*>/.exec(html.slice(at))?.[0] ?? '';
    return / open(?=[ >])/.test(tag) ? html : `${html.slice(0, at)}<details open${html.slice(at + 8)}`;
  }, before);
}

function isHidden(element: string): boolean {
  return element.startsWith('<input') && attribute(element, 'type') === 'hidden';
}

function nameOf(element: string): string | undefined {
  return attribute(element.split('>', 1)[0] ?? '', 'name');
}

/** The value of an attribute. The templates print values between double quotes, and never a bare `>` in them. */
function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);

/** A text as HTML that shows it. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
