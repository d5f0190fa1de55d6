import { headingIds, unescapeMarkdown } from '../../content/index.ts';
import { cleanFragment } from '../html/clean.ts';
import { element, textOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { readDocument } from '../../content/tree/document.ts';
import { toHtmlTree } from '../../content/tree/to-html-tree.ts';
import { operationView, type OperationScope } from '../openapi/operation-view.ts';
import type { SpecHints } from '../openapi/shelf.ts';
import { resolve, schemasOf, type OpenApiDocument, type Operation } from '../openapi/document.ts';
import { schemaView } from '../openapi/schema-view.ts';
import type { BlockScope } from '../body/state.ts';
import type { BlockRenderer, BlockRendering } from './block.ts';
import { codeBlock } from './code.ts';
import { writtenParts } from './old-operation.ts';
import { tabGroup } from './tabs.ts';

/** `{% openapi-operation spec="slug" path="/x" method="post" %}`: one operation of a mirrored document. */
export const renderOpenApi: BlockRenderer = (attributes, rendering) => {
  const document = documentOf(attributes, rendering);
  if (!document) return rendering.body();
  const operation = findOperation(document, attributes['path'], attributes['method'], false);
  if (!operation)
    return missing(`${attributes['method'] ?? ''} ${attributes['path'] ?? ''}`, document, rendering);
  return operationView(operation, operationScope(document, rendering));
};

/** `{% openapi-webhook spec="slug" name="x" method="post" %}`. */
export const renderWebhook: BlockRenderer = (attributes, rendering) => {
  const document = documentOf(attributes, rendering);
  if (!document) return rendering.body();
  const name = attributes['name'] ?? attributes['path'];
  const operation = findOperation(document, name, attributes['method'], true);
  if (!operation) return missing(name ?? '', document, rendering);
  return operationView(operation, operationScope(document, rendering));
};

/** `{% openapi-schemas spec="slug" schemas="Pet,Owner" %}`: models by name. */
export const renderSchemas: BlockRenderer = (attributes, rendering) => {
  const document = documentOf(attributes, rendering);
  if (!document) return rendering.body();
  const wanted = (attributes['schemas'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return schemasView(document, wanted.length === 0 ? document.schemas : wanted, rendering);
};

/** `{% openapi src=… %}` and `{% swagger … %}`: the old forms. A mirrored document is shown; otherwise the block's content. */
export const renderSwagger: BlockRenderer = (attributes, rendering) => {
  const { spec, src, path, method, summary } = attributes;
  const slug = spec ?? nameIn(src);
  const document =
    slug === undefined
      ? undefined
      : rendering.context.spec(slug, { ...hintsOf(attributes), file: rendering.file });
  const operation = document && findOperation(document, path, method, false);
  if (document && operation) return operationView(operation, operationScope(document, rendering));
  const address = writtenOperation(attributes);
  const children = writtenParts(rendering);
  if (src !== undefined && !document) warnOfMissing(slug ?? '', src, rendering);
  else if (address === null && children.length === 0)
    rendering.warn(`the OpenAPI document "${slug ?? ''}" is not mirrored`);
  return [
    element(
      'div',
      { class: 'operation' },
      summary === undefined ? null : element('p', {}, element('strong', {}, summary)),
      address,
      children,
    ),
  ];
};

/** The name of a document, from the path of its file. */
function nameIn(path: string | undefined): string | undefined {
  return path
    ?.split('/')
    .at(-1)
    ?.replace(/\.(?:ya?ml|json)$/, '');
}

/** `{% api-method method="get" host="https://a.example" path="/x" %}`: the oldest form, with everything in blocks of its own. */
export const renderApiMethod: BlockRenderer = ({ host, ...attributes }, { body }) => [
  element(
    'div',
    { class: 'operation' },
    writtenOperation({ ...attributes, ...(host === undefined ? {} : { baseUrl: host }) }),
    body(),
  ),
];

/** Method and path of an operation as its block has them. */
function writtenOperation({
  method = '',
  path = '',
  baseUrl = '',
}: Readonly<Record<string, string>>): BodyElement | null {
  if (path === '' && baseUrl.trim() === '') return null;
  const name = method.toLowerCase();
  return element(
    'p',
    { class: 'operation-address' },
    element('span', { class: `method method-${/^[a-z]+$/.test(name) ? name : 'any'}` }, name.toUpperCase()),
    ' ',
    element('code', { class: 'operation-path' }, unescapeMarkdown(`${baseUrl}${path}`).trim()),
  );
}

/** All models of a document, each under its own heading. */
function schemasView(document: OpenApiDocument, names: readonly string[], scope: BlockScope): BodyNode[] {
  const view = operationScope(document, scope);
  const schemas = schemasOf(document.root);
  return names.flatMap((name) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const resolved = resolve(document.root, schema);
    if (resolved === undefined || resolved === null) {
      scope.warn(`the OpenAPI document ${document.slug} has no schema "${name}"`);
      return [];
    }
    const description =
      typeof resolved === 'object' && 'description' in resolved && typeof resolved['description'] === 'string'
        ? resolved['description']
        : '';
    return [
      view.heading(name),
      element(
        'div',
        { class: 'model' },
        view.describe(description),
        schemaView(schema, { root: document.root, texts: scope.context.texts, describe: view.describe }),
      ),
    ];
  });
}

/** What operation views need from their page. */
function operationScope(document: OpenApiDocument, scope: BlockScope): OperationScope {
  return {
    document,
    texts: scope.context.texts,
    describe: (markdown) => describe(markdown, scope),
    tabs: (tabs) =>
      tabs.length === 0
        ? []
        : [
            tabGroup(
              tabs.map(({ title, children }) => ({ title, body: () => children })),
              scope.state.next('tabs'),
              scope.state,
            ),
          ],
    offersTrying: scope.context.elsewhere?.tryIt === true,
    tried: (origins) => {
      scope.state.features.add('try-it');
      for (const origin of origins) scope.state.loads.add(`connect-src ${origin}`);
    },
    code: (code, language, title) => codeBlock({ code, language, title, wrap: false }, scope),
    heading: (title) => {
      const id = scope.state.claimId(headingIds(title).id);
      scope.state.outline.push({ id, title, level: 2 });
      return element(
        'h2',
        { id },
        title,
        element('a', {
          class: 'heading-anchor',
          href: `#${id}`,
          'aria-label': `${scope.context.texts.linkToSection}: ${title}`,
        }),
      );
    },
  };
}

/**
 * Renders a description, which is markdown from somebody else's document: cleaned like a page, without blocks, and with links only
 * to web addresses.
 */
function describe(markdown: string, scope: BlockScope): BodyNode[] {
  if (markdown.trim() === '') return [];
  try {
    const document = readDocument(markdown, { parse: scope.context.parse });
    const { nodes, slots } = toHtmlTree(document.children, document);
    return plain(cleanFragment(nodes, document.prepared.nonce), (number) => {
      const slot = slots[number];
      return slot?.kind === 'code' ? codeBlock({ code: slot.code, language: slot.language }, scope) : [];
    });
  } catch {
    return [element('p', {}, markdown.slice(0, 10_000))];
  }
}

function plain(nodes: readonly BodyNode[], slotOf: (number: number) => BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'tm-slot')
      return slotOf(Number(String(node.properties['dataSlot']).split('-').at(-1)));
    const children = plain(node.children, slotOf);
    if (node.tagName === 'a') {
      const href = String(node.properties['href'] ?? '');
      return /^(?:https?:|mailto:)/i.test(href)
        ? [element('a', { href, rel: 'noopener noreferrer' }, children)]
        : children;
    }
    if (['img', 'picture', 'source', 'button', 'input', 'i'].includes(node.tagName)) return children;
    if (/^h[1-6]$/.test(node.tagName)) return [element('p', {}, element('strong', {}, children))];
    return [{ type: 'element', tagName: node.tagName, properties: {}, children }];
  });
}

