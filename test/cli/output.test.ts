import { describe, expect, it } from 'vitest';
import { AppError, escapeForTerminal, escapeHidden, systemError } from '../../src/base/index.ts';
import { cycleLines, noteLines, problemLines } from '../../src/cli/output/cycle.ts';
import { reportFailure } from '../../src/cli/output/failure.ts';
import { progressOn } from '../../src/cli/output/progress.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import { truncate, table, widthOf } from '../../src/cli/output/table.ts';
import { unifiedDiff } from '../../src/cli/output/unified-diff.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import { busyReport, waitingReport } from '../../src/sync/plan/branch-reports.ts';
import { headIsDetached } from '../../src/sync/plan/branch.ts';
import { testOutput, testWorld } from '../support/world.ts';

const plain = styleFor(testOutput(), {});

describe('terminal output', () => {
  it('lets no control, bidirectional or line-breaking character of a stranger through', () => {
    const hostile = 'a\u001b]52;c;x\u0007\r\u009b31m\u202e\u2066\u2028\n\u0000b';

    expect(escapeForTerminal(hostile)).toBe(
      'a\\u001b]52;c;x\\u0007\\u000d\\u009b31m\\u202e\\u2066\\u2028\\u000a\\u0000b',
    );
    expect(escapeForTerminal('快速 é 👩‍👩‍👧')).toBe('快速 é 👩‍👩‍👧');
  });

  it('keeps its colours and the values of its JSON under the last net', () => {
    const hostile = { subject: '\u001b[31m\u009b31m\u202e\u2066\u2028é\u0085' };
    const json = `${JSON.stringify(hostile)}\n`;

    expect(escapeHidden(json)).not.toMatch(/[\u0080-\u009f\u2028\u202e\u2066]/u);
    expect(JSON.parse(escapeHidden(json))).toEqual(hostile);
    expect(escapeHidden('\u001b[1mbold\u001b[0m\n\u009b')).toBe('\u001b[1mbold\u001b[0m\n\\u009b');
  });

  it('keeps the line endings of a file in a diff, and shows no other carriage return', () => {
    const file = { path: 'a.md', kind: 'changed', before: 'One.\r\n', after: 'O\rne.\r\n' } as const;

    expect(unifiedDiff(file, plain)).toBe('--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-One.\r\n+O\\u000dne.\r\n');
  });

  const quiet: Omit<CycleReport, 'branch'> = {
    ...{ dryRun: false, outcome: 'quiet', exitCode: 0, repairs: [], spaces: [], proposals: [] },
    ...{ problems: [], advice: [], mirror: null, commits: 0, requests: 1, startedAt: '', durationMs: 1 },
  };
  const main = { name: 'main', from: null, to: null, conflicts: [] };

  it('says that edits in conflict have no change request yet', () => {
    const proposal: CycleReport['proposals'][number] = {
      ...{
        branch: 'idea',
        space: 's',
        path: 'docs',
        state: 'conflict',
        number: null,
        subject: '',
        url: null,
      },
      ...{ edits: [], unsaid: ['a.md was changed in the service in the same lines'] },
    };
    const report: CycleReport = { ...quiet, proposals: [proposal], branch: { ...main, state: 'up-to-date' } };

    expect(cycleLines(report, plain, 80).slice(0, 2)).toEqual([
      'in conflict, no change request yet  docs (branch idea)',
      '  not sent: a.md was changed in the service in the same lines',
    ]);
  });

  it('says once that HEAD is detached', () => {
    const report: CycleReport = { ...quiet, branch: { ...main, state: 'detached', reason: headIsDetached } };

    expect(cycleLines(report, plain, 80)).toEqual([headIsDetached, expect.stringContaining('Nothing new')]);
  });

  it.each([
    ['git is at work', busyReport(main, ['merge'])],
    ['the branch moved', busyReport(main, [])],
    ['a change request may be merged', waitingReport(main)],
  ])('says why a branch was left for now: %s', (_, branch) => {
    expect(cycleLines({ ...quiet, branch }, plain, 80)).toEqual([
      `main was left for now: ${branch.reason}`,
      expect.stringContaining('Nothing new'),
    ]);
  });

  it('names the lock of a git command at work, for which edits wait', () => {
    const report: CycleReport = {
      ...quiet,
      branch: { ...main, state: 'up-to-date' },
      heldBy: ['docs/.git/index.lock'],
    };

    expect(cycleLines(report, plain, 80)).toEqual([
      '! Another git command is at work and holds docs/.git/index.lock: what was edited here waits for its end. The next sync goes on.',
      expect.stringContaining('Nothing new'),
    ]);
  });

  it('has colours only on a terminal, and none with NO_COLOR', () => {
    const tty = testOutput({ isTTY: true });

    expect(styleFor(tty, {}).red('x')).toContain('\u001b[');
    expect(styleFor(tty, { NO_COLOR: '1' }).red('x')).toBe('x');
    expect(styleFor(tty, { TERM: 'dumb' }).red('x')).toBe('x');
    expect(styleFor(testOutput(), {}).red('x')).toBe('x');
    expect(styleFor(testOutput(), { FORCE_COLOR: '1' }).red('x')).toContain('\u001b[');
  });

  it('measures what characters take on a terminal, and cuts whole ones', () => {
    expect([widthOf('abc'), widthOf('快速'), widthOf('👩‍👩‍👧'), widthOf('é')]).toEqual([3, 4, 2, 1]);
    expect([truncate('快速开始', 5), truncate('short', 5), truncate('longer', 5)]).toEqual([
      '快速…',
      'short',
      'long…',
    ]);
  });

  it('fits tables into 80 columns and makes their cells safe', () => {
    const rows = [
      ['guides', 'x'.repeat(120), 'ok'],
      ['a\u001b[31m', '快速', 'behind'],
    ];
    const lines = table(['folder', 'title', 'state'], rows, { columns: 80, style: plain });

    expect(lines.every((line) => widthOf(line) <= 80)).toBe(true);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines[2]).toContain('快速');
  });

  it('names the first of many odd names, and how many others there are', () => {
    const notes = Array.from({ length: 23 }, (_, at) => `p${at}.png differs`);

    expect(noteLines(notes, plain)).toEqual([
      ...['  p0.png differs', '  p1.png differs', '  p2.png differs'],
      '  … and 20 more (all of them with --json)',
    ]);
    expect(noteLines(notes.slice(0, 4), plain)).toHaveLength(4);
  });

  it('says a failure with what to do next, its code and its exit code', () => {
    const world = testWorld();
    const code = reportFailure(world, new AppError('CONFIG_MISSING', 'there is none', { hint: 'Make one.' }));

    expect(code).toBe(2);
    expect(world.stderr.text).toBe('error: there is none\n  Make one.\n  CONFIG_MISSING, exit 2\n');
  });

  it('gives failures as one line of JSON to programs', () => {
    const world = testWorld();
    reportFailure(world, new AppError('HELD', 'taken', { data: { pid: 1 } }), { json: true });

    expect(JSON.parse(world.stderr.text)).toEqual({
      event: 'error',
      code: 'HELD',
      message: 'taken',
      data: { pid: 1 },
    });
  });

  it('distinguishes a full disk and a taken port from a bug', () => {
    const system = (code: string): Error => Object.assign(new Error(code), { code });

    expect(systemError(system('ENOSPC')).code).toBe('DISK_FULL');
    expect(systemError(system('EADDRINUSE'))).toMatchObject({
      code: 'PORT_IN_USE',
      exitCode: 3,
      retry: 'later',
    });
    expect(systemError(system('EADDRNOTAVAIL'))).toMatchObject({
      message: expect.stringContaining('does not have the address'),
      hint: expect.stringContaining('127.0.0.1'),
    });
    expect(systemError(system('EACCES')).code).toBe('FILE_SYSTEM');
    expect(systemError(new TypeError('x is undefined')).exitCode).toBe(70);
  });

  it('draws progress only on a terminal', () => {
    const quiet = testWorld();
    progressOn(quiet).update('Pages', 1, 2);
    const shown = testWorld({ stderr: testOutput({ isTTY: true }) });
    const progress = progressOn(shown);
    progress.update('Pages', 1, 2);
    progress.end();

    expect(quiet.stderr.text).toBe('');
    expect(shown.stderr.text).toContain('Pages');
    expect(shown.stderr.text.endsWith('\r\u001b[2K')).toBe(true);
  });
});

describe('a problem of a space', () => {
  const lines = (path: string): string[] =>
    problemLines(
      { code: 'TIMEOUT', message: 'GET x took longer than 30000 ms', space: 's1' },
      styleFor(testOutput(), {}),
      [{ id: 's1', path }],
    );

  it('is told with the folder of the space', () => {
    expect(lines('guides')).toEqual(['✗ guides: GET x took longer than 30000 ms TIMEOUT']);
  });

  it('is told without a place where the space is the whole repository', () => {
    expect(lines('.')).toEqual(['✗ GET x took longer than 30000 ms TIMEOUT']);
  });
});
