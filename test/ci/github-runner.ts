import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import { runScript } from './run-script.ts';

/** A value of JSON, as events and contexts hold it. */
export type Json = string | number | boolean | null | { readonly [key: string]: Json };

interface ActionStep {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export interface ActionRun {
  /** 0 when no step failed. */
  readonly code: number;
  /** What the steps printed. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Actions of others that would have run, with their inputs. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
  readonly summary: string;
}

export interface ActionCall {
  /** The checkout that holds the action. */
  readonly actionPath: string;
  /** The checkout that the workflow works in. */
  readonly workspace: string;
  /** What stays between the steps, as the runner's own temporary folder. */
  readonly temp: string;
  readonly with?: Readonly<Record<string, string>>;
  /** The `github` context. */
  readonly github: { readonly [key: string]: Json };
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a composite action the way GitHub's runner does, as far as ours goes: expressions are evaluated by GitHub's own library, `run`
 * steps are executed by bash with the runner's flags, outputs and the summary go through files. Actions of others are noted, not run.
 */
export async function runAction(call: ActionCall): Promise<ActionRun> {
  const action = parse(readFileSync(join(call.actionPath, 'action.yml'), 'utf8')) as ActionFile;
  const unknown = Object.keys(call.with ?? {}).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
  const files = mkdtempSync(join(tmpdir(), 'tidemark-runner-'));
  try {
    return await runSteps(action, call, files);
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

async function runSteps(action: ActionFile, call: ActionCall, files: string): Promise<ActionRun> {
  const outputsOf: Record<string, { outputs: Record<string, string> }> = {};
  const used: { uses: string; with: Record<string, string> }[] = [];
  let log = '';
  let failed = false;
  const summaryFile = join(files, 'summary');
  writeFileSync(summaryFile, '');
  const base = { github: call.github, runner: { temp: call.temp } };
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: standard = '' }]) => [
      name,
      call.with?.[name] ?? evaluateText(standard, base, false),
    ]),
  );
  const context = (): Contexts => ({ ...base, inputs, steps: outputsOf });
  for (const [index, step] of action.runs.steps.entries()) {
    if (!wanted(step.if, context(), failed)) continue;
    const evaluated = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
      Object.fromEntries(
        Object.entries(values).map(([key, text]) => [key, evaluateText(text, context(), failed)]),
      );
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: evaluated(step.with) });
      continue;
    }
    const outputFile = join(files, `output-${index}`);
    const script = join(files, `step-${index}.sh`);
    writeFileSync(outputFile, '');
    writeFileSync(script, evaluateText(step.run ?? '', context(), failed));
    if (step.shell !== 'bash') throw new Error(`The runner knows bash alone, not ${step.shell}.`);
    const { code, output } = await runScript(['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: call.workspace,
      env: {
        ...call.env,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: call.actionPath,
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        RUNNER_TEMP: call.temp,
        ...evaluated(step.env),
      },
    });
    log += output;
    if (code !== 0 && step['continue-on-error'] !== true) failed = true;
    if (step.id !== undefined) outputsOf[step.id] = { outputs: readOutputs(outputFile) };
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, evaluateText(value, context(), failed)]),
  );
  return { code: failed ? 1 : 0, log, outputs, used, summary: readFileSync(summaryFile, 'utf8') };
}

function readOutputs(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/su) as [string, string]));
}

type Contexts = Readonly<Record<string, { readonly [key: string]: unknown }>>;

/** A step without a condition, or with one that asks for no status, runs while nothing has failed. */
function wanted(condition: string | undefined, contexts: Contexts, failed: boolean): boolean {
  if (condition === undefined) return !failed;
  const text = condition.replace(/^\$\{\{(.*)\}\}$/su, '$1');
  const asksForStatus = /\b(?:always|failure|success|cancelled)\(\)/u.test(text);
  return (asksForStatus || !failed) && isTrue(evaluate(text, contexts, failed));
}

function isTrue(result: data.ExpressionData): boolean {
  const text = result.coerceString();
  return text !== 'false' && text !== '' && text !== '0' && !(result instanceof data.Null);
}

/** A text with `${{ … }}` in it. */
function evaluateText(text: string, contexts: Contexts, failed: boolean): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/gsu, (_, expression: string) =>
    evaluate(expression, contexts, failed).coerceString(),
  );
}

function evaluate(expression: string, contexts: Contexts, failed: boolean): data.ExpressionData {
  const status = (name: string, value: boolean) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  });
  const functions = [
    status('always', true),
    status('success', !failed),
    status('failure', failed),
    status('cancelled', false),
  ];
  const { tokens } = new Lexer(expression.trim()).lex();
  const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
  const known = new Map(functions.map((each) => [each.name, each]));
  return new Evaluator(tree, toData(contexts) as data.Dictionary, known).evaluate();
}

function toData(value: unknown): data.ExpressionData {
  if (typeof value === 'string') return new data.StringData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (typeof value !== 'object' || value === null) return new data.Null();
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}
