import { drawBoard } from './board.ts';
import { drawGantt } from './gantt.ts';
import { drawGitGraph } from './git-graph.ts';
import { drawJourney } from './journey.ts';
import { linesOf, type Line } from './lines.ts';
import { drawMindMap } from './mind-map.ts';
import { drawPie } from './pie.ts';
import { drawQuadrants } from './quadrants.ts';
import type { Chart } from './sheet.ts';
import { drawTimeline } from './timeline.ts';

/** The kinds of mermaid that we draw ourselves, as their first word names them: their places can be worked out without a browser. */
const charts: Readonly<Record<string, (lines: readonly Line[]) => Chart>> = {
  gantt: drawGantt,
  gitGraph: drawGitGraph,
  journey: drawJourney,
  kanban: drawBoard,
  mindmap: drawMindMap,
  pie: drawPie,
  quadrantChart: drawQuadrants,
  timeline: drawTimeline,
};

/** Whether a kind of diagram is one of ours. */
export function isChart(kind: string): boolean {
  return Object.hasOwn(charts, kind);
}

/** Draws a chart from its source, which is without settings. */
export function drawChart(kind: string, source: string): Chart {
  return charts[kind]?.(linesOf(source)) ?? { unread: kind };
}
