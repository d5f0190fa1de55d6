import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveLimits } from '../../src/app/live.ts';
import { publishPages, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Answered, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let reader: Visitor;
let space: string;
let change: { id: string; number: number };

beforeEach(async () => {
  fixture = aServiceWithApp();
  space = fixture.newSpace('Live');
  await publishPages(fixture, space, '# Welcome\n');
  change = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Better' });
  reader = await signedIn(fixture, 'read');
});
afterEach(() => fixture.close());

const request = (): string => `/app/spaces/${space}/~/changes/${change.number}`;
/** The address of a page's event stream. */
async function liveOf(path: string): Promise<string> {
  const { html } = await reader.get(path);
  return (/data-live="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Opens a stream, which has then checked once. */
async function listen(address: string, visitor = reader) {
  let answer: Answered | undefined;
  const done = visitor.get(address).then((given) => (answer = given));
  await turns();
  return {
    done,
    /** The stream's events after some time; undefined while it is still open. */
    after: async (ms: number): Promise<string | undefined> => {
      for (let passed = 0; passed < ms; passed += 1000) {
        await fixture.clock.advance(1000);
        await turns();
      }
      return answer?.html;
    },
  };
}

describe('a page that is open', () => {
  it('hears when somebody changes what it shows, and of nothing else', async () => {
    const stream = await listen(await liveOf(request()));
    await publishPages(fixture, fixture.newSpace('Another'), '# Elsewhere\n');
    expect(await stream.after(3000)).toBeUndefined();
    await fixture.ok(`POST /spaces/${space}/change-requests/${change.id}/comments`, {
      body: { markdown: 'Hm.' },
    });

    expect(await stream.after(1000)).toContain('event: changed\n');
  });

  it.each([
    ['a page', () => `/app/spaces/${space}`],
    ['the list of change requests', () => `/app/spaces/${space}/~/changes`],
    ['the history', () => `/app/spaces/${space}/~/history`],
    ['the comments', () => `/app/spaces/${space}/~/comments`],
    ['a change request', request],
    ['a page of a change request', () => `${request()}/`],
  ])('hears of a merge: %s', async (_, path) => {
    await fixture.ok(`POST /spaces/${space}/change-requests/${change.id}/content`, {
      changes: [{ type: 'insert_page', title: 'New', document: { markdown: 'Words.' } }],
    });
    const stream = await listen(await liveOf(path()));
    await fixture.ok(`POST /spaces/${space}/change-requests/${change.id}/merge`);

    expect(await stream.after(1000)).toContain('event: changed\n');
  });

  it('hears of a review that is asked for and of its answer, on the request and on the start page', async () => {
    const reviewer = await signedIn(fixture, 'review');
    const open = async (path: string): Promise<string> =>
      (/data-live="([^"]+)"/.exec((await reviewer.get(path)).html)?.[1] ?? '').replaceAll('&amp;', '&');
    const at = `/spaces/${space}/change-requests/${change.number}`;
    const streams = [
      await listen(await open('/app'), reviewer),
      await listen(await open(request()), reviewer),
    ];
    await fixture.ok(`POST ${at}/requested-reviewers`, { users: [fixture.users.review] });
    for (const stream of streams) expect(await stream.after(1000)).toContain('event: changed\n');

    const answered = [
      await listen(await open('/app'), reviewer),
      await listen(await open(request()), reviewer),
    ];
    await fixture.ok(`POST ${at}/reviews`, { status: 'approved' }, 'review');
    for (const stream of answered) expect(await stream.after(1000)).toContain('event: changed\n');
  });

  it('hears at once of a change before it began to listen', async () => {
    const address = await liveOf(request());
    await fixture.ok(`PATCH /spaces/${space}/change-requests/${change.id}`, { subject: 'Other words' });

    expect((await reader.get(address)).html).toContain('event: changed\n');
  });

  it('hears nothing more once its person signs out, here or everywhere, or loses the right to see it', async () => {
    const address = await liveOf(request());
    const here = await listen(address);
    await reader.post('/app/sign-out', {});
    expect(await here.after(1000)).toContain('event: ended\n');

    await reader.signIn('read');
    const everywhere = await listen(address);
    await (await signedIn(fixture, 'read')).post('/app/sign-out', { where: 'everywhere' });
    expect(await everywhere.after(1000)).toContain('event: ended\n');

    await reader.signIn('read');
    const removed = await listen(address);
    await fixture.ok(`DELETE /spaces/${space}`);
    expect(await removed.after(1000)).toMatch(/event: ended\n/);
  });

  it('hears nothing that its person may not see, and nothing across sites', async () => {
    const address = await liveOf(request());

    expect((await (await signedIn(fixture, 'stranger')).get(address)).html).toContain('event: ended\n');
    expect((await reader.get(address, { 'sec-fetch-site': 'cross-site' })).status).toBe(204);
    expect((await reader.get(address, { cookie: '' })).status).toBe(204);
  });

  it('is one of a few streams that a session may have open, and makes room when it is left', async () => {
    const address = await liveOf(request());
    const streams = [];
    for (let count = 0; count < liveLimits.session; count += 1) streams.push(await listen(address));

    expect((await reader.get(address)).status).toBe(204);
    await fixture.ok(`PATCH /spaces/${space}/change-requests/${change.id}`, { subject: 'Other words' });
    for (const stream of streams) expect(await stream.after(1000)).toContain('event: changed\n');
    expect((await reader.get(address)).status).toBe(200);
  });

  it('gets a sign of life from time to time, and begins another stream after ten minutes', async () => {
    const stream = await listen(await liveOf(request()));

    const said = await stream.after(11 * 60_000);
    expect(said?.match(/: alive/g)?.length).toBeGreaterThan(20);
    expect(said).toMatch(/^retry: 5000\n/);
    expect(said).not.toContain('event:');
  });

  it('does not keep the service from ending', async () => {
    const stream = await listen(await liveOf(request()));
    await fixture.close();

    expect((await stream.done).html).not.toContain('event: changed');
    fixture = aServiceWithApp();
  });

  it('has no stream for an earlier revision, and none without a sign-in', async () => {
    const { revision } = await fixture.ok(`GET /spaces/${space}`);

    expect(await liveOf(`/app/spaces/${space}/~/revisions/${revision}`)).toBe('');
    expect(await liveOf('/app/search')).toBe('');
  });
});
