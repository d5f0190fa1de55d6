import { createHash } from 'node:crypto';
import { bodyVersion } from '../render/render-body.ts';
import { highlightVersion } from '../html/highlight.ts';
import { resolveImage, resolveLink } from '../model/resolve-link.ts';
import type { PlacedSpace, SitePage } from '../model/site-model.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { SpecHints } from '../openapi/shelf.ts';
import type { World } from './world.ts';

/**
 * A digest of the site's present answers to a page's questions, and of everything else, besides the text, that the body is made
 * from.
 */
export function answersDigest(page: SitePage, questions: readonly string[], world: World): string {
  const hash = createHash('sha256');
  const { model } = world;
  const { space } = page;
  hash.update(settingsText(space, world));
  hash.update(JSON.stringify([page.place, page.title, page.file]));
  for (const question of questions) {
    const [kind, written = '', from = ''] = question.split('\u0000');
    let answer: unknown;
    if (kind === 'link') answer = resolveLink({ model, space, from: page.place, file: from }, written);
    else if (kind === 'image') answer = resolveImage({ model, space, from: page.place, file: from }, written);
    else if (kind === 'spec') answer = digestOf(world.specs.find(written, JSON.parse(from) as SpecHints));
    else answer = space.source.includes;
    hash.update(`${question}\u0000${JSON.stringify(answer)}\n`);
  }
  return hash.digest('base64url');
}

const known = new WeakMap<PlacedSpace, string>();

const digests = new WeakMap<object, string>();

/** A digest of a document, computed once, because the document is large and many pages show parts of it. */
function digestOf(document: OpenApiDocument | undefined): string {
  if (!document) return '';
  let digest = digests.get(document.root);
  if (digest === undefined) {
    digest = createHash('sha256').update(JSON.stringify(document.root)).digest('base64url');
    digests.set(document.root, digest);
  }
  return digest;
}

/** What the bodies of a space depend on without asking for it by name. */
function settingsText(space: PlacedSpace, { visitor, model, elsewhere }: World): string {
  let text = known.get(space);
  if (text === undefined) {
    const { source, language, customization } = space;
    text = JSON.stringify([
      bodyVersion,
      highlightVersion,
      language,
      customization.externalLinks?.target,
      source.title,
      source.variables,
      source.tags ?? [],
      visitor,
      model.urls,
      elsewhere.images,
      elsewhere.frames,
      elsewhere.tryIt === true,
    ]);
    known.set(space, text);
  }
  return text;
}
