import type { Command, Option } from 'commander';
import { pathOf, withSubcommands } from '../../src/cli/help.ts';
import { createProgram } from '../../src/cli/program.ts';
import { testWorld } from './world.ts';

/** The declared command line, without the code behind its commands. */
export function programTree(): Command {
  return createProgram(testWorld(), '1.2.3', () => undefined);
}

/** Each visible command by its path (`serve token create`); the program itself is `tidemark`. */
export function commandsByPath(program = programTree()): Map<string, Command> {
  return new Map(withSubcommands(program).map((command) => [pathOf(command), command]));
}

/** An option as people write it: the long form, with its `no-`. */
export function flagOf({ long, short }: Option): string {
  return long ?? short ?? '';
}

/** What a command line uses: its command's path, and each option as `path --option`, or `tidemark --option` for the global ones. */
export function usesOf(words: readonly string[], program = programTree()): Set<string> {
  let command = program;
  const uses = new Set<string>();
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('-') && word !== '-') {
      const name = word.split('=', 1)[0] ?? '';
      const [owner, option] = optionOf(command, name);
      uses.add(`${pathOf(owner)} ${flagOf(option)}`);
      const next = words[at + 1];
      if (!word.includes('=') && (option.required || (option.optional && next?.startsWith('-') === false)))
        at++;
      continue;
    }
    const below = operands.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (below === undefined) operands.push(word);
    else command = below;
  }
  uses.add(pathOf(command));
  return uses;
}

/** The option that a flag means at a command: the command's own, or that of a command above. Throws where there is none. */
function optionOf(command: Command, flag: string): [owner: Command, option: Option] {
  for (let at: Command | null = command; at !== null; at = at.parent) {
    const found = at.options.find(({ long, short }) => long === flag || short === flag);
    if (found !== undefined) return [at, found];
    if (flag === '--help' || flag === '-h') {
      const help = at
        .createHelp()
        .visibleOptions(at)
        .find(({ long }) => long === '--help');
      if (help !== undefined) return [at, help];
    }
  }
  throw new Error(`tidemark ${pathOf(command)} has no option ${flag}`);
}
