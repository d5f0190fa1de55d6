/** Imports of the formats of other programs: Word, Google Docs, Confluence, Notion, GitHub's wikis. */
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/service/import/csv.ts';
import { withoutWikiLinks } from '../../../src/service/import/github-wiki.ts';
import { unzip } from '../../../src/service/import/unzip.ts';
import { aServiceOnTheWeb, archiveOf, dot } from './web.ts';
import type { WebFixture } from './web.ts';

let fixture: WebFixture;
beforeEach(async () => {
  fixture = await aServiceOnTheWeb();
});
afterEach(() => fixture.world.close());

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document with these paragraphs, each a style and the XML of its runs. */
function docx(...paragraphs: readonly [style: string, runs: string][]): Uint8Array {
  const text = (runs: string): string => (runs.startsWith('<') ? runs : `<w:r><w:t>${runs}</w:t></w:r>`);
  const body = paragraphs
    .map(([style, runs]) =>
      style === '' ? runs : `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${text(runs)}</w:p>`,
    )
    .join('');
  return archiveOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r2" Type="${office}/image" Target="media/image1.png"/><Relationship Id="r3" Type="${office}/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
    'word/media/image1.png': dot,
    'word/document.xml': `<w:document xmlns:w="${word}" xmlns:r="${office}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
  });
}

const picture =
  '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
const table =
  '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Key</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Value</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';

describe('a Word document', () => {
  it('becomes one page with its headings, marks, tables, links and pictures', async () => {
    fixture.web.set('https://a.test/Plan.docx', {
      body: docx(
        ['Title', 'The plan'],
        ['Heading1', 'Part'],
        [
          'Normal',
          '<w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:hyperlink r:id="r3"><w:r><w:t> link</w:t></w:r></w:hyperlink>',
        ],
        ['', table],
        ['Normal', picture],
      ),
    });

    const { status, body } = await fixture.bring('https://a.test/Plan.docx', 'docx');

    expect([status, body]).toMatchObject([201, { importedResources: 2, totalResources: 2 }]);
    const [[path, text] = []] = Object.entries(await fixture.texts());
    expect(path).toBe('the-plan.md');
    expect(text).toMatch(
      /^# The plan\n\n# Part\n\n\*\*Bold\*\*\[ ?link\]\(https:\/\/example\.com\/\)\n\n\| Key \| Value \|\n\| -+ \| -+ \|\n\| a +\| 1 +\|\n\n!\[A dot\]\(\.gitbook\/assets\/image-[0-9a-f]{8}\.png\)\n$/,
    );
    const { files } = await fixture.world.ok(`GET ${fixture.base}`);
    expect(files).toMatchObject([{ contentType: 'image/png', dimensions: { width: 1, height: 1 } }]);
    expect(text).toContain(files[0].git.path);
  });

  it('takes its title from its file name when it has none, and may replace one page', async () => {
    fixture.web.set('https://a.test/one', { body: '# One\n', type: 'text/markdown' });
    await fixture.bring('https://a.test/one', 'markdown');
    const { pages } = await fixture.world.ok(`GET ${fixture.base}/pages`);
    fixture.web.set('https://a.test/Meeting%20notes.docx', {
      body: docx(['Normal', 'Words.'], ['Normal', picture]),
      headers: { 'content-disposition': `attachment; filename*=UTF-8''Meeting%20notes.docx` },
    });

    await fixture.world.ok(`POST ${fixture.base}/page/${pages[0].id}/import`, {
      url: 'https://a.test/Meeting%20notes.docx',
      source: 'docx',
    });

    expect(await fixture.texts()).toEqual({
      one: expect.stringMatching(
        /^# Meeting notes\n\nWords\.\n\n!\[A dot\]\(\.gitbook\/assets\/image-[0-9a-f]+\.png\)\n$/,
      ),
    });
  });

  it('is refused when it is another file, is damaged, or unpacks without end', async () => {
    const { web, bring } = fixture;
    const zeros = deflateRawSync(Buffer.alloc(120 * 1024 * 1024));
    const bomb = archiveOf({ 'word/document.xml': zeros });
    // Claims, in both places, that the stored bytes are packed.
    const view = Buffer.from(bomb);
    view.writeUInt16LE(8, 8);
    view.writeUInt16LE(8, view.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10);
    const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(5000)}${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`;
    for (const [name, body] of Object.entries({
      text: 'no archive',
      archive: archiveOf({ 'a.txt': 'x' }),
      damaged: archiveOf({ 'word/document.xml': '<w:document' }),
      bomb: view,
      deep: docx(['', deep]),
    })) {
      web.set(`https://a.test/${name}`, { body });
      const { status, body: answer } = await bring(`https://a.test/${name}`, 'docx');
      expect([name, status], JSON.stringify(answer)).toEqual([name, 422]);
    }
  });
});

