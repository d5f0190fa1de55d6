import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { serveEditor } from '../../src/editor/index.ts';
import { scanPage } from '../../src/content/index.ts';
import { findSpaces } from '../../src/links/index.ts';
import { aSoundRepository, withNamedContents } from '../links/repository.ts';
import { applied, EditorClient } from '../support/editor-client.ts';

const root = 'file:///docs';
const uriOf = (path: string): string => `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;

let ending: (() => Promise<void>) | undefined;

afterEach(async () => {
  await ending?.();
  ending = undefined;
});

/** An editor with a folder of files in memory, and the server in this process. */
async function anEditor(
  files: Record<string, string> = aSoundRepository(),
  {
    folder = root,
    ...more
  }: { folder?: string | null; stateOf?: (path: string, text: string) => Promise<string | null> } = {},
): Promise<{ client: EditorClient; files: Record<string, string>; code: Promise<number> }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const code = serveEditor({
    input,
    output,
    version: '1.2.3',
    stop: new AbortController().signal,
    around: () => '/docs',
    open: async () => ({
      tree: () => ({ paths: Object.keys(files), text: (path) => files[path] ?? null }),
      spaces: ({ paths }) => findSpaces(paths),
      levels: {},
      ignore: ['ignored.md'],
      ...more,
    }),
  });
  const client = new EditorClient(output, input);
  await client.begin(folder);
  ending = async () => {
    await client.end();
    expect(await code).toBe(0);
  };
  return { client, files, code };
}

describe('the findings in an editor', () => {
  it('follow each key, in the page and in other open pages', async () => {
    const { client, files } = await anEditor();
    const [home, start] = [uriOf('README.md'), uriOf('guide/start.md')];
    await client.open(home, files['README.md'] ?? '');
    await client.open(start, files['guide/start.md'] ?? '');
    expect(await client.diagnostics(home, () => true)).toEqual([]);

    await client.type(home, 'guide/start', 's');
    const [wrong] = await client.diagnostics(home, (all) => all.length === 1);
    expect(wrong).toMatchObject({
      code: 'broken-page',
      source: 'tidemark',
      severity: 1,
      range: { start: client.at(home, 'guide/starts.md') },
    });
    await client.type(home, 'guide/starts.md', 'guide/start.md', { replace: true });
    await client.diagnostics(home, (all) => all.length === 0);

    await client.type(start, '## First', ' real');
    const [lost] = await client.diagnostics(home, (all) => all.length === 1);
    expect(lost).toMatchObject({ code: 'broken-anchor' });
    expect(lost?.message).toContain('guide/start.md has no anchor #first-steps');
  });

  it('leave out what the configuration and comments of the page leave out', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(
      home,
      `${files['README.md']}\n[a](ignored.md) [b](gone.md)\n\n<!-- links-off -->\n[c](gone.md)\n`,
    );

    expect((await client.diagnostics(home, () => true)).map(({ range }) => range.start)).toEqual([
      client.at(home, 'gone.md'),
    ]);
  });

  it('follow files that come and go, and what the table of contents names', async () => {
    const { client, files } = await anEditor();
    const [home, contents] = [uriOf('README.md'), uriOf('SUMMARY.md')];
    await client.open(home, `${files['README.md']}\n[new](new.md)\n`);
    await client.diagnostics(home, (all) => all[0]?.code === 'broken-page');

    files['new.md'] = '# New\n';
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('new.md'), type: 1 }],
    });
    await client.diagnostics(home, (all) => all[0]?.code === 'unlisted-page');

    await client.open(contents, files['SUMMARY.md'] ?? '');
    await client.type(contents, '* [API](api.md)\n', '* [New](new.md)\n');
    await client.diagnostics(home, (all) => all.length === 0);
  });

  it('are there for a page that is open without a folder, within its documentation', async () => {
    const { client, files } = await anEditor(aSoundRepository(), { folder: null });
    const start = uriOf('guide/start.md');
    await client.open(start, `${files['guide/start.md']}\n[home](../README.md) [gone](gone.md)\n`);

    expect(await client.diagnostics(start, () => true)).toHaveLength(1);
  });

  it('are mended by certain suggestions alone', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(home, `${files['README.md']}\n[caps](Guide/Start.md) [slip](guide/strat.md)\n`);
    await client.diagnostics(home, (all) => all.length === 2);

    const actions = await client.actions(home, client.at(home, 'Guide/Start.md', 3));
    expect(actions.map(({ title, kind }) => `${kind}: ${title}`)).toEqual([
      'quickfix: Link to guide/start.md',
      'source.fixAll.tidemark: Mend every link of this page that has one right target',
    ]);
    const fixed = applied(actions[0]?.edit ?? {}, (uri) => client.text(uri)).get(home);
    expect(fixed).toBe(client.text(home).replace('Guide/Start.md', 'guide/start.md'));
    expect(
      (await client.actions(home, client.at(home, 'guide/strat.md', 3))).map(({ kind }) => kind),
    ).toEqual(['source.fixAll.tidemark']);
  });
});

describe('the questions of an editor', () => {
  it.each([
    ['[a](gui', 'guide/start.md', 'guide/start.md'],
    ['[a](Spac', 'guide/with space.md', '<guide/with space.md>'],
    ['[a](<guide/wi', 'guide/with space.md', 'guide/with space.md'],
    ['<a href="guide/wi', 'guide/with space.md', 'guide/with space.md'],
    ['![a](ima', '.gitbook/assets/image (1).png', '<.gitbook/assets/image (1).png>'],
    ['{% include "no', '.gitbook/includes/note.md', '.gitbook/includes/note.md'],
    ['[a](./api', 'api.md', './api.md'],
    ['[a](guide/start.md#fir', '#first-steps', 'first-steps'],
    ['[a](#o', '#own', 'own'],
  ])('complete %s', async (typed, label, newText) => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(home, `${files['README.md']}\n${typed}`);
    const list = await client.completion(home, client.at(home, `\n${typed}`, typed.length + 1));
    const item = list?.items.find((each) => each.label === label);
    if (item?.textEdit === undefined || !('range' in item.textEdit)) throw new Error(`no ${label}`);

    expect(item.textEdit.newText).toBe(newText);
    const { start, end } = item.textEdit.range;
    expect(end.character).toBe(typed.length);
    expect(typed.slice(start.character)).toMatch(/^[^(<"#]*$/u);
  });

  it('know a table of contents by the name that the space gives it', async () => {
    const { client, files } = await anEditor({
      ...withNamedContents(),
      'aaa.md': '# A\n',
      'zzz.md': '# Z\n',
    });
    const [home, contents] = [uriOf('README.md'), uriOf('contents.md')];
    const offered = async (uri: string, text: string): Promise<string[]> => {
      await client.open(uri, `${text}\n* [a](`);
      const list = await client.completion(uri, client.at(uri, '\n* [a](', 7));
      return (list?.items ?? []).map(({ label, sortText = '' }) => `${sortText} ${label}`).sort();
    };

    const inContents = await offered(contents, files['contents.md'] ?? '');
    expect(inContents.slice(0, 2).map((each) => each.slice(7))).toEqual(['aaa.md', 'zzz.md']);
    const inPage = await offered(home, files['README.md'] ?? '');
    expect(inPage.slice(0, 2).map((each) => each.slice(7))).not.toContain('aaa.md');
    for (const all of [inContents, inPage]) expect(all.join()).not.toContain('contents.md');
    await client.open(home, '# Home\n\n[a](aaa.md)\n');
    const said = await client.hover(home, client.at(home, 'aaa.md', 1));
    expect(JSON.stringify(said)).toContain('not a page: contents.md does not list it');
  });

  it('complete nothing outside of a target', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(home, `${files['README.md']}\nplain words (and`);

    expect(await client.completion(home, client.at(home, '(and', 4))).toBeNull();
  });

  it('go to a page, to a heading in it, and to a picture', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(home, files['README.md'] ?? '');
    const goal = (text: string): Promise<unknown> => client.definition(home, client.at(home, text, 2));

    expect(await goal('guide/start.md#first')).toMatchObject({
      uri: uriOf('guide/start.md'),
      range: { start: { line: 2 } },
    });
    expect(await goal('#own')).toMatchObject({ uri: home, range: { start: { line: 8 } } });
    expect(await goal('guide/)')).toMatchObject({ uri: uriOf('guide/README.md') });
    expect(await goal('.gitbook/assets/image (1)')).toMatchObject({
      uri: expect.stringMatching(/image%20\(1\)\.png$/) as string,
    });
    expect(await client.definition(home, client.at(home, '# Home'))).toBeNull();
  });

  it('go where the definition leads that a reference names', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    const more = '[the start][Begin  here], [begin here][], [begin here] and [a](guide/) [else][]\n';
    await client.open(home, `${files['README.md']}\n${more}\n[begin here]: <guide/start.md#first-steps>\n`);
    const goal = (text: string): Promise<unknown> => client.definition(home, client.at(home, text, 2));
    const start = { uri: uriOf('guide/start.md'), range: { start: { line: 2 } } };

    for (const text of ['the start', 'Begin  here', 'begin here][]', 'begin here] and'])
      expect(await goal(text), text).toMatchObject(start);
    expect(await goal('else')).toBeNull();
    expect(await goal('a](guide')).toBeNull();
  });

  it('show the title and the state of a page, or what is wrong', async () => {
    const { client, files } = await anEditor(
      {
        ...aSoundRepository(),
        'guide/start.md': `---\ndescription: How to *begin*\nhidden: true\n---\n\n${aSoundRepository()['guide/start.md']}`,
        'lost.md': '# Lost\n',
      },
      { stateOf: async (path) => (path === 'guide/start.md' ? 'edited since the last sync' : null) },
    );
    const home = uriOf('README.md');
    await client.open(home, `${files['README.md']}\n[lost](lost.md) [gone](gone.md)\n`);
    const said = async (text: string): Promise<unknown> =>
      (await client.hover(home, client.at(home, text, 1)))?.contents;

    expect(await said('guide/start.md#first')).toEqual({
      kind: 'markdown',
      value:
        '**Start** › First steps\n\n`guide/start.md` · hidden · edited since the last sync\n\nHow to \\*begin\\*',
    });
    expect(JSON.stringify(await said('lost.md'))).toContain(
      '`lost.md` · not a page: SUMMARY.md does not list it',
    );
    expect(JSON.stringify(await said('gone.md'))).toContain('⚠ gone\\\\.md does not exist');
  });
});

