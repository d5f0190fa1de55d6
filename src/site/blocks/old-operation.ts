import { unescapeMarkdown } from '../../content/index.ts';
import { element, textOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { answerEntry, fieldEntry, fieldList, operationPart } from '../openapi/operation-parts.ts';
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
          operationPart(
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
  operationPart(context.texts.responses, body()),
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
  fieldList([parameterView({ attributes, body }, context.texts)]),
];

/** An answer outside of an operation. */
export const renderAnswer: BlockRenderer = (attributes, { body }) => [answerView({ attributes, body })];

function parameterList(title: string, parameters: readonly BlockPart[], texts: UiTexts): BodyElement[] {
  if (parameters.length === 0) return [];
  return [operationPart(title, fieldList(parameters.map((parameter) => parameterView(parameter, texts))))];
}

function parameterView({ attributes, body }: BlockPart, texts: UiTexts): BodyElement {
  const { name = '', type = '', required, in: place } = attributes;
  const description = body();
  return fieldEntry(
    { name: unescapeMarkdown(name), type, place, required: required === 'true' },
    texts,
    description.length === 0 ? null : element('div', { class: 'field-description' }, description),
  );
}

function answerView({ attributes, body }: BlockPart): BodyElement {
  const { status = '', description = '' } = attributes;
  return answerEntry(status, [description], body());
}
