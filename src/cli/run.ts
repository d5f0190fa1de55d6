import { CommanderError, type Command } from 'commander';
import { AppError } from '../base/index.ts';
import { pathOf } from './help.ts';
import { reportFailure } from './output/failure.ts';
import { createProgram, type GlobalOptions } from './program.ts';
import { withOutputOptions } from './talk.ts';
import type { World } from './world.ts';

const signalExits: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Runs one command line and returns its exit code. Never throws. */
export async function runCli(world: World, version: string): Promise<number> {
  let code = 0;
  const program = createProgram(world, version, (result) => (code = result));
  try {
    await program.parseAsync([...world.args], { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    if (thrown instanceof CommanderError && thrown.code === 'commander.help') return 2;
    const stopped = world.stop.aborted ? signalExits[String(world.stop.reason)] : undefined;
    if (stopped !== undefined) return stopped;
    const { json = false, verbose = false, color } = program.opts<GlobalOptions>();
    const failure =
      thrown instanceof CommanderError ? misuse(thrown, commandOf(program, world.args)) : thrown;
    return reportFailure(withOutputOptions(world, { color }), failure, { json, verbose });
  }
  return code;
}

/** Turns commander's error into one of our error codes. */
function misuse({ message }: CommanderError, command: Command): AppError {
  const name = command.parent === null ? '' : `${pathOf(command)} `;
  return new AppError('USAGE', message.replace(/^error: /, ''), {
    hint: `See what there is: tidemark ${name}--help`,
  });
}

/** The innermost command in the words. */
function commandOf(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args) command = command.commands.find((each) => each.name() === word) ?? command;
  return command;
}