describe('a rename in an editor', () => {
  it('of a heading takes every link to it along, and those to later headings of the same words', async () => {
    const { client, files } = await anEditor({
      ...aSoundRepository(),
      'api.md': '# API\n\n## Same\n\n## Same\n\n## Other <a href="#kept" id="kept"></a>\n',
      'guide/README.md': '# Guide\n\n[one](../api.md#same) [two](../api.md#same-1) [kept](../api.md#kept)\n',
    });
    const api = uriOf('api.md');
    await client.open(api, files['api.md'] ?? '');
    const text = (uri: string): string => files[decodeURIComponent(uri.slice(root.length + 1))] ?? '';

    expect(await client.ask('prepareRename', api, client.at(api, 'Same', 1))).toMatchObject({
      placeholder: 'Same',
    });
    const edit = await client.ask<object>('rename', api, client.at(api, 'Same', 1), {
      newName: 'New (words)',
    });
    const after = applied(edit, text);
    expect(after.get(api)).toBe(files['api.md']?.replace('Same', 'New (words)'));
    expect(after.get(uriOf('guide/README.md'))).toBe(
      '# Guide\n\n[one](../api.md#new-words) [two](../api.md#same) [kept](../api.md#kept)\n',
    );
    expect(scanPage(after.get(api) ?? '').headings[1]?.markdown).toBe('New (words)');

    const kept = await client.ask<object>('rename', api, client.at(api, 'Other', 1), { newName: 'Else' });
    expect([...applied(kept, text)]).toEqual([[api, files['api.md']?.replace('Other', 'Else')]]);
  });

  it('of a title takes the entry of the table of contents along', async () => {
    const { client, files } = await anEditor();
    const start = uriOf('guide/start.md');
    await client.open(start, files['guide/start.md'] ?? '');
    const edit = await client.ask<object>('rename', start, client.at(start, '# Start', 3), {
      newName: 'Begin [here]',
    });

    expect(
      applied(edit, (uri) => files[decodeURIComponent(uri.slice(root.length + 1))] ?? '').get(
        uriOf('SUMMARY.md'),
      ),
    ).toBe(files['SUMMARY.md']?.replace('[Start]', '[Begin \\[here\\]]'));
  });

  it('of something that is not a heading is refused', async () => {
    const { client, files } = await anEditor();
    const home = uriOf('README.md');
    await client.open(home, files['README.md'] ?? '');

    expect(await client.ask('prepareRename', home, client.at(home, '[Start]'))).toBeNull();
    await expect(
      client.ask('rename', home, client.at(home, '## Own', 4), { newName: 'two\nlines' }),
    ).rejects.toThrow('one line');
  });

  it('of a file gives the edits of the links, also of texts that are not saved, and a new file of redirects', async () => {
    const { client, files } = await anEditor();
    delete files['.gitbook.yaml'];
    const home = uriOf('README.md');
    await client.open(home, `${files['README.md']}\n[unsaved](api.md)\n`);
    const edit = await client.willRename([{ oldUri: uriOf('api.md'), newUri: uriOf('guide/interface.md') }]);
    const after = applied(edit ?? {}, (uri) =>
      uri === home ? client.text(home) : (files[decodeURIComponent(uri.slice(root.length + 1))] ?? ''),
    );

    expect(after.get(home)).toContain('[unsaved](guide/interface.md)');
    expect(after.get(uriOf('api.md'))).toContain('{% openapi src="../openapi.yaml"');
    expect(after.get(uriOf('.gitbook.yaml'))).toBe('redirects:\n  api: guide/interface.md\n');
    expect(edit?.documentChanges).toContainEqual({
      kind: 'create',
      uri: uriOf('.gitbook.yaml'),
      options: { ignoreIfExists: true },
    });
  });

  it('of a folder with several files gives them all, and one that cannot follow is told', async () => {
    const { client, files } = await anEditor();
    const edit = await client.willRename([{ oldUri: uriOf('guide'), newUri: uriOf('manual') }]);
    const after = applied(edit ?? {}, (uri) => files[decodeURIComponent(uri.slice(root.length + 1))] ?? '');
    expect(after.get(uriOf('SUMMARY.md'))).toBe(files['SUMMARY.md']?.replaceAll('guide/', 'manual/'));

    expect(
      await client.willRename([{ oldUri: uriOf('SUMMARY.md'), newUri: uriOf('CONTENTS.md') }]),
    ).toBeNull();
    expect(client.warnings.join()).toContain('SUMMARY.md has to stay where it is');
  });
});

describe('the end of an editor', () => {
  it('ends the server: with 1 when the editor goes without a word', async () => {
    const { client, code } = await anEditor();
    ending = undefined;
    client.connection.end();

    expect(await code).toBe(1);
  });
});
