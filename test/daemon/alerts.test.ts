import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../../src/base/index.ts';
import { runbookPage } from '../../src/base/runbook.ts';
import { createMetrics } from '../../src/daemon/index.ts';

const folder = join(packageRoot(), 'docs', 'deploy');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

interface Rules {
  readonly groups: {
    readonly name: string;
    readonly rules: { readonly alert: string; readonly expr: string }[];
  }[];
}
const rules = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as Rules;
const alerts = rules.groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly panels: { readonly title: string; readonly targets: { readonly expr: string }[] }[];
}
const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as Dashboard;
const panels = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));

/** Every alert, with a series that must raise it after a day of a value each five minutes, and the series of a good day. */
const series: Record<string, { bad: string; good: string; name: string }> = {
  TidemarkDown: { name: 'up{job="tidemark",instance="a"}', bad: '0x322', good: '1x322' },
  TidemarkNotReady: { name: 'tidemark_ready{job="tidemark",instance="a"}', bad: '0x322', good: '1x322' },
  TidemarkServiceDown: { name: 'tidemark_service_up{job="tidemark"}', bad: '0x322', good: '1x322' },
  TidemarkGitHostDown: { name: 'tidemark_git_host_up{job="tidemark"}', bad: '0x322', good: '1x322' },
  TidemarkRedisDown: { name: 'tidemark_redis_up{job="tidemark"}', bad: '0x322', good: '1x322' },
  TidemarkLooksFail: {
    ...{ name: 'tidemark_last_look_timestamp_seconds{job="tidemark"}', bad: '60x322', good: '0+300x322' },
  },
  TidemarkSpaceBehind: {
    name: 'tidemark_last_success_timestamp_seconds{job="tidemark",space="api"}',
    ...{ bad: '60x322', good: '0+300x322' },
  },
  TidemarkNeedsPerson: {
    name: 'tidemark_errors_total{job="tidemark",space="api",code="DISK_FULL"}',
    ...{ bad: '0+5x322', good: '7x322' },
  },
  TidemarkConflicts: { name: 'tidemark_conflicts{job="tidemark"}', bad: '3x322', good: '0x322' },
  TidemarkRefused: { name: 'tidemark_rate_limited_total{job="tidemark"}', bad: '0+25x322', good: '0x322' },
  TidemarkCyclesRedone: {
    ...{ name: 'tidemark_cycles_redone_total{job="tidemark"}', bad: '0+40x322', good: '0+5x322' },
  },
  TidemarkConfigurationRefused: {
    name: 'tidemark_reloads_total{job="tidemark",result="refused"}',
    ...{ bad: '0x314 1x8', good: '0x322' },
  },
};
const cycles = { series: 'tidemark_sync_runs_total{job="tidemark",result="changed"}', values: '0+50x322' };

function promtool(args: readonly string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const temporary = mkdtempSync(join(tmpdir(), 'tidemark-alerts-'));
  try {
    return work(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Plays series against the rules and expects exactly these alerts to fire in the end. */
function play(which: 'bad' | 'good', firing: readonly string[]): { code: number | null; said: string } {
  return inFolder((temporary) => {
    const path = join(temporary, 'test.yaml');
    const test = {
      rule_files: [join(folder, 'alerts.yaml')],
      evaluation_interval: '5m',
      tests: [
        {
          interval: '5m',
          input_series: [
            cycles,
            ...Object.values(series).map((each) => ({ series: each.name, values: each[which] })),
          ],
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '1600m',
              exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
            },
          ],
        },
      ],
    };
    writeFileSync(path, stringify(test));
    return promtool(['test', 'rules', path]);
  });
}

describe('what watches Tidemark', () => {
  it('asks for metrics that there are', () => {
    const known = createMetrics('1.2.3').registry.getMetricsAsArray();
    const names = new Set(
      known.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
    );
    const asked = [...alerts, ...panels].flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:tidemark|process)_[a-z_]+/g)].map(([name]) => name),
    );

    expect(asked.length).toBeGreaterThan(25);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has a runbook that is up to date (node scripts/generate.mjs writes it), with every code that an alert names', () => {
    const page = readFileSync(join(folder, 'runbook.md'), 'utf8');
    const named = alerts.flatMap(({ expr }) => (/code=~"([^"]+)"/.exec(expr)?.[1] ?? '').split('|'));

    expect(page).toBe(runbookPage());
    for (const code of named.filter((each) => each !== '')) expect(page).toContain(`### ${code}\n`);
  });

  it('has a test for each alert', () => {
    expect(alerts.map(({ alert }) => alert)).toEqual(Object.keys(series));
  });

  describe.skipIf(!hasPromtool)('as promtool sees it', () => {
    it('is valid: the rules, and what the dashboard asks', () => {
      const checked = promtool(['check', 'rules', join(folder, 'alerts.yaml')]);
      const asked = inFolder((temporary) => {
        const path = join(temporary, 'panels.yaml');
        const recorded = panels.map(({ expr }, at) => ({
          record: `panel:${at}`,
          expr: expr.replaceAll('$job', '.*'),
        }));
        writeFileSync(path, stringify({ groups: [{ name: 'panels', rules: recorded }] }));
        return promtool(['check', 'rules', path]);
      });

      expect([checked.code, checked.said]).toEqual([0, expect.stringContaining(`${alerts.length} rules`)]);
      expect([asked.code, asked.said]).toEqual([0, expect.stringContaining(`${panels.length} rules`)]);
    });

    it('raises every alert when everything is wrong, and none on a good day', { tags: ['long'] }, () => {
      expect(play('bad', Object.keys(series))).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') });
      expect(play('good', [])).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') });
      expect(play('bad', []).code).toBe(1);
    });
  });
});
