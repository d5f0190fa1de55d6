import { describe, expect, it } from 'vitest';
import { budgetText, daemonLines, withTimesOf } from '../../src/cli/output/daemon-status.ts';
import { statusLines } from '../../src/cli/output/status.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import type { DaemonStatus } from '../../src/daemon/port.ts';
import type { StatusReport } from '../../src/sync/index.ts';
import { testOutput } from '../support/world.ts';

const style = styleFor(testOutput(), {});
const now = Date.UTC(2026, 10, 21, 12);
const at = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
type Line = DaemonStatus['spaces'][number];

function line(path: string, parts: Partial<Line> = {}): Line {
  return {
    ...{ id: path, path, title: path, state: 'good', since: at(600), running: false, revision: 'r' },
    ...{
      lastGoodAt: at(1),
      lastTriedAt: at(1),
      tookMs: 20,
      problem: null,
      conflicts: [],
      notSent: [],
      proposals: [],
    },
    ...parts,
  };
}

const quota = { name: 'default', limit: 600, remaining: 412, resetInMs: 34_000 };
const budget: DaemonStatus['budgets'][number] = {
  ...{ origin: 'https://docs.example.com', waiting: 4, inFlight: 3, concurrency: 12, latencyMs: 40 },
  waitedMs: { refused: 0, failing: 0, limit: 0, pace: 0, probe: 0, concurrency: 0 },
  ...{ closedForMs: 0, closedBecause: null, learnedPerMinute: null, quotas: [quota] },
  totals: { answered: 12_345, refused: 0, failed: 2 },
};
const good: DaemonStatus = {
  ...{ version: '1.2.3', kind: 'daemon', now: at(0), startedAt: at(3_000), ready: true, reasons: [] },
  ...{ intervalMs: 60_000, nextLookAt: at(-0.5), configuration: { loadedAt: at(3_000), refused: null } },
  service: { url: 'https://docs.example.com', lastSeenAt: at(0.4), failingSince: null, problem: null },
  queue: { waiting: 2, delayed: 1, running: 3 },
  ...{ gitHost: null, fleet: null },
  links: { broken: 3, byRule: { page: 2, anchor: 1 }, checkedAt: at(1), since: at(45) },
  budgets: [budget],
  spaces: [line('api')],
};

describe('what a running daemon says in the terminal', () => {
  it('is four lines where everything is in step', () => {
    expect(daemonLines(good, { style, columns: 80, now })).toEqual([
      'The daemon is in service: 3 running, 2 waiting',
      '  running for 2 d; next look in 30 s',
      '  requests: 412 of 600 left, all again in 34 s',
      '  3 broken links for 45 min: see `tidemark links`',
    ]);
  });

  it('shows what is behind, what waits for whom, and since when, in 80 columns', () => {
    const advice = [
      {
        about: 'conflict between main and docs/main',
        steps: [{ command: 'git merge docs/main', what: 'brings in what the service has' }],
      },
    ];
    const long = 'A subject that its author did not want to make any shorter than this one here is';
    const status: DaemonStatus = {
      ...good,
      spaces: [
        line('products/billing', {
          ...{ state: 'failing', since: at(95) },
          problem: { code: 'FORBIDDEN', message: `The token may not read this space, and so on: ${long}` },
        }),
        line('guides', {
          state: 'conflict',
          since: at(12),
          conflicts: ['guides/start.md', 'guides/end.md'],
          advice,
        }),
        line('help', {
          ...{ state: 'conflict', since: at(3) },
          problem: { code: 'NOT_SENDABLE', message: 'help/bad.md is not sent: it is not UTF-8' },
        }),
        line('api', {
          proposals: [{ number: 42, subject: long, state: 'proposed', url: null, since: at(180) }],
        }),
      ],
    };

    const lines = daemonLines(status, { style, columns: 80, folds: 80, now });

    expect(lines.slice(4)).toEqual([
      '',
      'Behind, since',
      '  products/billing  1 h 35 min  The token may not read this space, and so on: A',
      '    subject that its author did not want to make any shorter than this one here',
      '    is FORBIDDEN',
      '',
      'Needs action, since',
      '  guides  12 min  conflict in 2 pages: guides/start.md, guides/end.md',
      '  help  3 min  help/bad.md is not sent: it is not UTF-8',
      '',
      'Not merged yet, since',
      '  #42  api  3 h  A subject that its author did not want to make any shorter tha…',
    ]);
    expect(lines.filter((text) => text.length > 80)).toEqual([]);
  });

  it('says of each space that is behind why, with the code, and once what to do where that is the same', () => {
    const hint = 'Files are fetched from public addresses and from the service itself alone.';
    const refused = (host: string): Partial<Line> => ({
      ...{ state: 'failing', since: at(2) },
      problem: { code: 'ADDRESS_REFUSED', message: `${host} must not be asked\u001b[31m`, hint },
    });
    const problem = { code: 'FORBIDDEN', message: 'The token may not read it', hint: 'Use another token.' };
    const spaces = [
      line('one', refused('10.0.0.1:80')),
      line('two', refused('10.0.0.2:80')),
      line('three', { state: 'failing', since: at(3), problem }),
      line('four', { state: 'failing', since: at(4) }),
    ];

    expect(daemonLines({ ...good, spaces }, { style, columns: 80, now }).slice(4)).toEqual([
      ...['', 'Behind, since'],
      '  one  2 min  10.0.0.1:80 must not be asked\\u001b[31m ADDRESS_REFUSED',
      '  two  2 min  10.0.0.2:80 must not be asked\\u001b[31m ADDRESS_REFUSED',
      `    ${hint}`,
      '  three  3 min  The token may not read it FORBIDDEN',
      '    Use another token.',
      '  four  4 min',
    ]);
    const many = Array.from({ length: 12 }, (_, index) => line(`space-${index}`, refused('10.0.0.1:80')));
    const listed = daemonLines({ ...good, spaces: many }, { style, columns: 80, now });
    expect(listed.slice(-2)).toEqual([`    ${hint}`, '  … and 2 more']);
  });

  it('says since when the service fails, and why the daemon is not ready', () => {
    const lines = daemonLines(
      {
        ...good,
        ...{ ready: false, reasons: ['The service refuses the token.'], nextLookAt: null },
        queue: { waiting: 0, delayed: 0, running: 0 },
        service: {
          ...good.service,
          failingSince: at(19),
          problem: {
            code: 'NO_ANSWER',
            message: 'GET /v1\u001b[31m got no answer',
            hint: 'Ask its operator.',
          },
        },
        budgets: [{ ...budget, closedForMs: 21_000, closedBecause: 'failing' }],
      },
      { style, columns: 80, now },
    );

    expect(lines).toEqual([
      'The daemon is not ready',
      '  running for 2 d',
      '  The service refuses the token.',
      '  the service has failed for 19 min',
      '  GET /v1\\u001b[31m got no answer NO_ANSWER',
      '    Ask its operator.',
      '  requests: paused for 21 s, because the last requests failed',
      '  3 broken links for 45 min: see `tidemark links`',
    ]);
  });

  it('shows the budget of a service in each form in which services report it', () => {
    expect(budgetText({ ...budget, quotas: [] }, style)).toBe('requests: the service states no limit');
    expect(budgetText({ ...budget, quotas: [], learnedPerMinute: 301.4 }, style)).toBe(
      'requests: about 301 a minute, learned from refusals',
    );
    expect(budgetText({ ...budget, closedForMs: 3_000, closedBecause: 'refused' }, style)).toBe(
      'requests: paused for 3 s, because the service asked for a pause',
    );
    expect(budgetText({ ...budget, quotas: [{ ...quota, limit: null, resetInMs: null }] }, style)).toBe(
      'requests: 412 left',
    );
  });
});

