import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderedDiff } from '../../src/app/diff/rendered.ts';
import { withoutElementNames } from '../../src/app/html.ts';
import { body } from '../site/body-fixture.ts';
import { dangersIn } from '../site/dangers.ts';
import { routes } from '../../src/app/routes.ts';
import { hashOfAllRows } from '../../src/service/index.ts';
import { payloads } from '../site/payloads.ts';
import { everybody, type Json, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** The elements on a whole page of the app that act and do not belong to the app, except its only script and its forms. */
function foreignIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      const value = (name: string): string | undefined =>
        node.attrs.find((each) => each.name === name)?.value;
      if (/^(?:style|iframe|object|embed|base|template|frame|video|audio)$/.test(node.tagName))
        found.push(node.tagName);
      if (node.tagName === 'script' && value('src')?.startsWith('/app/~files/') !== true)
        found.push('script');
      if (node.tagName === 'form' && value('action')?.startsWith('/app/') !== true) found.push('form');
      if (node.attrs.some(({ name }) => /^on|^style$|^srcdoc$|^formaction$/i.test(name)))
        found.push(`${node.tagName} acts`);
      for (const name of ['href', 'src'])
        if (/^[\s\p{C}]*(?!https?:|data:,)[a-z][\w+.-]*:/iu.test(value(name) ?? ''))
          found.push(`${name}=${value(name)}`);
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

describe('what a hostile writer can do to people in the app', () => {
  let fixture: ServiceFixture;
  let admin: Visitor;
  beforeAll(async () => {
    fixture = aServiceWithApp();
    admin = await signedIn(fixture);
  });
  afterAll(() => fixture.close());

  it('notices foreign elements where there are some', () => {
    expect(foreignIn('<p onclick=x><script>y</script><a href="javascript:z">')).toEqual([
      'p acts',
      'script',
      'href=javascript:z',
    ]);
  });

  it('leaves nothing active in a difference, whatever both texts are', { tags: ['long'] }, async () => {
    const alive: string[] = [];
    let before = '';
    for (const payload of payloads()) {
      const { html } = await body(payload);
      for (const marked of [renderedDiff(before, html), renderedDiff(html, ''), withoutElementNames(html)])
        if (dangersIn(marked).length > 0) alive.push(payload);
      before = html;
    }

    expect(alive).toEqual([]);
  });

  const forms = routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  it.each(forms)('takes the form %s only from its own pages, with the token of the session', async (path) => {
    const target = path.replaceAll(/:\w+/g, 'x');
    const visitor = await signedIn(fixture);
    // The first visit records that the token is used.
    await visitor.get('/app');
    await fixture.embedded.service.background.idle();
    const rows = hashOfAllRows(fixture.embedded.service.store);
    const statuses = [
      (await visitor.post(target, { 'form-token': '' })).status,
      (await visitor.post(target, { 'form-token': 'made-up' })).status,
      (await visitor.post(target, {}, { origin: 'http://docs.test' })).status,
      (await visitor.post(target, {}, { 'sec-fetch-site': 'same-site' })).status,
    ];

    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
  });

  const vectors = [
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '</textarea></title><script>alert(1)</script>',
    '<%= 1 %><%~ it.token %>${1}`',
    '" autofocus onfocus=alert(1) x="',
    'javascript:alert(1)',
  ];

  it.each(vectors)('shows %s in every field as text', async (vector) => {
    const short = vector.slice(0, 50);
    await fixture.ok(`PATCH /orgs/${fixture.org}`, { title: short });
    fixture.embedded.service.store.run(
      'UPDATE users SET display_name = ? WHERE id = ?',
      vector,
      fixture.users.edit,
    );
    const { id: collection } = await fixture.ok(`POST /orgs/${fixture.org}/collections`, {
      title: short,
    });
    const space = fixture.newSpace(short);
    await fixture.ok(`POST /spaces/${space}/move`, { parent: collection });
    const request = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: vector }, 'edit');
    const path = `/spaces/${space}/change-requests/${request.id}`;
    const text = `# ${vector}\n\n<<<<<<< primary content\n${vector}\n||||||| common ancestor\n${vector}\n=======\n${vector}\n>>>>>>> change request\n\n[words](<${vector}.md>)\n`;
    const { changes } = await fixture.ok(`POST ${path}/content`, {
      changes: [
        { type: 'insert_page', title: vector, description: vector, document: { markdown: text } },
        {
          type: 'insert_files',
          files: [
            {
              name: `a${vector.replaceAll(/[^\w ='&()]/g, '')}.png`,
              contentType: 'image/png',
              base64: 'AAAA',
            },
          ],
        },
      ],
    });
    const page = changes[0].page.id as string;
    await fixture.ok(`POST ${path}/comments`, { body: { markdown: vector }, page }, 'edit');
    await fixture.ok(`PATCH ${path}`, { status: 'open' });
    const site = await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: short, spaces: [space] });

    const base = `/app/spaces/${space}/~`;
    const change = `${base}/changes/${request.number}`;
    const shown = [
      ...['/app', `/app/o/${fixture.org}`, `/app/collections/${collection}`, `/app/sites/${site.id}`],
      ...[
        `/app/search?q=${encodeURIComponent(vector)}`,
        `${base}/changes`,
        `${base}/history`,
        `${base}/files`,
      ],
      ...[change, `${change}?view=unified`, `${change}?view=split`, `${change}/`, `${change}/?view=source`],
      ...[
        `${change}/~/edit?page=${page}`,
        `${change}/~/arrange?page=${page}`,
        `${change}/~/new`,
        `${change}/~/fix?page=${page}`,
      ],
      ...[`${change}/~/pages/${page}`, `${change}/~/pages/${page}?part=1`],
      ...[`${change}/~/links`, `${change}/~/links?part=1`],
    ];
    const foreign: Json[] = [];
    for (const address of shown) {
      const { status, html } = await admin.get(address);
      if (status !== 200) foreign.push([address, status]);
      const found = foreignIn(html);
      if (found.length > 0) foreign.push([address, found]);
    }
    const { revision: before } = await fixture.ok(`GET /spaces/${space}`);
    await fixture.ok(`POST ${path}/merge`);
    for (const address of [
      `${base}/links`,
      `${base}/compare?from=${before}`,
      `${base}/compare?from=${before}&part=1`,
      `/app/spaces/${space}`,
      `${base}/history?page=${page}`,
      `${base}/files`,
      '/app/sign-in?to=' + encodeURIComponent(vector),
      `/app/${encodeURIComponent(vector)}`,
    ])
      foreign.push(...foreignIn((await admin.get(address)).html).map((each) => [address, each]));

    expect(foreign).toEqual([]);
  });
});

