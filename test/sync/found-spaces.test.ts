import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { Space } from '../../src/contract/index.ts';
import type { MirrorConfig } from '../../src/sync/config.ts';
import { askedSpaces } from '../../src/sync/mirror/asked-spaces.ts';
import { folderOf } from '../../src/sync/mirror/folders.ts';
import { changeToken, findSpaces } from '../../src/sync/mirror/spaces.ts';
import type { FoundSpace } from '../../src/sync/mirror/spaces.ts';
import type { Remote, Unreadable } from '../../src/sync/remote/port.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';

const space = (id: string, change: Partial<Space> = {}): Space =>
  ({ id, title: id, organization: 'org1', revision: 'r1', ...change }) as Space;
const refused = new AppError('FORBIDDEN', 'This token may not see it');
const outOfReach = new AppError('UNAUTHENTICATED', 'The token is not valid');

interface Service {
  readonly spaces?: Readonly<Record<string, Space | AppError>>;
  readonly organizations?: Readonly<Record<string, readonly Space[] | null | AppError>>;
  readonly collections?: Readonly<Record<string, readonly Space[]>>;
  readonly sites?: Readonly<Record<string, readonly Space[] | AppError>>;
  readonly unreadable?: readonly Unreadable[];
}

/** What a look finds, in the order in which it is told, and the requests that it needed. */
async function look(
  mirror: Partial<MirrorConfig>,
  service: Service,
  given: { readonly known?: readonly string[]; readonly organizationOfSite?: Map<string, string> } = {},
) {
  const asked: string[] = [];
  const answer = <Answer>(
    question: string,
    from: Answer | AppError | undefined,
    other: Answer,
  ): Promise<Answer> => {
    asked.push(question);
    return from instanceof AppError ? Promise.reject(from) : Promise.resolve(from ?? other);
  };
  const { spaces = {}, organizations = {}, collections = {}, sites = {} } = service;
  const unreadable: Unreadable[] = [];
  const remote = {
    space: (id: string) => answer<Space | null>(`space ${id}`, spaces[id], null),
    organizationSpaces: (id: string) => {
      unreadable.push(...(service.unreadable ?? []));
      return answer<readonly Space[] | null>(`organization ${id}`, organizations[id], null);
    },
    organizations: () => answer('organizations', ['org1', 'org2'], []),
    collections: (id: string) =>
      answer(
        `collections of ${id}`,
        Object.keys(collections).map((each) => ({ id: each })),
        [],
      ),
    sites: (id: string) =>
      answer(
        `sites of ${id}`,
        Object.keys(sites).map((each) => ({ id: each.split('/')[1]! })),
        [],
      ),
    collectionSpaces: (id: string) => answer(`collection ${id}`, collections[id], []),
    siteSpaces: (organization: string, id: string) =>
      answer(`site ${organization}/${id}`, sites[`${organization}/${id}`] ?? refused, []),
    takeUnreadable: () => unreadable.splice(0),
  } as unknown as Remote;
  const known = new Map(
    (given.known ?? []).map((id) => [
      id,
      { id, path: `folder-${id}`, title: `The ${id}`, organization: 'org1' },
    ]),
  );
  const found = await findSpaces({
    ...{ remote, known, organizationOfSite: given.organizationOfSite ?? new Map<string, string>() },
    config: { changeRequests: 'open', metadata: false, comments: false, ...mirror },
  });
  return { found, asked };
}

const named = (...ids: readonly string[]): Pick<MirrorConfig, 'spaces'> => ({
  spaces: ids.map((id) => ({ id, path: `at/${id}` })),
});
const seen = (id: string, path: string | null = null): FoundSpace => ({
  seen: true,
  id,
  path,
  space: space(id),
});
const all = (...ids: readonly string[]): Record<string, Space> =>
  Object.fromEntries(ids.map((id) => [id, space(id)]));

