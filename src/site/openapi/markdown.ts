import {
  isObject,
  listIn,
  objectIn,
  resolve,
  schemasOf,
  stringIn,
  type OpenApiDocument,
} from './document.ts';
import { exampleOf } from './example.ts';
import { typeOf } from './schema-view.ts';

/** An operation as markdown, for programs that read pages. */
export function operationMarkdown(
  document: OpenApiDocument,
  attributes: Readonly<Record<string, string>>,
): string {
  const path = attributes['path'] ?? attributes['name'] ?? '';
  const operation = document.operations.find(
    (each) =>
      each.path === path &&
      (attributes['method'] === undefined || each.method === attributes['method'].toLowerCase()),
  );
  if (!operation) return `\`${(attributes['method'] ?? '').toUpperCase()} ${path}\``;
  const { root } = document;
  const lines = [`## ${operation.summary}`, '', `\`${operation.method.toUpperCase()} ${operation.path}\``];
  const description = stringIn(operation.value, 'description');
  if (description !== undefined) lines.push('', description.trim());
  const parameters = [...listIn(operation.item, 'parameters'), ...listIn(operation.value, 'parameters')]
    .map((each) => resolve(root, each))
    .filter(isObject)
    .filter((each) => each['in'] !== 'body');
  if (parameters.length > 0) {
    lines.push('', '### Parameters', '');
    for (const parameter of parameters)
      lines.push(
        `- \`${stringIn(parameter, 'name') ?? ''}\` (${stringIn(parameter, 'in') ?? 'query'}, ${typeOf(root, parameter['schema'] ?? parameter)}${parameter['required'] === true ? ', required' : ''})${textAfter(stringIn(parameter, 'description'))}`,
      );
  }
  const body = resolve(root, operation.value['requestBody']);
  const media = isObject(body) ? Object.entries(objectIn(body, 'content'))[0] : undefined;
  if (media && isObject(media[1]))
    lines.push('', `### Request body (\`${media[0]}\`)`, '', ...exampleLines(media[1], document));
  const responses = Object.entries(objectIn(operation.value, 'responses'));
  if (responses.length > 0) {
    lines.push('', '### Responses', '');
    for (const [status, written] of responses) {
      const response = resolve(root, written);
      lines.push(
        `- \`${status}\`${textAfter(isObject(response) ? stringIn(response, 'description') : undefined)}`,
      );
    }
  }
  return lines.join('\n');
}

/** Models as markdown: their fields, one a line. */
export function schemasMarkdown(document: OpenApiDocument, written: string | undefined): string {
  const schemas = schemasOf(document.root);
  const wanted = (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return (wanted.length === 0 ? document.schemas : wanted)
    .flatMap((name) => {
      const schema = resolve(document.root, Object.hasOwn(schemas, name) ? schemas[name] : undefined);
      if (!isObject(schema)) return [];
      const fields = Object.entries(objectIn(schema, 'properties')).map(([field, value]) => {
        const resolved = resolve(document.root, value);
        return `- \`${field}\` (${typeOf(document.root, value)})${textAfter(isObject(resolved) ? stringIn(resolved, 'description') : undefined)}`;
      });
      return [[`## ${name}`, '', ...fields].join('\n')];
    })
    .join('\n\n');
}

function exampleLines(media: Parameters<typeof objectIn>[0], document: OpenApiDocument): string[] {
  const example = media['example'] ?? exampleOf(document.root, media['schema']);
  return example === undefined ? [] : ['```json', JSON.stringify(example, null, 2), '```'];
}

function textAfter(description: string | undefined): string {
  return description === undefined ? '' : `: ${description.trim().replace(/\s*\n\s*/g, ' ')}`;
}
