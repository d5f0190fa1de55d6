import { readFileSync, writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { definitions, openApiDocument, operationIds, operations } from '../../src/contract/index.ts';

const options = { baseUrl: 'http://127.0.0.1:8787', version: '1.0.0' } as const;
const golden = new URL('../golden/openapi.txt', import.meta.url);

type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown> };
};

test('the document is valid OpenAPI 3.1', async () => {
  for (const served of ['full', 'strict'] as const) {
    const validator = new Validator();

    const result = await validator.validate(
      structuredClone(openApiDocument({ ...options, interface: served })),
    );

    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  }
});

test('a broken document is noticed', async () => {
  const broken = structuredClone(openApiDocument(options)) as unknown as { info: { title?: string } };
  delete broken.info.title;

  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('the document has every operation, and the strict one only the 114', () => {
  const idsOf = (document: Document): string[] =>
    Object.values(document.paths)
      .flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
      .sort();

  expect(idsOf(openApiDocument(options) as unknown as Document)).toEqual([...operationIds].sort());
  expect(idsOf(openApiDocument({ ...options, interface: 'strict' }) as unknown as Document)).toEqual(
    operationIds.filter((id) => operations[id].source === 'specification').sort(),
  );
});

test('every reference of the document points to something in it', () => {
  const document = openApiDocument(options);
  const text = JSON.stringify(document);

  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!));

  for (const reference of references) {
    const target = reference
      .split('/')
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], document);
    expect(target, reference).toBeDefined();
  }
  expect(text).not.toContain('contract#');
  expect(Object.keys((document as unknown as Document).components.schemas)).toEqual(Object.keys(definitions));
});

/** One line for each operation and each component, so that a difference shows where it is. */
function printByLines(document: object): string {
  const { paths, components, ...head } = document as Record<string, Record<string, Record<string, unknown>>>;
  const lines = [`head ${JSON.stringify(head)}`];
  for (const [path, methods] of Object.entries(paths!)) {
    for (const [method, operation] of Object.entries(methods))
      lines.push(`${method} ${path} ${JSON.stringify(operation)}`);
  }
  for (const [kind, named] of Object.entries(components!)) {
    for (const [name, component] of Object.entries(named))
      lines.push(`${kind} ${name} ${JSON.stringify(component)}`);
  }
  return `${lines.join('\n')}\n`;
}

test('the document is the one that was reviewed (UPDATE_GOLDEN=1 writes it anew)', () => {
  const printed = printByLines(openApiDocument(options));
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, printed);

  expect(printed).toBe(readFileSync(golden, 'utf8'));
});
