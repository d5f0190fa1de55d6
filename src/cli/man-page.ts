import type { Command } from 'commander';
import { examples } from './examples.ts';
import { exitCodes, pathOf, variables, withSubcommands } from './help.ts';

/** The man page of a program, in roff, from its commands, options and examples. */
export function manPage(program: Command): string {
  const [, ...commands] = withSubcommands(program);
  return [
    `.TH ${program.name().toUpperCase()} 1`,
    '.SH NAME',
    `${program.name()} \\- ${plain(program.description())}`,
    '.SH SYNOPSIS',
    `.B ${program.name()}\n[options] <command> [arguments]`,
    '.SH OPTIONS\nThese options go before or after every command.',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...commands.flatMap(commandPart),
    '.SH EXAMPLES',
    ...exampleLines(program),
    '.SH EXIT STATUS',
    ...terms(exitCodes),
    '.SH ENVIRONMENT',
    ...terms(variables),
    '.SH FILES',
    ...terms([['sync.config.yaml', 'the configuration, found here or in a folder above']]),
    '',
  ].join('\n');
}

function commandPart(command: Command): string[] {
  const help = command.createHelp();
  const named = help.visibleArguments(command).filter(({ description }) => description !== '');
  return [
    `.SS "${plain(help.commandUsage(command).replace(/ \[options\]/, ''))}"`,
    sentence(command.description()),
    ...terms(named.map((argument) => [argument.name(), argument.description])),
    ...optionsOf(command),
    ...exampleLines(command),
  ];
}

function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => command.parent === null || long !== '--help');
  return terms(options.map((option) => [option.flags, help.optionDescription(option)]));
}

function exampleLines(command: Command): string[] {
  const lines = examples[pathOf(command)] ?? [];
  if (lines.length === 0) return [];
  return ['.PP', '.nf', ...lines.flatMap(([line, says]) => [`# ${plain(says)}`, plain(line)]), '.fi'];
}

function terms(rows: readonly (readonly [term: string, means: string])[]): string[] {
  return rows.flatMap(([term, means]) => ['.TP', `.B "${plain(term)}"`, sentence(means)]);
}

function sentence(text: string): string {
  const first = plain(text);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}.`;
}

/** Escapes text for roff. */
function plain(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/"/g, '\\(dq')
    .replace(/…/g, '...')
    .replace(/’/g, '\\(cq')
    .replace(/^([.'])/gm, '\\&$1');
}
