import { describe, expect, it } from 'vitest';
import { apiCallOf } from '../../src/cli/commands/api-call.ts';

const call = (operation: string, rest: string[] = [], fields: string[] = []) =>
  apiCallOf({ operation, rest, fields }, (path) => `text of ${path}`);

describe('an operation on the command line', () => {
  it('is found by its name, with parameters by name or in order', () => {
    const wanted = { operation: 'getSpaceById', params: { spaceId: 'abc' }, query: {}, body: undefined };

    expect(call('getSpaceById', ['spaceId=abc'])).toEqual(wanted);
    expect(call('getSpaceById', ['abc'])).toEqual(wanted);
  });

  it('is found by method and path, with or without /v1, and takes the query of the path', () => {
    expect(call('get', ['/spaces/abc/change-requests?status=draft'])).toEqual({
      operation: 'listChangeRequestsForSpace',
      params: { spaceId: 'abc' },
      query: { status: 'draft' },
      body: undefined,
    });
    expect(call('GET', ['v1/orgs'])).toMatchObject({ operation: 'listOrganizationsForAuthenticatedUser' });
  });

  it('puts fields where the operation wants them', () => {
    expect(call('PATCH', ['/spaces/abc'], ['title=New', 'emoji:="1f600"'])).toMatchObject({
      body: { title: 'New', emoji: '1f600' },
    });
    expect(call('GET', ['/orgs'], ['limit:=5'])).toMatchObject({ query: { limit: 5 }, body: undefined });
    expect(call('postCommentInSpace', ['abc'], ['body.markdown=@note.md'])).toMatchObject({
      body: { body: { markdown: 'text of note.md' } },
    });
  });

  it('says what is near to an unknown name, and what a path takes', () => {
    expect(() => call('getSpaceByID2')).toThrow('did you mean getSpaceById?');
    expect(() => call('getSpaceById')).toThrow('getSpaceById needs spaceId');
    expect(() => call('PUT', ['/spaces/abc'])).toThrow('no operation answers to PUT /v1/spaces/abc');
    expect(() => call('PATCH', ['/spaces/abc'], ['title'])).toThrow('not of the form name=value');
    expect(() => call('PATCH', ['/spaces/abc'], ['title:=x'])).toThrow('not followed by JSON');
  });
});
