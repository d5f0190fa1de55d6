import { expect, expectTypeOf, test } from 'vitest';
import type {
  BodyOf,
  ItemOf,
  ListOperationId,
  ParamsOf,
  QueryOf,
  ResultOf,
} from '../../src/contract/index.ts';
import { operationIds, operations, parametersOf } from '../../src/contract/index.ts';
import type { ChangeRequest, Page, Space } from '../../src/contract/index.ts';

test('the types of an operation follow from its row', () => {
  expectTypeOf<ParamsOf<'getSpaceById'>>().toEqualTypeOf<{ spaceId: string }>();
  expectTypeOf<ParamsOf<'getCommentReplyInChangeRequest'>>().toEqualTypeOf<{
    spaceId: string;
    changeRequestId: string;
    commentId: string;
    commentReplyId: string;
  }>();
  expectTypeOf<ResultOf<'getSpaceById'>>().toEqualTypeOf<Space>();
  expectTypeOf<ResultOf<'deleteSpaceById'>>().toEqualTypeOf<undefined>();
  expectTypeOf<BodyOf<'getSpaceById'>>().toEqualTypeOf<undefined>();
  expectTypeOf<BodyOf<'transferSpace'>>().toEqualTypeOf<{ organization: string }>();
  expectTypeOf<BodyOf<'moveSpace'>['parent']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<QueryOf<'listSpaceLinks'>>().toEqualTypeOf<{
    page?: string;
    limit?: number;
    status?: 'ok' | 'broken' | 'in-app';
  }>();
  expectTypeOf<ItemOf<'listChangeRequestsForSpace'>>().toEqualTypeOf<ChangeRequest>();
  expectTypeOf<ResultOf<'listPages'>>().toEqualTypeOf<{ pages: Page[] }>();
  expectTypeOf<'listSpacesInOrganizationById'>().toExtend<ListOperationId>();
  expectTypeOf<'getSpaceById'>().not.toExtend<ListOperationId>();
});

test('an absent field and an undefined one differ', () => {
  const body: BodyOf<'updateCollectionById'> = { title: 'Guides' };
  // @ts-expect-error -- exactOptionalPropertyTypes
  const wrong: BodyOf<'updateCollectionById'> = { title: undefined };

  expect(body).toEqual({ title: 'Guides' });
  expect(wrong).toEqual({});
});

test('every path parameter has a schema, and no two operations share method and path', () => {
  const seen = new Set<string>();
  for (const id of operationIds) {
    const { method, path, params } = operations[id];
    expect(Object.keys((params as unknown as { properties: object }).properties)).toEqual(parametersOf(path));
    expect(seen.has(`${method} ${path}`), id).toBe(false);
    seen.add(`${method} ${path}`);
  }
});
