import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  definitionProblems,
  definitions,
  findOperation,
  operationIds,
  operations,
  parseBody,
  parseParams,
  parseQuery,
  pathOf,
  printProblem,
  resultProblems,
} from '../../src/contract/index.ts';
import type { DefinitionName, OperationId, Problem } from '../../src/contract/index.ts';

const lines = (parsed: { ok: boolean; problems?: readonly Problem[] }): string[] =>
  (parsed.problems ?? []).map(printProblem);

test('every schema of the table compiles under strict rules', () => {
  for (const name of Object.keys(definitions) as DefinitionName[]) {
    expect(definitionProblems(name, 5).length, name).toBeGreaterThan(0);
  }
  for (const id of operationIds) {
    parseQuery(id, '');
    parseParams(id, {});
    parseBody(id, {});
    resultProblems(id, operations[id].success.status, {});
  }
});

test('all problems of a body are reported together, each with a JSON pointer', () => {
  const parsed = parseBody('createOrganizationCustomField', {
    name: 'UPPER',
    title: 'x'.repeat(101),
    options: [],
    'a/b': 1,
  });

  expect(lines(parsed)).toEqual([
    'body /type: is required',
    'body /a~1b: is not a known field',
    'body /name: must match ^[a-z_\\-0-9]+$',
    'body /title: must have at most 100 characters',
    'body /options: must have at least 1 item',
  ]);
});

test('lengths count code points, not UTF-16 units', () => {
  const whale = '🐳';

  expect(parseBody('createCollection', { title: whale.repeat(50) }).ok).toBe(true);
  expect(lines(parseBody('createCollection', { title: whale.repeat(51) }))).toEqual([
    'body /title: must have at most 50 characters',
  ]);
});

test('text that cannot be stored is refused in every place', () => {
  expect(lines(parseBody('createCollection', { title: 'a\0b' }))).toEqual([
    'body /title: must not contain a NUL character',
  ]);
  expect(lines(parseBody('createCollection', { title: 'a\ud83d' }))).toEqual([
    'body /title: must not contain half of a surrogate pair',
  ]);
  expect(lines(parseBody('updateSpaceCustomFields', { values: { 'a\0': { value: 1 } } }))).toEqual([
    'body /values/a\0: its name must not contain a NUL character',
  ]);
});

test('a union reports the errors of the branch that was meant', () => {
  const changes = [
    { type: 'update_page', page: 'p', at: -1, colour: 'red' },
    { type: 'insert_page' },
    { type: 'rename_page', page: 'p' },
  ];

  expect(lines(parseBody('updateContentInChangeRequest', { changes }))).toEqual([
    'body /changes/0/colour: is not a known field',
    'body /changes/0/at: must be at least 0',
    'body /changes/1/document: is required',
    'body /changes/2/type: must be one of "update_page", "insert_page", "delete_page", "insert_files"',
  ]);
  expect(lines(parseBody('moveSpace', { parent: 5 }))).toEqual(['body /parent: must be a string or null']);
});

test('a union without a branch that was meant says which form comes closest, and what is wrong with that', () => {
  const level = 'an object with "role" or an object with "level"';

  expect(lines(parseBody('updateOrganizationInviteById', { level: 'king' }))).toEqual([
    `body: must be ${level}; an object with "level" comes closest, but /level must be one of "admin", "create", "review", "edit", "comment", "read"`,
  ]);
  expect(lines(parseBody('updateOrganizationInviteById', 5))).toEqual([`body: must be ${level}`]);
  // Whoever wrote `level` did not mean the form that does not know it.
  expect(lines(parseBody('createOrganizationInvite', { level: 'read' }))).toEqual([
    'body: must be an object with at most "role" or an object with "level" and "space" or an object with "level" and "collection"; an object with "level" and "space" comes closest, but /space is required',
  ]);
  expect(lines(parseBody('moveSpace', { position: { before: { space: 's' } } }))).toEqual([
    expect.stringMatching(
      /^body \/position\/before: must be .* an object with "type": "space" and "space" comes closest, but \/position\/before\/type is required$/,
    ),
  ]);
});

