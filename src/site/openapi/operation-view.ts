import { element, text, type BodyNode } from '../html/nodes.ts';
import type { UiTexts } from '../profile/texts.ts';
import {
  isObject,
  listIn,
  objectIn,
  resolve,
  stringIn,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type Operation,
} from './document.ts';
import { exampleOf } from './example.ts';
import { fieldView, schemaView, typeOf, type SchemaScope } from './schema-view.ts';

export interface OperationScope {
  readonly document: OpenApiDocument;
  readonly texts: UiTexts;
  readonly describe: (markdown: string) => BodyNode[];
  readonly code: (code: string, language: string, title: string) => BodyNode[];
  /** A heading that is in the outline. */
  readonly heading: (title: string) => BodyNode;
}

/** An operation in full: address, what it takes, what it answers, and examples of both. */
export function operationView(operation: Operation, scope: OperationScope): BodyNode[] {
  const { document, texts } = scope;
  const schemaScope: SchemaScope = { root: document.root, texts, describe: scope.describe };
  const description = stringIn(operation.value, 'description');
  const parameters = parametersOf(operation, document.root);
  const body = bodyOf(operation, document.root);
  const server = serverOf(document.root, operation);
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
          operation.webhook ? '' : element('span', { class: 'operation-server' }, server),
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
          examplesView(operation, { parameters, body, server }, scope),
        ),
      ),
    ),
  ];
}

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: Json | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly example: Json | undefined;
}

interface Body {
  readonly type: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly example: Json | undefined;
}

function parametersOf(operation: Operation, root: JsonObject): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const written of [...listIn(operation.item, 'parameters'), ...listIn(operation.value, 'parameters')]) {
    const parameter = resolve(root, written);
    if (!isObject(parameter)) continue;
    const name = stringIn(parameter, 'name');
    const place = stringIn(parameter, 'in') ?? 'query';
    if (name === undefined || place === 'body') continue;
    const schema = parameter['schema'] ?? (parameter['type'] === undefined ? undefined : parameter);
    found.set(`${place}:${name}`, {
      name,
      place,
      required: parameter['required'] === true,
      schema,
      description: stringIn(parameter, 'description'),
      deprecated: parameter['deprecated'] === true,
      example: parameter['example'] ?? exampleOf(root, schema),
    });
  }
  const order = ['path', 'query', 'header', 'cookie', 'formData'];
  return [...found.values()].sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place));
}

function bodyOf(operation: Operation, root: JsonObject): Body | undefined {
  const request = resolve(root, operation.value['requestBody']);
  if (isObject(request)) {
    const media = mediaOf(request);
    if (!media) return undefined;
    return {
      type: media.type,
      schema: media.value['schema'],
      required: request['required'] === true,
      description: stringIn(request, 'description'),
      example: mediaExample(media.value, root),
    };
  }
  for (const written of listIn(operation.value, 'parameters')) {
    const parameter = resolve(root, written);
    if (isObject(parameter) && parameter['in'] === 'body')
      return {
        type: 'application/json',
        schema: parameter['schema'],
        required: parameter['required'] === true,
        description: stringIn(parameter, 'description'),
        example: exampleOf(root, parameter['schema']),
      };
  }
  return undefined;
}

function mediaOf(holder: JsonObject): { type: string; value: JsonObject } | undefined {
  const content = objectIn(holder, 'content');
  const type = Object.keys(content).find((each) => each.includes('json')) ?? Object.keys(content)[0];
  const value = type === undefined ? undefined : content[type];
  return type !== undefined && isObject(value) ? { type, value } : undefined;
}

function mediaExample(media: JsonObject, root: JsonObject): Json | undefined {
  if (media['example'] !== undefined) return media['example'];
  const named = resolve(root, Object.values(objectIn(media, 'examples'))[0]);
  if (isObject(named) && named['value'] !== undefined) return named['value'];
  return exampleOf(root, media['schema']);
}

