import { unescapeMarkdown } from '../../content/index.ts';
import { element, text, textOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { BlockPart, BlockRenderer, BlockRendering } from './block.ts';
import type { UiTexts } from '../profile/texts.ts';

/*
 * An operation whose parameters and answers are written in the page, tag by tag: `{% swagger %}` with `{% swagger-parameter %}`, and the
 * older `{% api-method %}` with `{% api-method-parameter %}`.
 */

/** Renders the content of a `{% swagger %}`: its parameters, its answers, and whatever else is in it. */
export function writtenParts(rendering: BlockRendering): BodyNode[] {
  const { texts } = rendering.context;
  const answers = rendering.parts('swagger-response');
  return [
    ...rendering.rest('swagger-parameter', 'swagger-response'),
    ...parameterList(texts.parameters, rendering.parts('swagger-parameter'), texts),
    ...(answers.length === 0
      ? []
      : [
          section(
            texts.responses,
            answers.map((answer) => answerView(answer)),
          ),
        ]),
  ];
}

/** `{% api-method-path-parameters %}` and its likes: a list of parameters in one place of the request. */
export function parametersIn(place: string): BlockRenderer {
  return (_, { parts, rest, context }) => [
    ...rest('api-method-parameter'),
    ...parameterList(`${context.texts.parameters} (${place})`, parts('api-method-parameter'), context.texts),
  ];
}

/** `{% api-method-summary %}`: what the operation does, in a line. */
export const renderSummary: BlockRenderer = (_, { body }) => [
  element('p', {}, element('strong', {}, textOf(body()).trim())),
];

/** `{% api-method-response %}`: the answers. */
export const renderAnswers: BlockRenderer = (_, { body, context }) => [
  section(context.texts.responses, body()),
];

const describes = 'api-method-response-example-description';

/** `{% api-method-response-example httpCode=200 %}`: an answer, its description and an example. */
export const renderExample: BlockRenderer = ({ httpCode = '' }, { parts, rest }) => {
  const description = parts(describes)
    .map(({ body }) => textOf(body()))
    .join(' ');
  return [answerView({ attributes: { status: httpCode, description }, body: () => rest(describes) })];
};

/** A parameter outside of everything that lists parameters. */
export const renderParameter: BlockRenderer = (attributes, { body, context }) => [
  element('ul', { class: 'schema', role: 'list' }, parameterView({ attributes, body }, context.texts)),
];

/** An answer outside of an operation. */
export const renderAnswer: BlockRenderer = (attributes, { body }) => [answerView({ attributes, body })];

function parameterList(title: string, parameters: readonly BlockPart[], texts: UiTexts): BodyElement[] {
  if (parameters.length === 0) return [];
  return [
    section(
      title,
      element(
        'ul',
        { class: 'schema', role: 'list' },
        parameters.map((parameter) => parameterView(parameter, texts)),
      ),
    ),
  ];
}

function parameterView({ attributes, body }: BlockPart, texts: UiTexts): BodyElement {
  const { name = '', type = '', required, in: place = '' } = attributes;
  const description = body();
  const mark = (kind: string, words: string): BodyNode[] =>
    words === '' ? [] : [text(' '), element('span', { class: `field-${kind}` }, words)];
  return element(
    'li',
    { class: 'field' },
    element(
      'div',
      { class: 'field-head' },
      element('code', { class: 'field-name' }, unescapeMarkdown(name)),
      mark('type', type),
      mark('place', place),
      mark('required', required === 'true' ? texts.required : ''),
    ),
    description.length === 0 ? null : element('div', { class: 'field-description' }, description),
  );
}

/** An answer folds open to show its content. */
function answerView({ attributes, body }: BlockPart): BodyElement {
  const { status = '', description = '' } = attributes;
  const family = /^[1-5]/.exec(status)?.[0] ?? 'x';
  const content = body();
  const head = [element('span', { class: `status status-${family}` }, status), ` ${description}`];
  return content.length === 0
    ? element('div', { class: 'response' }, head)
    : element('details', { class: 'response' }, element('summary', {}, head), content);
}

function section(title: string, content: BodyNode | BodyNode[]): BodyElement {
  return element(
    'section',
    { class: 'operation-part' },
    element('p', { class: 'part-title' }, title),
    content,
  );
}
