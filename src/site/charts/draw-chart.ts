import { drawArchitecture } from './architecture.ts';
import { drawBlocks } from './blocks.ts';
import { drawC4 } from './c4.ts';
import { drawKanban } from './board.ts';
import { drawEventModel } from './event-model.ts';
import { drawFishbone } from './fishbone.ts';
import { drawGantt } from './gantt.ts';
import { drawGitGraph } from './git-graph.ts';
import { drawJourney } from './journey.ts';
import { linesOf, type Line } from './lines.ts';
import { drawMindMap } from './mind-map.ts';
import { drawPacket } from './packet.ts';
import { drawPie } from './pie.ts';
import { drawQuadrants } from './quadrants.ts';
import { drawRadar } from './radar.ts';
import { drawRequirements } from './requirements.ts';
import { drawSankey } from './sankey.ts';
import type { Chart } from './sheet.ts';
import { drawTimeline } from './timeline.ts';
import { drawTreeView } from './tree-view.ts';
import { drawTreemap } from './treemap.ts';
import { drawVenn } from './venn.ts';
import { drawWardleyMap } from './wardley.ts';

/** The kinds of mermaid diagrams that we draw ourselves, by their first word. Their layout needs no browser. */
const charts: Readonly<Record<string, (lines: readonly Line[]) => Chart>> = {
  C4Component: drawC4,
  C4Container: drawC4,
  C4Context: drawC4,
  C4Deployment: drawC4,
  C4Dynamic: drawC4,
  architecture: drawArchitecture,
  block: drawBlocks,
  eventmodeling: drawEventModel,
  gantt: drawGantt,
  gitGraph: drawGitGraph,
  ishikawa: drawFishbone,
  journey: drawJourney,
  kanban: drawKanban,
  mindmap: drawMindMap,
  packet: drawPacket,
  pie: drawPie,
  quadrantChart: drawQuadrants,
  radar: drawRadar,
  requirement: drawRequirements,
  requirementDiagram: drawRequirements,
  sankey: drawSankey,
  timeline: drawTimeline,
  treeView: drawTreeView,
  treemap: drawTreemap,
  venn: drawVenn,
  wardley: drawWardleyMap,
};

/** Whether a kind of diagram is one of ours. */
export function isChart(kind: string): boolean {
  return Object.hasOwn(charts, kind);
}

/** Draws a chart from its source, from which the settings were removed. */
export function drawChart(kind: string, source: string): Chart {
  return charts[kind]?.(linesOf(source)) ?? { unread: kind };
}