function parameterView(parameters: readonly Parameter[], scope: SchemaScope): BodyNode | null {
  if (parameters.length === 0) return null;
  return element(
    'section',
    { class: 'operation-part' },
    element('p', { class: 'part-title' }, scope.texts.parameters),
    element(
      'ul',
      { class: 'schema', role: 'list' },
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
  return element(
    'section',
    { class: 'operation-part' },
    element(
      'p',
      { class: 'part-title' },
      scope.texts.requestBody,
      ' ',
      element('code', {}, body.type),
      body.required ? [' ', element('span', { class: 'field-required' }, scope.texts.required)] : null,
    ),
    body.description === undefined
      ? null
      : element('div', { class: 'field-description' }, scope.describe(body.description)),
    schemaView(body.schema, scope),
  );
}

function responsesView(operation: Operation, scope: SchemaScope): BodyNode | null {
  const responses = Object.entries(objectIn(operation.value, 'responses'));
  if (responses.length === 0) return null;
  return element(
    'section',
    { class: 'operation-part' },
    element('p', { class: 'part-title' }, scope.texts.responses),
    responses.map(([status, written]) => {
      const response = resolve(scope.root, written);
      const object = isObject(response) ? response : {};
      const schema = mediaOf(object)?.value['schema'] ?? object['schema'];
      const fields = schemaView(schema, scope);
      const family = /^[1-5]/.exec(status)?.[0] ?? 'x';
      const head = [
        element('span', { class: `status status-${family}` }, status),
        text(' '),
        ...inlineOnly(scope.describe(stringIn(object, 'description') ?? '')),
        ...(schema === undefined
          ? []
          : [text(' '), element('span', { class: 'field-type' }, typeOf(scope.root, schema))]),
      ];
      return fields.length === 0
        ? element('div', { class: 'response' }, head)
        : element('details', { class: 'response' }, element('summary', {}, head), fields);
    }),
  );
}

/** A one-paragraph description inside a summary loses its paragraph. */
function inlineOnly(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node) => (node.type === 'element' && node.tagName === 'p' ? node.children : [node]));
}

function securityView(operation: Operation, root: JsonObject, texts: UiTexts): BodyNode | null {
  const requirements =
    operation.value['security'] === undefined
      ? listIn(root, 'security')
      : listIn(operation.value, 'security');
  const schemes = objectIn(objectIn(root, 'components'), 'securitySchemes');
  const names = [...new Set(requirements.filter(isObject).flatMap((each) => Object.keys(each)))];
  if (names.length === 0) return null;
  const lines = names.map((name) => {
    const scheme = resolve(root, schemes[name]);
    const object = isObject(scheme) ? scheme : {};
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
  return element(
    'section',
    { class: 'operation-part' },
    element('p', { class: 'part-title' }, texts.authorization),
    element('ul', { class: 'schema', role: 'list' }, lines),
  );
}

function examplesView(
  operation: Operation,
  { parameters, body, server }: { parameters: readonly Parameter[]; body: Body | undefined; server: string },
  scope: OperationScope,
): BodyNode[] {
  const out: BodyNode[] = [];
  if (!operation.webhook) {
    out.push(
      ...scope.code(
        curlOf(operation, { parameters, body, server }),
        'shellscript',
        `${operation.method.toUpperCase()} ${operation.path}`,
      ),
    );
  } else if (body?.example !== undefined)
    out.push(...scope.code(JSON.stringify(body.example, null, 2), 'json', scope.texts.example));
  for (const [status, written] of Object.entries(objectIn(operation.value, 'responses'))) {
    if (!status.startsWith('2')) continue;
    const response = resolve(scope.document.root, written);
    const media = isObject(response) ? mediaOf(response) : undefined;
    const example = media && mediaExample(media.value, scope.document.root);
    if (example === undefined) continue;
    out.push(...scope.code(JSON.stringify(example, null, 2), 'json', status));
    break;
  }
  return out;
}

function curlOf(
  operation: Operation,
  { parameters, body, server }: { parameters: readonly Parameter[]; body: Body | undefined; server: string },
): string {
  const shown = (value: Json | undefined): string =>
    value === undefined || typeof value === 'object' ? '' : String(value);
  const path = operation.path.replace(/\{([^}]+)\}/g, (all, name: string) => {
    const example = parameters.find((each) => each.place === 'path' && each.name === name)?.example;
    return example === undefined || example === 'text' || typeof example === 'object'
      ? all
      : encodeURIComponent(shown(example));
  });
  const query = parameters
    .filter((each) => each.place === 'query' && each.required)
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(shown(each.example))}`)
    .join('&');
  const lines = [
    `curl -X ${operation.method.toUpperCase()} '${server}${path}${query === '' ? '' : `?${query}`}'`,
  ];
  for (const header of parameters.filter((each) => each.place === 'header' && each.required))
    lines.push(`  -H '${header.name}: ${shown(header.example)}'`);
  if (body?.example !== undefined) {
    lines.push(`  -H 'Content-Type: ${body.type}'`);
    lines.push(`  -d '${JSON.stringify(body.example, null, 2).replace(/'/g, `'\\''`)}'`);
  }
  return lines.join(' \\\n');
}

function serverOf(root: JsonObject, operation: Operation): string {
  const servers =
    listIn(operation.value, 'servers').length > 0
      ? listIn(operation.value, 'servers')
      : listIn(root, 'servers');
  const first = servers[0];
  const url = isObject(first) ? stringIn(first, 'url') : undefined;
  if (url !== undefined) return url.replace(/\/$/, '');
  const host = stringIn(root, 'host');
  return host === undefined ? '' : `https://${host}${(stringIn(root, 'basePath') ?? '').replace(/\/$/, '')}`;
}
