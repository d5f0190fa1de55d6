interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Corrects the lines that the drawing library draws between nodes. Some lines go too far and come back. Some turn so close to a node that
 * their arrowhead points along the node's border. And an arrowhead at the beginning of a line points into the node, where nobody sees it.
 */
export function withPlainEdges(svg: string): string {
  return svg.replace(headAtStart, '$1"auto"').replace(edgePoints, (_, before: string, written: string) => {
    const points = withoutDetours(readPoints(written));
    const roomy = withRoomAtEnd(withRoomAtEnd(points).toReversed()).toReversed();
    return before + roomy.map(({ x, y }) => `${x},${y}`).join(' ');
  });
}

const headAtStart = /(<marker id="arrowhead-start[^>]* orient=)"auto-start-reverse"/g;
const edgePoints = /(<polyline class="edge"[^>]* points=")([^"]*)/g;

function readPoints(written: string): Point[] {
  return written.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return { x, y };
  });
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.01;

const isLine = (points: readonly Point[]): boolean =>
  (['x', 'y'] as const).some((axis) => points.every((point) => near(point[axis], points[0]?.[axis] ?? 0)));

/** Removes each point that is on a vertical or horizontal line with the points before and after it. */
function withoutDetours(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const next of points) {
    for (;;) {
      const [before, last] = [kept.at(-2), kept.at(-1)];
      if (!before || !last || !isLine([before, last, next])) break;
      kept.pop();
    }
    kept.push(next);
  }
  return kept;
}

/** The space for an arrowhead between a node and the last turn of a line. */
const room = 10;

/** Moves the last turn of a line back, so that an arrowhead has room after it. */
function withRoomAtEnd(points: readonly Point[]): readonly Point[] {
  const [outer, bend, turn, end] = points.slice(-4);
  if (!outer || !bend || !turn || !end) return points;
  const along = near(turn.x, end.x) ? 'y' : 'x';
  const way = outer[along] - end[along];
  if (Math.abs(turn[along] - end[along]) >= room || !near(bend[along], turn[along])) return points;
  if (Math.abs(way) < 2 * room) return points;
  const place = end[along] + Math.sign(way) * room;
  return [...points.slice(0, -3), { ...bend, [along]: place }, { ...turn, [along]: place }, end];
}
