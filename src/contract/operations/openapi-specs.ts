import { group, pageQuery } from '../operation.ts';
import { specSlug, specSource } from '../resources/openapi-spec.ts';
import type { OpenAPISpec, OpenAPISpecVersion } from '../resources/openapi-spec.ts';
import { closed, listOf, ref } from '../shapes.ts';

const specs = group('OpenAPI specifications');
const Spec = ref<OpenAPISpec>('OpenAPISpec');
const collection = '/v1/orgs/{organizationId}/openapi';
const one = '/v1/orgs/{organizationId}/openapi/{specSlug}';
const write = { on: 'organization', right: 'createOpenAPISpec' } as const;

export const openAPISpecOperations = {
  listOpenAPISpecs: specs.list(collection, {
    summary: 'List the OpenAPI specifications',
    access: { on: 'organization', right: 'view' },
    query: closed(pageQuery),
    result: listOf(Spec),
  }),
  createOpenAPISpec: specs.post(collection, {
    summary: 'Create an OpenAPI specification from an address or a text',
    done: 'added an OpenAPI specification',
    access: write,
    body: closed({ slug: specSlug, source: specSource }),
    errors: [409],
    status: 201,
    result: Spec,
  }),
  getOpenAPISpecBySlug: specs.get(one, {
    summary: 'Get an OpenAPI specification',
    access: { on: 'organization', right: 'view' },
    result: Spec,
  }),
  createOrUpdateOpenAPISpecBySlug: specs.put(one, {
    summary: 'Create or update an OpenAPI specification',
    done: 'added or changed an OpenAPI specification',
    access: write,
    body: closed({ source: specSource }),
    also: [201],
    result: Spec,
  }),
  deleteOpenAPISpecBySlug: specs.delete(one, {
    summary: 'Delete an OpenAPI specification',
    done: 'deleted an OpenAPI specification',
    access: write,
  }),
};

const extensions = group('OpenAPI specifications', { source: 'extension' });

export const openAPISpecExtensions = {
  getLatestOpenAPISpecVersion: extensions.get(`${one}/versions/latest`, {
    summary: 'Get the newest version that could be read, with the address of its text',
    access: { on: 'organization', right: 'view' },
    result: ref<OpenAPISpecVersion>('OpenAPISpecVersion'),
  }),
};