describe('spaces that are named', () => {
  it('are asked for one by one where that costs no more than a list', async () => {
    const { found, asked } = await look(named('a'), { spaces: all('a') });
    expect(found).toEqual([seen('a', 'at/a')]);
    expect(asked).toEqual(['space a']);
  });

  it('are looked up in the list of their organization, which the first of them tells', async () => {
    const service = { spaces: all('a', 'b', 'c'), organizations: { org1: [space('b'), space('x')] } };
    const { found, asked } = await look(named('a', 'b', 'c'), service);
    expect(found).toEqual([seen('a', 'at/a'), seen('b', 'at/b'), seen('c', 'at/c')]);
    expect(asked).toEqual(['space a', 'organization org1', 'space c']);
  });

  it('are looked up in the list of an organization that is known', async () => {
    const service = { spaces: all('a', 'b'), organizations: { org1: [space('a'), space('b')] } };
    expect((await look(named('a', 'b'), service, { known: ['b'] })).asked).toEqual(['organization org1']);
  });

  it('are asked for one by one where the list fails, is missing, or names no organization', async () => {
    for (const organizations of [{ org1: refused }, {}]) {
      const { found, asked } = await look(named('a', 'b'), { spaces: all('a', 'b'), organizations });
      expect(found).toEqual([seen('a', 'at/a'), seen('b', 'at/b')]);
      expect(asked).toEqual(['space a', 'organization org1', 'space b']);
    }
    const { found, asked } = await look(named('a', 'b'), { spaces: { a: refused, b: space('b') } });
    expect(found).toEqual([{ seen: false, id: 'a', path: 'at/a', reason: refused }, seen('b', 'at/b')]);
    expect(asked).toEqual(['space a', 'space a', 'space b']);
  });

  it('are told as missing by their titles, where they have one', async () => {
    const { found } = await look(named('a', 'b', 'c'), {}, { known: ['b'] });
    const messages = found.map((each) => (each.seen ? '' : each.reason.message));
    expect(found.map(({ id, path }) => [id, path])).toEqual([
      ...[
        ['a', 'at/a'],
        ['b', 'at/b'],
        ['c', 'at/c'],
      ],
    ]);
    expect(messages.slice(0, 2)).toEqual([
      'The space a does not exist, or this token may not see it',
      'The space The b (b) does not exist, or this token may not see it',
    ]);
    expect(found[0]).toMatchObject({
      reason: {
        code: 'NOT_FOUND',
        hint: 'Its mirror stays as it is. Check the id and the token (`tidemark doctor`), or take the space out of `mirror:`.',
      },
    });
  });

  it('are asked for by themselves where the list could not tell them, and told once', async () => {
    const unreadable = [{ id: 'b', reason: refused }];
    const { found } = await look(named('a', 'b'), {
      ...{ spaces: all('a', 'b'), organizations: { org1: [space('a')] }, unreadable },
    });
    expect(found).toEqual([seen('a', 'at/a'), seen('b', 'at/b')]);
  });

  it('are not told at all where no space could be asked for', async () => {
    await expect(look(named('a', 'b'), { spaces: { a: outOfReach } })).rejects.toBe(outOfReach);
    await expect(
      look(named('a', 'b'), { spaces: all('a'), organizations: { org1: outOfReach } }),
    ).rejects.toBe(outOfReach);
  });

  it('keep their folders where lists show them, too, and no other space that is known is missed', async () => {
    const service = { spaces: all('a'), collections: { col: [space('a'), space('b')] } };
    const both = await look({ ...named('a'), collections: ['col'] }, service, { known: ['a', 'b'] });
    expect(both.found).toEqual([seen('a', 'at/a'), seen('b')]);
    const alone = await look(named('a'), service, { known: ['a', 'z'] });
    expect(alone.found).toEqual([seen('a', 'at/a')]);
  });
});

describe('spaces that are found in lists', () => {
  it('are those of the organization, each once', async () => {
    const service = {
      organizations: { org1: [space('a'), space('b')] },
      collections: { col: [space('b'), space('c')] },
    };
    const { found, asked } = await look({ organization: 'org1', collections: ['col'] }, service);
    expect(found).toEqual([seen('a'), seen('b'), seen('c')]);
    expect(asked).toEqual(['organization org1', 'collection col']);
  });

  it('are those of its collections and sites where it has no list', async () => {
    const service = { collections: { col: [space('a')] }, sites: { 'org1/one': [space('b')] } };
    const { found, asked } = await look({ organization: 'org1' }, service);
    expect(found).toEqual([seen('a'), seen('b')]);
    expect(asked.slice(0, 3)).toEqual(['organization org1', 'collections of org1', 'sites of org1']);
  });

  it('are none where nothing lists them, which is told', async () => {
    await expect(look({ organization: 'org1' }, {})).rejects.toMatchObject({
      code: 'NOT_SUPPORTED_BY_SERVICE',
      message:
        'The service cannot list the spaces of an organization, and no collection and no site of org1 has one: Tidemark mirrors nothing',
      hint: 'Name the spaces under `mirror.spaces`, each with its id (it is in the address of the space in the app).',
    });
    expect((await look({ organization: 'org1' }, { organizations: { org1: [] } })).found).toEqual([]);
  });

  it('are missed where they are known, and told with why they cannot be read', async () => {
    const unreadable = [
      { id: 'b', reason: refused },
      { id: null, reason: refused },
      { id: 'a', reason: refused },
      { id: 'b', reason: outOfReach },
    ];
    const { found } = await look(
      { organization: 'org1' },
      { organizations: { org1: [space('a')] }, unreadable },
      { known: ['a', 'b', 'c'] },
    );

    expect(found).toEqual([
      seen('a'),
      { seen: false, id: 'b', path: 'folder-b', reason: refused },
      { seen: false, id: 'unreadable 2', path: null, reason: refused },
      { seen: false, id: 'c', path: 'folder-c', reason: expect.objectContaining({ code: 'NOT_FOUND' }) },
    ]);
  });
});

