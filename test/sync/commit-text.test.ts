import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import {
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
