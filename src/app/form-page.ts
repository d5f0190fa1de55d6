import type { AppError } from '../base/index.ts';
import { safeReturn } from './paths.ts';
import { routes } from './routes.ts';
import { problemOf } from './sent-form.ts';
import { field, type Route, type View, type Visit } from './visit.ts';

/** A page, and the visit that shows it. */
export interface ShownPage {
  readonly view: View;
  readonly visit: Visit;
}

/**
 * The page whose form failed, with the form as it was sent and the reason. Undefined if the page cannot be shown any more; the caller then
 * shows the failure alone.
 */
export async function formAgain(visit: Visit, failure: AppError): Promise<ShownPage | undefined> {
  try {
    const page = pageOfForm(visit);
    if (page === undefined) return undefined;
    const outcome = await page.route.show(page.visit);
    if (!('template' in outcome)) return undefined;
    const { pathname } = new URL(visit.address, 'http://app');
    const sent = { action: pathname, fields: visit.form.fields, problem: problemOf(failure) };
    return { view: { ...outcome, status: failure.status, sent }, visit: page.visit };
  } catch {
    return undefined;
  }
}

/** The address of the page on which a form stands: the page's own, or the one that the form brought along when it was sent. */
export function addressOfPage(visit: Visit): string {
  const { pathname, searchParams } = new URL(
    safeReturn(field(visit, 'form-page') || visit.address),
    'http://app',
  );
  searchParams.delete('part');
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`;
}

/** The page on which the sent form stood, as a visit of that page. */
function pageOfForm(visit: Visit): { route: Route; visit: Visit } | undefined {
  const address = addressOfPage(visit);
  const { pathname, searchParams: query } = new URL(address, 'http://app');
  for (const { pattern, names, route } of pagePatterns) {
    const values = pattern.exec(pathname)?.slice(1);
    if (values === undefined) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
    return { route, visit: { ...visit, params, query, address, form: { fields: new Map(), uploads: [] } } };
  }
  return undefined;
}

/** The address of every page as a pattern. Those with a wildcard come last, because they fit the addresses of other pages, too. */
const pagePatterns = routes
  .filter(({ method }) => method === 'GET')
  .sort((one, other) => Number(one.path.includes('*')) - Number(other.path.includes('*')))
  .map((route) => {
    const places = route.path.match(/:\w+|\*/g) ?? [];
    const words = route.path
      .split(/:\w+|\*/)
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
    const source = words.reduce(
      (before, part, at) => before + (places[at - 1] === '*' ? '(.*)' : '([^/]+)') + part,
    );
    return {
      route,
      pattern: new RegExp(`^${source}$`),
      names: places.map((place) => place.replace(/^:/, '')),
    };
  });