/** The document that a block names, or that its link leads to. */
function documentOf(
  attributes: Readonly<Record<string, string>>,
  rendering: BlockRendering,
): OpenApiDocument | undefined {
  const slug = attributes['spec'] ?? '';
  const hints = hintsOf(attributes);
  const address = hints.address ?? linkIn(rendering.body());
  const document = rendering.context.spec(slug, { ...hints, address, file: rendering.file });
  if (!document) warnOfMissing(slug, address, rendering);
  return document;
}

function warnOfMissing(name: string, address: string | undefined, { warn, file }: BlockRendering): void {
  const isElsewhere = address !== undefined && /^https?:/i.test(address);
  warn(
    `the OpenAPI document "${name}" is not here${isElsewhere ? `, but at ${address}: --fetch-openapi brings it in` : ''}`,
    { document: { name, file, ...(address === undefined ? {} : { address }) } },
  );
}

function hintsOf(attributes: Readonly<Record<string, string>>): SpecHints {
  const { src, path, method } = attributes;
  return { address: src, path, method };
}

/** The target of the first link in a block's text. */
function linkIn(nodes: readonly BodyNode[]): string | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const href = node.tagName === 'a' ? node.properties['href'] : undefined;
    const found = typeof href === 'string' ? href : linkIn(node.children);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findOperation(
  document: OpenApiDocument,
  path: string | undefined,
  method: string | undefined,
  webhook: boolean,
): Operation | undefined {
  return document.operations.find(
    (operation) =>
      operation.webhook === webhook &&
      operation.path === path &&
      (method === undefined || operation.method === method.toLowerCase()),
  );
}

function missing(what: string, document: OpenApiDocument, rendering: BlockRendering): BodyNode[] {
  rendering.warn(`the OpenAPI document ${document.slug} has no operation "${what.trim()}"`);
  const children = rendering.body();
  return textOf(children).trim() === '' ? [element('p', {}, element('code', {}, what.trim()))] : children;
}
