import { escapeForTerminal } from '../../base/index.ts';
import type { SiteWarning } from '../../site/index.ts';
import { count } from '../output/cycle.ts';
import { styleFor } from '../output/style.ts';
import type { World } from '../world.ts';

const mostWarnings = 20;

/** Tells the first warnings of an export, and how many more there are. */
export function describeWarnings(world: World, warnings: readonly SiteWarning[]): void {
  const { dim, yellow } = styleFor(world.stderr, world.env);
  for (const { space, file, line, message } of warnings.slice(0, mostWarnings)) {
    const where = [space, file, line].filter((part) => part !== undefined).join(':');
    world.stderr.write(
      `${yellow('!')} ${escapeForTerminal(where === '' ? message : `${where}: ${message}`)}\n`,
    );
  }
  if (warnings.length > mostWarnings) {
    world.stderr.write(
      dim(`  … and ${count(warnings.length - mostWarnings, 'more warning')} (all of them with --json)\n`),
    );
  }
}

/** The mark before an export's last line and what it adds: with `--strict`, why an export that is written fails. */
export function verdict(world: World, warnings: number, strict = false): { mark: string; why: string } {
  const { green, red } = styleFor(world.stdout, world.env);
  return strict && warnings > 0
    ? { mark: red('✗'), why: `, but --strict fails for ${count(warnings, 'warning')}` }
    : { mark: green('✓'), why: '' };
}