test('a union reports what is wrong within a resource that a form refers to', () => {
  expect(lines(parseBody('postCommentInSpace', { body: { document: 5 } }))).toEqual([
    'body /body/document: must be an object',
  ]);
});

test('a union tells only a few of the things that are wrong with a hostile value', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${at}`, at]));

  const [line = ''] = lines(parseBody('updateOrganizationInviteById', many));

  expect(line).toMatch(/and more$/);
  expect(line.length).toBeLessThan(400);
});

describe('a query', () => {
  test.each([
    ['', {}],
    ['?', {}],
    ['?limit=0', { limit: 0 }],
    ['limit=1000&nested=false', { limit: 1000, nested: false }],
    ['page=a%2Bb+c', { page: 'a+b c' }],
  ])('reads %j', (search, value) => {
    expect(parseQuery('listCollectionsInOrganizationById', search)).toEqual({ ok: true, value });
  });

  test.each([
    ['limit=', 'query /limit: must be a whole number, at most 4 digits, without sign or leading zeros'],
    [
      'limit=%2010%20',
      'query /limit: must be a whole number, at most 4 digits, without sign or leading zeros',
    ],
    ['limit=1e3', 'query /limit: must be a whole number, at most 4 digits, without sign or leading zeros'],
    ['limit=0x3e8', 'query /limit: must be a whole number, at most 4 digits, without sign or leading zeros'],
    ['limit=010', 'query /limit: must be a whole number, at most 4 digits, without sign or leading zeros'],
    ['limit=1001', 'query /limit: must be at most 1000'],
    ['limit=5&limit=5', 'query /limit: must not be given twice'],
    ['nested=1', 'query /nested: must be "true" or "false"'],
    ['page=', 'query /page: must not be empty'],
    ['page=%ff', 'query /page: is not valid percent-encoded UTF-8'],
    ['page=%00', 'query /page: must not contain a NUL character'],
    ['colour=red', 'query /colour: is not a known field'],
    ['__proto__=1', 'query /__proto__: is not a known field'],
  ])('refuses %j', (search, problem) => {
    expect(lines(parseQuery('listCollectionsInOrganizationById', search))).toEqual([problem]);
  });

  test('takes a list repeated, with brackets and joined by commas', () => {
    for (const search of [
      'authors=a&authors=b',
      'authors[]=a&authors[]=b',
      'authors=a,b',
      'authors%5B%5D=a%2Cb',
    ]) {
      expect(parseQuery('listCommentsInSpace', search)).toEqual({ ok: true, value: { authors: ['a', 'b'] } });
    }
  });

  test('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (search) => {
        const result = parseQuery('listSites', search);
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
    );
  });
});

describe('a path', () => {
  test('leads to its operation and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...operationIds),
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value !== '.' && value !== '..'),
        (id: OperationId, value) => {
          const names = [...operations[id].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
          const params = Object.fromEntries(names.map((name) => [name, value]));

          const match = findOperation(operations[id].method, pathOf(id, params));

          expect(match).toEqual({ id, params });
        },
      ),
    );
  });

  test('is unknown when it fits no row', () => {
    expect(findOperation('GET', '/v1/nothing')).toBeNull();
    expect(findOperation('PUT', '/v1/orgs')).toBeNull();
    expect(findOperation('GET', '/v1/spaces/%ff')).toBeNull();
    expect(findOperation('GET', '/v1/spaces//content')).toBeNull();
  });

  test('does not accept a relative step as a name', () => {
    expect(lines(parseParams('getIntegrationByName', { integrationName: '..' }))).toEqual([
      'path /integrationName: must not be a relative path',
    ]);
    expect(() => pathOf('getIntegrationByName', { integrationName: '..' })).toThrow(TypeError);
  });
});

describe('a body', () => {
  test('that is missing is reported when it is required, and counts as empty otherwise', () => {
    expect(lines(parseBody('createChangeRequest', undefined))).toEqual(['body: is required']);
    expect(parseBody('createOrganizationInvite', undefined)).toEqual({ ok: true, value: {} });
    expect(parseBody('createChangeRequest', null).ok).toBe(false);
  });

  test('where none is taken is refused unless it is empty', () => {
    expect(parseBody('restoreSpace', undefined).ok).toBe(true);
    expect(parseBody('restoreSpace', {}).ok).toBe(true);
    expect(parseBody('restoreSpace', { a: 1 }).ok).toBe(false);
  });
});

describe('formats', () => {
  const importOf = (url: string): boolean =>
    parseBody('importContentInChangeRequest', { url, source: 'markdown' }).ok;
  const inviteOf = (email: string): boolean => parseBody('inviteUsersToOrganization', { emails: [email] }).ok;
  const emojiOf = (emoji: string): boolean => parseBody('updateSpaceById', { emoji }).ok;

  test.each([
    ['https://example.com/a?b#c', true],
    ['http://[::1]:8080/', true],
    ['example.com/a', false],
    ['https://exa mple.com', false],
    ['https://example.com/\\', false],
    ['', false],
  ])('the address %j is valid: %s', (value, valid) => expect(importOf(value)).toBe(valid));

  test.each([
    ['ada@example.com', true],
    ['a.b+c@sub.example.com', true],
    ['ada@localhost', false],
    ['@example.com', false],
    ['a b@example.com', false],
    ['a@b@example.com', false],
    [`${'a'.repeat(65)}@example.com`, false],
  ])('the e-mail address %j is valid: %s', (value, valid) => expect(inviteOf(value)).toBe(valid));

  test.each([
    ['🐳', true],
    ['👩‍🚀', true],
    ['1f433', true],
    [':whale:', true],
    ['🇪🇺', true],
    ['1f1ea-1f1fa', true],
    ['1F468-200D-1F4BB', true],
    ['2712', true],
    ['3️⃣', true],
    ['33-fe0f-20e3', true],
    ['🐳'.repeat(50), true],
    ['', false],
    ['a whale', false],
    ['whale', false],
    ['🐳 whale', false],
    ['not-an-emoji', false],
    ['5', false],
    ['face', false],
    ['110000', false],
    [':a whale:', false],
    ['::', false],
  ])('the emoji %j is valid: %s', (value, valid) => expect(emojiOf(value)).toBe(valid));

  test('a date that the calendar lacks is not a date', () => {
    const at = (createdAt: string): number =>
      definitionProblems('User', {
        object: 'user',
        id: 'u',
        displayName: 'A',
        urls: { location: 'https://a.test/' },
      }).length +
      definitionProblems('SearchResult', { id: createdAt, title: '', pages: [] }).length +
      definitionProblems('AdaptiveSchema', {
        object: 'site-adaptive-schema',
        jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
        updatedAt: createdAt,
      }).length;

    expect(at('2026-02-28T23:59:59.123Z')).toBe(0);
    expect(at('2026-02-28T23:59:59+02:00')).toBe(0);
    expect(at('2026-02-29T00:00:00Z')).toBe(1);
    expect(at('2026-13-01T00:00:00Z')).toBe(1);
    expect(at('2026-01-01')).toBe(1);
  });
});

test('an answer with an undeclared status, or a body where none belongs, is noticed', () => {
  expect(resultProblems('deleteSpaceById', 204, undefined)).toEqual([]);
  expect(resultProblems('deleteSpaceById', 204, {}).length).toBe(1);
  expect(resultProblems('deleteSpaceById', 202, undefined).length).toBe(1);
  expect(resultProblems('getSpaceById', 404, { error: { code: 404, message: 'no' } })).toEqual([]);
  expect(resultProblems('getSpaceById', 412, { error: { code: 412, message: 'no' } }).length).toBe(1);
});
