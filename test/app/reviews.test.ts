import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everybody, publishPages, type Json, type ServiceFixture, type Who } from '../service/fixture.ts';
import { aServiceWithApp, signedIn } from './visitor.ts';

let fixture: ServiceFixture;
let space: string;
let page: string;
let number: number;

beforeEach(async () => {
  fixture = aServiceWithApp();
  space = fixture.newSpace('Guides');
  await publishPages(fixture, space, '# Welcome\n');
  [{ id: page }] = (await fixture.ok(`GET /spaces/${space}/content/pages`)).pages;
  ({ number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Tides' }, 'edit'));
  await write('Low water.');
});
afterEach(() => fixture.close());

const at = (): string => `/spaces/${space}/change-requests/${number}`;
const path = (): string => `/app/spaces/${space}/~/changes/${number}`;
const write = (words: string) =>
  fixture.ok(
    `POST ${at()}/content`,
    { changes: [{ type: 'update_page', page, document: { markdown: `# Welcome\n\n${words}\n` } }] },
    'edit',
  );
/** The part of a change request's page that is about reviews, as text. */
async function shown(who: Who): Promise<string> {
  const { html } = await (await signedIn(fixture, who)).get(path());
  const part = /<section[^>]* id="reviews"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  return part
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
const reviews = async (): Promise<Json[]> => (await fixture.ok(`GET ${at()}/reviews`)).items as Json[];

describe('reviews of a change request', () => {
  it('can be asked of a person, who finds the request on the start page and answers with a comment', async () => {
    const author = await signedIn(fixture, 'edit');
    expect(await shown('edit')).toContain('Nobody was asked, and nobody answered.');
    const asking = await author.post(path(), { do: 'ask-person', person: fixture.users.review });
    expect(asking.location).toBe(path());
    expect((await author.get(path())).html).toContain('review is asked for a review.');
    expect(await shown('edit')).toContain('review has not answered · asked by edit');

    const reviewer = await signedIn(fixture, 'review');
    const home = (await reviewer.get('/app')).html;
    expect(home).toMatch(/You are asked for a review<\/h2>[^]*Tides/);
    expect(home.match(/>Tides</g)).toHaveLength(1);
    const { html } = await reviewer.get(path());
    expect(html).toMatch(/<details class="fold" open><summary>Your review/);
    await reviewer.post(path(), { do: 'review', verdict: 'changes-requested', text: 'Which\r\n*pilots*?' });

    expect(await reviews()).toMatchObject([
      { status: 'changes-requested', comment: { body: { markdown: 'Which\n*pilots*?' } } },
    ]);
    expect(await shown('edit')).toContain('review asks for changes just now');
    expect((await author.get(path())).html).toMatch(
      /<span class="state">review<\/span>[^]*<em>pilots<\/em>\?/,
    );
    expect((await reviewer.get('/app')).html).not.toContain('You are asked for a review');
  });

  it('are shown as being about an earlier state when the request has changed since, and can be asked for again', async () => {
    const reviewer = await signedIn(fixture, 'review');
    await reviewer.post(path(), { do: 'review', verdict: 'approved', text: '' });
    expect(await shown('edit')).toContain('review approves just now');
    await write('High water.');
    expect(await shown('edit')).toContain('review approves just now · it has changed since');
    expect(await shown('edit')).toContain('review (again)');
    await (await signedIn(fixture, 'edit')).post(path(), { do: 'ask-person', person: fixture.users.review });

    expect(await shown('edit')).not.toContain('approves');
    expect(await shown('edit')).toContain('review has not answered');
  });

  it('can be taken back, and end with the request', async () => {
    const author = await signedIn(fixture, 'edit');
    await author.post(path(), { do: 'ask-person', person: fixture.users.review });
    await author.post(path(), { do: 'unask-person', person: fixture.users.review });
    expect(await shown('edit')).toContain('Nobody was asked');
    await fixture.ok(`POST ${at()}/merge`);

    expect(await shown('review')).not.toContain('Your review');
    expect(await shown('review')).not.toContain('Ask somebody');
  });

  it('offer everybody who may comment, except oneself and the author', async () => {
    expect(await shown('edit')).toContain('Choose a person admin comment create review Ask for this review');
    expect(await shown('admin')).toContain('Choose a person comment create review Ask for this review');
  });

  it('show each person the buttons that the interface lets them press, and refuse the others', async () => {
    for (const who of everybody.filter((each) => each !== 'guest' && each !== 'stranger')) {
      const visitor = await signedIn(fixture, who);
      const { html } = await visitor.get(path());
      const buttons = [html.includes('value="ask-person"'), html.includes('value="review"')];
      const asking = await visitor.post(path(), { do: 'ask-person', person: fixture.users.create });
      const taking = await visitor.post(path(), { do: 'unask-person', person: fixture.users.create });
      const answering = await visitor.post(path(), { do: 'review', verdict: 'approved' });
      const allowed = [asking.status, taking.status, answering.status].map((status) => status === 303);
      expect([who, ...allowed]).toEqual([who, buttons[0], buttons[0], buttons[1]]);
    }
    for (const who of ['guest', 'stranger'] as const)
      expect(
        (await (await signedIn(fixture, who)).post(path(), { do: 'review', verdict: 'approved' })).status,
      ).toBe(404);
  });

  it('take no form without the session’s token, from elsewhere, or without a verdict', async () => {
    const reviewer = await signedIn(fixture, 'review');
    const form = { do: 'review', verdict: 'approved' };
    expect((await reviewer.post(path(), { ...form, 'form-token': 'x' })).status).toBe(403);
    expect((await reviewer.post(path(), form, { origin: 'http://docs.test' })).status).toBe(403);
    expect((await reviewer.post(path(), { do: 'review', verdict: 'perhaps' })).status).toBe(400);
    expect((await reviewer.post(path(), { do: 'ask-person', person: fixture.users.stranger })).status).toBe(
      404,
    );

    expect(await reviews()).toEqual([]);
  });
});

describe('the start page', () => {
  it('leaves out what the person may not read, even after an earlier request for a review', async () => {
    await (await signedIn(fixture, 'edit')).post(path(), { do: 'ask-person', person: fixture.users.review });
    await fixture.ok(`PATCH /spaces/${space}`, { defaultLevel: null });

    expect((await (await signedIn(fixture, 'review')).get('/app')).html).not.toContain('Tides');
  });

  it('lists other people’s open requests for a reviewer, and one’s own drafts', async () => {
    expect((await (await signedIn(fixture, 'edit')).get('/app')).html).toMatch(/Yours<\/h2>[^]*Tides/);
    expect((await (await signedIn(fixture, 'review')).get('/app')).html).not.toContain('Tides');
    await fixture.ok(`PATCH ${at()}`, { status: 'open' });

    expect((await (await signedIn(fixture, 'review')).get('/app')).html).toMatch(/To review<\/h2>[^]*Tides/);
    expect((await (await signedIn(fixture, 'comment')).get('/app')).html).not.toContain('Tides');
  });
});
