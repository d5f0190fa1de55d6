import { element, type BodyNode } from '../html/nodes.ts';
import { sampleBody } from './code-samples.ts';
import type { Json } from './document.ts';
import type { OperationScope } from './operation-view.ts';
import type { RequestParts } from './request.ts';

/** Headers that a page cannot set. */
const closedHeaders =
  /^(?:accept-encoding|connection|content-length|cookie|date|dnt|expect|host|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/**
 * A plain form in which a reader fills in a request; `try-it.js` sends the request and shows the answer. Without scripts, the form
 * is hidden. Null when no server has an address that a page can reach.
 */
export function tryItView(parts: RequestParts, scope: OperationScope): BodyNode | null {
  const servers = parts.servers.filter((server) => serverUrl(server) !== undefined);
  if (servers.length === 0) return null;
  const { texts } = scope;
  const sent = parts.body?.example === undefined ? undefined : bodyText(parts.body.type, parts.body.example);
  const fields = parts.parameters.filter(
    ({ place, name }) =>
      place === 'path' || place === 'query' || (place === 'header' && !closedHeaders.test(name)),
  );
  scope.tried(servers.flatMap((server) => serverUrl(server)?.origin ?? []));
  return element(
    'details',
    { class: 'try-it', 'data-search': 'off' },
    element('summary', {}, texts.tryIt),
    element(
      'form',
      {
        autocomplete: 'off',
        'data-method': parts.method,
        'data-path': parts.path,
        'data-type': parts.body?.type,
        'data-no-answer': texts.noAnswer,
      },
      serverField(servers, texts.server),
      parts.credentials.map(({ place, name, prefix }) =>
        inputField(name, {
          place,
          prefix,
          type: 'password',
          label: `${texts.authorization}: ${prefix === '' ? name : prefix.trim()}`,
        }),
      ),
      fields.map(({ name, place, required, example }) =>
        inputField(name, {
          place,
          prefix: '',
          type: 'text',
          label: name,
          required: required && place !== 'header',
          value: required && example !== 'text' ? plain(example) : '',
        }),
      ),
      parts.body === undefined
        ? null
        : element(
            'label',
            {},
            `${texts.requestBody} (${parts.body.type})`,
            element('textarea', { name: 'body', rows: '8', spellcheck: 'false' }, sent ?? ''),
          ),
      element('p', { class: 'try-it-note' }, texts.tryItNote),
      element('button', { type: 'submit', class: 'button primary' }, texts.send),
      element('div', { class: 'try-it-answer', role: 'status', 'aria-label': texts.response }),
    ),
  );
}

function serverField(servers: readonly string[], label: string): BodyNode {
  return element(
    'label',
    {},
    label,
    element(
      'select',
      { name: 'server' },
      servers.map((server) => element('option', { value: server }, server === '' ? '/' : server)),
    ),
  );
}

interface Field {
  readonly place: string;
  readonly prefix: string;
  readonly type: string;
  readonly label: string;
  readonly required?: boolean;
  readonly value?: string;
}

function inputField(name: string, { place, prefix, type, label, required, value }: Field): BodyNode {
  return element(
    'label',
    {},
    label,
    element('input', {
      type,
      name,
      'data-place': place,
      'data-prefix': prefix === '' ? undefined : prefix,
      required: required === true ? true : undefined,
      value: value === '' ? undefined : value,
      // Browsers fill in a saved password where this says `off`, and miss a user name where it says `new-password`.
      autocomplete: type === 'password' ? 'one-time-code' : 'off',
      spellcheck: 'false',
    }),
  );
}

function bodyText(type: string, example: Json): string {
  const body = sampleBody(type, example);
  if (body.kind === 'fields') return '';
  return body.kind === 'text' ? body.text : JSON.stringify(body.value, null, 2);
}

function plain(value: Json | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

/**
 * A server that a page can reach, with the origin that the policy must allow; without an origin for a server on the site itself.
 */
export function serverUrl(server: string): { readonly origin: string | undefined } | undefined {
  if (server.startsWith('/') && !server.startsWith('//')) return { origin: undefined };
  try {
    const { protocol, origin, hostname } = new URL(server);
    if (server.includes('{')) return undefined;
    const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback) ? { origin } : undefined;
  } catch {
    return undefined;
  }
}
