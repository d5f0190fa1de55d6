import { describe, expect, it } from 'vitest';

import {
  checkLinks,
  exitFor,
  failingFindings,
  findSpaces,
  fixFile,
  gatherVerdicts,
  parseBaseline,
  printBaseline,
  type CheckLinksOptions,
  type Finding,
  type LinkReport,
} from '../../src/links/index.ts';
import { AppError } from '../../src/base/index.ts';
import { aSoundRepository, aTree, withNamedContents } from './repository.ts';

async function check(
  files: Record<string, string>,
  options: Partial<CheckLinksOptions> = {},
): Promise<LinkReport> {
  return checkLinks({ tree: aTree(files), spaces: findSpaces(Object.keys(files)), ...options });
}

const told = (findings: readonly Finding[]): unknown[] =>
  findings.map(({ rule, path, span, suggestion }) => [
    rule,
    `${path}:${span?.line ?? '-'}:${span?.column ?? '-'}`,
    suggestion?.target ?? null,
  ]);

/** An extra page, beside the sound repository. */
async function checkPage(text: string, options: Partial<CheckLinksOptions> = {}): Promise<unknown[]> {
  const files: Record<string, string> = { ...aSoundRepository(), 'guide/new.md': text };
  files['SUMMARY.md'] += '* [New](guide/new.md)\n';
  return told((await check(files, options)).findings);
}

