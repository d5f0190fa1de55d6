import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import {
  authorOf,
  authorOfChangeRequest,
  messageOfChangeRequest,
  messageOfRevision,
  trailersOf,
} from '../../src/sync/mirror/commit-text.ts';
import { tidemarkAt } from '../../src/sync/tidemark.ts';

const hostile =
  'Fix\u001b]0;owned\u0007 it\u009b31m\u202e\u2066\u061c\u200f\u2028\u0085\u007f now\r\nSpace: other';
const anyControl =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function aChangeRequest(): ChangeRequest {
  return {
    subject: hostile,
    number: 7,
    revision: `r1${hostile}`,
    createdBy: { id: `u${hostile}`, displayName: hostile, email: `ada${hostile}@example.com` },
  } as unknown as ChangeRequest;
}

describe('the commit of a revision', () => {
  const message = messageOfRevision(
    { id: 'r1', createdAt: '2024-01-01T00:00:00Z', type: 'merge', mergedFrom: aChangeRequest() },
    { id: 's1', title: hostile },
    false,
  );

  it('[SYNC-27] carries no control character of what people typed, and keeps their words', () => {
    expect(message).not.toMatch(anyControl);
    expect(message.split('\n')[0]).toBe('Fix ]0;owned it 31m now Space: other (#7)');
    expect(messageOfChangeRequest(aChangeRequest(), hostile)).not.toMatch(anyControl);
    expect(
      messageOfRevision({ id: 'r', createdAt: '', type: 'x' }, { id: 's', title: hostile }, true),
    ).not.toMatch(anyControl);
    expect(trailersOf({ message } as never)).toEqual({ space: 's1', revision: 'r1', changeRequest: 7 });
  });

  it('carries none in the names and addresses of people, whoever made the draft', async () => {
    const author = authorOfChangeRequest(aChangeRequest(), '2024-01-01T00:00:00Z');
    expect(`${author.name}${author.email}`).not.toMatch(anyControl);

    const git = new MemoryRepository();
    const raw = { name: hostile, email: `a${hostile}@example.com`, at: 0 };
    const oid = await git.write((writer) =>
      writer.addCommit({
        tree: writer.addTree([]),
        parents: [],
        author: raw,
        committer: tidemarkAt(0),
        message,
      }),
    );
    const { bytes } = await git.readObject(oid);
    expect(Buffer.from(bytes).toString()).not.toMatch(anyControl);
  });
});

describe('what a commit of the mirror says', () => {
  const space = { id: 's1', title: 'Guides' };
  const merged = (subject: string): ChangeRequest =>
    ({
      ...aChangeRequest(),
      subject,
      createdBy: { id: 'u1', displayName: 'Ada ', email: undefined },
    }) as never;
  const origin = { id: 'r1', createdAt: '2026-01-02T03:04:05.000Z', type: 'edits' };

  it.each<[string, string, boolean, ChangeRequest | undefined]>([
    ['Mirror of Guides', 'edits', true, undefined],
    ['Guides: edits', 'edits', false, undefined],
    ['Guides: edits', 'unknown', false, undefined],
    ['Guides: back to an earlier revision', 'rollback', false, undefined],
    ['Guides: update', 'update', false, undefined],
    ['Guides: computed content', 'computed', false, undefined],
    ['Fix it (#7)', 'merge', true, merged('Fix it')],
    ['Fix it (#7)', 'merge', false, merged('Fix it [0123456789-abcdef]')],
    ['No subject (#7)', 'merge', false, merged('')],
  ])('is “%s”', (subject, type, first, mergedFrom) => {
    const number = mergedFrom === undefined ? '' : 'Change-Request: 7\n';
    expect(messageOfRevision({ ...origin, type, mergedFrom }, space, first)).toBe(
      `${subject}\n\nSpace: s1\nRevision: r1\n${number}`,
    );
  });

  it('names a change request by its subject, or by its number', () => {
    const trailers = '\n\nSpace: s1\nRevision: r2\nChange-Request: 7\n';
    const named = (subject: string): string =>
      messageOfChangeRequest({ ...merged(subject), revision: 'r2' }, 's1');
    expect(named('Fix it [0123456789]')).toBe(`Fix it${trailers}`);
    expect(named('')).toBe(`Change request #7${trailers}`);
  });

  it('has the person and the time of the service, and never the time of the reader', () => {
    const at = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(authorOf(origin)).toEqual(tidemarkAt(at));
    expect(authorOf({ ...origin, mergedFrom: merged('x') })).toEqual({
      ...{ name: 'Ada', email: 'u1@users.invalid', at },
    });
    for (const createdAt of ['', 'yesterday', '1969-12-31T23:59:59.000Z'])
      expect(authorOf({ ...origin, createdAt }).at).toBe(0);
    expect(authorOf({ ...origin, createdAt: '1970-01-01T00:00:01.000Z' }).at).toBe(1000);
  });

  it.each<[string, string, object | null]>([
    ['both trailers', 'A\n\nSpace: s\nRevision: r\n', { space: 's', revision: 'r' }],
    ['no space', 'A\n\nRevision: r\n', null],
    ['no revision', 'A\n\nSpace: s\n', null],
    ['its trailers before the last paragraph', 'A\n\nSpace: s\nRevision: r\n\nThe end.\n', null],
    ['nothing', '', null],
    ['empty lines at its end', 'A\n\nSpace: s\nRevision: r\n\n', { space: 's', revision: 'r' }],
    [
      'a number',
      'A\n\nSpace: s\nRevision: r\nChange-Request: 7',
      { space: 's', revision: 'r', changeRequest: 7 },
    ],
    ['the number zero', 'A\n\nSpace: s\nRevision: r\nChange-Request: 0', { space: 's', revision: 'r' }],
    ['a part of a number', 'A\n\nSpace: s\nRevision: r\nChange-Request: 1.5', { space: 's', revision: 'r' }],
    [
      'words in place of a number',
      'A\n\nSpace: s\nRevision: r\nChange-Request: x',
      { space: 's', revision: 'r' },
    ],
    [
      'other lines between',
      'A\n\nSpace: s\nsee Space: t\nrevision: q\nRevision: r r',
      { space: 's', revision: 'r r' },
    ],
  ])('is read from a message with %s', (_what, message, trailers) => {
    expect(trailersOf({ message } as never)).toEqual(trailers);
  });
});
