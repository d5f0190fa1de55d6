import type { Argument, Command, Option } from 'commander';

/** One possible continuation of a command line. */
export interface Candidate {
  readonly value: string;
  readonly says: string;
}

/** Names that only the configuration and the local mirror know. Each function is called when its value comes next. */
export interface LocalNames {
  spaces(): Promise<readonly Candidate[]>;
  changeRequests(): Promise<readonly Candidate[]>;
}

/** The meaning of the words before the last one. */
interface Place {
  readonly command: Command;
  /** How many arguments of the command are complete. */
  readonly operands: number;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
}

/**
 * The candidates for the last word, in the order of the help. An empty list means a file name or free text.
 *
 * @param words the command line after the program's name; the last word is the one that is being typed, and may be empty.
 */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  local: LocalNames,
): Promise<Candidate[]> {
  const [typed = '', ...before] = [...withoutEquals(words)].reverse();
  const place = placeAfter(program, before.reverse());
  const joined = /^(--[a-z-]+=)(.*)$/s.exec(typed);
  if (joined !== null && place.option === undefined) {
    const [, start = '', part = ''] = joined;
    const option = optionNamed(place.command, start.slice(0, -1));
    const values = option === undefined ? [] : await valuesOf(option, local);
    return beginningWith(part, values).map(({ value, says }) => ({ value: start + value, says }));
  }
  return beginningWith(typed, await candidatesAt(place, typed, local));
}

/** Joins words: Bash splits `--a=b` into three words, and replaces the last one. */
function withoutEquals(words: readonly string[]): string[] {
  const plain = words.filter((word, at) => word !== '=' || at === 0);
  return words.at(-1) === '=' ? [...plain, ''] : plain;
}

function placeAfter(program: Command, words: readonly string[]): Place {
  let command = program;
  let operands = 0;
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-')) option = wantsValue(optionNamed(command, word));
    else {
      const below = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (below === undefined) operands += 1;
      else command = below;
    }
  }
  return { command, operands, option };
}

const wantsValue = (option: Option | undefined): Option | undefined =>
  option?.required ? option : undefined;

function optionNamed(command: Command, flag: string): Option | undefined {
  return optionsOf(command).find(({ short, long }) => short === flag || long === flag);
}

/** The options of a command and of all above it. */
function optionsOf(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

async function candidatesAt(
  { command, operands, option }: Place,
  typed: string,
  local: LocalNames,
): Promise<Candidate[]> {
  if (option !== undefined) return valuesOf(option, local);
  if (typed.startsWith('-')) {
    return optionsOf(command).map(({ long, short, description }) => ({
      value: long ?? short ?? '',
      says: description,
    }));
  }
  const help = command.createHelp();
  const below = help
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), says: each.description() }));
  if (operands === 0 && below.length > 0) return below;
  const argument = command.registeredArguments[operands];
  return argument === undefined ? [] : valuesOf(argument, local);
}

/**
 * The candidates for a value: its choices, else by its name in the help, where `<number>` is a change request and `<space …>` a
 * space.
 */
async function valuesOf(wanted: Option | Argument, local: LocalNames): Promise<Candidate[]> {
  if (wanted.argChoices !== undefined) return wanted.argChoices.map((value) => ({ value, says: '' }));
  const name = 'flags' in wanted ? wanted.flags : wanted.name();
  if (/<id or folder>/.test(name)) return [...(await local.spaces())];
  if (name === 'number' || /^--change-request /.test(name)) return [...(await local.changeRequests())];
  return [];
}

function beginningWith(start: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(start));
}
