import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { hostileValues, placesIn, replaced, type Json } from '../support/hostile-answers.ts';
import type { Kind, Verdict } from './kind.ts';
import { jsonLie, LyingService, type Seen, type ServiceLie } from './lying-service.ts';
import { answerOf, type Answer, type Lie } from './lying-proxy.ts';

const spaces = 160;
/** So many that the guard against deletions holds when all of them are gone. */
const pages = 6;
/** Each lie at each place would take minutes: places take turns, and those of identities get all. */
const everyOther = 5;
/** Most of these wait for a service that says nothing. */
const aloneAtATime = 12;

/** Answers of a service that hates its clients: to what they read of a space, on the wire, and in the list of spaces. */
export const hostileService: Kind = {
  name: 'hostile service',
  missing: null,
  play: async (ground) => {
    const service = await LyingService.open(ground, { spaces, pages });
    const parts = await Promise.all([
      service.playAlone(liesOnTheWire, aloneAtATime),
      playValues(service),
      service.playOnLists(liesInLists(), 1),
    ]);
    return parts.flat();
  },
};

async function playValues(service: LyingService): Promise<Verdict[]> {
  const lies = liesInValues(service.honest);
  const verdicts: Verdict[] = [];
  for (let at = 0; at < lies.length; at += spaces)
    verdicts.push(...(await service.play(lies.slice(at, at + spaces))));
  const about = lies.filter(({ operation }) => operation === 'getRevisionById').slice(0, spaces);
  verdicts.push(...(await service.play(about, { later: true, judge: keepsPages })));
  return verdicts;
}

function liesInValues(honest: ReadonlyMap<string, Json>): ServiceLie[] {
  const operations = ['getSpaceById', 'getRevisionById', 'getPageInRevisionById'];
  return operations.flatMap((operation) => {
    const value = honest.get(operation);
    if (value === undefined) throw new Error(`The honest run never asked for ${operation}.`);
    return placesIn(value).flatMap((place) =>
      hostileValues.flatMap(([name, by], index): ServiceLie[] => {
        const always =
          place.join('/') === 'id' || /^(?:pages|files)(?:\/0(?:\/id)?)?$/u.test(place.join('/'));
        if (!always && (index + place.join('').length) % everyOther !== 0) return [];
        const vector = `${operation}: ${name} at /${place.join('/')}`;
        return [{ vector, operation, say: jsonLie((answer) => replaced(answer, place, by)) }];
      }),
    );
  });
}

/** One page may go, as the service says that it is gone; the others are held. */
function keepsPages({ files, before }: Seen): string | null {
  const gone = before.filter((path) => path.endsWith('.md') && !files.includes(path));
  const added = files.filter((path) => !before.includes(path));
  return gone.length > added.length + 1 ? `The mirror lost ${gone.join(', ')}.` : null;
}

const json = { 'content-type': 'application/json' };
let bomb: Buffer | undefined;
const zeros = (): Buffer => (bomb ??= gzipSync(Buffer.alloc(256 * 1024 * 1024, ' ')));

function wire(
  vector: string,
  say: (honest: Answer, catcher: string) => Lie,
  operation = 'getSpaceById',
): ServiceLie {
  return { vector: `${operation}: ${vector}`, operation, say };
}

/** Writes until the client has had enough, and at most for some time. */
function endless(response: ServerResponse, start: string, part: string): void {
  response.writeHead(200, json).write(start);
  const more = (): void => {
    while (!response.destroyed && response.write(part.repeat(4096)));
  };
  response.on('drain', more);
  more();
}

const depth = 100_000;

