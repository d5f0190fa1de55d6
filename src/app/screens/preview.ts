import { AppError } from '../../base/index.ts';
import type { ChangeRequest, Space } from '../../contract/index.ts';
import { changePath } from '../paths.ts';
import { param, type Outcome, type Visit } from '../visit.ts';
import { siteOf } from './objects.ts';

/** The sites that a change request would change, each with the address of its preview. */
export function previewsOf(visit: Visit, space: Space, { id, number }: ChangeRequest) {
  return visit.parts
    .previewsOf(visit.caller, { space: space.id, change: id })
    .map(({ title }, at) => ({ title, href: `${changePath(space.id, number, 'site')}?at=${at}` }));
}

/** Leads to a preview of a site with a change request, at the origin of published sites. */
export async function sitePreview(visit: Visit): Promise<Outcome> {
  const of = { space: param(visit, 'space'), change: param(visit, 'number') };
  const found = visit.parts.previewsOf(visit.caller, of)[Number(visit.query.get('at') ?? 0)];
  if (found === undefined)
    throw new AppError('NOT_FOUND', 'There is no such site.', {
      hint: 'Open the change request to see which sites it changes.',
    });
  return { elsewhere: found.url };
}

/** Leads to a site as visitors will see it once it is published. */
export async function siteBefore(visit: Visit): Promise<Outcome> {
  const { site } = await siteOf(visit);
  const url = visit.parts.previewOfSite(visit.caller, site.id);
  if (url === undefined)
    throw new AppError('FORBIDDEN', 'This site shows spaces that you may not read.', {
      hint: 'Ask who may read all of them, or look at the site where it is published.',
    });
  return { elsewhere: url };
}
