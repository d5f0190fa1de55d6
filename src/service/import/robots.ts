/** What a site allows programs to read. */
export interface SiteRules {
  /** Says whether a path (with its query) may be read. */
  readonly allows: (path: string) => boolean;
  /** The addresses of its sitemaps. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

const ourName = 'tidemark';
const mostRules = 2000;

/** Reads a `robots.txt`: the rules that name us, else those for everybody; the longest rule that fits decides. */
export function readRobots(text: string): SiteRules {
  const groups = new Map<string, Rule[]>();
  const sitemaps: string[] = [];
  let names: string[] = [];
  let namesAreOpen = false;
  for (const line of text.split(/\r\n|\r|\n/u).slice(0, mostRules)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const field = line.slice(0, colon).trim().toLowerCase();
    const value = line
      .slice(colon + 1)
      .split('#')[0]!
      .trim();
    if (field === 'sitemap') sitemaps.push(line.slice(colon + 1).trim());
    if (field === 'user-agent') {
      names = namesAreOpen ? [...names, value.toLowerCase()] : [value.toLowerCase()];
      namesAreOpen = true;
      for (const name of names) if (!groups.has(name)) groups.set(name, []);
    }
    if (field !== 'allow' && field !== 'disallow') continue;
    namesAreOpen = false;
    // An empty "Disallow:" forbids nothing.
    if (value !== '')
      for (const name of names) groups.get(name)!.push({ allow: field === 'allow', pattern: value });
  }
  const rules = groups.get(ourName) ?? groups.get('*') ?? [];
  return {
    sitemaps,
    allows: (path) => {
      let best: Rule | undefined;
      for (const rule of rules) {
        if (!fits(rule.pattern, path)) continue;
        const longer = best === undefined || rule.pattern.length > best.pattern.length;
        if (longer || (rule.pattern.length === best?.pattern.length && rule.allow)) best = rule;
      }
      return best?.allow ?? true;
    },
  };
}

/** `*` matches anything, `$` at the end matches the end. Each part is looked for once, so no pattern can make this slow. */
function fits(pattern: string, path: string): boolean {
  const toTheEnd = pattern.endsWith('$');
  const parts = (toTheEnd ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const last = index === rest.length - 1;
    const found = last && toTheEnd ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !toTheEnd || at === path.length;
}
