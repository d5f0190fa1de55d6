import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { runScript } from './run-script.ts';

interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
  readonly artifacts: {
    readonly paths: readonly string[];
    readonly reports: Readonly<Record<string, string>>;
  };
}

export interface JobRun {
  readonly code: number;
  readonly log: string;
  /** The files that the job keeps. */
  readonly artifacts: readonly string[];
}

export interface JobCall {
  readonly workspace: string;
  /** Variables of the project and of the pipeline; they win over the job's own. */
  readonly variables: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs the one job of a GitLab template the way a runner with a shell does: its rules decide whether it runs, its script is one
 * text for bash that ends at the first failure. Gives null when no rule lets the job run.
 */
export async function runJob(file: string, { workspace, variables, env }: JobCall): Promise<JobRun | null> {
  const jobs = parse(readFileSync(file, 'utf8')) as Readonly<Record<string, GitlabJob>>;
  const [job, ...others] = Object.values(jobs);
  if (job === undefined || others.length > 0) throw new Error(`${file} holds ${others.length + 1} jobs.`);
  if (!job.rules.some((rule) => holds(rule.if, variables))) return null;
  const { code, output } = await runScript(['-c', ['set -eo pipefail', ...job.script].join('\n')], {
    cwd: workspace,
    env: { ...env, CI: 'true', GITLAB_CI: 'true', ...job.variables, ...variables },
  });
  const { paths, reports } = job.artifacts;
  return { code, log: output, artifacts: [...paths, ...Object.values(reports)] };
}

/** The two forms of a rule's condition that the template uses: `$A == "text"` and `$A == $B`. */
function holds(condition: string, variables: Readonly<Record<string, string>>): boolean {
  const [, left = '', text, right] = /^\$(\w+) == (?:"([^"]*)"|\$(\w+))$/u.exec(condition) ?? [];
  if (left === '') throw new Error(`The runner does not know the condition ${condition}.`);
  const wanted = text ?? variables[right ?? ''];
  return wanted !== undefined && variables[left] === wanted;
}
