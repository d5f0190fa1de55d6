import type { Json } from './document.ts';
import type { RequestParts } from './request.ts';

/** A request with example values. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: SampleBody | undefined;
}

type SampleBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string }
  /** Fields that are sent like a form with files. */
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [string, string])[] };

export interface CodeSample {
  readonly title: string;
  /** The language's name in code blocks. */
  readonly language: string;
  readonly code: string;
}

/** A placeholder for a key that only the reader has. */
const anyKey = 'YOUR_TOKEN';

export function sampleRequest(parts: RequestParts): SampleRequest {
  const { method, parameters, body, credentials, servers } = parts;
  const path = parts.path.replace(/\{([^}]+)\}/g, (all, name: string) => {
    const example = parameters.find((each) => each.place === 'path' && each.name === name)?.example;
    return example === undefined || example === 'text' || typeof example === 'object'
      ? all
      : encodeURIComponent(shown(example));
  });
  const required = (place: string): (readonly [string, string])[] =>
    parameters
      .filter((each) => each.place === place && each.required)
      .map((each) => [each.name, shown(each.example)] as const);
  const keys = (place: string): (readonly [string, string])[] =>
    credentials
      .filter((each) => each.place === place)
      .map(({ name, prefix }) => [name, `${prefix}${anyKey}`] as const);
  const query = [...required('query'), ...keys('query')]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const sent = body?.example === undefined ? undefined : sampleBody(body.type, body.example);
  return {
    method,
    url: `${servers[0] ?? ''}${path}${query === '' ? '' : `?${query}`}`,
    headers: [
      ...keys('header'),
      ...required('header'),
      ...(sent === undefined || sent.kind === 'fields' ? [] : [['Content-Type', body?.type ?? ''] as const]),
    ],
    body: sent,
  };
}

/** An example of a body, written in the format of its media type. */
export function sampleBody(type: string, example: Json): SampleBody {
  if (type.includes('json') || !/^(?:application\/x-www|multipart\/)/.test(type))
    return typeof example === 'string' && !type.includes('json')
      ? { kind: 'text', text: example }
      : { kind: 'json', value: example };
  const fields =
    typeof example === 'object' && example !== null && !Array.isArray(example)
      ? Object.entries(example).map(([name, value]) => [name, shownWhole(value)] as const)
      : [];
  if (type.startsWith('multipart/')) return { kind: 'fields', fields };
  return { kind: 'text', text: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString() };
}

function shown(value: Json | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

function shownWhole(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The request in five languages; a request with form fields only for the shell. */
export function codeSamples(request: SampleRequest): CodeSample[] {
  const shell: CodeSample = { title: 'cURL', language: 'shellscript', code: curl(request) };
  if (request.body?.kind === 'fields') return [shell];
  return [
    shell,
    { title: 'JavaScript', language: 'javascript', code: javascript(request) },
    { title: 'Python', language: 'python', code: python(request) },
    { title: 'Go', language: 'go', code: goSample(request) },
    { title: 'Java', language: 'java', code: java(request) },
  ];
}

function curl({ method, url, headers, body }: SampleRequest): string {
  const quoted = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;
  const lines = [`curl -X ${method} ${quoted(url)}`];
  for (const [name, value] of headers) lines.push(`  -H ${quoted(`${name}: ${value}`)}`);
  if (body?.kind === 'fields')
    for (const [name, value] of body.fields) lines.push(`  -F ${quoted(`${name}=${value}`)}`);
  else if (body) lines.push(`  -d ${quoted(textOf(body))}`);
  return lines.join(' \\\n');
}

function textOf(body: Exclude<SampleBody, { kind: 'fields' }>): string {
  return body.kind === 'text' ? body.text : JSON.stringify(body.value, null, 2);
}

function javascript({ method, url, headers, body }: SampleRequest): string {
  const lines = [`const response = await fetch(${JSON.stringify(url)}, {`, `  method: "${method}",`];
  if (headers.length > 0)
    lines.push(
      '  headers: {',
      ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
      '  },',
    );
  if (body?.kind === 'json')
    lines.push(`  body: JSON.stringify(${indented(JSON.stringify(body.value, null, 2), '  ')}),`);
  else if (body?.kind === 'text') lines.push(`  body: ${JSON.stringify(body.text)},`);
  return [...lines, '});', 'console.log(response.status, await response.text());'].join('\n');
}

function python({ method, url, headers, body }: SampleRequest): string {
  const lines = ['import requests', '', 'response = requests.request(', `    "${method}",`];
  lines.push(`    ${JSON.stringify(url)},`);
  const named = body?.kind === 'json' ? headers.filter(([name]) => name !== 'Content-Type') : headers;
  if (named.length > 0)
    lines.push(
      '    headers={',
      ...named.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
      '    },',
    );
  if (body?.kind === 'json') lines.push(`    json=${indented(pythonValue(body.value), '    ')},`);
  else if (body?.kind === 'text') lines.push(`    data=${JSON.stringify(body.text)},`);
  return [...lines, ')', 'print(response.status_code, response.text)'].join('\n');
}

/** A value as Python writes it. */
function pythonValue(value: Json, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', (value as readonly Json[]).map((each) => pythonValue(each, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, inner)}`),
      ];
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`;
}

function goSample({ method, url, headers, body }: SampleRequest): string {
  const text = body === undefined || body.kind === 'fields' ? undefined : textOf(body);
  const written =
    text === undefined
      ? 'nil'
      : `strings.NewReader(${text.includes('`') || text.includes('\r') ? JSON.stringify(text) : `\`${text}\``})`;
  const imports = ['fmt', 'io', 'net/http', ...(text === undefined ? [] : ['strings'])];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${written})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(
      ([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tbody, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.Status, string(body))',
    '}',
  ].join('\n');
}

function java({ method, url, headers, body }: SampleRequest): string {
  const text = body === undefined || body.kind === 'fields' ? undefined : textOf(body);
  const publisher =
    text === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${javaText(text)})`;
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    '',
    `var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...headers.map(([name, value]) => `    .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    `    .method("${method}", ${publisher})`,
    '    .build();',
    'var response = HttpClient.newHttpClient()',
    '    .send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  ].join('\n');
}

/** A text of several lines as a text block, any other as a string. */
function javaText(text: string): string {
  if (!text.includes('\n')) return JSON.stringify(text);
  const block = text.replace(/\\/g, '\\\\').replace(/"""/g, '\\"""');
  return `"""\n        ${indented(block, '        ')}"""`;
}

function indented(text: string, indent: string): string {
  return text.replace(/\n/g, `\n${indent}`);
}