describe('the link check', () => {
  it('finds nothing where every link is right: ids, summaries, footnotes, includes, folders, spaces, escapes', async () => {
    const report = await check(aSoundRepository(), { levels: { 'unused-file': 'note' } });

    expect(report.findings).toEqual([]);
    expect(report.counts).toMatchObject({ external: 1, pages: 6 });
    expect(exitFor(report)).toBe(0);
  });

  it('finds the file of a line of SUMMARY.md as the sync and the export find it, whatever marks its name has', async () => {
    const files: Record<string, string> = {
      'SUMMARY.md':
        '* [Home](README.md)\n* [C](c#.md)\n* [F](<f#.md>)\n* [G](g%23.md)\n* [100](100%.md)\n* [200](200%25.md)\n* [A](a%20b.md)\n* [B](c%2520d.md)\n* [Why](why?.md)\n* [Part](c#.md#part)\n',
      'README.md':
        '# Home\n\n[c](c%23.md) [f](f%23.md) [g](g%23.md) [w](why%3F.md) [1](100%25.md) [2](200%25.md)\n',
    };
    for (const name of ['c#', 'f#', 'g#', '100%', '200%', 'a%20b', 'c%20d', 'why?'])
      files[`${name}.md`] = '# A\n\n## Part\n';
    expect((await check(files)).findings).toEqual([]);

    files['SUMMARY.md'] += '* [Gone](gone%23.md)\n* [Word](c%23.md#word)\n';
    expect((await check(files)).findings.map(({ message }) => message)).toEqual([
      'gone#.md does not exist (gone%23.md)',
      'c#.md has no anchor #word (c%23.md#word)',
    ]);
  });

  it('suggests the encoded name for a link to a file whose name has a # or a ?', async () => {
    const files: Record<string, string> = {
      ...aSoundRepository(),
      'guide/c#.md': '# C\n',
      'guide/why?.md': '# Why\n',
    };
    files['SUMMARY.md'] += '* [C](guide/c%23.md)\n* [Why](guide/why%3F.md)\n* [New](guide/new.md)\n';
    const { findings } = await check({ ...files, 'guide/new.md': '# New\n\n[c](c#.md) [w](why?.md)\n' });

    expect(findings.map(({ suggestion }) => [suggestion?.target, suggestion?.safe])).toEqual([
      ['c%23.md', true],
      ['why%3F.md', true],
    ]);
  });

  it.each([
    ['broken-page', '[x](nowhere/at/all.md)', 5, null],
    ['broken-page', '[x](strat.md#first-steps)', 5, 'start.md#first-steps'],
    ['broken-page', '[x](moved-by-hand/../../guide/guide/start.md)', 5, 'start.md'],
    ['broken-file', '![x](../.gitbook/assets/gone.png)', 6, null],
    ['broken-file', '<img src="../.gitbook/assets/image  (1).png">', 11, '../.gitbook/assets/image (1).png'],
    ['broken-anchor', '[x](start.md#first_steps)', 5, 'start.md#first-steps'],
    ['broken-anchor', '[x](#nothing-like-it)', 5, null],
    ['broken-anchor', '[x](start.md#named)', 5, 'start.md#custom'],
    ['broken-reusable', '{% include "../.gitbook/includes/nope.md" %}', 13, '../.gitbook/includes/note.md'],
    ['broken-openapi', '{% openapi src="../openapi.yml" path="/x" %}', 17, '../openapi.yaml'],
    ['broken-marker', '[x](/broken/pages/abc)', 5, null],
    ['broken-marker', '[x](broken-reference)', 5, null],
    ['broken-marker', '{% content-ref url="/broken/spaces/s/pages/p" %}', 21, null],
    ['case-mismatch', '[x](Start.md#first-steps)', 5, 'start.md#first-steps'],
    ['unanchored-heading', '[x](start.md#start)', 5, null],
    ['local-address', '[x](http://localhost:8000/a)', 5, null],
    ['broken-file', '<object data="gone.pdf"></object>', 15, null],
    ['undefined-reference', '[text][Label]', 8, null],
    ['empty-target', '[x]()', 5, null],
    ['empty-target', '[x](<>)', 6, null],
    ['empty-target', '![A picture]()', 14, null],
    ['broken-page', '[x](start/#first-steps)', 5, 'start.md#first-steps'],
    ['broken-page', '[x](start#first-steps)', 5, 'start.md#first-steps'],
    ['in-app', '[x](https://app.gitbook.com/s/unknown/page)', 5, null],
  ])('reports %s for %j at its column', async (rule, text, column, suggestion) => {
    expect(await checkPage(`# New\n\n${text}\n`)).toEqual([[rule, `guide/new.md:3:${column}`, suggestion]]);
  });

  it('names the table of contents that a page is missing from, as the space calls it', async () => {
    const { findings } = await check({
      ...withNamedContents(),
      'draft.md': '# Draft\n',
      'README.md': '# Home\n\n[x](draft.md)\n',
    });
    expect(findings.map(({ message }) => message)).toEqual([
      'draft.md is not a page: contents.md does not list it',
    ]);
  });

  it.each([
    ['[x]()', '[x]() leads nowhere: it names no target'],
    ['see [the *guide*](<>) here', '[the *guide*](<>) leads nowhere: it names no target'],
    ['[a \\] b [c] d]( )', '[a \\] b [c] d]( ) leads nowhere: it names no target'],
    ['![A picture]()', '![A picture]() names no file'],
    ['[guide]: <>', '[guide]: <> leads nowhere: it names no target'],
    ['<a class="x" href=" ">y</a>', '<a class="x" href=" "> leads nowhere: it names no target'],
    [
      `[${'long '.repeat(20)}]()`,
      '[long long long long long long… long long long long long ]() leads nowhere: it names no target',
    ],
  ])('names the link %j as the page writes it', async (text, message) => {
    const { findings } = await check({ ...aSoundRepository(), 'guide/new.md': `# New\n\n${text}\n` });

    expect(findings.filter(({ rule }) => rule !== 'unlisted-page').map((each) => each.message)).toEqual([
      message,
    ]);
  });

  it('follows #top to the top of a page, as browsers do', async () => {
    expect(await checkPage('# New\n\n[x](#top) [y](start.md#Top) [z](#topmost)\n')).toEqual([
      ['broken-anchor', 'guide/new.md:3:33', null],
    ]);
  });

  it('reports ids that are stolen or occur twice, and links to files that are not pages', async () => {
    const text =
      '# New\n\n## One\n\n## Two <a href="#one" id="one"></a>\n\n<a id="twice"></a>\n\n<a id="twice"></a>\n\n[x](draft.md)\n';
    const files: Record<string, string> = {
      ...aSoundRepository(),
      'guide/new.md': text,
      'guide/draft.md': '# Draft\n',
    };
    files['SUMMARY.md'] += '* [New](guide/new.md)\n';

    expect(told((await check(files)).findings).map((row) => (row as unknown[]).slice(0, 2))).toEqual([
      ['stolen-id', 'guide/new.md:5:27'],
      ['duplicate-anchor', 'guide/new.md:9:8'],
      ['unlisted-page', 'guide/new.md:11:5'],
    ]);
  });

  it('reports the fault of an anchor after a file that is wrong as well, and offers one suggestion', async () => {
    const files: Record<string, string> = {
      ...aSoundRepository(),
      'guide/new.md': '# New\n\n[a](draft.md#gone) [b](Start.md#first_steps) [c](draft.md#there)\n',
      'guide/draft.md': '# Draft\n\n## There\n',
    };
    files['SUMMARY.md'] += '* [New](guide/new.md)\n';
    const { findings } = await check(files);

    expect(
      findings.map(({ rule, level, target, suggestion }) => [rule, level, target, suggestion?.target]),
    ).toEqual([
      ['broken-anchor', 'error', 'draft.md#gone', undefined],
      ['unlisted-page', 'warning', 'draft.md#gone', undefined],
      ['broken-anchor', 'error', 'Start.md#first_steps', undefined],
      ['case-mismatch', 'warning', 'Start.md#first_steps', 'start.md#first_steps'],
      ['unlisted-page', 'warning', 'draft.md#there', undefined],
    ]);
    expect(fixFile('guide/new.md', files['guide/new.md'] ?? '', findings)?.text).toContain(
      '[b](start.md#first_steps)',
    );
  });

  it('says what an id made of a heading’s words collides with', async () => {
    const { findings } = await check({
      ...aSoundRepository(),
      'api.md': '# API\n\n## One\n\n<a id="one"></a>\n\n<a id="two"></a>\n\n<a id="two"></a>\n',
    });

    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
      [
        'duplicate-anchor',
        'The id one is also made of the words of the heading “One”; links lead to that heading',
      ],
      ['duplicate-anchor', 'The id two occurs twice in this page; links lead to the first one'],
    ]);
  });

  it('knows the anchors of API blocks, and is milder about others on their page', async () => {
    const api =
      '# API\n\n## Notes\n\n{% openapi-operation spec="s" path="/pets/{petId}" method="get" %}\n{% endopenapi-operation %}\n\n{% openapi-schemas spec="s" schemas="Pet,Owner" %}\n{% endopenapi-schemas %}\n\n{% swagger method="post" path="/v1.0/users" summary="Create a user" %}\n{% endswagger %}\n';
    const links = [
      '#notes',
      '#get-pets-petid',
      '#the-pet-object',
      '#owner',
      '#post-v1.0-users',
      '#post-v1-0-users',
      '#create-a-user',
      '#note',
      '#get-pets',
    ].map((fragment) => `[x](api.md${fragment})`);
    const { findings } = await check({
      ...aSoundRepository(),
      'api.md': api,
      'README.md': `# Home\n\n${links.join('\n')}\n`,
      'guide/README.md': '# Guide\n',
    });

    expect(findings.map(({ rule, level, target, message }) => [rule, level, target, message])).toEqual(
      ['note', 'get-pets'].map((id) => [
        'broken-anchor',
        'warning',
        `api.md#${id}`,
        `api.md has no anchor #${id} (api.md#${id}), and its API block does not say that it makes one`,
      ]),
    );
  });

  it('says which page a folder is not, and corrects a link to it', async () => {
    const text = '# New\n\n[x](start/#first-steps)\n';
    const files: Record<string, string> = { ...aSoundRepository(), 'guide/new.md': text };
    files['SUMMARY.md'] += '* [New](guide/new.md)\n';
    const { findings } = await check(files);

    expect(findings.map(({ message }) => message)).toEqual([
      'A path that ends with a slash leads to guide/start/README.md, which does not exist, and not to guide/start.md (start/#first-steps)',
    ]);
    expect(fixFile('guide/new.md', text, findings)?.text).toBe('# New\n\n[x](start.md#first-steps)\n');
  });

  it('has a separate rule for redirects, suggests where they may lead, and corrects what is certain', async () => {
    const files: Record<string, string> = {
      'docs/SUMMARY.md': '* [Home](README.md)\n* [Start](guide/start.md)\n',
      'docs/README.md': '# Home\n',
      'docs/guide/start.md': '# Start\n',
      '.gitbook.yaml':
        "root: ./docs/\nredirects:\n  old: Guide/start.md\n  older: './guide/strat.md'\n  gone: x/y.md\n",
    };
    const { findings } = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }] });

    expect(findings.map(({ rule, suggestion }) => [rule, suggestion?.target, suggestion?.safe])).toEqual([
      ['broken-redirect', 'guide/start.md', true],
      ['broken-redirect', 'guide/start.md', false],
      ['broken-redirect', undefined, undefined],
    ]);
    expect(fixFile('.gitbook.yaml', files['.gitbook.yaml'] ?? '', findings)?.text).toBe(
      files['.gitbook.yaml']?.replace('Guide/', 'guide/'),
    );
  });

  it.each([
    ['guide/strat.md', 'guide/start.md', 'two letters are swapped'],
    ['guide/statr-now.md', null, 'more than a slip of the pen'],
    ['giude/start.md', 'guide/start.md', 'a folder is misspelt'],
    ['giude/strat.md', null, 'both the folder and the name are misspelt'],
    ['other/start.md', 'guide/start.md', 'the name is that of one page elsewhere'],
    ['api/reference.md', 'guide/start.md', 'a redirect says where the page went'],
    ['shots/plan.pgn', null, 'no kind of file like that'],
    ['shots/paln.png', 'shots/plan.png', 'a file of the same kind'],
    ['shots/plam.svg', null, 'a file of another kind'],
  ])('suggests for %s %j: %s', async (wanted, suggested, _why) => {
    const files = {
      'SUMMARY.md': '* [Home](README.md)\n* [Start](guide/start.md)\n* [Area](area/teams.md)\n',
      'README.md': `# Home\n\n[x](${wanted})\n`,
      'guide/start.md': '# Start\n',
      'area/teams.md': '# Teams\n',
      'shots/plan.png': '',
      '.gitbook.yaml': 'redirects:\n  api/reference: guide/start.md\n',
    };
    const { findings } = await check(files);

    expect(findings[0]?.suggestion?.target ?? null).toBe(suggested);
  });

  it('judges paths that begin with a slash as the service does, and knows what was meant', async () => {
    const files: Record<string, string> = {
      ...aSoundRepository(),
      'guide/README.md':
        '# Guide\n\n[a](/api.md#api) [b](/guide/start) ![c](</.gitbook/assets/image (1).png>) [d](/gone.md) [e](/some/address) ![f](/gone.png)\n',
    };
    files['SUMMARY.md'] += '* [Elsewhere](/api/index.html)\n';
    const { findings } = await check(files);

    expect(
      findings.map(({ rule, target, suggestion }) => [rule, target, suggestion?.target, suggestion?.safe]),
    ).toEqual([
      ['root-relative', '/api.md#api', '../api.md#api', true],
      ['unanchored-heading', '/api.md#api', undefined, undefined],
      ['root-relative', '/guide/start', 'start.md', true],
      ['root-relative', '/.gitbook/assets/image (1).png', '../.gitbook/assets/image (1).png', true],
      ['broken-page', '/gone.md', undefined, undefined],
      ['broken-file', '/gone.png', undefined, undefined],
    ]);
  });

  it('judges anchors of a change log, and is milder about those that may be made of a day', async () => {
    const log =
      '# Log\n\n{% updates format="full" %}\n{% update date="2026-01-02" %}\n## Release 1\n{% endupdate %}\n{% endupdates %}\n';
    const ids = ['release-1', 'update-2026-01-02', 'nope', 'january-2-2026'];
    const { findings } = await check({
      'README.md': `# Home\n\n${ids.map((id) => `[x](log.md#${id})`).join(' ')}\n`,
      'log.md': log,
    });

    expect(findings.map(({ rule, level, message }) => [rule, level, message])).toEqual([
      ['broken-anchor', 'error', 'log.md has no anchor #nope (log.md#nope)'],
      [
        'broken-anchor',
        'warning',
        'log.md has no anchor #january-2-2026 (log.md#january-2-2026), and its change log does not say that it makes one',
      ],
    ]);
  });

  it.each([
    ['guide/', 'guide is a folder without a README.md (guide/)'],
    ['guide', 'guide is a folder without a README.md'],
    ['..', 'guide is a folder without a README.md (..)'],
    ['./', 'The top folder is a folder without a README.md (./)'],
  ])('says of the link %j that the folder has no page', async (target, message) => {
    const files = {
      'home.md': target === '..' ? '# Home\n' : `# Home\n\n[a](${target})\n`,
      'guide/start.md': '# Start\n',
      'guide/more/deep.md': target === '..' ? '# Deep\n\n[a](..)\n' : '# Deep\n',
    };
    // On disk, the folder exists.
    const around = { name: 'docs/', has: () => true };
    const { findings } = await check(files, { tree: { ...aTree(files), around } });

    expect(findings.map((finding) => [finding.rule, finding.message])).toEqual([['broken-page', message]]);
  });

  it('takes an address without a scheme for one outside, which is reached by https', async () => {
    const asked: string[] = [];
    const report = await check(
      {
        'SUMMARY.md': '* [Home](README.md)\n* [Shop](//shop.example.com/)\n',
        'README.md': '# Home\n\n[a](//example.com/x) [b](//localhost/x)\n',
      },
      {
        external: (uses) => {
          asked.push(...uses.map(({ url }) => url));
          return Promise.resolve({ findings: [], problems: [] });
        },
      },
    );

    expect(asked).toEqual(['https://example.com/x', 'https://shop.example.com/']);
    expect(report.findings.map(({ rule, target }) => [rule, target])).toEqual([
      ['local-address', '//localhost/x'],
    ]);
  });

  it('is milder about files that SUMMARY.md does not name, and counts an id in every heading once', async () => {
    const headings = ['A', 'B', 'C']
      .map((title) => `## ${title} <a href="#same" id="same"></a>\n`)
      .join('\n');
    const { findings } = await check({
      ...aSoundRepository(),
      'draft.md': '# Draft\n\n[gone](gone.md)\n',
      'api.md': `# API\n\n${headings}`,
    });

    expect(findings.map(({ path, rule, level, message }) => [path, rule, level, message])).toEqual([
      [
        'api.md',
        'duplicate-anchor',
        'warning',
        'The id same occurs 3 times in this page; links lead to the first one',
      ],
      ['draft.md', 'broken-page', 'warning', 'gone.md does not exist'],
    ]);
  });

  it('checks SUMMARY.md and the redirects too', async () => {
    const files = aSoundRepository();
    files['SUMMARY.md'] += '* [Gone](<no page.md>)\n';
    files['.gitbook.yaml'] += '  oldest: "guide/none.md"\n';

    expect(told((await check(files)).findings)).toEqual([
      ['broken-redirect', '.gitbook.yaml:4:12', null],
      ['broken-page', 'SUMMARY.md:8:11', null],
    ]);
  });

  it('follows links between mirrored spaces by the space’s id', async () => {
    const files = {
      'a/SUMMARY.md': '* [A](README.md)\n',
      'a/README.md':
        '# A\n\n[ok](https://app.gitbook.com/s/SPACEB/sub/page#part) [gone](https://app.gitbook.com/s/SPACEB/none) [top](https://app.gitbook.com/o/ORG/s/SPACEB/) [anchor](https://app.gitbook.com/s/SPACEB/sub/page#none)\n',
      'b/SUMMARY.md': '* [B](README.md)\n* [S](sub/README.md)\n  * [P](sub/page.md)\n',
      'b/README.md': '# B\n',
      'b/sub/README.md': '# S\n',
      'b/sub/page.md': '# P\n\n## Part\n',
    };
    const report = await check(files, {
      spaces: [
        { path: 'a', id: 'SPACEA' },
        { path: 'b', id: 'SPACEB' },
      ],
    });

    expect(report.findings.map(({ rule, target }) => [rule, target])).toEqual([
      ['broken-space', 'https://app.gitbook.com/s/SPACEB/none'],
      ['broken-anchor', 'https://app.gitbook.com/s/SPACEB/sub/page#none'],
    ]);
  });

  it('distinguishes targets that exist only in a change request from targets that exist nowhere', async () => {
    expect(await checkPage('[x](soon.md)\n', { pendingPaths: new Set(['guide/soon.md']) })).toEqual([
      ['pending', 'guide/new.md:1:5', null],
    ]);
  });

  it('obeys levels, and reports ignore entries that match nothing', async () => {
    const files = {
      ...aSoundRepository(),
      'README.md': '# Home\n\n[a](x1.md) [b](x2.md) [c](http://localhost/)\n',
    };
    const report = await check(files, {
      levels: { 'local-address': 'off' },
      ignore: ['x1.md', 'path:old/**', 'rule:pending'],
    });

    expect(report.findings.map(({ target }) => target)).toEqual(['x2.md']);
    expect([report.ignored, report.staleIgnores]).toEqual([1, ['path:old/**', 'rule:pending']]);
    await expect(check(files, { ignore: ['path: '] })).rejects.toThrow(/is empty/u);
  });
});