describe('the spaces of a site', () => {
  const sites = { 'org2/one': [space('a')] };

  it('are those of the organization that is configured', async () => {
    const { found, asked } = await look(
      { organization: 'org2', sites: ['one'] },
      { organizations: { org2: [] }, sites },
    );
    expect(found).toEqual([seen('a')]);
    expect(asked).toEqual(['organization org2', 'site org2/one']);
  });

  it('are looked for in each organization of the token, and from then on in the right one', async () => {
    const organizationOfSite = new Map<string, string>();
    const first = await look({ sites: ['one'] }, { sites }, { organizationOfSite });
    const second = await look({ sites: ['one'] }, { sites }, { organizationOfSite });

    expect([first.found, second.found]).toEqual([[seen('a')], [seen('a')]]);
    expect(first.asked).toEqual(['organizations', 'site org1/one', 'site org2/one']);
    expect(second.asked).toEqual(['site org2/one']);
  });

  it('are told where no organization has the site, and where one cannot be asked', async () => {
    await expect(look({ sites: ['two'] }, { sites })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No organization of this token has the site two',
      hint: 'Check `mirror.sites` and what the token may see (`tidemark doctor`).',
      data: { last: refused.message },
      cause: refused,
    });
    await expect(look({ sites: ['one'] }, { sites: { 'org1/one': outOfReach } })).rejects.toBe(outOfReach);
  });
});

it.each([
  'revision',
  'updatedAt',
  'changeRequests',
  'changeRequestsOpen',
  'changeRequestsDraft',
  'comments',
  'title',
])('a space with another %s has another token', (field) => {
  expect(changeToken(space('a', { [field]: 'another' }))).not.toBe(changeToken(space('a')));
});

it('a space with another description has the same token', () => {
  expect(changeToken(space('a', { description: 'another' } as never))).toBe(changeToken(space('a')));
});

describe('the folder of a space', () => {
  const found = (id: string, title: string, path: string | null = null): FoundSpace => ({
    ...{ seen: true, id, path },
    space: space(id, { title }),
  });
  const folder = (
    one: FoundSpace,
    {
      record,
      others = [],
      known = [],
    }: { record?: string; others?: FoundSpace[]; known?: [string, string][] } = {},
  ): string =>
    folderOf(
      one,
      record === undefined ? undefined : { path: record },
      [one, ...others],
      new Map(known.map(([id, path]) => [id, { id, path }])),
    );

  it.each([
    ['', '.'],
    ['.', '.'],
    ['guides', 'guides'],
    ['./guides/', 'guides'],
    ['a/b//', 'a/b'],
    ['a./b', 'a./b'],
  ])('is the configured one: %j', (path, is) => {
    expect(folder(found('s1', 'Title', path), { record: 'other' })).toBe(is);
  });

  it('is the one that it had, or else comes from its title', () => {
    expect(folder(found('s1', 'Our Guides'), { record: 'handbook' })).toBe('handbook');
    expect(folder(found('s1', 'Our Guides'))).toBe('our-guides');
    expect(folder({ seen: false, id: 'space-one', path: null, reason: refused })).toBe('space-one');
  });

  it('is never the one of another space, in whatever letters', () => {
    const guides = found('0123456789', 'Guides');
    for (const known of [[['s2', 'guides']], [['s2', 'GUIDES']]] as [string, string][][])
      expect(folder(guides, { known })).toBe('guides-01234567');
    expect(folder(guides, { others: [found('s2', 'Other', 'Guides')] })).toBe('guides-01234567');
    expect(folder(guides, { known: [['0123456789', 'guides']], others: [found('s2', 'Guides')] })).toBe(
      'guides',
    );
  });

  it('may be the one that it is configured to have by another entry of its own', () => {
    expect(folder(found('s1', 'Guides'), { others: [found('s1', 'Guides', 'guides')] })).toBe('guides');
  });
});

describe('the spaces that people ask for', () => {
  const sightings: FoundSpace[] = [
    { ...seen('s1', './guides/'), space: space('s1') } as FoundSpace,
    { seen: true, id: 's2', path: null, space: space('s2', { title: 'Handbook' }) },
    { seen: true, id: 's3', path: null, space: space('s3', { title: 'Handbook' }) },
    { seen: false, id: 's4', path: null, reason: refused },
  ];
  const records = new Map([['s4', { id: 's4', path: 'old' } as SpaceRecord]]);
  const asked = (names?: readonly string[]): string[] => [...askedSpaces(names, sightings, records)];

  it.each<[readonly string[] | undefined, readonly string[]]>([
    [undefined, ['s1', 's2', 's3', 's4']],
    [[], []],
    [['guides'], ['s1']],
    [['./guides/'], ['s1']],
    [['s2'], ['s2']],
    [['handbook'], ['s2']],
    [['handbook-s3'], ['s3']],
    [
      ['old', 's1'],
      ['s1', 's4'],
    ],
  ])('%j are %j', (names, ids) => {
    expect(asked(names)).toEqual(ids);
  });

  it('have to exist, each of them', () => {
    expect(() => asked(['guides', 'handbok'])).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: 'No space has the id or the folder handbok',
        hint: expect.stringContaining('Did you mean handbook?'),
      }),
    );
  });
});
