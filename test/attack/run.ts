/**
 * Plays the corpus of vectors against the installed program: `npm run attack`, or `npm run attack -- pages paths` for some kinds.
 * Prints a table of counts; ends with 1 when a vector breaks something.
 */
import { assets } from './assets.ts';
import { openGround, type Ground } from './ground.ts';
import { hostFiles } from './host-files.ts';
import { hostileGitHost } from './hostile-git-host.ts';
import { hostileRedis } from './hostile-redis.ts';
import { hostileService } from './hostile-service.ts';
import { each, type Kind } from './kind.ts';
import { pages } from './pages.ts';
import { paths } from './paths.ts';
import { attackExitCode, attackTable, type Outcome } from './table.ts';

const all: readonly Kind[] = [pages, assets, paths, hostFiles, hostileService, hostileGitHost, hostileRedis];

/** One keeps the browser busy while another one mostly waits. */
const atATime = 2;

async function outcomeOf(kind: Kind, ground: Ground): Promise<Outcome> {
  const { name, missing } = kind;
  if (missing !== null) return { name, leftOut: `${missing} is not there` };
  const since = performance.now();
  try {
    return { name, verdicts: await kind.play(ground), ms: performance.now() - since };
  } catch (error) {
    return { name, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const asked = process.argv.slice(2);
const kinds = asked.length === 0 ? all : all.filter(({ name }) => asked.includes(name.replaceAll(' ', '-')));
if (kinds.length < asked.length) {
  process.stderr.write(`The kinds are ${all.map(({ name }) => name.replaceAll(' ', '-')).join(', ')}.\n`);
  process.exit(2);
}
process.stderr.write('Installing the program …\n');
const ground = await openGround();
let outcomes: Outcome[];
try {
  outcomes = await each(kinds, atATime, async (kind) => {
    const outcome = await outcomeOf(kind, ground);
    process.stderr.write(`${kind.name}: done\n`);
    return outcome;
  });
} finally {
  await ground.close();
}
process.stdout.write(attackTable(outcomes));
process.exit(attackExitCode(outcomes, kinds, process.env['TIDEMARK_REQUIRE'] ?? ''));
