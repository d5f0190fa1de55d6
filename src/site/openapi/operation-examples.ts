import { element, type BodyNode } from '../html/nodes.ts';
import { codeSamples, sampleRequest, type CodeSample } from './code-samples.ts';
import { isObject, listIn, objectIn, resolve, stringIn, type Json, type Operation } from './document.ts';
import type { OperationScope } from './operation-view.ts';
import { mediaExample, mediaOf, type RequestParts } from './request.ts';

/** A request in several languages, and an answer for each status with an example in the document. */
export function examplesView(operation: Operation, parts: RequestParts, scope: OperationScope): BodyNode[] {
  const title = `${operation.method.toUpperCase()} ${operation.path}`;
  const out: BodyNode[] = [];
  if (!operation.webhook)
    out.push(
      ...scope.tabs(
        samplesOf(operation, parts).map((sample) => ({
          title: sample.title,
          children: scope.code(sample.code, sample.language, title),
        })),
      ),
    );
  else if (parts.body?.example !== undefined)
    out.push(...scope.code(printed(parts.body.example), 'json', scope.texts.example));
  const answers = answersOf(operation, scope);
  const [first, ...more] = answers;
  if (first && more.length === 0) out.push(...scope.code(first.text, first.language, first.status));
  else if (first)
    out.push(
      ...scope.tabs(
        answers.map(({ status, text, language }) => ({
          title: status,
          children: scope.code(text, language, `${scope.texts.example}: ${status}`),
        })),
      ),
    );
  return out.length === 0 ? [] : [element('div', { 'data-search': 'off' }, out)];
}

/** The document's own samples, else ours. */
function samplesOf(operation: Operation, parts: RequestParts): CodeSample[] {
  const own = [...listIn(operation.value, 'x-codeSamples'), ...listIn(operation.value, 'x-code-samples')]
    .filter(isObject)
    .flatMap((each): CodeSample[] => {
      const [code, language] = [stringIn(each, 'source'), stringIn(each, 'lang') ?? ''];
      const title = stringIn(each, 'label') ?? language;
      return code === undefined || title === '' ? [] : [{ title, language: language.toLowerCase(), code }];
    });
  return own.length > 0 ? own : codeSamples(sampleRequest(parts));
}

/** For how many statuses an answer is shown at most. */
const mostAnswers = 6;

function answersOf(
  operation: Operation,
  { document: { root } }: OperationScope,
): { status: string; text: string; language: string }[] {
  return Object.entries(objectIn(operation.value, 'responses'))
    .flatMap(([status, written]) => {
      const response = resolve(root, written);
      if (!isObject(response)) return [];
      const media = mediaOf(response);
      const example = media
        ? mediaExample(media.value, root)
        : // Documents of OpenAPI 2 list examples by media type.
          Object.values(objectIn(response, 'examples'))[0];
      if (example === undefined) return [];
      return [{ status, text: printed(example), language: typeof example === 'string' ? '' : 'json' }];
    })
    .slice(0, mostAnswers);
}

function printed(example: Json): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}
