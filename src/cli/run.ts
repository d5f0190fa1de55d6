import { createProgram, usageExit } from './program.ts';
import { reportFailure } from './output/failure.ts';
import type { World } from './world.ts';

const signalExits: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Runs one command line and returns its exit code. Never throws. */
export async function runCli(world: World, version: string): Promise<number> {
  let code = 0;
  const program = createProgram(world, version, (result) => (code = result));
  try {
    await program.parseAsync([...world.args], { from: 'user' });
  } catch (thrown) {
    const usage = usageExit(thrown);
    if (usage !== undefined) return usage;
    const stopped = world.stop.aborted ? signalExits[String(world.stop.reason)] : undefined;
    if (stopped !== undefined) return stopped;
    return reportFailure(world, thrown, {
      json: world.args.includes('--json'),
      verbose: world.args.includes('--verbose'),
    });
  }
  return code;
}
