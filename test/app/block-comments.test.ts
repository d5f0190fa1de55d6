import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differenceParts, renderedDiff } from '../../src/app/diff/rendered.ts';
import { publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
});
afterAll(() => fixture.close());

const many = Array.from({ length: 12 }, (_, at) => `Part ${at} stays.`);

/** A change request with `text` on the only page, and the path of that page's difference. */
async function aChange(title: string, text: string) {
  const space = fixture.newSpace(title);
  const [page = ''] = await publishPages(fixture, space, `# Tides\n\nOld words.\n\n${many.join('\n\n')}\n`);
  const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'New' });
  const write = (markdown: string): Promise<Json> =>
    fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'update_page', page, document: { markdown } }],
    });
  await write(text);
  const comments = async (): Promise<Json[]> =>
    (await fixture.ok(`GET /spaces/${space}/change-requests/${id}/comments`)).items;
  const request = `/app/spaces/${space}/~/changes/${number}`;
  return { request, own: `${request}/~/pages/${page}`, page, write, comments };
}
const changed = `# Tides\n\nNew words.\n\n${many.join('\n\n')}\n`;
/** The block of a page with some words, and the HTML right after it. */
const blockWith = (html: string, words: string): { node: string; after: string } => {
  const [from = '', ...rest] = html.split('<div class="block" id="').filter((part) => part.includes(words));
  expect(rest).toEqual([]);
  return { node: /^[^"-]+-([^"]*)"/.exec(from)?.[1] ?? '', after: from };
};

describe('a comment on a block of a difference', () => {
  it('is written at the link beside the block, and shown below the block', async () => {
    const { request, own, page, comments } = await aChange('First', changed);
    const { html } = await admin.get(request);
    const { node } = blockWith(html, '<del>Old</del><ins>New</ins>');
    expect(html).toContain(`href="${own}?block=${node}#${page}-${node}"`);

    const open = await admin.get(`${own}?block=${node}`);
    expect(blockWith(open.html, '<ins>New</ins>').after).toContain(`name="node" value="${node}"`);
    const back = `${own}#${page}-${node}`;
    const sent = await admin.post(`${request}/~/comments`, {
      ...{ do: 'post', page, node, text: 'Which words?', back },
    });
    expect(sent.location).toBe(back);
    expect((await comments()).map(({ target }) => [target.page.id, target.node])).toEqual([
      [page, { id: node }],
    ]);
    for (const path of [request, own])
      expect(blockWith((await admin.get(path)).html, '<ins>New</ins>').after).toContain('Which words?');
  });

  it('keeps its block in sight, stays with it when other blocks change, and says when the block itself has changed', async () => {
    const { request, own, page, write } = await aChange('Later', changed);
    const hidden = (await admin.get(own)).html;
    expect(hidden).toContain('<details class="same-parts">');
    const all = await differenceOfAll();
    const node = all.find(({ html }) => html.includes('Part 6 stays.'))?.node ?? '';
    await admin.post(`${request}/~/comments`, { do: 'post', page, node, text: 'Really six?', back: own });

    expect(blockWith((await admin.get(own)).html, 'Part 6 stays.').after).toContain('Really six?');
    await write(
      changed.replace('# Tides\n', '# Tides\n\nOne more.\n').replace('Part 2 stays', 'Part 2 goes'),
    );
    expect(blockWith((await admin.get(own)).html, 'Part 6 stays.').after).toContain('Really six?');
    await write(changed.replace('Part 6 stays', 'Part six stays'));
    const { html } = await admin.get(own);
    expect(html).toMatch(/class="comment"[^]*on a part that has changed since[^]*Really six\?/);
    expect(html).not.toContain('class="block-talk"');
  });

  it('is neither offered to nor taken from somebody who may not comment', async () => {
    const { request, own, page, comments } = await aChange('Readers', changed);
    const reader = await signedIn(fixture, 'read');
    expect((await reader.get(own)).html).not.toContain('block-mark');
    expect((await reader.get(`${own}?block=x`)).html).not.toContain('name="node"');
    const fields = { do: 'post', page, node: 'x', text: 'Me', back: own };
    expect((await reader.post(`${request}/~/comments`, fields)).status).toBe(403);
    expect(await comments()).toEqual([]);
  });
});

/** The parts of a difference from an empty page, which has the name of every block. */
async function differenceOfAll() {
  return differenceParts('', many.map((words) => `<p>${words}</p>`).join(''), new Set());
}

describe('the parts of a difference', () => {
  const body = (...words: string[]): string => words.map((each) => `<p>${each}</p>`).join('');

  it('are the same difference, put together', () => {
    const before = body('One', ...many, 'Gone', 'End');
    const after = `${body('Once', ...many, 'End')}<ul><li>New</li></ul> and text`;
    const parts = differenceParts(before, after, new Set());
    expect(parts.map(({ html }) => html).join('')).toBe(renderedDiff(before, after, { fold: true }));
  });

  it('are named by their words, and by their order where two have the same words', () => {
    const names = (after: string): (string | undefined)[] =>
      differenceParts('', after, new Set()).map(({ node }) => node);
    const [one, two, again] = names(body('One', 'Two', 'One'));
    expect(again).toBe(`${one}-2`);
    expect(names(body('New', 'Two', 'One'))).toEqual([expect.any(String), two, one]);
    expect(names('<p>One <b>two</b></p>')).toEqual(names('<p>One\n<i>two</i></p>'));
    expect(new Set(names('<img src="a"><hr><hr>')).size).toBe(3);
  });
});
