import { renderBody, type BodyContext, type RenderedBody } from '../../src/site/index.ts';
import type { LinkTarget } from '../../src/site/model/link-target.ts';
import { createHighlighter } from '../../src/site/html/highlight.ts';
import { parseWithSatteri } from '../../src/content/tree/parse.ts';
import { readOpenApi } from '../../src/site/openapi/document.ts';
import { evaluateExpression } from '../../src/content/expression.ts';
import { uiTexts } from '../../src/site/profile/texts.ts';

const highlighter = createHighlighter();

const petStore = readOpenApi(
  'pets',
  `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://api.example.com/v1 }]
tags: [{ name: pets, description: All about pets. }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, description: Which pet, schema: { type: string, example: p1 } }
    post:
      summary: Change a pet
      tags: [pets]
      description: Changes **one** pet.
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses:
        '200': { description: The pet, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '404': { description: No such pet }
webhooks:
  petAdopted:
    post: { summary: A pet was adopted, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, responses: { '204': { description: Thanks } } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What it is called, maxLength: 40 }
        kind: { type: string, enum: [cat, dog] }
        friends: { type: array, items: { $ref: '#/components/schemas/Pet' } }
`,
);

/** A small site around one page: two pages, two files, one include. */
export function aContext(
  overrides: Partial<BodyContext> = {},
): BodyContext & { readonly warnings: string[] } {
  const warnings: string[] = [];
  const resolve = (written: string): LinkTarget => {
    if (written.startsWith('#')) return { kind: 'page', url: written, title: 'Here' };
    if (/^https?:\/\//.test(written)) return { kind: 'external', url: written };
    if (/guide\.md/.test(written))
      return { kind: 'page', url: '/guide', title: 'The guide', icon: 'book', description: 'How to begin.' };
    if (/(?:photo|dark)\.png|manual\.pdf/.test(written)) {
      const name = written.split('/').at(-1) ?? written;
      return {
        kind: 'file',
        url: `/_files/${name}`,
        path: `.gitbook/assets/${name}`,
        name,
        size: 2048,
        dimensions: { width: 800, height: 400 },
      };
    }
    return { kind: 'broken', written, reason: 'there is no such page or file' };
  };
  return {
    title: 'Page',
    file: 'page.md',
    resolve,
    resolveImage: resolve,
    include: (written) =>
      written.includes('note.md')
        ? { text: 'Included **words**.\n', file: '.gitbook/includes/note.md' }
        : undefined,
    evaluate: (expression) =>
      evaluateExpression(expression, {
        visitor: { claims: { unsigned: {} } },
        space: { vars: { version: '3.2' } },
      }),
    spec: (slug) => (slug === 'pets' ? petStore : undefined),
    tag: (slug) => (slug === 'api' ? { tag: 'api', label: 'API', icon: 'code' } : undefined),
    ...uiTexts('en'),
    externalTarget: 'self',
    parse: parseWithSatteri,
    highlighter,
    warn: (warning) =>
      warnings.push(
        `${warning.file}${warning.line === undefined ? '' : `:${warning.line}`} ${warning.message}`,
      ),
    warnings,
    ...overrides,
  };
}

export async function body(markdown: string, context = aContext()): Promise<RenderedBody> {
  return renderBody(markdown, context);
}