const liesOnTheWire: readonly ServiceLie[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    wire(`a redirect ${status} to another origin`, (_, catcher) =>
      answerOf(status, { location: `${catcher}/x` }),
    ),
  ),
  wire('a redirect without a scheme', (_, catcher) =>
    answerOf(302, { location: catcher.replace('http:', '') }),
  ),
  wire('a redirect to a file', () => answerOf(302, { location: 'file:///etc/passwd' })),
  wire(
    'a redirect of the revision',
    (_, catcher) => answerOf(307, { location: `${catcher}/x` }),
    'getRevisionById',
  ),
  wire(
    'a redirect of a page',
    (_, catcher) => answerOf(307, { location: `${catcher}/x` }),
    'getPageInRevisionById',
  ),
  wire('a redirect of a file', (_, catcher) => answerOf(302, { location: `${catcher}/x` }), 'a file'),
  wire('a bomb of gzip', () => answerOf(200, { ...json, 'content-encoding': 'gzip' }, zeros())),
  wire('a bomb of gzip in gzip', () =>
    answerOf(200, { ...json, 'content-encoding': 'gzip, gzip' }, gzipSync(zeros())),
  ),
  wire('many codings', () =>
    answerOf(200, { ...json, 'content-encoding': Array(500).fill('gzip').join(', ') }, 'x'),
  ),
  wire('a coding that is none', () => answerOf(200, { ...json, 'content-encoding': 'br' }, 'not brotli')),
  wire('an endless text', () => (response) => endless(response, '{"id":"', 'x')),
  wire('an endless list', () => (response) => endless(response, '{"items":[', 'null,')),
  wire(
    'a page without an end',
    () => (response) => endless(response, '{"markdown":"', 'x'),
    'getPageInRevisionById',
  ),
  wire('a file without an end', () => (response) => endless(response, '', 'x'), 'a file'),
  wire('a body that is cut', (honest) => (response) => {
    response.writeHead(200, { ...json, 'content-length': honest.body.length });
    response.write(honest.body.subarray(0, 20), () => response.destroy());
  }),
  wire('headers without a body', () => (response) => void response.writeHead(200, json).write('{')),
  wire('nothing at all', () => () => undefined),
  wire('bytes that are no HTTP', () => (response) => {
    response.socket?.end('\u0000\u0001SSH-2.0\r\n\r\n');
  }),
  wire('two lengths', () => (response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}');
  }),
  wire('a megabyte of headers', () => (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1024 * 1024)}\r\nContent-Length: 2\r\n\r\n{}`,
    );
  }),
  wire('a page of HTML', () => answerOf(200, { 'content-type': 'text/html' }, '<!doctype html>Sign in')),
  wire('lists in lists', () => answerOf(200, json, `${'['.repeat(depth)}${']'.repeat(depth)}`)),
  wire('objects in objects', () => answerOf(200, json, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  wire(
    'pages in pages',
    (honest) => {
      const page = '{"id":"x","title":"x","type":"group","kind":"group","slug":"x","path":"x","pages":[';
      const value = JSON.parse(honest.body.toString()) as Record<string, unknown>;
      const nested = `${page.repeat(20_000)}${']}'.repeat(20_000)}`;
      return answerOf(
        200,
        json,
        JSON.stringify({ ...value, pages: 'HERE' }).replace('"HERE"', `[${nested}]`),
      );
    },
    'getRevisionById',
  ),
  wire('__proto__', (honest) =>
    answerOf(
      200,
      json,
      honest.body.toString().replace('{', '{"__proto__":{"id":"x","pages":[]},"constructor":null,'),
    ),
  ),
  wire('bytes that are no UTF-8', () =>
    answerOf(200, json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  ),
  wire('no content', () => answerOf(204, {})),
  wire('a part of the content', (honest) => ({ ...honest, status: 206 })),
  wire('not modified', () => answerOf(304, {})),
  // A 401 is left out: it is about the token, and rightly ends the run.
  ...[403, 404, 410, 418, 500].map((status) =>
    wire(`a refusal ${status} that is not JSON`, () =>
      answerOf(status, { 'content-type': 'text/plain' }, '<x>\u001b]0;x\u0007'),
    ),
  ),
  wire(
    'the address of a file elsewhere',
    (honest, catcher) => ({
      ...honest,
      body: Buffer.from(
        honest.body.toString().replaceAll(/"downloadURL":"[^"]*"/gu, `"downloadURL":"${catcher}/file"`),
      ),
    }),
    'getRevisionById',
  ),
  ...[
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]:22/',
    'javascript:1',
    '',
  ].map((url) =>
    wire(
      `the address of a file ${url}`,
      (honest) => ({
        ...honest,
        body: Buffer.from(
          honest.body.toString().replaceAll(/"downloadURL":"[^"]*"/gu, `"downloadURL":"${url}"`),
        ),
      }),
      'getRevisionById',
    ),
  ),
];

/** Lies in the list of spaces concern everything: each has a run of its own, which says what is wrong. */
function liesInLists(): ServiceLie[] {
  const places = [[], ['items'], ['items', 0], ['items', 0, 'id'], ['items', 0, 'title']];
  return places.flatMap((place, turn) =>
    hostileValues
      .filter((_, index) => (index + turn) % 3 === 0)
      .map(([name, by]): ServiceLie => ({
        vector: `listSpacesInOrganizationById: ${name} at /${place.join('/')}`,
        operation: 'listSpacesInOrganizationById',
        say: jsonLie((value) => replaced(few(value), place, by)),
      })),
  );
}

/** A list with its first two items alone. */
function few(value: Json): Json {
  const { items } = value as { items: Json[] };
  return { ...(value as Record<string, Json>), items: items.slice(0, 2) };
}