describe('a document of Google Docs', () => {
  const address = 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoP/edit?usp=sharing';
  const exported = 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoP/export?format=docx';

  it('is asked for as a Word document', async () => {
    fixture.web.set(exported, {
      body: docx(['Normal', 'Shared words.']),
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      headers: { 'content-disposition': 'attachment; filename="Shared.docx"' },
    });
    expect((await fixture.bring(address, 'google-docs')).body).toMatchObject({ importedResources: 1 });
    expect(await fixture.texts()).toEqual({ shared: '# Shared\n\nShared words.\n' });
  });

  it('that is not shared, or is not a document, is refused with what to do', async () => {
    fixture.web.set(exported, { body: '<title>Sign in</title>', type: 'text/html; charset=utf-8' });
    const { status, body } = await fixture.bring(address, 'google-docs');
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('does not show')]);
    expect(
      (await fixture.bring('https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP', 'google-docs')).status,
    ).toBe(422);
  });
});

describe('an export of Confluence', () => {
  it('becomes the tree of its index, with links and the files that its pages show', async () => {
    const shell = (title: string, body: string): string =>
      `<title>SPACE : ${title}</title><div id="breadcrumbs">x</div><h1 id="title-heading"><span id="title-text">SPACE : ${title}</span></h1><div id="main-content" class="wiki-content group">${body}</div><div class="pageSection">Attachments</div>`;
    fixture.web.set('https://a.test/space.zip', {
      body: archiveOf({
        'SPACE/index.html':
          '<h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Setup_2.html">Set up</a></li></ul></li></ul>',
        'SPACE/Home_1.html': shell(
          'Home',
          '<p>See <a href="Setup_2.html#x">how</a> and <a href="https://e.com/">e</a>.</p>',
        ),
        'SPACE/Setup_2.html': shell(
          'Set up',
          '<p><img src="attachments/2/9.png?version=1"> <a href="gone.html">gone</a></p>',
        ),
        'SPACE/Loose_3.html': shell('Loose', '<p>not in the index</p>'),
        'SPACE/attachments/2/9.png': dot,
        'SPACE/attachments/2/8.png': 'an older version',
        'SPACE/styles/site.css': 'x',
      }),
    });

    expect((await fixture.bring('https://a.test/space.zip', 'confluence')).body).toMatchObject({
      importedResources: 4,
      totalResources: 4,
    });
    expect(await fixture.tree()).toEqual([['Home', 'Set up'], 'Loose']);
    expect(await fixture.texts()).toEqual({
      'home/README.md': '# Home\n\nSee [how](set-up.md#x) and [e](https://e.com/).\n',
      'home/set-up.md': expect.stringMatching(
        /^# Set up\n\n!\[\]\(\.\.\/\.gitbook\/assets\/9-[0-9a-f]{8}\.png\) \[gone\]\(gone\.html\)\n$/,
      ),
      'loose.md': '# Loose\n\nnot in the index\n',
    });
  });

  it('that is another archive is refused', async () => {
    fixture.web.set('https://a.test/x.zip', { body: archiveOf({ 'a.txt': 'x' }) });
    expect((await fixture.bring('https://a.test/x.zip', 'confluence')).status).toBe(422);
    expect((await fixture.bring('https://a.test/x.zip', 'notion')).status).toBe(422);
  });
});

