import { beforeEach, describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { pageMark } from '../../src/sync/mirror/marks.ts';
import { changeRequestRef } from '../../src/sync/mirror/cr-refs.ts';
import type { TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from '../../src/sync/proposals/propose.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { textsToSend } from '../../src/sync/proposals/texts-to-send.ts';
import type { WriteMethod } from '../../src/sync/proposals/writing.ts';
import type { SentPage } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

const base = '# Usage\n\nFirst.\n\nSecond.\n\nThird.\n';
const mine = base.replace('First.', 'First, mine.');
const theirs = base.replace('Third.', 'Third, theirs.');
const both = mine.replace('Third.', 'Third, theirs.');

let world: ProposingWorld;
let id: string;

beforeEach(async () => {
  world = await proposingWorld((service) => [
    { ...service.newPage('Usage', ''), text: base },
    service.newPage('Welcome', 'Hello.'),
  ]);
  id = world.service.pagesOf(world.space)[0]!.id;
});

interface Situation {
  /** What the edit is besides one of the text. */
  readonly edit?: Partial<TextEdit>;
  /** What somebody else made of the page in the change request. */
  readonly there?: Partial<ModelPage>;
  /** What was sent of the page before. `known`: the page is as it was after that. */
  readonly sent?: Partial<SentPage> & { readonly known?: boolean };
  /** The text that the writer has seen in the change request. */
  readonly seen?: string;
  readonly byImport?: boolean;
  readonly more?: readonly ModelPage[];
}

const decided = async ({ edit = {}, there, sent, seen, byImport = false, more = [] }: Situation) => {
  const { service, space, context, git } = world;
  const request = await world.request('Mine', (pages) => [
    ...mapPages(pages, (page) => (page.id === id ? { ...page, ...there } : page)),
    ...more,
  ]);
  const place = { kind: 'change-request', space, id: request.id } as const;
  const content = await service.content(place);
  const page = content.pages.find((each) => each.id === id)!;
  if (seen !== undefined) {
    const ref = changeRequestRef('guides', request.number);
    const at = await commitFiles(git, context.tip.commit, { 'guides/usage.md': withPageId(seen, id) });
    git.force(ref, at);
    git.force('refs/heads/main', await commitFiles(git, at, { 'guides/usage.md': withPageId(mine, id) }));
  }
  const { known = false, ...before } = sent ?? {};
  const record = world.proposal(request, {
    pages: sent
      ? {
          [id]: { id, path: 'usage.md', text: mine, mark: known ? pageMark(page)! : 'older', ...before },
        }
      : {},
  });
  const whole: TextEdit = {
    ...{ key: id, path: 'usage.md', from: 'usage.md', text: mine, baseText: base, title: null, slug: null },
    ...edit,
  };
  const target = { branch: 'main', commit: null, space: { id: space, path: 'guides' } };
  const way = (byImport ? { kind: 'import' } : { kind: 'content' }) as WriteMethod;
  const { texts, conflicts, said } = await textsToSend(
    {
      ports: { context } as unknown as ProposingPorts,
      target: target as unknown as ProposalTarget,
      edits: { ...noEdits, texts: [whole] },
      way,
    },
    { place, content, record },
  );
  const given = { whole, mark: pageMark(page) };
  return { written: [...texts.values()][0] ?? null, conflicts, said, keys: [...texts.keys()], ...given };
};

describe('the text of a page that is as the mirror has it', () => {
  it.each<[string, Situation, Partial<TextEdit> | null]>([
    ['is sent where it is another one', {}, {}],
    ['is not sent where it is the same', { edit: { text: base } }, null],
    ['is sent with a title of its own', { edit: { text: base, title: 'Use' } }, { title: 'Use' }],
    ['is not sent with the title that the page has', { edit: { text: base, title: 'Usage' } }, null],
    ['is sent where it is not known what it started from', { edit: { text: base, baseText: null } }, {}],
    ['is sent with a slug of its own', { edit: { text: base, slug: 'use' } }, { slug: 'use' }],
    ['is not sent with the slug that the page has', { edit: { text: base, slug: 'usage' } }, null],
    [
      'is sent with the file of a page that moved',
      { edit: { text: base, path: 'use.md' } },
      { path: 'use.md', file: 'use.md' },
    ],
    ['is not sent to an import for a move', { edit: { text: base, path: 'use.md' }, byImport: true }, null],
    [
      'is not sent where the service has the file',
      { edit: { text: base, path: 'use.md' }, there: { file: 'use.md' } },
      null,
    ],
  ])('%s', async (_, situation, edit) => {
    const { written, whole } = await decided(situation);
    expect(written).toEqual(edit && { ...whole, ...edit });
  });

  it('is not sent for a move to a service that knows nothing of files', async () => {
    world.service.remember({ pathHints: false });
    expect((await decided({ edit: { text: base, path: 'use.md' } })).written).toBeNull();
  });
});

describe('the text of a page that is as it was sent', () => {
  const sent = { known: true };
  it.each<[string, Situation, Partial<TextEdit> | null]>([
    ['is not sent again', { sent }, null],
    ['is sent as an edit of what was sent', { sent: { ...sent, text: base } }, { baseText: base }],
    [
      'is sent as an edit of what the page was to say',
      { sent: { ...sent, text: base, wish: theirs } },
      { baseText: theirs },
    ],
    ['is not sent where only its join with theirs is new', { sent, edit: { text: both, local: mine } }, null],
    [
      'is sent as it was for a new slug alone',
      { sent: { ...sent, wish: both }, edit: { slug: 'use' } },
      { slug: 'use', text: both, baseText: both, local: mine, wanted: both },
    ],
    [
      'is not sent for a title that the service changed',
      { sent: { ...sent, title: 'Use' }, edit: { title: 'Use' } },
      null,
    ],
    [
      'is sent for another title',
      { sent: { ...sent, title: 'Used' }, edit: { title: 'Use' } },
      { title: 'Use', text: mine, baseText: mine, local: mine, wanted: mine },
    ],
    [
      'is not sent for a file that was told before',
      { sent: { ...sent, file: 'use.md' }, edit: { path: 'use.md' } },
      null,
    ],
    [
      'is sent when its file is back after another one was told',
      { sent: { ...sent, file: 'use.md' } },
      { file: 'usage.md', text: mine, baseText: mine, local: mine, wanted: mine },
    ],
    [
      'is what was sent as long as the file is held back',
      { sent: { ...sent, text: base }, edit: { isHeldBack: true } },
      null,
    ],
  ])('%s', async (_, situation, edit) => {
    const { written, whole } = await decided(situation);
    expect(written).toEqual(edit && { ...whole, ...edit });
  });

  it('is that of the edit where a file is held back of which nothing was sent', async () => {
    const { written, whole } = await decided({ edit: { isHeldBack: true, title: 'Use' } });
    expect(written).toEqual(whole);
  });
});

describe('the text of a page that somebody changed in the change request', () => {
  it.each<[string, Situation, Partial<TextEdit> | null]>([
    [
      'is joined with theirs',
      { there: { text: theirs } },
      { text: both, local: mine, wanted: mine, baseText: theirs, title: 'Usage' },
    ],
    ['is sent where the page says what it started from', { there: { title: 'Use' } }, { baseText: base }],
    ['is not sent again where only they changed it', { there: { text: both }, sent: {} }, null],
    [
      'is left as theirs where only its file is left to tell',
      { there: { text: both }, sent: { wish: mine }, edit: { path: 'use.md', title: 'Usage' } },
      { path: 'use.md', file: 'use.md', title: null, text: both, baseText: both, local: mine, wanted: mine },
    ],
    [
      'is left as theirs where only a title that it does not say is left to tell',
      { there: { text: both }, sent: { wish: mine }, edit: { title: 'Use' } },
      { title: 'Use', text: both, baseText: both, local: mine, wanted: mine },
    ],
    [
      'is left as theirs where only its slug is left to tell',
      { there: { text: both }, sent: { wish: mine }, edit: { slug: 'using' } },
      { slug: 'using', title: null, text: both, baseText: both, local: mine, wanted: mine },
    ],
    [
      'is joined with theirs since it was sent',
      { there: { text: both }, sent: {}, edit: { text: mine.replace('Second.', 'Second, mine.') } },
      { text: both.replace('Second.', 'Second, mine.'), title: 'Usage', baseText: both },
    ],
    [
      'gets their title',
      { there: { text: theirs.replace('# Usage', '# Theirs') } },
      { title: 'Theirs', text: both.replace('# Usage', '# Theirs') },
    ],
    [
      'keeps a title of its own beside their text',
      { there: { text: theirs }, edit: { title: 'Use' } },
      { title: 'Use', text: both },
    ],
    [
      'is sent for its title where the page says the text already',
      { there: { text: mine }, edit: { title: 'Use' } },
      { title: 'Use', baseText: mine },
    ],
    [
      'is sent for another title where the page says the text that was sent',
      { there: { text: mine }, sent: { title: 'Used' }, edit: { title: 'Use' } },
      { title: 'Use', baseText: mine },
    ],
    [
      'is sent for its slug where the page says the text already',
      { there: { text: mine }, edit: { slug: 'use' } },
      { slug: 'use', baseText: mine },
    ],
    [
      'takes back what its writer has seen there',
      { there: { text: both }, sent: {}, seen: both },
      { baseText: both },
    ],
    [
      'is joined with what came after its writer has seen theirs, and takes that back',
      { there: { text: both.replace('Second.', 'Second, later.') }, sent: {}, seen: both },
      { text: mine.replace('Second.', 'Second, later.'), local: mine, wanted: mine },
    ],
  ])('%s', async (_, situation, edit) => {
    const { written, whole, conflicts, said } = await decided(situation);
    expect([conflicts, said]).toEqual([[], []]);
    if (edit === null) expect(written).toBeNull();
    else expect(written).toMatchObject({ key: whole.key, path: whole.path, text: whole.text, ...edit });
  });

  it('is in conflict where both changed one line', async () => {
    const { written, conflicts } = await decided({
      there: { text: base.replace('First.', 'First, theirs.') },
      edit: { path: 'use.md' },
    });
    expect([written, conflicts]).toEqual([null, [{ path: 'use.md', kind: 'text' }]]);
  });

  it.each<[string, Situation, object]>([
    ['from the mirror', {}, {}],
    [
      'with the title and the file that were sent before',
      { sent: { title: 'Use', file: 'usage.md' }, edit: { title: null } },
      { title: 'Use', file: 'usage.md' },
    ],
    ['with the title that was sent', { sent: { title: 'Use' }, edit: { title: 'Use' } }, { title: 'Use' }],
    ['with the title that the page has', { edit: { title: 'Usage' } }, { title: 'Usage' }],
  ])('counts as said where the page says it already: %s', async (_, situation, more) => {
    const { written, said, mark } = await decided({ ...situation, there: { text: mine } });
    expect([written, said]).toEqual([null, [{ id, path: 'usage.md', text: mine, mark, ...more }]]);
  });
});

describe('the text of a page that the change request does not have', () => {
  const fresh = { key: 'new:new.md', path: 'new.md', from: null, baseText: null };
  it('is sent where it is a new page, with its file where the service can be told that', async () => {
    expect((await decided({ edit: fresh })).written).toMatchObject({ ...fresh, file: 'new.md' });
    expect((await decided({ edit: fresh, byImport: true })).written).not.toHaveProperty('file');
    expect((await decided({ edit: { key: 'gone' } })).keys).toEqual([]);
  });
});

describe('a slug that the service did not give a page', () => {
  const more = (slug: string): readonly ModelPage[] => [
    { ...new MemoryService().newPage('Use', 'Other.'), id: 'other', slug },
  ];
  it.each<[string, string, readonly ModelPage[], boolean]>([
    ['is sent', 'usage', [], true],
    ['is not sent again where another page has it, and this one the next best', 'use-2', more('use'), false],
    ['is sent where no other page has it any more', 'use-2', more('else'), true],
    ['is sent where the page has a longer one that only begins like it', 'use-it', more('use'), true],
    ['is sent where the page has another one with a number', 'get-2', more('use'), true],
  ])('%s', async (_, slug, others, isSent) => {
    const { written } = await decided({ edit: { text: base, slug: 'use' }, there: { slug }, more: others });
    expect(written?.slug ?? null).toBe(isSent ? 'use' : null);
  });

  it('is not sent for a page that was made here', async () => {
    expect((await decided({ edit: { slug: 'use', from: null } })).written).toMatchObject({ slug: null });
  });
});
