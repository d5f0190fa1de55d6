import { element, type BodyNode } from '../html/nodes.ts';
import type { UiTexts } from '../profile/texts.ts';
import {
  isObject,
  objectIn,
  resolve,
  stringIn,
  type JsonObject,
  type OpenApiDocument,
  type Operation,
} from './document.ts';
import { examplesView } from './operation-examples.ts';
import { answerEntry, fieldList, operationPart } from './operation-parts.ts';
import { mediaOf, requestParts, schemesOf, type Body, type Parameter } from './request.ts';
import { fieldView, schemaView, typeOf, type SchemaScope } from './schema-view.ts';
import { tryItView } from './try-it-view.ts';

export interface OperationScope {
  readonly document: OpenApiDocument;
  readonly texts: UiTexts;
  readonly describe: (markdown: string) => BodyNode[];
  readonly code: (code: string, language: string, title: string) => BodyNode[];
  /** A heading that is in the outline. */
  readonly heading: (title: string) => BodyNode;
  /** Tabs, by title. */
  readonly tabs: (tabs: readonly { readonly title: string; readonly children: BodyNode[] }[]) => BodyNode[];
  /** Whether readers may send requests from the page. The call records the origins that the requests may go to. */
  readonly offersTrying: boolean;
  readonly tried: (origins: readonly string[]) => void;
}

/** A complete operation: address, parameters and body, answers, and examples of requests and answers. */
export function operationView(operation: Operation, scope: OperationScope): BodyNode[] {
  const { document, texts } = scope;
  const schemaScope: SchemaScope = { root: document.root, texts, describe: scope.describe };
  const description = stringIn(operation.value, 'description');
  const parts = requestParts(operation, document.root);
  const { parameters, body, servers } = parts;
  const deprecated = operation.value['deprecated'] === true;
  return [
    scope.heading(operation.summary),
    element(
      'div',
      { class: 'operation' },
      element(
        'p',
        { class: 'operation-address' },
        element('span', { class: `method method-${operation.method}` }, operation.method.toUpperCase()),
        ' ',
        element(
          'code',
          { class: 'operation-path' },
          operation.webhook ? '' : element('span', { class: 'operation-server' }, servers[0] ?? ''),
          operation.path,
        ),
        deprecated ? [' ', element('span', { class: 'field-deprecated' }, texts.deprecated)] : null,
      ),
      description === undefined
        ? null
        : element('div', { class: 'operation-description' }, scope.describe(description)),
      element(
        'div',
        { class: 'operation-columns' },
        element(
          'div',
          { class: 'operation-detail' },
          securityView(operation, document.root, texts),
          parameterView(parameters, schemaScope),
          body === undefined ? null : bodyView(body, schemaScope),
          responsesView(operation, schemaScope),
        ),
        element(
          'div',
          { class: 'operation-examples' },
          examplesView(operation, parts, scope),
          scope.offersTrying && !operation.webhook ? tryItView(parts, scope) : null,
        ),
      ),
    ),
  ];
}

function parameterView(parameters: readonly Parameter[], scope: SchemaScope): BodyNode | null {
  if (parameters.length === 0) return null;
  return operationPart(
    scope.texts.parameters,
    fieldList(
      parameters.map((parameter) =>
        fieldView(
          {
            name: parameter.name,
            schema: parameter.schema,
            required: parameter.required,
            place: parameter.place,
            deprecated: parameter.deprecated,
            ...(parameter.description === undefined ? {} : { description: parameter.description }),
          },
          scope,
        ),
      ),
    ),
  );
}

function bodyView(body: Body, scope: SchemaScope): BodyNode {
  return operationPart(
    [
      ...[scope.texts.requestBody, ' ', element('code', {}, body.type)],
      ...(body.required ? [' ', element('span', { class: 'field-required' }, scope.texts.required)] : []),
    ],
    body.description === undefined
      ? null
      : element('div', { class: 'field-description' }, scope.describe(body.description)),
    schemaView(body.schema, scope),
  );
}

function responsesView(operation: Operation, scope: SchemaScope): BodyNode | null {
  const responses = Object.entries(objectIn(operation.value, 'responses'));
  if (responses.length === 0) return null;
  return operationPart(
    scope.texts.responses,
    responses.map(([status, written]) => {
      const response = resolve(scope.root, written);
      const object = isObject(response) ? response : {};
      const schema = mediaOf(object)?.value['schema'] ?? object['schema'];
      const fields = schemaView(schema, scope);
      const words = [
        ...inlineOnly(scope.describe(stringIn(object, 'description') ?? '')),
        ...(schema === undefined
          ? []
          : [' ', element('span', { class: 'field-type' }, typeOf(scope.root, schema))]),
      ];
      return answerEntry(status, words, fields);
    }),
  );
}

/** A one-paragraph description inside a summary loses its paragraph. */
function inlineOnly(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node) => (node.type === 'element' && node.tagName === 'p' ? node.children : [node]));
}

function securityView(operation: Operation, root: JsonObject, texts: UiTexts): BodyNode | null {
  const schemes = schemesOf(operation, root);
  if (schemes.length === 0) return null;
  const lines = schemes.map(({ name, scheme: object }) => {
    const parts = [
      stringIn(object, 'type'),
      stringIn(object, 'scheme'),
      stringIn(object, 'in'),
      stringIn(object, 'name'),
    ];
    return element(
      'li',
      { class: 'field' },
      element('code', { class: 'field-name' }, name),
      ' ',
      element('span', { class: 'field-type' }, parts.filter((part) => part !== undefined).join(' · ')),
    );
  });
  return operationPart(texts.authorization, fieldList(lines));
}