describe('an export of Notion', () => {
  const id = (number: number): string => String(number).padStart(32, '0');

  it('becomes pages below pages, databases as tables, without the ids in names; in parts, too', async () => {
    const part = archiveOf({
      [`Export/Team ${id(1)}.md`]: `# Team\n\nSee [the plan](Team%20${id(1)}/Plan%20${id(2)}.md), [tasks](Team%20${id(1)}/Tasks%20${id(3)}.csv).\n\n![p](Team%20${id(1)}/p.png)\n`,
      [`Export/Team ${id(1)}/Plan ${id(2)}.md`]: `# Plan\n\n[up](../Team%20${id(1)}.md)\n`,
      [`Export/Team ${id(1)}/p.png`]: dot,
      [`Export/Team ${id(1)}/Tasks ${id(3)}.csv`]: 'Name\nWrite',
      [`Export/Team ${id(1)}/Tasks ${id(3)}_all.csv`]: '\uFEFFName,Note\nWrite,"a|b, ""c"""\nRest,\n',
      [`Export/Team ${id(1)}/Tasks/Write ${id(4)}.md`]: '# Write\n\nStatus: open\n',
    });
    fixture.web.set('https://a.test/notion.zip', { body: archiveOf({ 'Export-Part-1.zip': part }) });

    expect((await fixture.bring('https://a.test/notion.zip', 'notion')).body).toMatchObject({
      importedResources: 5,
      totalResources: 5,
    });
    expect(await fixture.tree()).toEqual([['Team', 'Plan', ['Tasks', 'Write']]]);
    expect(await fixture.texts()).toEqual({
      'team/README.md': expect.stringMatching(
        /^# Team\n\nSee \[the plan\]\(plan\.md\), \[tasks\]\(tasks\/README\.md\)\.\n\n!\[p\]\(\.\.\/\.gitbook\/assets\/p-[0-9a-f]{8}\.png\)\n$/,
      ),
      'team/plan.md': '# Plan\n\n[up](README.md)\n',
      'team/tasks/README.md':
        '# Tasks\n\n| Name | Note |\n| --- | --- |\n| [Write](<write.md>) | a\\|b, "c" |\n| Rest |  |\n',
      'team/tasks/write.md': '# Write\n\nStatus: open\n',
    });
  });

  it('in HTML is read as well', async () => {
    fixture.web.set('https://a.test/notion.zip', {
      body: archiveOf({
        [`Team ${id(1)}.html`]: `<title>Team</title><article><header><h1>Team</h1></header><p><a href="Team%20${id(1)}/Plan%20${id(2)}.html">plan</a></p></article>`,
        [`Team ${id(1)}/Plan ${id(2)}.html`]: '<title>Plan</title><article><p>x</p></article>',
      }),
    });
    await fixture.bring('https://a.test/notion.zip', 'notion');
    expect(await fixture.texts()).toEqual({
      'team/README.md': '# Team\n\n[plan](plan.md)\n',
      'team/plan.md': '# Plan\n\nx\n',
    });
  });

  it('has its values separated by commas, quoted ones with line ends and quotes inside', () => {
    expect(readCsv('a,"b\nc",""\r\n"d""e",,\n\nlast')).toEqual([
      ['a', 'b\nc', ''],
      ['d"e', '', ''],
      [''],
      ['last'],
    ]);
    expect(readCsv('"open')).toEqual([['open']]);
    expect(readCsv('')).toEqual([]);
  });
});

describe('a wiki of GitHub', () => {
  const raw = 'https://raw.githubusercontent.com/wiki/ada/engine';

  it('becomes its pages as written, with its links and pictures', async () => {
    const { web } = fixture;
    web.set('https://github.com/ada/engine/wiki', {
      body: '<a href="/ada/engine/wiki">Home</a><a href="/ada/engine/wiki/How-To">How To</a><a href="/ada/engine/wiki/How-To/_history">h</a><a href="/ada/engine/issues">i</a>',
    });
    web.set(`${raw}/Home.md`, {
      body: 'Read [[the guide|How To#first]], [[Notes]] and [the code](../issues).\n\n`[[no link]]`\n',
      type: 'text/plain',
    });
    web.set(`${raw}/How-To.md`, {
      body: '# How to\n\n![shot](images/shot.png) [back](https://github.com/ada/engine/wiki/Home)\n',
      type: 'text/plain',
    });
    web.set(`${raw}/images/shot.png`, { body: dot, type: 'image/png' });

    expect((await fixture.bring('https://github.com/ada/engine/wiki', 'github-wiki')).body).toMatchObject({
      importedResources: 3,
      totalResources: 4,
    });
    expect(await fixture.texts()).toEqual({
      'home.md':
        '# Home\n\nRead [the guide](<how-to.md#first>), [Notes](<Notes>) and [the code](../issues).\n\n`[[no link]]`\n',
      'how-to.md': expect.stringMatching(
        /^# How to\n\n!\[shot\]\(\.gitbook\/assets\/shot-[0-9a-f]{8}\.png\) \[back\]\(home\.md\)\n$/,
      ),
    });
  });

  it('is refused with what to do when nobody may read it, or the address is not that of a wiki', async () => {
    const { status, body } = await fixture.bring('https://github.com/ada/secret/wiki', 'github-wiki');
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('everybody')]);
    expect((await fixture.bring('https://gitlab.test/ada/engine/wiki', 'github-wiki')).status).toBe(422);
  });

  it('keeps code unchanged', () => {
    const code = '```\n[[a]]\n```\n`[[b]]` x\n~~~~\n[[c]]\n~~~\n[[d]]\n~~~~\n';
    expect(withoutWikiLinks(code)).toBe(code);
    expect(withoutWikiLinks('[[A b]]')).toBe('[A b](<A-b>)');
  });
});

describe('an archive', () => {
  it('is bounded by what it unpacks to, however its entries are stored', () => {
    const archive = archiveOf({ a: new Uint8Array(700), b: new Uint8Array(700) });
    expect(() => unzip(archive, { mostBytes: 1000 })).toThrowError(
      expect.objectContaining({ code: 'UNPROCESSABLE' }),
    );
    expect(unzip(archive, { mostBytes: 1400 }).size).toBe(2);
  });
});
