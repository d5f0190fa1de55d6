/** Every page of the app, over one world with something to show on each page. */
import type { Browser, BrowserContext, Request } from 'playwright-core';
import { differenceParts } from '../../src/app/diff/rendered.ts';
import { fixedCertificate } from '../support/certificate.ts';
import { publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { appOrigin, type Visitor } from './visitor.ts';

export interface AppPage {
  readonly name: string;
  readonly path: string;
  /** The answer's status, where it is not 200. */
  readonly status?: number;
  /** The page is shown to somebody who is not signed in. */
  readonly stranger?: true;
  /** The page looks different in a checkout that was never built, which has no editor. */
  readonly editor?: true;
}

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';
const otherDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFklEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC';

const text = (page: string, markdown: string): object => ({
  type: 'update_page',
  page,
  document: { markdown },
});
const picture = (base64: string): object => ({
  type: 'insert_files',
  files: [{ name: '.gitbook/assets/dot.png', contentType: 'image/png', base64 }],
});

/** The name of the block of a page with exactly these words. */
function blockThatSays(words: string): string {
  return differenceParts('', `<p>${words}</p>`, new Set())[0]?.node ?? '';
}

/** Makes the world, and returns its pages. */
export async function everyPage(fixture: ServiceFixture): Promise<AppPage[]> {
  const { org } = fixture;
  const shelf = await fixture.ok(`POST /orgs/${org}/collections`, { title: 'Products' });
  const space = (await fixture.ok(`POST /orgs/${org}/spaces`, { title: 'Guides', parent: shelf.id }))
    .id as string;
  const pages = (await publishPages(
    fixture,
    space,
    '# Welcome\n\n## First steps\n\nRead [the guide](guide.md), and [what is gone](gone.md).\n\n## Next steps\n\nThe old words.\n',
    '# Guide\n\n{% hint style="info" %}\nListen to *this*.\n{% endhint %}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
    '# Terms\n\nTerms of before.\n',
    '# Old\n\nNobody reads this.\n',
  )) as [string, string, string, string];
  const [welcome, guide, terms, old] = pages;
  const before = (await fixture.ok(`GET /spaces/${space}`)).revision as string;
  const request = async (subject: string, ...changes: object[]): Promise<Json> => {
    const made = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject });
    await fixture.ok(`POST /spaces/${space}/change-requests/${made.id}/content`, { changes });
    return made;
  };
  const merge = async (subject: string, ...changes: object[]): Promise<void> => {
    const { id } = await request(subject, ...changes);
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  };
  const open = await request(
    'Better words',
    text(
      welcome,
      '# Welcome\n\n## First steps\n\nRead [the guide](guide.md), and [nowhere](nowhere.md).\n\n## Next steps\n\nThe new words.\n',
    ),
    { type: 'update_page', page: guide, into: welcome },
    { type: 'insert_page', title: 'Fresh', document: { markdown: 'Something new.' } },
  );
  const inOpen = `/spaces/${space}/change-requests/${open.id}`;
  await fixture.ok(`POST ${inOpen}/requested-reviewers`, { users: [fixture.users.review] });
  await fixture.ok(
    `POST ${inOpen}/reviews`,
    { status: 'changes-requested', comment: { markdown: 'Nearly **there**.' } },
    'review',
  );
  const comment = await fixture.ok(`POST ${inOpen}/comments`, {
    body: { markdown: 'Is *this* right?' },
    page: welcome,
  });
  await fixture.ok(
    `POST ${inOpen}/comments/${comment.id}/replies`,
    { body: { markdown: 'It is.' } },
    'review',
  );
  await fixture.ok(`POST /spaces/${space}/comments`, {
    body: { markdown: 'Who wrote this?' },
    page: welcome,
  });

  const clash = await request(
    'Terms, once more',
    text(terms, '# Terms\n\nTerms of the request.\n'),
    text(old, '# Old\n\nSomebody reads this.\n'),
    picture(dot),
  );
  await merge(
    'Terms of the space',
    text(terms, '# Terms\n\nTerms of the space.\n'),
    { type: 'delete_page', page: old },
    picture(otherDot),
  );
  await fixture.ok(`POST /spaces/${space}/change-requests/${clash.id}/update`);
  const { conflicts } = await fixture.ok(`GET /spaces/${space}/change-requests/${clash.id}/conflicts`);
  const file = (conflicts as Json[]).find(({ kind }) => kind === 'file').id as string;

  const plain = fixture.newSpace('Second manual');
  const empty = fixture.newSpace('Nothing yet');
  const site = await fixture.ok(`POST /orgs/${org}/sites`, { title: 'Docs', spaces: [space] });
  const atSite = `/orgs/${org}/sites/${site.id}`;
  await fixture.ok(`POST ${atSite}/sections`, { spaceId: plain });
  await fixture.ok(`PATCH ${atSite}`, { visibility: 'visitor-auth' });
  await fixture.ok(`POST /orgs/${org}/openapi`, {
    slug: 'pets',
    source: { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}' },
  });
  await fixture.embedded.service.background.idle();
  await fixture.ok('POST /integrations/numbers', {
    ...{
      title: 'Numbers',
      description: 'Counts.',
      scopes: ['space:content:read'],
      script: 'x',
      organization: org,
    },
  });
  const invite = await fixture.ok(`POST /orgs/${org}/link-invites`, { role: 'edit' });

  await fixture.ok(`POST ${inOpen}/comments`, {
    body: { markdown: 'Which *new* words?' },
    ...{ page: welcome, node: blockThatSays('The new words.') },
  });

  const team = await fixture.ok(`PUT /orgs/${org}/teams`, {
    title: 'Writers',
    members: [fixture.users.edit, fixture.users.review],
  });
  await fixture.ok(`PUT /orgs/${org}/teams/${team.id}/members/${fixture.users.review}`, { role: 'owner' });
  await fixture.ok(`POST /spaces/${space}/permissions`, { teams: [team.id], role: 'review' });
  await fixture.ok(`POST /collections/${shelf.id}/permissions`, { teams: [team.id], role: 'edit' });

  await fixture.ok(`PATCH /orgs/${org}`, { emailDomains: ['staff.example'] });
  await fixture.ok(`POST /orgs/${org}/saml`, {
    ...{
      label: 'Staff',
      ssoURL: 'https://id.example/sso',
      entityID: 'https://id.example',
      defaultTeam: team.id,
    },
    certificate: fixedCertificate,
  });

  const at = `/app/spaces/${space}`;
  const change = `${at}/~/changes/${open.number}`;
  const conflict = `${at}/~/changes/${clash.number}`;
  return [
    { name: 'sign-in', path: '/app/sign-in', stranger: true },
    { name: 'home', path: '/app' },
    { name: 'search', path: '/app/search?q=words' },
    { name: 'tokens', path: '/app/tokens' },
    { name: 'organization', path: `/app/o/${org}` },
    { name: 'people', path: `/app/o/${org}/people` },
    { name: 'teams', path: `/app/o/${org}/teams` },
    { name: 'team', path: `/app/o/${org}/teams/${team.id}` },
    { name: 'providers', path: `/app/o/${org}/providers` },
    { name: 'sign-on', path: '/app/sign-in/saml?email=ann%40staff.example', stranger: true },
    { name: 'audit', path: `/app/o/${org}/audit` },
    { name: 'audit-of-space', path: `/app/o/${org}/audit?object=${space}` },
    { name: 'invitation', path: `/app/o/${org}/join/${invite.id}` },
    { name: 'strangers-invitation', path: `/app/o/${org}/join/${invite.id}`, stranger: true },
    { name: 'specification', path: `/app/o/${org}/openapi/pets` },
    { name: 'installation', path: `/app/o/${org}/integrations/numbers` },
    { name: 'integration', path: '/app/integrations/numbers' },
    { name: 'collection', path: `/app/collections/${shelf.id}` },
    { name: 'site', path: `/app/sites/${site.id}` },
    { name: 'site-look', path: `/app/sites/${site.id}/look` },
    { name: 'space', path: at },
    { name: 'page', path: `${at}/guide` },
    { name: 'page-source', path: `${at}/guide?view=source` },
    { name: 'empty-space', path: `/app/spaces/${empty}` },
    { name: 'files', path: `${at}/~/files` },
    { name: 'history', path: `${at}/~/history` },
    { name: 'compare', path: `${at}/~/compare?from=${before}` },
    { name: 'links', path: `${at}/~/links` },
    { name: 'comments', path: `${at}/~/comments` },
    { name: 'edit', path: `${at}/~/edit?page=${guide}`, editor: true },
    { name: 'new-page', path: `${at}/~/new` },
    { name: 'arrange', path: `${at}/~/arrange?page=${guide}` },
    { name: 'revision', path: `${at}/~/revisions/${before}` },
    { name: 'revision-page', path: `${at}/~/revisions/${before}/guide` },
    { name: 'changes', path: `${at}/~/changes?status=draft` },
    { name: 'change', path: change },
    { name: 'change-split', path: `${change}?view=split` },
    { name: 'change-unified', path: `${change}?view=unified` },
    { name: 'changed-page', path: `${change}/~/pages/${welcome}` },
    {
      name: 'changed-page-block',
      path: `${change}/~/pages/${welcome}?block=${blockThatSays('The new words.')}`,
    },
    { name: 'change-links', path: `${change}/~/links` },
    { name: 'change-page', path: `${change}/fresh` },
    { name: 'change-edit', path: `${change}/~/edit?page=${guide}`, editor: true },
    { name: 'change-new-page', path: `${change}/~/new` },
    { name: 'change-arrange', path: `${change}/~/arrange?page=${guide}` },
    { name: 'change-in-conflict', path: conflict },
    { name: 'conflicts', path: `${conflict}/~/conflicts` },
    { name: 'conflict-text', path: `${conflict}/~/fix?page=${terms}` },
    { name: 'conflict-deleted', path: `${conflict}/~/fix?page=${old}` },
    { name: 'conflict-picture', path: `${conflict}/~/fix?file=${file}` },
    { name: 'conflict-decided', path: `${conflict}/~/fix?page=${welcome}` },
    { name: 'not-found', path: `${at}/nowhere`, status: 404 },
  ];
}

