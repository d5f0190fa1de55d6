import { describe, expect, it } from 'vitest';

import { AppError } from '../../src/base/index.ts';
import { checkLinks, parseHistory, printHistory, reporters, runOf } from '../../src/links/index.ts';
import type { HistoryRun } from '../../src/links/index.ts';
import { causesOf } from '../../src/links/report/causes.ts';
import { historyView } from '../../src/links/report/html-pictures.ts';
import { sectionsOf } from '../../src/links/report/sections.ts';
import { aTree } from './repository.ts';
import { check } from './web.ts';

/** Two states of a repository: in the second one a page has moved, another one is gone, and some links are wrong. */
function beforeAndAfter(): [Record<string, string>, Record<string, string>] {
  const summary = ['a', 'b', 'c'].map((name) => `* [${name}](guide/${name}.md)\n`).join('');
  const start = '---\nid: abc\n---\n\n# Start\n\n## Steps\n\nWords that stay as they are.\n';
  const before: Record<string, string> = {
    'SUMMARY.md': `* [Home](README.md)\n* [Start](start.md)\n* [Gone](gone.md)\n${summary}`,
    'README.md': '# Home\n',
    'start.md': start,
    'gone.md': '# Gone\n',
    'draft.md': '# Draft\n',
  };
  for (const name of ['a', 'b', 'c'])
    before[`guide/${name}.md`] =
      `# ${name}\n\n[x](../start.md) [y](../start.md#steps)\n\n[z](../gone.md)\n\n[d](../draft.md) [e](/broken/pages/x) [f](https://app.gitbook.com/s/S1/${name})\n`;
  const after: Record<string, string> = { ...before, 'basics/start.md': start };
  delete after['start.md'];
  delete after['gone.md'];
  after['SUMMARY.md'] = `* [Home](README.md)\n* [Start](basics/start.md)\n${summary}`;
  return [before, after];
}

describe('the causes of findings', () => {
  it('explain what one moved page, one missing page, one space broke, the graver ones first', async () => {
    const [before, after] = beforeAndAfter();
    const { findings } = await checkLinks({
      tree: aTree(after),
      spaces: [{ path: '' }],
      base: aTree(before),
    });

    expect(
      causesOf(findings).map(({ title, level, pages, findings: found }) => [
        title,
        level,
        found.length,
        pages,
      ]),
    ).toEqual([
      ['start.md moved to basics/start.md', 'error', 6, 3],
      ['The service marked /broken/pages/x as broken', 'error', 3, 3],
      ['gone.md does not exist', 'error', 3, 3],
      ['draft.md is in no table of contents', 'warning', 3, 3],
      ['The space S1 is not mirrored here', 'note', 3, 3],
    ]);
  });

  it('are one for all dead addresses of a host, and none for a single finding', async () => {
    const { report } = await check(
      '[a](https://a.test/1) [b](https://a.test/2) [c](https://b.test/)\n\n[alone](gone.md)\n',
      {},
    );

    expect(causesOf(report.findings).map(({ title }) => title)).toEqual(['Addresses of a.test are dead']);
  });

  it('are shown on the page of the report, with what strangers wrote made harmless', async () => {
    const name = '<img src=x onerror=alert(1)>.md';
    const text = `# A\n\n[a](<${name}>) [b](<${name}>)\n`;
    const report = await checkLinks({ tree: aTree({ 'README.md': text }), spaces: [{ path: '' }] });
    const html = reporters.html(report, { version: '1.0.0', now: 0 });

    expect(html).toContain('explains 2 findings on 1 page');
    expect(html).not.toContain('<img src=x');
  });
});

describe('sections', () => {
  it('are the first folders that differ, the one that hurts most first', async () => {
    const faulty = (count: number): string => `# A\n\n${'[x](gone.md)\n'.repeat(count)}`;
    const { findings } = await checkLinks({
      tree: aTree({
        'docs/README.md': faulty(1),
        'docs/one/a.md': faulty(2),
        'docs/one/deep/b.md': faulty(2),
        'docs/two/c.md': faulty(3),
      }),
      spaces: [{ path: 'docs' }],
    });

    expect(sectionsOf(findings).map(({ name, error }) => [name, error])).toEqual([
      ['docs/one/', 4],
      ['docs/two/', 3],
      ['docs', 1],
    ]);
    expect(sectionsOf(findings.filter(({ path }) => path.startsWith('docs/two')))).toHaveLength(1);
    expect(sectionsOf([])).toEqual([]);
  });
});

describe('the history of checks', () => {
  const run = (day: number, error: number, warning = 0): HistoryRun => ({
    at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    error,
    warning,
    note: 0,
    links: 10,
    pages: 2,
  });

  it('is a file of one check a line, read back in the order of time, and cut to the last two hundred', async () => {
    const report = await checkLinks({
      tree: aTree({ 'README.md': '[a](gone.md) [b](Readme.md)\n' }),
      spaces: [{ path: '' }],
    });

    expect(runOf(report, 0)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      error: 1,
      warning: 1,
      note: 0,
      links: 2,
      pages: 1,
    });
    const runs = Array.from({ length: 250 }, (_, day) => run(day + 1, day));
    expect(parseHistory(printHistory(runs), 'h.jsonl')).toEqual(runs.slice(50));
    expect(parseHistory(printHistory([run(2, 2), run(1, 1)]), 'h.jsonl')).toEqual([run(1, 1), run(2, 2)]);
  });

  it.each(['{', '7', '{"at":"soon"}', '{"at":"2026-01-01T00:00:00.000Z","error":-1}'])(
    'is refused with the line that is wrong: %j',
    (line) => {
      const read = (): unknown => parseHistory(`${printHistory([run(1, 1)])}${line}\n`, 'h.jsonl');

      expect(read).toThrow(AppError);
      expect(read).toThrow(/^h\.jsonl:2 is not a line of a history/u);
    },
  );

  it('becomes a picture from two checks on, with bars from the bottom, and words', () => {
    expect(historyView([run(1, 1)]).runs).toEqual([]);
    const view = historyView([run(1, 1, 3), run(2, 2, 0)]);

    expect(view.runs.map(({ from, width }) => [from, width])).toEqual([
      ['5.00', '40.00'],
      ['55.00', '40.00'],
    ]);
    expect(view.runs.map(({ parts }) => parts.map(({ level, from, size }) => [level, from, size]))).toEqual([
      [
        ['error', '75.00', '25.00'],
        ['warning', '0.00', '75.00'],
      ],
      [['error', '50.00', '50.00']],
    ]);
    expect(view.words).toBe(
      '1 more error and 3 fewer warnings than in the check before. Now: 2 errors. In the first of 2 checks: 1 error, 3 warnings.',
    );
    expect(historyView([run(1, 0), run(2, 0)]).words).toMatch(/^No more errors and .* Now: nothing\./u);
  });
});
