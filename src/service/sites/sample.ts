import { join } from 'node:path';
import { packageRoot } from '../../base/index.ts';
import type { Context } from '../context.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { findSpaces } from '../seed/find-spaces.ts';
import { seedContent } from '../seed/seed-space.ts';

/** The documentation of an invented product, which shows what pages can contain; the program includes it. */
export function sampleContent(ctx: Context): ContentHashes {
  const directory = join(packageRoot(), 'templates', 'sample', 'guides');
  const [space] = findSpaces(directory).spaces;
  return seedContent(ctx, directory, space?.paths ?? []).content;
}