/**
 * A browser's context in which the app and the service's files answer from this process. Their clock does not move, so that a page always
 * shows the same. With `visitor`, somebody is signed in.
 */
export async function contextOver(
  browser: Browser,
  fixture: ServiceFixture,
  { visitor, ...options }: { visitor?: Visitor } & NonNullable<Parameters<Browser['newContext']>[0]>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  const cookie = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const origin of [appOrigin, 'http://docs.test'])
    await context.route(`${origin}/**`, async (route) => {
      const { host, pathname, search } = new URL(route.request().url());
      // A stream would never end in this test.
      if (pathname === '/app/live') return route.fulfill({ status: 204 });
      const { method, sent } = await asSent(route.request());
      const answer = await fixture.embedded.app.inject({
        method,
        url: pathname + search,
        headers: { ...sent.headers, host, ...(cookie === '' ? {} : { cookie }) },
        ...sent.payload,
      });
      const { location } = answer.headers;
      // A form that was sent is not sent again.
      if (location !== undefined && method === 'POST')
        return route.fulfill({ status: 200, headers: { refresh: `0;url=${location}` }, body: '' });
      if (location !== undefined) {
        const target = new URL(location, route.request().url());
        const end = await fixture.embedded.app.inject({
          method: 'GET',
          url: target.pathname + target.search,
          headers: { host: target.host },
        });
        return route.fulfill({ status: end.statusCode, headers: plain(end.headers), body: end.rawPayload });
      }
      return route.fulfill({
        status: answer.statusCode,
        headers: plain(answer.headers),
        body: answer.rawPayload,
      });
    });
  return context;
}

async function asSent(request: Request) {
  const given = await request.allHeaders();
  const names = ['accept', 'content-type', 'origin', 'sec-fetch-site', 'sec-fetch-mode'];
  const headers = Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  const body = request.postDataBuffer();
  return {
    method: request.method() as 'GET' | 'POST',
    sent: { headers, payload: body === null ? {} : { payload: body } },
  };
}

function plain(
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
