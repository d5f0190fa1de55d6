import { textAfterKeyword, treeOf, unquoted, withoutComment, type Branch, type Line } from './lines.ts';
import { pathPoint, Sheet, type Chart } from './sheet.ts';

const rowHeight = 26;
const indent = 24;

/** `treeView`: names of folders and files, each below the folder that it is in. */
export function drawTreeView([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const names: Line[] = [];
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const text = withoutComment(line.text);
    if (named !== undefined) title = named;
    else if (/^(?:"[^"]*"|'[^']*')$/.test(text)) names.push({ indent: line.indent, text: unquoted(text) });
    else return { unread: line.text };
  }
  if (names.length === 0) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  drawBranches(sheet, treeOf(names), { x: 0, y: 0, isInside: false });
  return sheet.print(title);
}

/** Draws branches below each other; returns the y coordinate below them. */
function drawBranches(
  sheet: Sheet,
  branches: readonly Branch[],
  { x, y, isInside }: { x: number; y: number; isInside: boolean },
): number {
  const line = { fill: 'none', stroke: 'var(--_line)' };
  let below = y;
  for (const { text, branches: inner } of branches) {
    const middle = below + rowHeight / 2;
    if (isInside) {
      const [trunk, end] = [x - indent + 8, x - 4];
      const turn = `L${pathPoint(trunk, middle - 6)}Q${pathPoint(trunk, middle)} ${pathPoint(trunk + 6, middle)}`;
      sheet.shape('path', { d: `M${pathPoint(trunk, y - 3)}${turn}L${pathPoint(end, middle)}`, ...line });
    }
    const isFolder = inner.length > 0 || text.endsWith('/');
    drawIcon(sheet, x, middle, isFolder);
    sheet.text(text, x + 24, middle, { bold: isFolder });
    below = drawBranches(sheet, inner, { x: x + indent, y: below + rowHeight, isInside: true });
  }
  return below;
}

function drawIcon(sheet: Sheet, x: number, y: number, isFolder: boolean): void {
  const look = { fill: 'var(--_node-fill)', stroke: 'var(--_line)', 'stroke-linejoin': 'round' };
  const d = isFolder
    ? `M${pathPoint(x, y - 6)}h6l2 2.5h8v9.5h-16Z`
    : `M${pathPoint(x + 2, y - 7)}h7l4 4v10h-11ZM${pathPoint(x + 9, y - 7)}v4h4`;
  sheet.shape('path', { d, ...look });
}
