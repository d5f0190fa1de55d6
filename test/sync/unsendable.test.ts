import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { largestContentFile } from '../../src/contract/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import { mergeTrees } from '../../src/sync/branch/merge-trees.ts';
import { findUnsendable } from '../../src/sync/proposals/unsendable.ts';
import type { SyncConfig } from '../../src/sync/index.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const markers = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> docs/main\n';

interface Writer extends MemoryWorld {
  readonly space: string;
  saveBytes(path: string, bytes: Uint8Array): void;
  edit(path: string, change: (text: string) => string): void;
}

async function aWriter(
  service = new MemoryService(),
  push: Partial<SyncConfig['push']> = {},
): Promise<Writer> {
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Install', 'Run it.', [service.newPage('Linux', 'With a shell.')]),
    service.newPage('Usage', 'First.\n\nSecond.\n\nThird.'),
  ]);
  const world = memoryWorld(
    service,
    syncConfig({ push: { enabled: true, trigger: 'save', via: 'auto', ...push } }),
  );
  await world.sync.cycle();
  const saveBytes = (path: string, bytes: Uint8Array): void => world.disk.personSaves(path, bytes);
  return {
    ...world,
    space,
    saveBytes,
    edit: (path, change) => saveBytes(path, utf8(change(world.read(path)!))),
  };
}

const requestsOf = ({ service }: MemoryWorld) => [...service.requestsById.values()];
const openText = (writer: Writer, title: string): string | undefined =>
  writer.service.pagesOfChangeRequest(requestsOf(writer)[0]!.id).find((page) => page.title === title)?.text;

/** What every report says of one file; a sync and a status have to say the same. */
async function told(writer: Writer): Promise<{ problems: unknown; exitCode: number }> {
  const report = await writer.sync.cycle();
  const { problems } = await writer.sync.status();
  expect(problems).toEqual(report.problems);
  return { problems: report.problems, exitCode: report.exitCode };
}

