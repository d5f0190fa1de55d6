import type { SiteWarning } from '../../site/index.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { World } from '../world.ts';
import { describeLeftOut, describeWarnings } from './describe-warnings.ts';

/** What an export found that an author may want to correct. */
export interface Found {
  readonly warnings: readonly SiteWarning[];
  /** The files that are not pages. */
  readonly unlisted: readonly string[];
  /** The files that are not pages because of their names, without a table of contents. */
  readonly hidden: readonly string[];
}

/** Prints the warnings of repeated exports: all warnings of the first one, then only new ones and the numbers of the others. */
export class ToldWarnings {
  #last: Found | undefined;

  /** `loud` gets the warnings where they are failures, which `--quiet` does not keep back. */
  describe(world: World, found: Found, loud: World = world): void {
    const last = this.#last;
    this.#last = found;
    const fresh = last === undefined ? found.warnings : without(found.warnings, last.warnings);
    describeWarnings(loud, fresh);
    if (last !== undefined) {
      const counts = [
        [found.warnings.length - fresh.length, 'as before'],
        [without(last.warnings, found.warnings).length, 'gone'],
      ] as const;
      const parts = counts.flatMap(([count, what]) =>
        count > 0 ? [`${countText(count, 'warning')} ${what}`] : [],
      );
      if (parts.length > 0)
        world.stderr.write(styleFor(world.stderr, world.env).dim(`  ${parts.join(', ')}\n`));
    }
    for (const why of ['unlisted', 'hidden'] as const)
      describeLeftOut(
        world,
        found[why].filter((file) => last?.[why].includes(file) !== true),
        why,
      );
  }
}

/** The warnings that are not among others. A warning whose line has moved is the same one. */
function without(warnings: readonly SiteWarning[], others: readonly SiteWarning[]): SiteWarning[] {
  const left = new Map<string, number>();
  for (const each of others) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + 1);
  return warnings.filter((each) => {
    const count = left.get(keyOf(each)) ?? 0;
    left.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

function keyOf({ space, file, message }: SiteWarning): string {
  return JSON.stringify([space, file, message]);
}
