import type { Command } from 'commander';
import { examples } from './examples.ts';

/** The meanings of the exit codes of all commands. */
export const exitCodes: readonly (readonly [code: string, means: string])[] = [
  ['0', 'ok'],
  ['1', 'findings: broken links, or a difference'],
  ['2', 'usage or configuration'],
  ['3', 'remote, network, or not everything could be done'],
  ['4', 'not authorized'],
  ['5', 'a conflict that needs a person'],
  ['6', 'another process of Tidemark holds the repository'],
  ['70', 'a bug'],
  ['130, 143', 'stopped by a signal'],
  ['142', 'a daemon or worker that hung and ended itself'],
];

/** Environment variables that are not options of the configuration. */
export const variables: readonly (readonly [name: string, means: string])[] = [
  ['TIDEMARK_TOKEN', 'the API token of the service'],
  ['TIDEMARK_TRUST_ORIGIN', 'a service that the token may go to, wherever it was used before'],
  ['TIDEMARK_SERVICE_KEY', "the key of the embedded service's secrets, instead of its file"],
  ['TIDEMARK_GIT_TOKEN', 'the token of the git host (repository.remote)'],
  ['TIDEMARK_…', 'any option of the configuration: TIDEMARK_SERVICE_URL is service.url'],
  ['NO_COLOR, FORCE_COLOR', 'colours, where --color does not say'],
];

/** A command's name without the program's: `serve token create`; the program itself is `tidemark`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
  return names.join(' ') || command.name();
}

/** A command and all below it, in the order of the help; hidden ones are left out. */
export function withSubcommands(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return [command, ...visible.filter((each) => each.name() !== 'help').flatMap(withSubcommands)];
}

/** Adds examples to each command's help, and the exit codes to the program's help. */
export function addExamples(program: Command): void {
  for (const command of withSubcommands(program)) {
    const lines = examples[pathOf(command)] ?? [];
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${twoColumns(lines)}`);
  }
  program.addHelpText('after', `\nExit codes:\n${twoColumns(exitCodes)}`);
}

/** Two columns within a width of 80, as in the help. If the first text is too long, the second goes on the next line. */
function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const together = rows.every(([, right]) => 2 + width + 2 + right.length <= 80);
  return rows
    .map(([left, right]) => (together ? `  ${left.padEnd(width)}  ${right}` : `  ${left}\n      ${right}`))
    .join('\n');
}
