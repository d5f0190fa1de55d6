import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { codeSamples, sampleRequest } from '../../src/site/openapi/code-samples.ts';
import { readOpenApi } from '../../src/site/openapi/document.ts';
import { requestParts } from '../../src/site/openapi/request.ts';
import { aContext, body } from './body-fixture.ts';

const note = `It's "so": \`a\` \\ """ $HOME`;
const spec = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  servers: [
    {
      url: 'https://{region}.example.com/v1/',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
    { url: '/v1' },
  ],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/boats/{id}': {
      put: {
        summary: 'Change a boat',
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a b' },
          { name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        requestBody: {
          content: { 'application/json': { example: { note, deck: null, wet: true, sails: [1, 2.5] } } },
        },
        responses: {
          '200': { content: { 'application/json': { example: { id: 'a b' } } } },
          '404': { content: { 'application/json': { examples: { none: { value: { error: 'gone' } } } } } },
        },
      },
      post: {
        summary: 'Send a picture',
        'x-codeSamples': undefined as unknown,
        requestBody: { content: { 'multipart/form-data': { example: { name: 'x', picture: '@a.png' } } } },
        responses: {},
      },
      patch: {
        summary: 'A form',
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { example: { name: 'a b', size: 3 } } },
        },
        responses: {},
      },
    },
  },
};

function samples(method: string): Record<string, string> {
  const document = readOpenApi('boats', JSON.stringify(spec));
  const operation = document.operations.find((each) => each.method === method);
  if (!operation) throw new Error(`no operation ${method}`);
  return Object.fromEntries(
    codeSamples(sampleRequest(requestParts(operation, document.root))).map(({ title, code }) => [
      title,
      code,
    ]),
  );
}

const url = 'https://eu.example.com/v1/boats/a%20b?dry=true';
const sent = { note, deck: null, wet: true, sails: [1, 2.5] };

describe('code samples of an operation', () => {
  it('are in five languages', () => {
    expect(Object.keys(samples('put'))).toEqual(['cURL', 'JavaScript', 'Python', 'Go', 'Java']);
  });

  it('for a shell give curl the address, the headers and the body, whatever signs are in them', () => {
    const given = execFileSync('sh', [
      '-c',
      `curl() { printf '%s\\0' "$@"; }\n${samples('put')['cURL'] ?? ''}`,
    ]);
    const words = given.toString('utf8').split('\0').slice(0, -1);
    expect(words.slice(0, -1)).toEqual([
      '-X',
      'PUT',
      url,
      '-H',
      'X-Key: YOUR_TOKEN',
      '-H',
      'Content-Type: application/json',
      '-d',
    ]);
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(sent);
  });

  it('for JavaScript send the same', () => {
    const script = `const fetch = async (url, options) => (console.log(JSON.stringify([url, options])), { status: 200, text: async () => '' });
${samples('put')['JavaScript'] ?? ''}`;
    const [line = ''] = execFileSync(process.execPath, ['--input-type=module', '-e', script])
      .toString('utf8')
      .split('\n');
    const [address, options] = JSON.parse(line) as [string, { body: string }];
    expect(address).toBe(url);
    expect(options).toMatchObject({ method: 'PUT', headers: { 'X-Key': 'YOUR_TOKEN' } });
    expect(JSON.parse(options.body)).toEqual(sent);
  });

  it('for Python, Go and Java write texts and values as these do', () => {
    const { Python = '', Go = '', Java = '' } = samples('put');
    expect(Python).toContain(`    "${url}",\n    headers={\n        "X-Key": "YOUR_TOKEN",\n    },`);
    expect(Python).toContain(
      `        "note": ${JSON.stringify(note)},\n        "deck": None,\n        "wet": True,`,
    );
    // A text that contains its own end mark is written in another way.
    expect(Go).toContain(`strings.NewReader(${JSON.stringify(JSON.stringify(sent, null, 2))})`);
    expect(Go).toContain('request.Header.Set("X-Key", "YOUR_TOKEN")');
    const block = /ofString\("""\n([\s\S]*?)(?<!\\)"""\)/.exec(Java)?.[1] ?? '';
    const read = block.replace(/^ {8}/gm, '').replace(/\\(.)/g, '$1');
    expect(JSON.parse(read)).toEqual(sent);
  });

  it('send forms as forms', () => {
    expect(samples('patch')['cURL']).toContain(`-d 'name=a+b&size=3'`);
    expect(samples('patch')['Python']).toContain('data="name=a+b&size=3"');
    expect(samples('post')).toEqual({
      cURL: expect.stringContaining(`-F 'name=x' \\\n  -F 'picture=@a.png'`) as string,
    });
  });

  it('appear on the page beside an example of each answer, a document’s own samples first', async () => {
    const show = async (method: string, text = JSON.stringify(spec)): Promise<string> =>
      (
        await body(
          `{% openapi-operation spec="boats" path="/boats/{id}" method="${method}" %}\n{% endopenapi-operation %}`,
          aContext({ spec: () => readOpenApi('boats', text) }),
        )
      ).html;
    const html = await show('put');
    const titles = [...html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, title]) => title);
    expect(titles).toEqual(['cURL', 'JavaScript', 'Python', 'Go', 'Java', '200', '404']);
    expect(html).toContain('gone');
    const post = { ...spec.paths['/boats/{id}'].post, 'x-codeSamples': [{ lang: 'Ruby', source: 'puts 1' }] };
    const own = { ...spec, paths: { '/boats/{id}': { post } } };
    expect(await show('post', JSON.stringify(own))).toMatch(/role="tab"[^>]*>Ruby</);
    expect(await show('post', JSON.stringify(own))).not.toContain('curl');
  });
});
