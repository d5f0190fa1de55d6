import { drawKanban } from './board.ts';
import { drawGantt } from './gantt.ts';
import { drawGitGraph } from './git-graph.ts';
import { drawJourney } from './journey.ts';
import { linesOf, type Line } from './lines.ts';
import { drawMindMap } from './mind-map.ts';
import { drawPie } from './pie.ts';
import { drawQuadrants } from './quadrants.ts';
import type { Chart } from './sheet.ts';
import { drawTimeline } from './timeline.ts';

/** The kinds of mermaid diagrams that we draw ourselves, by their first word. Their layout needs no browser. */
const charts: Readonly<Record<string, (lines: readonly Line[]) => Chart>> = {
  gantt: drawGantt,
  gitGraph: drawGitGraph,
  journey: drawJourney,
  kanban: drawKanban,
  mindmap: drawMindMap,
  pie: drawPie,
  quadrantChart: drawQuadrants,
  timeline: drawTimeline,
};

/** Whether a kind of diagram is one of ours. */
export function isChart(kind: string): boolean {
  return Object.hasOwn(charts, kind);
}

/** Draws a chart from its source, from which the settings were removed. */
export function drawChart(kind: string, source: string): Chart {
  return charts[kind]?.(linesOf(source)) ?? { unread: kind };
}