describe('a pointer of Git LFS', () => {
  const content = Uint8Array.from({ length: 2000 }, (_, at) => (at * 31) & 0xff);
  const pointer = utf8(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${hash('sha256', content, 'hex')}\nsize 2000\n`,
  );
  const picture = 'guides/.gitbook/assets/pic.png';
  const shown = (text: string): string => `${text}\n![](.gitbook/assets/pic.png)\n`;

  it('[SYNC-13] is not sent in place of a picture, and the page that shows the picture is', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', shown);
    writer.saveBytes(picture, pointer);

    const report = await writer.sync.cycle();

    const problem = { code: 'NOT_SENDABLE', cause: 'pointer', path: picture };
    expect(report).toMatchObject({ exitCode: 5, problems: [problem] });
    expect(report.problems[0]!.hint).toContain('git lfs pull');
    expect(report.proposals.flatMap(({ edits }) => edits.map(({ path }) => path))).toEqual(['usage.md']);
    expect(openText(writer, 'Usage')).toContain('pic.png');
    expect(await told(writer)).toMatchObject({ exitCode: 5, problems: [problem] });
  });
});

describe('a merge of a branch that keeps a picture in Git LFS', () => {
  const content = Uint8Array.from({ length: 2000 }, (_, at) => (at * 31) & 0xff);
  const pointerTo = (bytes: Uint8Array): string =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${hash('sha256', bytes, 'hex')}\nsize 2000\n`;

  it.each([
    ['keeps the pointer where the service has the content', content, 'merged'],
    ['leaves it to a person where the service has another content', utf8('another'), 'conflict'],
  ] as const)('%s', async (_name, pointed, outcome) => {
    const git = new MemoryRepository();
    const base = await commitFiles(git, null, { 'page.md': 'A page.\n' });
    const ours = await commitFiles(git, base, { 'pic.png': pointerTo(pointed) });
    const theirs = await git.write(async (writer) => {
      const oid = writer.addBlob(content);
      const tree = await writer.updateTree(
        await git.treeOf(base),
        new Map([['pic.png', { mode: '100644', oid }]]),
      );
      const person = { name: 'Ada', email: 'ada@example.com', at: 0 };
      return writer.addCommit({
        tree,
        parents: [base],
        author: person,
        committer: person,
        message: 'Service',
      });
    });

    const merged = await git.write((writer) => mergeTrees(git, writer, { base, ours, theirs }));

    expect(merged.outcome).toBe(outcome);
    if (merged.outcome === 'merged')
      expect(await git.entryAt(merged.tree, 'pic.png')).toEqual(await git.entryAt(ours, 'pic.png'));
  });
});

describe('a picture beside the pages', () => {
  it.each([
    ['as it is', '![](<x ä 1%.png>)'],
    ['encoded whole', '![](x%20%C3%A4%201%25.png)'],
    ['encoded in part', 'Up to 100%: ![](x%20ä%201%25.png)'],
  ])('is sent when a page names it %s', async (_, link) => {
    const writer = await aWriter();
    writer.saveBytes('guides/x ä 1%.png', utf8('PNG'));
    writer.saveBytes('guides/y ä.png', utf8('PNG'));
    writer.edit('guides/usage.md', (text) => `${text}\n${link}\n`);

    const { proposals } = await writer.sync.cycle();

    expect(proposals[0]?.unsaid).toEqual([expect.stringContaining('y ä.png is not a page')]);
  });

  it.each([
    ['![](<kai plan.png>)', ['plan.png']],
    ['![](kai%20plan.png)', ['plan.png']],
    ['![](plan.png "A plan")', ['kai plan.png']],
    ['[p]: plan.png', ['kai plan.png']],
    ['<img src="./plan.png">, ![](<kai plan.png>)', []],
    ['![](<kai plan.png>), ![](plan.png.zip)', ['plan.png']],
  ])('is not taken for another one whose name ends in its name: %s', async (link, unused) => {
    const writer = await aWriter();
    for (const name of ['plan.png', 'kai plan.png']) writer.saveBytes(`guides/${name}`, utf8('PNG'));
    writer.edit('guides/usage.md', (text) => `${text}\n${link}\n`);

    const { proposals } = await writer.sync.cycle();

    const starts = unused.map((name) => expect.stringContaining(`${name} is not a page`) as string);
    expect(proposals[0]?.unsaid).toEqual(starts);
    for (const told of proposals[0]?.unsaid ?? []) expect(told.startsWith(unused[0]!)).toBe(true);
  });
});

describe('a file whose content cannot be sent', () => {
  it('is told with the advice to put it back if it is a table of contents that is no text', async () => {
    const writer = await aWriter();
    writer.saveBytes(
      'guides/SUMMARY.md',
      Uint8Array.from({ length: 2000 }, (_, at) => (at * 7919) & 0xff),
    );

    const { problems } = await told(writer);

    expect(problems).toMatchObject([{ hint: expect.stringContaining('git checkout -- ') as string }]);
  });

  it.each([
    [
      'encoding',
      'a new Latin-1 page',
      latin1('# Gr\xfc\xdfe\n\nText.\n'),
      {
        line: 1,
        message: expect.stringContaining('Latin-1') as string,
        hint: expect.stringContaining('iconv -f WINDOWS-1252 -t UTF-8 guides/new.md') as string,
      },
    ],
    [
      'encoding',
      'a new UTF-16 page',
      Uint8Array.from(Buffer.from('\u{feff}# A page\n', 'utf16le')),
      { line: 1, hint: expect.stringContaining('iconv -f UTF-16 ') as string },
    ],
    [
      'encoding',
      'bytes that are no text',
      Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919) & 0xff),
      { message: expect.stringContaining('it is not text') as string },
    ],
    ['nul', 'a NUL', utf8('# A\n\none\0two\n'), { line: 3 }],
    [
      'markers',
      'conflict markers',
      utf8(`# A\n\n${markers}`),
      { line: 3, hint: expect.stringMatching(/--allow [0-9a-f]{16}\./) as string },
    ],
    [
      'front-matter',
      'front matter that is no YAML',
      utf8('---\nicon: x\ndescription: Tides: when they come\n---\n\n# A\n'),
      {
        line: 3,
        message: expect.stringContaining(
          'guides/new.md is not sent: line 3: front matter is not valid YAML',
        ) as string,
        hint: expect.stringMatching(
          /write description: "Tides: when they come" in line 3 of guides\/new\.md.* --allow [0-9a-f]{16}\./u,
        ) as string,
      },
    ],
    [
      'front-matter',
      'front matter below other words',
      utf8('Words.\n\n---\nid: page-1\n---\n\n# A\n'),
      {
        line: 3,
        hint: expect.stringMatching(
          /Move the words above line 3 of guides\/new\.md below the front matter, and save the file\..* --allow /u,
        ) as string,
      },
    ],
    ['secret', 'a secret', utf8(`# A\n\nghp_${'a1'.repeat(20)}\n`), { line: 3, code: 'SECRET_REFUSED' }],
    ['size', 'more than the interface takes', utf8(`# A\n\n${'x'.repeat(10 * 1024 * 1024)}\n`), {}],
  ])(
    '(%s: %s) is told in every cycle and in the status, and makes no change request',
    async (cause, _name, bytes, more) => {
      const writer = await aWriter();
      writer.saveBytes('guides/new.md', bytes);

      const first = await told(writer);

      expect(first).toMatchObject({
        exitCode: 5,
        problems: [{ cause, path: 'guides/new.md', space: writer.space, ...more }],
      });
      expect(requestsOf(writer)).toEqual([]);
      const again = await writer.sync.cycle();
      expect(again).toMatchObject({
        exitCode: 5,
        outcome: 'conflict',
        requests: 1,
        commits: 0,
        proposals: [],
      });
      expect(Buffer.compare(writer.disk.contents().get('guides/new.md')!, bytes)).toBe(0);
    },
  );

  it('[SYNC-73] keeps the description in the service while front matter cannot be read, and does not hold back what was so before', async () => {
    const writer = await aWriter();
    const broken = 'description: Tides: when they come';
    writer.edit('guides/usage.md', (text) => text.replace(/^id: .*\n/mu, '$&description: Tides\n'));
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => text.replace('description: Tides', broken));
    const { problems } = await told(writer);
    expect(problems).toMatchObject([{ cause: 'front-matter', path: 'guides/usage.md', line: 3 }]);
    expect(openText(writer, 'Usage')).toContain('description: Tides\n');

    const [{ allow = '' } = {}] = (await writer.sync.cycle()).problems;
    await writer.sync.cycle({ allow: [allow] });
    expect(openText(writer, 'Usage')).toContain(broken);
    await writer.service.merge(writer.space, requestsOf(writer)[0]!.id);
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    expect(await told(writer)).toEqual({ problems: [], exitCode: 0 });
  });

  it.each(['con.md', 'new./a.md', ' space.md'])(
    '(name: %s) is told, and its page stays where a file got this name',
    async (name) => {
      const writer = await aWriter();
      const moved = writer.disk.contents().get('guides/usage.md')!;
      writer.disk.personRemoves('guides/usage.md');
      writer.saveBytes(`guides/${name}`, moved);

      const { exitCode, problems } = await told(writer);

      expect(exitCode).toBe(5);
      expect(problems).toMatchObject([{ cause: 'name', path: `guides/${name}` }]);
      expect(requestsOf(writer)).toEqual([]);
    },
  );

  it('[SYNC-73] keeps a page whose moved file has words above its front matter, whatever else it says', async () => {
    const writer = await aWriter();
    const moved = new TextDecoder().decode(writer.disk.contents().get('guides/usage.md'));
    writer.disk.personRemoves('guides/usage.md');
    writer.saveBytes(
      'guides/moved.md',
      utf8(`Words.\n\n${moved.replace(/(?<=\n# )[^]*$/u, 'Anew\n\nAll of it.\n')}`),
    );

    expect(await told(writer)).toMatchObject({
      exitCode: 5,
      problems: [{ path: 'guides/moved.md', line: 3 }],
    });
    expect(requestsOf(writer)).toEqual([]);
  });

  it('is told neither by sync nor by status where nothing is sent at all', async () => {
    const writer = await aWriter(new MemoryService(), { enabled: false });
    writer.saveBytes('guides/bad.md', latin1('# Gr\xfc\xdfe\n'));

    expect(await told(writer)).toEqual({ problems: [], exitCode: 0 });
  });

  it('[SYNC-13] does not hold up the other edits of its space, and is sent when it is mended', async () => {
    const writer = await aWriter();
    writer.saveBytes('guides/bad.md', latin1('# Gr\xfc\xdfe\n'));
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({
      exitCode: 5,
      proposals: [{ state: 'proposed', edits: [{ path: 'usage.md' }] }],
    });
    expect(openText(writer, 'Usage')).toContain('Second, better.');
    writer.saveBytes('guides/bad.md', utf8('# Grüße\n'));
    expect(await told(writer)).toEqual({ problems: [], exitCode: 0 });
    expect(openText(writer, 'Grüße')).toBe('# Grüße\n');
    expect(requestsOf(writer)).toHaveLength(1);
  });

  it('does not hold up a new page below it when it is new itself: that page is put below it when it is mended', async () => {
    const writer = await aWriter();
    writer.saveBytes('guides/bad.md', latin1('# Gr\xfc\xdfe\n'));
    writer.saveBytes('guides/bad/below.md', utf8('# Below\n'));
    writer.edit('guides/SUMMARY.md', (text) => `${text}* [Grüße](bad.md)\n  * [Below](bad/below.md)\n`);

    await writer.sync.cycle();
    expect(openText(writer, 'Below')).toBe('# Below\n');

    writer.saveBytes('guides/bad.md', utf8('# Grüße\n'));
    expect(await told(writer)).toEqual({ problems: [], exitCode: 0 });
    const pages = writer.service.pagesOfChangeRequest(requestsOf(writer)[0]!.id);
    const above = pages.find(({ title }) => title === 'Grüße');
    expect(above?.pages.map(({ title }) => title)).toEqual(['Below']);
  });

  it('leaves in the change request what was sent of it before', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    writer.saveBytes('guides/fresh.md', utf8('# Fresh\n\nText.\n'));
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => `${text}\n${markers}`);
    writer.saveBytes('guides/fresh.md', latin1('# Fresh\n\nText.\n\nCaf\xe9.\n'));
    writer.edit('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));

    const report = await writer.sync.cycle();

    expect(report.problems.map(({ path, cause }) => [path, cause])).toEqual([
      ['guides/fresh.md', 'encoding'],
      ['guides/usage.md', 'markers'],
    ]);
    expect(requestsOf(writer)).toMatchObject([{ status: 'draft' }]);
    expect(openText(writer, 'Usage')).toContain('Second, better.');
    expect(openText(writer, 'Fresh')).toBe('# Fresh\n\nText.\n');
    expect(openText(writer, 'Welcome')).toContain('Hello there.');
  });

  it('is left there while nothing else is wished, too, and does not keep what was taken back in it', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));
    await writer.sync.cycle();
    writer.edit('guides/usage.md', (text) => `${text}\n${markers}`);
    expect(await writer.sync.cycle()).toMatchObject({
      exitCode: 5,
      proposals: [{ state: 'unchanged', number: 1 }],
    });
    expect(requestsOf(writer)).toMatchObject([{ status: 'draft' }]);
    expect(openText(writer, 'Usage')).toContain('Second, better.');

    writer.edit('guides/README.md', (text) => text.replace('Hello.', 'Hello there.'));
    await writer.sync.cycle();
    writer.edit('guides/README.md', (text) => text.replace('Hello there.', 'Hello.'));
    await writer.sync.cycle();

    expect(requestsOf(writer)).toMatchObject([{ status: 'archived' }]);
  });

  it('is not a deletion of the page that it was at another path', async () => {
    const writer = await aWriter();
    const bytes = Buffer.concat([utf8(writer.read('guides/usage.md')!), latin1('\nCaf\xe9.\n')]);
    writer.disk.personRemoves('guides/usage.md');
    writer.saveBytes('guides/use.md', bytes);

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ cause: 'encoding', path: 'guides/use.md' }]);
    expect(requestsOf(writer)).toEqual([]);
  });

  it('stays the same page when the service changes that page meanwhile, and is not a second one when it is mended', async () => {
    const writer = await aWriter();
    const text = writer.read('guides/usage.md')!;
    writer.disk.personRemoves('guides/usage.md');
    writer.saveBytes('guides/use.md', Buffer.concat([utf8(text), latin1('\nCaf\xe9.\n')]));
    writer.service.edit(writer.space, (pages) =>
      pages.map((page) =>
        page.title === 'Usage' ? { ...page, text: page.text.replace('First.', 'First, better.') } : page,
      ),
    );
    await writer.sync.cycle();

    const inService = writer.read('guides/use.md') === null ? text : text.replace('First.', 'First, better.');
    writer.saveBytes('guides/use.md', utf8(`${inService}\nCafé.\n`));
    await writer.sync.cycle();
    const { id } = requestsOf(writer)[0]!;
    const titles = writer.service.pagesOfChangeRequest(id).map(({ title }) => title);

    expect(titles.filter((title) => title === 'Usage')).toEqual(['Usage']);
    expect(openText(writer, 'Usage')).toContain('Café.');
    expect(openText(writer, 'Usage')).toContain('First, better.');
  });

  it('holds the whole table of contents when it is SUMMARY.md', async () => {
    const writer = await aWriter();
    const summary = writer.disk.contents().get('guides/SUMMARY.md')!;
    writer.saveBytes('guides/SUMMARY.md', Buffer.concat([summary, latin1('* [Caf\xe9](cafe.md)\n')]));
    writer.saveBytes('guides/cafe.md', utf8('# Café\n\nText.\n'));
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'Second, better.'));

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([
      { cause: 'encoding', path: 'guides/SUMMARY.md', line: expect.any(Number) as number },
    ]);
    expect(report.proposals).toMatchObject([
      {
        edits: [
          { kind: 'edit', path: 'usage.md' },
          { kind: 'create', path: 'cafe.md' },
        ],
      },
    ]);
  });

  it('passes when a person allows it, now and in every later cycle, or by the configuration', async () => {
    const writer = await aWriter();
    writer.edit('guides/usage.md', (text) => `${text}\n${markers}`);
    writer.saveBytes('guides/new.md', utf8(`# New\n\nghp_${'a1'.repeat(20)}\n`));
    const allow = (await writer.sync.cycle()).problems.map((problem) => problem.allow!);
    expect(allow).toHaveLength(2);

    const report = await writer.sync.cycle({ allow });

    expect(report).toMatchObject({ exitCode: 0, problems: [] });
    expect(openText(writer, 'Usage')).toContain('>>>>>>> docs/main');
    expect(await told(writer)).toEqual({ problems: [], exitCode: 0 });
    // Marks that belong to the page are no conflict of its change request, either.
    const { advice, spaces } = await writer.sync.status();
    expect(advice).toEqual([]);
    expect(spaces).toMatchObject([{ changeRequests: [{ number: 1 }] }]);
    expect(spaces[0]!.changeRequests[0]).not.toHaveProperty('conflict');
    expect(await writer.sync.changeRequests.show({ number: 1 })).not.toHaveProperty('advice');
    expect((await writer.sync.changeRequests.list())[0]).not.toHaveProperty('advice');
    const other = await aWriter(new MemoryService(), { allow });
    other.edit('guides/usage.md', (text) => `${text}\n${markers}`);
    expect(await told(other)).toEqual({ problems: [], exitCode: 0 });
  });
});

