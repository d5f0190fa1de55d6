// Prints how much of each room the tests run, from the summary that `npm run coverage` leaves in coverage/.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { alignedTable, roomOf } from './mutants.mjs';
import { root } from './ready.mjs';

const kinds = ['statements', 'branches', 'functions', 'lines'];

export function coverageTable(summaryFile) {
  const { total, ...files } = JSON.parse(readFileSync(summaryFile, 'utf8'));
  const rooms = new Map();
  for (const [path, counts] of Object.entries(files)) {
    const room = roomOf(relative(root, path).split(sep).join('/'));
    const sums = rooms.get(room) ?? Object.fromEntries(kinds.map((kind) => [kind, { covered: 0, total: 0 }]));
    for (const kind of kinds) {
      sums[kind].covered += counts[kind].covered;
      sums[kind].total += counts[kind].total;
    }
    rooms.set(room, sums);
  }
  const percent = ({ covered, total: all }) => (all === 0 ? '–' : `${((covered / all) * 100).toFixed(1)} %`);
  const rows = [...[...rooms].sort(([a], [b]) => (a < b ? -1 : 1)), ['all', total]];
  return alignedTable([
    ['room', ...kinds],
    ...rows.map(([room, sums]) => [room, ...kinds.map((kind) => percent(sums[kind]))]),
  ]);
}
