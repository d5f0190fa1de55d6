import { escapeForTerminal } from '../../base/index.ts';
import type { SiteWarning } from '../../site/index.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';

/** How many different warnings are printed, and how many places of one warning. */
const mostWarnings = 20;
const mostPlaces = 3;

/** Prints the warnings of an export, each once with its places, and the number of further ones. */
export function describeWarnings(world: World, warnings: readonly SiteWarning[]): void {
  const { dim, yellow } = styleFor(world.stderr, world.env);
  const placesOf = new Map<string, string[]>();
  for (const { space, file, line, message } of warnings) {
    const place = [space, file, line].filter((part) => part !== undefined).join(':');
    placesOf.set(message, [...(placesOf.get(message) ?? []), ...(place === '' ? [] : [place])]);
  }
  const told = [...placesOf].slice(0, mostWarnings);
  for (const [message, [first, ...others]] of told) {
    const text = first === undefined ? message : `${first}: ${message}`;
    world.stderr.write(`${yellow('!')} ${escapeForTerminal(text)}\n`);
    if (others.length > 0) world.stderr.write(dim(`  also in ${escapeForTerminal(named(others))}\n`));
  }
  const untold = [...placesOf].slice(mostWarnings).reduce((sum, [, places]) => sum + (places.length || 1), 0);
  if (untold > 0)
    world.stderr.write(dim(`  … and ${countText(untold, 'more warning')} (all of them with --json)\n`));
}

/** Prints the files of an export that are not pages, although their author may have meant them to be. */
export function describeLeftOut(world: World, files: readonly string[], why: 'unlisted' | 'hidden'): void {
  if (files.length === 0) return;
  const { dim } = styleFor(world.stderr, world.env);
  const are = files.length === 1 ? 'is not a page' : 'are not pages';
  const because =
    why === 'unlisted'
      ? `the table of contents does not list ${files.length === 1 ? 'it' : 'them'}`
      : 'without a table of contents, names that begin with a dot, node_modules and AGENTS.md are left out';
  const text = `${countText(files.length, 'file')} ${are}, because ${because}: ${named(files)}`;
  world.stderr.write(dim(`  ${escapeForTerminal(text)}\n`));
}

/** The first few places, and the number of further ones. */
function named(places: readonly string[]): string {
  const rest = places.length - mostPlaces;
  const first = places.slice(0, mostPlaces).join(', ');
  return rest > 0 ? `${first} and ${rest} more` : first;
}

/** The world that warnings are told to: with `--strict` they are failures, which `--quiet` does not keep back. */
export function worldOfWarnings({ world, failures }: CommandContext, strict = false): World {
  return strict ? { ...world, stderr: failures } : world;
}

/** The mark before an export's last line, and the text after it: with `--strict`, why a finished export fails. */
export function warningsVerdict(
  world: World,
  warnings: number,
  strict = false,
): { mark: string; why: string } {
  const { green, red } = styleFor(world.stdout, world.env);
  return strict && warnings > 0
    ? { mark: red('✗'), why: `, but --strict fails for ${countText(warnings, 'warning')}` }
    : { mark: green('✓'), why: '' };
}