describe('a content that the service refuses', () => {
  /** A service with limits of its own, as a gateway in front of it may have. */
  class Picky extends MemoryService {
    asked = 0;
    override async changeContent(...[space, id, changes]: Parameters<MemoryService['changeContent']>) {
      this.asked++;
      const text = JSON.stringify(changes);
      if (text.length > 60_000) throw new AppError('TOO_LARGE', 'updateContent (POST /content) answered 413');
      if (text.includes('REFUSED'))
        throw new AppError('BAD_REQUEST', 'updateContent (POST /content) answered 400: not so');
      return super.changeContent(space, id, changes);
    }
  }

  it('is found and told, and the others are sent', async () => {
    const service = new Picky();
    const writer = await aWriter(service);
    for (let at = 0; at < 30; at++)
      writer.saveBytes(`guides/p${at}.md`, utf8(`# Page ${at}\n\n${'word '.repeat(1000)}\n`));
    writer.saveBytes('guides/large.md', utf8(`# Large\n\n${'word '.repeat(20_000)}\n`));
    writer.saveBytes('guides/odd.md', utf8('# Odd\n\nREFUSED\n'));

    const report = await writer.sync.cycle();

    expect(report.exitCode).toBe(5);
    expect(report.problems).toMatchObject([
      {
        cause: 'refused',
        path: 'guides/large.md',
        message: 'guides/large.md is not sent: the service refuses it: 413',
      },
      { cause: 'refused', path: 'guides/odd.md', message: expect.stringContaining('400 not so') as string },
    ]);
    const titles = service.pagesOfChangeRequest(requestsOf(writer)[0]!.id).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Page '))).toHaveLength(30);
    const asked = service.asked;
    expect(await told(writer)).toEqual({ problems: report.problems, exitCode: 5 });
    expect(service.asked).toBe(asked);
  });

  it('leaves no draft when nothing else is left, and is sent when it is changed', async () => {
    const service = new Picky();
    const writer = await aWriter(service);
    writer.edit('guides/usage.md', (text) => text.replace('Second.', 'This is REFUSED.'));

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ cause: 'refused', path: 'guides/usage.md' }]);
    expect(requestsOf(writer)).toMatchObject([{ status: 'archived' }]);
    const quiet = await writer.sync.cycle();
    expect(quiet).toMatchObject({ exitCode: 5, requests: 1, commits: 0 });
    expect(requestsOf(writer)).toHaveLength(1);
    writer.edit('guides/usage.md', (text) => text.replace('REFUSED', 'better'));
    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [{ state: 'proposed' }] });
    expect(requestsOf(writer).filter(({ status }) => status === 'draft')).toHaveLength(1);
  });
});

it('a picture of the largest size is sent, and one of a byte more is not', () => {
  const told = (bytes: number): string | undefined =>
    findUnsendable('a.png', new Uint8Array(bytes), {
      ...{ folder: 'guides', allowed: new Set(), refusal: () => null },
    })?.cause;

  expect([told(largestContentFile), told(largestContentFile + 1)]).toEqual([undefined, 'size']);
});