describe('only what is new', () => {
  const broken = { ...aSoundRepository(), 'api.md': '# API\n\n[old](gone.md)\n' };

  it('fails on a fresh fault, passes on one that the base has, wherever it moved in its page', async () => {
    const later = { ...broken, 'api.md': '# API\n\nA new line.\n\n[old](gone.md)\n' };
    const same = await check(later, { base: aTree(broken) });
    const fresh = await check(broken, { base: aTree(aSoundRepository()) });

    expect(same.findings.map(({ isNew }) => isNew)).toEqual([false]);
    expect([
      exitFor(same, { failOn: 'new' }),
      exitFor(same, { failOn: 'broken' }),
      exitFor(fresh, { failOn: 'new' }),
      exitFor(fresh, { failOn: 'never' }),
    ]).toEqual([0, 1, 1, 0]);
    expect(
      [
        { maxBroken: 1 },
        { maxBroken: 0 },
        { failOn: 'broken', maxBroken: 1 } as const,
        { failOn: 'new', maxBroken: 1 } as const,
      ].map((options) => exitFor(fresh, options)),
    ).toEqual([0, 1, 0, 1]);
    expect(
      [1, 0].map((maxBroken) => exitFor(same, { failOn: 'new', maxBroken })),
      'old faults count in the number',
    ).toEqual([0, 1]);
    expect((await check(aSoundRepository(), { base: aTree(broken) })).fixedSinceBase).toBe(1);
  });

  it('counts no fault as fixed that moved with its page, is left out or was not looked for', async () => {
    const before = { 'README.md': '# R\n', 'sub/m.md': '# M\n\n[o](old.md) [e](https://x.test/)\n' };
    const fixed = async (
      files: Record<string, string>,
      options: Partial<CheckLinksOptions>,
    ): Promise<number> => (await check(files, options)).fixedSinceBase;
    const base = aTree(before);
    const moved = { 'README.md': '# R\n', 'n.md': before['sub/m.md'] };
    const outside: NonNullable<CheckLinksOptions['external']> = () =>
      Promise.resolve({ findings: [], problems: [], unchecked: 0 });
    const { findings } = await check(before);
    const [fault] = findings;
    const external = { fingerprint: 'f', rule: 'external-dead', path: 'sub/m.md', target: 'https://x.test/' };
    const baseline = parseBaseline(printBaseline(findings), 'b');
    const withExternal = { version: 1 as const, findings: [...baseline.findings, external] };

    expect(await fixed(moved, { base })).toBe(0);
    expect(await fixed(moved, { base, ignore: ['old.md'] })).toBe(0);
    expect(await fixed(moved, { baseline })).toBe(0);
    expect(fault?.rule).toBe('broken-page');
    expect(await fixed(before, { base, ignore: ['old.md'] })).toBe(0);
    expect(await fixed(before, { base, only: (path) => path === 'README.md' })).toBe(0);
    expect(await fixed(before, { baseline, only: (path) => path === 'README.md' })).toBe(0);
    expect(await fixed(before, { baseline: withExternal })).toBe(0);
    expect(await fixed(before, { baseline: withExternal, external: outside })).toBe(1);
    expect(await fixed({ 'README.md': '# R\n' }, { base })).toBe(1);
    expect(await fixed({ 'README.md': '# R\n\n[n](new.md)\n' }, { base, ignore: ['new.md'] })).toBe(1);
  });

  it('finds links of untouched pages whose target this change moved, and knows where it went', async () => {
    const before = aSoundRepository();
    before['guide/start.md'] = `---\nid: abc\n---\n\n${before['guide/start.md'] ?? ''}`;
    const after: Record<string, string> = { ...before, 'basics/begin.md': before['guide/start.md'] };
    delete after['guide/start.md'];
    after['SUMMARY.md'] = (after['SUMMARY.md'] ?? '').replace('guide/start.md', 'basics/begin.md');
    const report = await check(after, { base: aTree(before) });

    const home = report.findings.filter(({ path }) => path === 'README.md');
    expect(
      home.map(({ rule, suggestion, isNew }) => [rule, suggestion?.target, suggestion?.safe, isNew]),
    ).toEqual([
      ['broken-page', 'basics/begin.md#first-steps', true, true],
      ['broken-page', 'basics/begin.md', true, true],
    ]);
  });

  const words = Array.from({ length: 12 }, (_, line) => `Line ${line} of this page says something.`);
  const faulty = `# API\n\n${words.join('\n')}\n\n[old](gone.md) [away](guide/nowhere.md) [x](#none)\n`;
  const apart = `${faulty}\nOne more line.\n`;
  it.each([
    ['as it is', 'reference/api.md', faulty],
    ['with an edit', 'reference/api.md', apart],
    [
      'into another folder, its links written anew',
      'guide/api.md',
      faulty.replace('gone.md', '../gone.md').replace('guide/nowhere.md', 'nowhere.md'),
    ],
    [
      'with an edit, its links written anew',
      'guide/api.md',
      apart.replace('gone.md', '../gone.md').replace('guide/nowhere.md', 'nowhere.md'),
    ],
    ['as it is, with its id', 'reference/api.md', `---\nid: abc\n---\n\n${faulty}`],
    ['with its id, and rewritten', 'reference/api.md', '---\nid: abc\n---\n\n# New\n\n[old](gone.md)\n'],
  ])('brings no old fault of a page that was renamed as a new one: %s', async (_how, path, text) => {
    const hasId = text.startsWith('---');
    const before = { ...aSoundRepository(), 'api.md': hasId ? `---\nid: abc\n---\n\n${faulty}` : faulty };
    const after: Record<string, string> = { ...before, [path]: `${text}\n[fresh](fresh.md)\n` };
    delete after['api.md'];
    for (const [file, old] of Object.entries(after))
      after[file] = old
        .replaceAll('](../api.md', `](../${path}`)
        .replaceAll('](api.md', `](${path}`)
        .replace('[ref]: ../api.md', `[ref]: ../${path}`);
    const isNew = (report: LinkReport): unknown[] =>
      report.findings.flatMap((finding) => (finding.isNew ? [`${finding.path} ${finding.target}`] : []));

    expect(isNew(await check(after, { base: aTree(before) }))).toEqual([`${path} fresh.md`]);
    const baseline = parseBaseline(printBaseline((await check(before)).findings), 'b.json');
    const known = isNew(await check(after, { baseline }));
    // A baseline has no texts, so it recognises a page by its faults as written.
    expect(known).toContain(`${path} fresh.md`);
    if (text.includes('](gone.md) [away]')) expect(known).toEqual([`${path} fresh.md`]);
  });

  it('takes another page with the same fault for no renamed one', async () => {
    const after: Record<string, string> = {
      ...broken,
      'other.md': '# Another text altogether\n\n[old](gone.md)\n',
    };
    const report = await check(after, { base: aTree(broken) });

    expect(report.findings.map(({ path, isNew }) => [path, isNew])).toContainEqual(['other.md', true]);
  });

  it('keeps a baseline file that is stable and read back', async () => {
    const report = await check(broken);
    const text = printBaseline(report.findings);
    const again = await check(broken, { baseline: parseBaseline(text, 'baseline.json') });

    expect(again.findings.map(({ isNew }) => isNew)).toEqual([false]);
    expect(printBaseline(again.findings)).toBe(text);
    for (const bad of ['{', '{"version":2}', '{"version":1}', '{"version":1,"findings":[{}]}'])
      expect(() => parseBaseline(bad, 'b.json')).toThrow(/b\.json cannot be used/u);
  });

  it('gives two equal faults of a page different names', async () => {
    const report = await check({ ...aSoundRepository(), 'api.md': '[a](gone.md) [b](gone.md)\n' });

    expect(new Set(report.findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe('--fix', () => {
  it('writes what is certain, in the form of each place, and leaves the rest', async () => {
    const text =
      '# New\n\n[a](Start.md) <a href="Start.md#first-steps">b</a> [c](<With  Space.md>) [d](nothing.md) ![e](../.gitbook/assets/IMAGE%20(1).png)\n';
    const files: Record<string, string> = { ...aSoundRepository(), 'guide/new.md': text };
    files['SUMMARY.md'] += '* [New](guide/new.md)\n';
    const { findings } = await check(files);
    const fix = fixFile('guide/new.md', text, findings);

    expect(fix?.text).toBe(
      text
        .replace('(Start.md)', '(start.md)')
        .replace('"Start.md#', '"start.md#')
        .replace('<With  Space.md>', '<with space.md>')
        .replace('IMAGE%20(1).png', 'image%20(1).png'),
    );
    expect(
      (await check({ ...files, 'guide/new.md': fix?.text ?? '' })).findings.map(({ target }) => target),
    ).toEqual(['nothing.md']);
    expect(fixFile('guide/new.md', 'changed meanwhile', findings)).toBeNull();
  });
});

describe('the service’s verdict', () => {
  const page = (path: string): object => ({
    kind: 'page',
    page: { id: 'p', title: 'Home', git: { path, oid: 'x' }, urls: { app: 'https://app.example/p' } },
  });
  const item = (path: string, target: object | null, status = 'broken'): object => ({
    status,
    relation: 'reference',
    locationReferences: [page(path)],
    ...(target === null ? {} : { targetReference: target }),
  });
  const spaces = [{ path: '', id: 'S' }];
  const verdicts = (...items: object[]): ReturnType<typeof gatherVerdicts> =>
    gatherVerdicts(
      {
        reports: async function* () {
          const broken = (items as { status?: string }[]).filter(({ status }) => status === 'broken').length;
          yield { items: items.slice(0, 1), stats: { total: items.length, broken: { total: broken } } };
          yield { items: items.slice(1) };
        },
      },
      spaces,
    );

  it('gets file, line and column from the scan where both know the link', async () => {
    const files: Record<string, string> = { ...aSoundRepository(), 'README.md': '# Home\n\n[a](gone.md)\n' };
    const report = await check(files, {
      spaces,
      service: await verdicts(item('README.md', null), item('README.md', { kind: 'url', url: 'x' }, 'ok')),
    });

    expect(report.findings.map(({ rule, sources, span }) => [rule, sources, span?.line])).toEqual([
      ['broken-page', ['scan', 'service'], 3],
    ]);
    expect(report.differences).toEqual([]);
  });

  it('is reported on the page where only the service knows, and explained where only the scan does', async () => {
    const files: Record<string, string> = { ...aSoundRepository(), 'api.md': '# API\n\n[a](gone.md)\n' };
    const report = await check(files, {
      spaces,
      service: await verdicts(item('README.md', { kind: 'page', page: { path: 'deleted' } })),
    });

    expect(
      report.findings.map(({ rule, path, span, message }) => [rule, path, span?.line ?? null, message]),
    ).toEqual([
      ['service-broken', 'README.md', null, 'The service says that the link to deleted is broken'],
      ['broken-page', 'api.md', 3, 'gone.md does not exist'],
    ]);
    expect(report.differences.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'README.md: The service says that the link to deleted is broken; the files do not show it',
      'api.md:3: The files say broken-page for gone.md; the service does not report it',
      'the space: The service counts 1 broken link, this check 2',
    ]);
    expect(report.service).toEqual({ links: 1, broken: 1, changeRequestBroken: null, withoutReport: [] });
    expect(failingFindings(report).length).toBe(2);
  });

  it('is not counted against faults that the service does not look for', async () => {
    const text = '# Home\n\n{% include "api.md" %}\n';
    const service = await verdicts(item('README.md', { kind: 'url', url: 'api.md' }, 'ok'));
    const report = await check({ ...aSoundRepository(), 'README.md': text }, { spaces, service });

    expect(report.findings.map(({ rule }) => rule)).toEqual(['unshown-include']);
    expect(report.differences).toEqual([]);
  });

  it('is about the link with its own target, also where the files show only the fault of another link', async () => {
    const text =
      '# Home\n\n[r](/nope) [e]() [h](#) [n](gone.md) [again](gone.md) [a](api.md#no) [same](./api.md#no)\n';
    const report = await check(
      { ...aSoundRepository(), 'README.md': text },
      {
        spaces,
        service: await verdicts(
          ...['/nope', '', '#', 'gone.md'].map((url) => item('README.md', { kind: 'url', url })),
          item('README.md', {
            kind: 'page',
            page: { path: 'api', git: { path: 'api.md' } },
            internalLocation: { type: 'anchor', anchor: 'no' },
          }),
        ),
      },
    );

    expect(report.findings.map(({ rule, target, sources }) => [rule, target, sources])).toEqual([
      ['service-broken', '/nope', ['service']],
      ['empty-target', '', ['scan', 'service']],
      ['service-broken', '#', ['service']],
      ['broken-page', 'gone.md', ['scan', 'service']],
      ['broken-page', 'gone.md', ['scan', 'service']],
      ['broken-anchor', 'api.md#no', ['scan', 'service']],
      ['broken-anchor', './api.md#no', ['scan', 'service']],
    ]);
    expect(report.findings.map(({ span }) => span?.column)).toEqual([5, 16, 22, 29, 46, 59, 77]);
    // The service has one item for all links of a page with one target.
    expect(report.differences.map(({ message }) => message)).toEqual([
      'The service says that the link to /nope is broken; the files do not show it',
      'The service says that the link to # is broken; the files do not show it',
    ]);
  });

  it.each([
    ['by its file', { id: 'r', title: 'Note', git: { path: '.gitbook/includes/note.md', oid: 'x' } }],
    ['by its title alone', { id: 'r', title: 'Note' }],
  ])('is one finding for a link of a reusable content that is named %s', async (_how, reusableContent) => {
    const files = {
      ...aSoundRepository(),
      '.gitbook/includes/note.md': '## Inside the include\n\n[r](../../gone.md) [own](#nowhere)\n',
    };
    const at = [{ kind: 'reusable-content', reusableContent }];
    const report = await check(files, {
      spaces,
      base: aTree(files),
      service: await verdicts(
        { status: 'broken', targetReference: { kind: 'url', url: '../../gone.md' }, locationReferences: at },
        ...('git' in reusableContent
          ? [{ status: 'broken', targetReference: at[0], locationReferences: at }]
          : []),
      ),
    });

    const sources = (rule: string): unknown => report.findings.find((one) => one.rule === rule)?.sources;
    expect(report.findings.map(({ rule, isNew }) => [rule, isNew])).toEqual([
      ['broken-page', false],
      ['broken-anchor', false],
    ]);
    expect(sources('broken-page')).toEqual(['scan', 'service']);
    if ('git' in reusableContent) expect(report.differences).toEqual([]);
  });

  it('is ignored where the service does not have the text yet: there only the scan decides', async () => {
    const files: Record<string, string> = { ...aSoundRepository(), 'api.md': '# API\n\n[a](gone.md)\n' };
    const report = await check(files, {
      spaces,
      service: await verdicts(item('README.md', null)),
      unsentPaths: new Set(['README.md', 'api.md']),
    });

    expect(report.findings.map(({ rule, path, sources }) => [rule, path, sources])).toEqual([
      ['broken-page', 'api.md', ['scan']],
    ]);
    expect(report.differences).toEqual([]);
  });

  it('says what a change request broke: by each link, or by its count', async () => {
    const ofChange = (file: string, brokenContext: string | undefined): object => ({
      ...item(file, { kind: 'page', page: { path: `gone-from-${file}` } }),
      ...(brokenContext === undefined ? {} : { brokenContext }),
    });
    const told = async (stats: object, ...items: object[]): Promise<unknown[]> => {
      const service = await gatherVerdicts(
        {
          reports: async function* () {
            yield { items, stats };
          },
        },
        spaces,
        'CR',
      );
      const report = await check(aSoundRepository(), { spaces, service, base: aTree(aSoundRepository()) });
      return report.findings.map(({ path, isNew }) => [path, isNew]);
    };

    expect(
      await told(
        { total: 9, broken: { total: 2, changeRequest: 1 } },
        ofChange('README.md', 'change-request'),
        ofChange('api.md', 'space'),
      ),
    ).toEqual([
      ['README.md', true],
      ['api.md', false],
    ]);
    expect(
      await told({ total: 9, broken: { total: 1, changeRequest: 0 } }, ofChange('api.md', undefined)),
    ).toEqual([['api.md', false]]);
    expect(
      await told({ total: 9, broken: { total: 1, changeRequest: 1 } }, ofChange('api.md', undefined)),
    ).toEqual([['api.md', false]]);
  });

  it('compares what only the service knows with the base, and finds its line by its target', async () => {
    const page = '# API\n\n[deep](https://app.example.com/s/deep/page) text\n';
    const before: Record<string, string> = { ...aSoundRepository(), 'api.md': page };
    const service = await gatherVerdicts(
      {
        reports: async function* () {
          yield {
            items: [
              item('api.md', { kind: 'url', url: 'https://app.example.com/s/deep/page' }),
              item('README.md', { kind: 'url', url: 'https://app.example.com/s/fresh' }),
            ],
            stats: { total: 9, broken: { total: 2 } },
          };
        },
      },
      spaces,
      null,
    );
    const after = {
      ...before,
      'README.md': `${before['README.md'] ?? ''}\n[f](https://app.example.com/s/fresh)\n`,
    };
    const edited = { ...after, 'api.md': `${page}\nMore.\n` };
    for (const files of [after, edited]) {
      const { findings } = await check(files, { spaces, service, base: aTree(before) });
      expect(
        findings
          .filter(({ rule }) => rule === 'service-broken')
          .map(({ path, isNew, span }) => [path, isNew, span?.line, span?.column]),
      ).toEqual([
        ['README.md', true, 23, 5],
        ['api.md', false, 3, 8],
      ]);
    }
  });

  it('knows of uses of a file that the files do not show', async () => {
    const files = {
      ...aSoundRepository(),
      '.gitbook/assets/used-elsewhere.png': '',
      '.gitbook/assets/unused.png': '',
      '.gitbook/assets/unknown.png': '',
    };
    const service = await gatherVerdicts(
      {
        reports: async function* () {
          yield { items: [], stats: { total: 0, broken: { total: 0 } } };
        },
        backlinks: () => (path) =>
          Promise.resolve(path.includes('elsewhere') ? 2 : path.includes('unused') ? 0 : null),
      },
      spaces,
      'CR',
    );
    const report = await check(files, { spaces, service, levels: { 'unused-file': 'warning' } });

    expect(report.findings.map(({ path, sources }) => [path, sources])).toEqual([
      ['.gitbook/assets/unknown.png', ['scan']],
      ['.gitbook/assets/unused.png', ['scan', 'service']],
    ]);
    expect(report.differences).toEqual([
      {
        path: '.gitbook/assets/used-elsewhere.png',
        message: 'The service knows 2 places that use this file; the files show none',
      },
    ]);
  });

  it('is done without where the service has no report, and asked for in earnest where it fails', async () => {
    const failing = (code: 'NOT_FOUND' | 'UNAUTHENTICATED' | 'NO_ANSWER') =>
      gatherVerdicts(
        {
          reports: async function* () {
            yield* [] as { items: object[] }[];
            throw new AppError(code, 'no');
          },
        },
        spaces,
      );

    expect((await failing('NOT_FOUND')).unsupported).toHaveLength(1);
    await expect(failing('UNAUTHENTICATED')).rejects.toMatchObject({ exitCode: 4 });
    await expect(failing('NO_ANSWER')).rejects.toMatchObject({ exitCode: 3 });
  });

  it('makes a check that could not be finished exit with 3, never with 0', async () => {
    const report = await check(aSoundRepository());

    expect(exitFor({ ...report, problems: ['x could not be checked'] })).toBe(3);
  });
});
