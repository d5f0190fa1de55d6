/**
 * Writes the statements of a mermaid flowchart in the one form that the drawing library reads: the nodes of a statement on one line,
 * then each of its edges on a line, with blanks around it and the usual length. The library draws a node `A--` for `A-->B`, and
 * silently leaves out what it does not understand. So for a statement that this file does not understand either, the page shows the
 * source instead.
 */
export function plainFlowchart(source: string): { readonly text: string } | { readonly unread: string } {
  const lines: string[] = [];
  for (const statement of statementsOf(source)) {
    if (lines.length === 0) {
      lines.push(statement.replace(/^(graph|flowchart)$/, '$1 TD'));
      continue;
    }
    if (/^(?:click|accTitle|accDescr)\b/.test(statement)) continue;
    const written = /^(?:subgraph|end|classDef|class|style|linkStyle|direction)(?:\s|$)/.test(statement)
      ? [statement]
      : plainChain(statement);
    if (written === undefined) return { unread: statement };
    lines.push(...written);
  }
  return { text: lines.join('\n') };
}

/**
 * Matches a semicolon that ends a statement, or text in which none does: a comment, quotes, a node's brackets, an edge's text,
 * `#35;`.
 */
const wordsOrEnd = /%%[^\n]*|"[^"]*"|\[[^\]"\n]*\]|\([^)"\n]*\)|\{[^}"\n]*\}|\|[^|"\n]*\||#\w+;|(?<end>;)/g;

function statementsOf(source: string): string[] {
  return source
    .replace(wordsOrEnd, (part: string) => (part === ';' ? '\n' : part))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'));
}

const nodeForm =
  /\s*(\w+(?:-\w+)*(?:[[>](?:"[^"]*"|[^"\]])+\]+|\((?:"[^"]*"|[^")])+\)+|\{(?:"[^"]*"|[^"}])+\}+)?(?::::\w+(?:-\w+)*)?)\s*/y;
const plainEdge = /([xo<]?)(--+[-xo>]|==+[=xo>]|-\.+-[xo>]?)\s*(?:\|\s*([^|]*?)\s*\|)?/y;
const textEdge = /([xo<]?)(?:--|==|-\.)\s*([^\s|>-][^|\n]*?)\s*(--+[-xo>]|==+[=xo>]|\.+-[xo>]?)/y;

/** The most edges between two lists of nodes. Each pair has an edge, so a short text could ask for millions. */
const mostEdges = 1000;

/** The lines for nodes joined by `&` and edges, as in `A & B-->|yes|C`; undefined for any other statement. */
function plainChain(statement: string): string[] | undefined {
  let at = 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const match = form.exec(statement);
    if (match) at = form.lastIndex;
    return match;
  };
  // The library has no parallelogram, so we use a rectangle.
  const node = (): string | undefined => take(nodeForm)?.[1]?.replace(/\[([/\\])(.*)\1\]/, '[$2]');
  const first = node();
  if (first === undefined) return undefined;
  const groups = [[first]];
  const forms: string[] = [];
  while (at < statement.length) {
    const joins = take(/&/y) !== null;
    const form = joins ? undefined : plainForm(take(plainEdge), take);
    const next = joins || form !== undefined ? node() : undefined;
    if (next === undefined) return undefined;
    if (form === undefined) groups.at(-1)?.push(next);
    else {
      forms.push(form);
      groups.push([next]);
    }
  }
  const pairs = groups.map((group, number) => group.length * (groups[number + 1]?.length ?? 0));
  if (pairs.some((count) => count > mostEdges)) return undefined;
  const edges = forms.flatMap((form, number) => joined(form, groups[number], groups[number + 1]));
  return [groups.flat().join(' & '), ...edges];
}

/** The edges of one form from each node to each other node, by the names of the nodes. */
function joined(form: string, from: readonly string[] = [], to: readonly string[] = []): string[] {
  const named = (node: string): string => /^[\w-]+/.exec(node)?.[0] ?? node;
  return from.flatMap((source) => to.map((target) => `${named(source)} ${form} ${named(target)}`));
}

/** An edge in the library's syntax: its line (thin, thick, dotted), its heads and its text. */
function plainForm(
  plain: RegExpExecArray | null,
  take: (form: RegExp) => RegExpExecArray | null,
): string | undefined {
  const worded = plain ? null : take(textEdge);
  const stroke = plain?.[2] ?? worded?.[3];
  if (stroke === undefined) return undefined;
  const text = plain ? plain[3] : worded?.[2];
  const back = (plain ?? worded)?.[1] === '' ? '' : '<';
  const leads = /[xo>]$/.test(stroke);
  const line = stroke.includes('.')
    ? ['-.-', '-.->']
    : stroke.includes('=')
      ? ['===', '==>']
      : ['---', '-->'];
  return `${back}${line[leads ? 1 : 0]}${text ? `|${text.replace(/^"(.*)"$/, '$1')}|` : ''}`;
}
