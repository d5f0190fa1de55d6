import { createHash } from 'node:crypto';
import { resolveImage, resolveLink } from '../model/resolve-link.ts';
import type { SitePage } from '../model/site-model.ts';
import type { World } from './world.ts';

/** A digest of what the site answers to a page's questions now. */
export function answersDigest(page: SitePage, questions: readonly string[], world: World): string {
  const hash = createHash('sha256');
  const { model } = world;
  const { space } = page;
  hash.update(
    JSON.stringify([
      page.place,
      page.title,
      page.file,
      space.language,
      space.source.variables,
      world.visitor,
      model.urls,
    ]),
  );
  for (const question of questions) {
    const [kind, written = '', from = ''] = question.split('\u0000');
    let answer: unknown;
    if (kind === 'link') answer = resolveLink(model, space, page.place, from, written);
    else if (kind === 'image') answer = resolveImage(model, space, page.place, from, written);
    else if (kind === 'spec') answer = world.specs.get(written)?.root;
    else answer = space.source.includes;
    hash.update(`${question}\u0000${JSON.stringify(answer)}\n`);
  }
  return hash.digest('base64url');
}
