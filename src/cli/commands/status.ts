import { loadConfig } from '../config/load.ts';
import { openMirror } from '../connect.ts';
import { statusLines } from '../output/status.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';

export async function status({ world, json, configFile }: CommandContext): Promise<number> {
  const loaded = loadConfig(world, { file: configFile });
  const mirror = await openMirror(world, loaded, { create: false });
  try {
    const report = await mirror.sync.status({ remote: true });
    const { stdout } = world;
    if (json) stdout.write(`${JSON.stringify(report)}\n`);
    else {
      const style = styleFor(stdout, world.env);
      stdout.write(
        `${statusLines(report, { style, columns: stdout.columns, now: world.clock.now() }).join('\n')}\n`,
      );
    }
    return report.conflicts.length > 0 ? 5 : 0;
  } finally {
    await mirror.close();
  }
}