const mirrored: StatusReport = {
  ...{ branch: 'main', head: { branch: 'main', commit: '1'.repeat(40), work: [] }, mirror: null },
  ...{ ahead: 0, behind: 0, proposals: [], conflicts: [], problems: [], advice: [], lastSync: at(190) },
  spaces: ['api', 'help'].map((id) => ({
    ...{ id, title: id, path: id, revision: 'r', pages: 2, edits: [], unsaid: [], contents: null, todo: [] },
    ...{ notes: [], changeRequests: [], lastSync: at(190), behind: false },
  })),
};

describe('what to do next', () => {
  const about = 'conflict between main and docs/main';

  it('[SYNC-82] is said once, and for where the person stands now, not for where the last sync of the daemon found them', () => {
    const before = {
      about,
      steps: [{ command: 'git commit --all', what: 'keeps what you have not committed' }],
    };
    const now = {
      about,
      steps: [{ command: null, what: 'fix the lines between <<<<<<< and >>>>>>> in each file' }],
    };
    const conflicts = ['help/start.md'];
    const daemon = { ...good, spaces: [line('help', { state: 'conflict', conflicts, advice: [before] })] };
    const merging = { branch: 'main', commit: '1'.repeat(40), work: ['merge' as const] };
    const page = { style, columns: 80, now: Date.parse(at(0)), isFollowed: true };

    const lines = [
      ...daemonLines(daemon, page),
      ...statusLines(withTimesOf(daemon, { ...mirrored, head: merging, advice: [now] }), page),
    ];

    expect(lines).toContainEqual(expect.stringMatching(/^ {2}help .* conflict in 1 page: help\/start\.md$/u));
    expect(lines.filter((each) => each.startsWith('What to do next'))).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('git commit --all');
    expect(lines.at(-1)).toBe(`  ${now.steps[0]!.what}`);
  });
});

describe('the files in conflict in the status of a mirror', () => {
  it('are as the person left them, except while git joins both texts', () => {
    const page = { style, columns: 80, now, isFollowed: false };
    const conflicts = [{ path: 'help/start.md', kind: 'text' as const }];
    const said = (...work: StatusReport['head']['work'][number][]): string | undefined => {
      const head = { branch: 'main', commit: '1'.repeat(40), work };
      return statusLines({ ...mirrored, head, conflicts }, page).find((each) => each.startsWith('Conflicts'));
    };

    expect(said()).toBe('Conflicts: both sides changed these files; yours are as you left them.');
    expect(said('index-lock')).toBe(said());
    expect(said('merge')).toBe(
      'Conflicts: both sides changed these files; git may have put both texts into them.',
    );
  });
});

describe('the times of syncs in the status of a mirror', () => {
  it('are the daemon’s while one runs, since a sync that finds nothing new leaves no trace in the repository', () => {
    const daemon = { ...good, spaces: [line('api'), line('help', { lastGoodAt: null })] };

    const lines = statusLines(withTimesOf(daemon, mirrored), { style, columns: 80, now, isFollowed: true });

    expect(lines[0]).toBe('on main; last good sync 1 min ago');
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/synced *$/),
      expect.stringMatching(/^api .*1 min ago *$/),
      expect.stringMatching(/^help .*3 h ago *$/),
    ]);
  });

  it('say without a daemon that they are those of syncs that changed something', () => {
    const lines = statusLines(mirrored, { style, columns: 80, now, isFollowed: false });

    expect(lines[0]).toBe('on main; last sync that changed something 3 h ago');
    expect(lines[2]).toMatch(/changed *$/);
  });
});
