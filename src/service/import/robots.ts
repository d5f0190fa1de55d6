/** What a site allows programs to read. */
export interface SiteRules {
  /** Says whether a path (with its query) may be read. */
  readonly allows: (path: string) => boolean;
  /** The addresses of its sitemaps. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allow: boolean;
  /** How long the pattern is: the longest one that fits decides. */
  readonly length: number;
  /** What the path begins with, and what follows after anything, one part after the other. */
  readonly start: string;
  readonly parts: readonly string[];
  /** Whether the last part has to be the end of the path. */
  readonly toTheEnd: boolean;
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
    if (value !== '') for (const name of names) groups.get(name)!.push(ruleOf(field === 'allow', value));
  }
  const rules = groups.get(ourName) ?? groups.get('*') ?? [];
  return {
    sitemaps,
    allows: (path) => {
      let best: Rule | undefined;
      for (const rule of rules) {
        if (!fits(rule, path)) continue;
        const longer = best === undefined || rule.length > best.length;
        if (longer || (rule.length === best?.length && rule.allow)) best = rule;
      }
      return best?.allow ?? true;
    },
  };
}

/** Reads a pattern: `*` matches anything, `$` at the end matches the end. */
function ruleOf(allow: boolean, pattern: string): Rule {
  const toTheEnd = pattern.endsWith('$');
  const [start = '', ...parts] = (toTheEnd ? pattern.slice(0, -1) : pattern).split('*');
  return { allow, length: pattern.length, start, parts, toTheEnd };
}

/** Whether a path fits a rule. Each part is looked for once, so no pattern can make this slow. */
function fits({ start, parts, toTheEnd }: Rule, path: string): boolean {
  if (!path.startsWith(start)) return false;
  let at = start.length;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const found = last && toTheEnd ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !toTheEnd || at === path.length;
}
