import { isObject, listIn, stringIn, type OpenApiDocument } from './document.ts';

export interface GeneratedPage {
  readonly title: string;
  readonly description: string | undefined;
  readonly text: string;
}

/**
 * The pages of a computed entry in the navigation. For `builtin:openapi`: one page for each tag of the document (or for each
 * operation, if the entry asks for that) and one for the models. The pages are ordinary markdown with operation blocks.
 */
export function generatedPages(
  computed: Readonly<Record<string, unknown>>,
  specs: Pick<ReadonlyMap<string, OpenApiDocument>, 'get'>,
): { readonly pages: readonly GeneratedPage[]; readonly problem?: string } {
  if (computed['type'] !== 'builtin:openapi')
    return { pages: [], problem: `pages of the type "${String(computed['type'])}" cannot be made here` };
  const slug = slugOf(computed);
  const document = slug === undefined ? undefined : specs.get(slug);
  if (!document)
    return {
      pages: [],
      problem: `the OpenAPI document "${slug ?? ''}" is not mirrored; its pages are left out`,
    };
  const props = isObject(computed['props']) ? computed['props'] : {};
  const pages = props['grouping'] === 'by-operation' ? byOperation(document) : byTag(document);
  if (props['models'] === true && document.schemas.length > 0)
    pages.push({
      title: 'Models',
      description: undefined,
      text: `# Models\n\n{% openapi-schemas spec="${document.slug}" %}\n{% endopenapi-schemas %}\n`,
    });
  return { pages };
}

function slugOf(computed: Readonly<Record<string, unknown>>): string | undefined {
  const dependencies = isObject(computed['dependencies']) ? computed['dependencies'] : {};
  const spec = isObject(dependencies['spec']) ? dependencies['spec'] : {};
  const ref = isObject(spec['ref']) ? spec['ref'] : {};
  return typeof ref['spec'] === 'string' ? ref['spec'] : undefined;
}

function byTag(document: OpenApiDocument): GeneratedPage[] {
  const declared = listIn(document.root, 'tags').filter(isObject);
  const names = declared.flatMap((tag) => stringIn(tag, 'name') ?? []);
  for (const operation of document.operations)
    for (const tag of operation.tags.slice(0, 1)) if (!names.includes(tag)) names.push(tag);
  const pages = names.flatMap((name): GeneratedPage[] => {
    const operations = document.operations.filter((operation) => operation.tags[0] === name);
    if (operations.length === 0) return [];
    const tag = declared.find((each) => stringIn(each, 'name') === name) ?? {};
    const description = stringIn(tag, 'description');
    const title = stringIn(tag, 'x-page-title') ?? stringIn(tag, 'x-displayName') ?? name;
    return [
      {
        title,
        description:
          stringIn(tag, 'x-page-description') ??
          (description !== undefined && description.length <= 200 && !description.includes('\n')
            ? description
            : undefined),
        text:
          [
            `# ${escapeTitle(title)}`,
            description ?? '',
            ...operations.map((operation) => operationBlock(document, operation)),
          ].join('\n\n') + '\n',
      },
    ];
  });
  const untagged = document.operations.filter((operation) => operation.tags.length === 0);
  if (untagged.length > 0)
    pages.push({
      title: document.title,
      description: undefined,
      text:
        [
          `# ${escapeTitle(document.title)}`,
          ...untagged.map((operation) => operationBlock(document, operation)),
        ].join('\n\n') + '\n',
    });
  return pages;
}

function byOperation(document: OpenApiDocument): GeneratedPage[] {
  return document.operations.map((operation) => ({
    title: operation.summary,
    description: undefined,
    text: `# ${escapeTitle(operation.summary)}\n\n${operationBlock(document, operation)}\n`,
  }));
}

function operationBlock(
  document: OpenApiDocument,
  operation: { path: string; method: string; webhook: boolean },
): string {
  const name = operation.webhook ? 'openapi-webhook' : 'openapi-operation';
  const place = operation.webhook ? 'name' : 'path';
  const path = operation.path.replace(/[\\"]/g, (character) => `\\${character}`);
  return `{% ${name} spec="${document.slug}" ${place}="${path}" method="${operation.method}" %}\n{% end${name} %}`;
}

function escapeTitle(title: string): string {
  return title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, (character) => `\\${character}`);
}