describe('the buttons of a change request', () => {
  let fixture: ServiceFixture;
  beforeAll(() => {
    fixture = aServiceWithApp();
  });
  afterAll(() => fixture.close());

  it.each(everybody)(
    'are those that the interface allows, and an action without a button is refused: %s',
    async (who) => {
      const visitor = await signedIn(fixture, who);
      const space = fixture.newSpace('Guides');
      const aRequest = async (status: 'draft' | 'open' | 'archived'): Promise<number> => {
        const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'One' });
        await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
          changes: [{ type: 'insert_page', title: 'Page', document: { markdown: 'One.' } }],
        });
        if (status !== 'draft') await fixture.ok(`PATCH /spaces/${space}/change-requests/${id}`, { status });
        return number as number;
      };
      const cases = [
        ['draft', 'ask'],
        ['draft', 'subject'],
        ['open', 'withdraw'],
        ['open', 'archive'],
        ['archived', 'reopen'],
        ['open', 'merge'],
      ] as const;
      for (const [status, what] of cases) {
        const path = `/app/spaces/${space}/~/changes/${await aRequest(status)}`;
        const { html } = await visitor.get(path);
        const isShown = html.includes(`name="do" value="${what}"`);
        const { status: answer } = await visitor.post(path, { do: what, subject: 'Two' });
        expect({ what, isShown, isTaken: answer === 303 }).toEqual({
          what,
          isShown: answer === 303,
          isTaken: isShown,
        });
      }
      const path = `/app/spaces/${space}/~/changes/${await aRequest('open')}`;
      const mayComment = (await visitor.get(path)).html.includes('name="do" value="post"');
      const posted = await visitor.post(`${path}/~/comments`, { do: 'post', text: 'Hello' });
      expect(posted.status === 303).toBe(mayComment);
      const expected = { admin: true, create: true, review: true, edit: true, comment: true } as Record<
        string,
        boolean
      >;
      expect(mayComment).toBe(expected[who] ?? false);
    },
  );

  it('show nobody more than the interface does: a stranger finds nothing', async () => {
    const visitor = await signedIn(fixture, 'stranger');
    const space = fixture.newSpace('Guides');
    const { number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'One' });
    const base = `/app/spaces/${space}`;

    for (const path of [
      '',
      '/~/changes',
      `/~/changes/${number}`,
      '/~/history',
      '/~/files',
      '/~/comments',
      '/~/compare?from=a',
      '/~/edit?page=a',
      '/~/new',
    ])
      expect([path, (await visitor.get(base + path)).status]).toEqual([path, 404]);
    expect((await visitor.get(`/app/o/${fixture.org}`)).status).toBe(404);
    expect((await visitor.get('/app')).html).not.toContain('Guides');
  });
});
