import { webApp } from '../../src/app/index.ts';
import { aService, type ServiceFixture, type Who } from '../service/fixture.ts';

export const appOrigin = 'http://app.test';

export interface Answered {
  readonly status: number;
  readonly html: string;
  readonly bytes: Uint8Array;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Somebody with a browser without scripts: it keeps cookies, and sends forms as the page has them. */
export class Visitor {
  readonly #fixture: ServiceFixture;
  readonly cookies = new Map<string, string>();

  constructor(fixture: ServiceFixture) {
    this.#fixture = fixture;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return this.#send({ method: 'GET', path, headers });
  }

  /** Follows redirects within the app to the page at their end. */
  async open(path: string): Promise<Answered> {
    let answer = await this.get(path);
    for (let hops = 0; answer.location?.startsWith('/') === true && hops < 5; hops += 1)
      answer = await this.get(answer.location);
    return answer;
  }

  /** Sends a form with this session's token, unless the fields have another. */
  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const token = 'form-token' in fields ? fields['form-token'] : await this.token();
    const body = new URLSearchParams({ ...fields, 'form-token': token }).toString();
    return this.#send({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: appOrigin,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body,
    });
  }

  /** Sends a form with files in one of its fields, as a browser does. */
  async sendFiles(
    path: string,
    fields: Readonly<Record<string, string>>,
    files: readonly (readonly [name: string, bytes: Uint8Array])[],
    { accept = 'text/html' }: { readonly accept?: string } = {},
  ): Promise<Answered> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ 'form-token': await this.token(), ...fields }))
      form.set(name, value);
    for (const [name, bytes] of files) form.append('pictures', new Blob([new Uint8Array(bytes)]), name);
    const request = new Request(appOrigin, { method: 'POST', body: form });
    return this.#send({
      method: 'POST',
      path,
      headers: {
        accept,
        'content-type': request.headers.get('content-type') ?? '',
        origin: appOrigin,
        'sec-fetch-site': 'same-origin',
      },
      body: Buffer.from(await request.arrayBuffer()),
    });
  }

  async token(): Promise<string> {
    const { html } = await this.get('/app');
    return /name="form-token" value="([^"]*)"/.exec(html)?.[1] ?? '';
  }

  async signIn(who: Who): Promise<Answered> {
    return this.post('/app/sign-in', { token: this.#fixture.tokens[who], 'form-token': '' });
  }

  async #send(request: {
    method: 'GET' | 'POST';
    path: string;
    headers: Readonly<Record<string, string>>;
    body?: string | Buffer;
  }): Promise<Answered> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#fixture.embedded.app.inject({
      method: request.method,
      url: request.path,
      headers: { host: 'app.test', ...(cookie === '' ? {} : { cookie }), ...request.headers },
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: response.statusCode,
      html: response.body,
      bytes: response.rawPayload,
      location: response.headers.location,
      headers: response.headers,
    };
  }
}

/** A service with the app in front of it. */
export function aServiceWithApp({ rate }: { rate?: number } = {}): ServiceFixture {
  return aService({ web: webApp(), ...(rate === undefined ? {} : { rate }) });
}

/** Somebody who has signed in. */
export async function signedIn(fixture: ServiceFixture, who: Who = 'admin'): Promise<Visitor> {
  const visitor = new Visitor(fixture);
  await visitor.signIn(who);
  return visitor;
}
