import type { MermaidGraph } from 'beautiful-mermaid';

/**
 * Writes a flowchart or state diagram without loops, so that its first node is drawn first, as mermaid draws it. The drawing library
 * reverses any one edge of a loop to choose the places of nodes, so the last node may come first, and the library has no option for
 * that. In the text that this function returns, each edge that leads back has its ends swapped and a mark in its words. In the
 * drawing, {@link withLoops} gives these edges their own direction again.
 */
export function withoutLoops(text: string, graph: MermaidGraph): string {
  const back = edgesBack(graph);
  if (back.size === 0) return text;
  let edge = -1;
  const lines = text.replaceAll(mark, '').split('\n');
  const written = lines.map((line) => {
    const parts = (flowchartEdge.exec(line) ?? transition.exec(line))?.groups;
    if (!parts) return line;
    edge += 1;
    if (!back.has(edge)) return line;
    const { from = '', form, to = '', words = '' } = parts;
    return form === undefined
      ? `${to} --> ${from} : ${words.trim()}${mark}`
      : `${to} ${form}|${words}${mark}| ${from}`;
  });
  // The numbers of edges mean nothing where the library reads other edges than we do.
  return edge + 1 === graph.edges.length ? written.join('\n') : text;
}

/** Gives the marked edges of a drawing their own direction, and takes the marks out. */
export function withLoops(svg: string): string {
  return svg
    .replace(
      markedEdge,
      (_, before: string, points: string) => before + points.split(' ').reverse().join(' '),
    )
    .replace(markAlone, '')
    .replaceAll(mark, '');
}

/** Ends the words of an edge that leads back. It has no width, and the library bundles no edge that has words with others. */
const mark = '\u034f';
const markedEdge = new RegExp(`(<polyline [^>]* data-label="[^"]*${mark}" points=")([^"]*)`, 'g');
const markAlone = new RegExp(`<g class="edge-label"[^>]* data-label="${mark}">[\\s\\S]*?</g>`, 'g');

/** An edge in the one form in which `plainFlowchart` writes edges. */
const flowchartEdge =
  /^(?<from>[\w-]+) (?<form><?(?:--[->]|-\.->?|==[=>]))(?:\|(?<words>[^|]*)\|)? (?<to>[\w-]+)$/;
const transition = /^\s*(?<from>\[\*\]|[\w\p{L}-]+)\s*-->\s*(?<to>\[\*\]|[\w\p{L}-]+)\s*(?::(?<words>.*))?$/u;

/**
 * The numbers of the edges that lead back, as mermaid finds them: a walk along the edges, in the order of the text, meets a node that
 * it is still below. An edge between two groups counts as one between the groups, since they are placed as wholes.
 */
function edgesBack(graph: MermaidGraph): ReadonlySet<number> {
  const around = groupsAround(graph.subgraphs);
  const placesOf = (id: string): readonly string[] => [...(around.get(id) ?? []), id];
  const order = new Set([...graph.nodes.keys()].flatMap(placesOf));
  const links = new Map<string, Link[]>();
  for (const [edge, { source, target }] of graph.edges.entries()) {
    const sources = placesOf(source);
    const targets = placesOf(target);
    const apart = sources.findIndex((place, depth) => place !== targets[depth]);
    const from = sources[apart];
    const to = targets[apart];
    if (from === undefined || to === undefined) continue;
    const known = links.get(from);
    if (known) known.push({ edge, to });
    else links.set(from, [{ edge, to }]);
    order.add(from);
  }
  return linksBack(order, links);
}

interface Link {
  readonly edge: number;
  readonly to: string;
}

function linksBack(order: Iterable<string>, links: ReadonlyMap<string, readonly Link[]>): Set<number> {
  const back = new Set<number>();
  const seen = new Set<string>();
  const above = new Set<string>();
  const steps: { readonly id: string; readonly rest: Iterator<Link> }[] = [];
  const enter = (id: string): void => {
    seen.add(id);
    above.add(id);
    steps.push({ id, rest: (links.get(id) ?? []).values() });
  };
  for (const first of order) {
    if (!seen.has(first)) enter(first);
    for (let step = steps.at(-1); step; step = steps.at(-1)) {
      const link = step.rest.next();
      if (link.done) {
        above.delete(step.id);
        steps.pop();
      } else if (above.has(link.value.to)) back.add(link.value.edge);
      else if (!seen.has(link.value.to)) enter(link.value.to);
    }
  }
  return back;
}

/** The groups that each node and each group is in, the outermost first. */
function groupsAround(
  groups: MermaidGraph['subgraphs'],
  outer: readonly string[] = [],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    groups.flatMap(({ id, nodeIds, children }) => {
      const inner = [...outer, id];
      return [
        [id, outer] as const,
        ...nodeIds.map((node) => [node, inner] as const),
        ...groupsAround(children, inner),
      ];
    }),
  );
}
