// Draws the floors inside rooms for ARCHITECTURE.md, from the imports of the sources, including imports of types.
// A unit is a folder of a room, or a file beside the folders. It is one floor above the highest unit that it imports.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

export const roomsWithFloors = ['service', 'site', 'sync'];

const marks = [
  '<!-- floors: scripts/generate.mjs draws them from the imports -->',
  '<!-- end of the floors -->',
];

/** Every import between files of `src`, as `{ from, to }` of paths below it. */
export function importsBelow(src) {
  const files = readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return files.flatMap((from) =>
    ts
      .preProcessFile(readFileSync(join(src, from), 'utf8'), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ from, to: join(dirname(from), fileName).split(sep).join('/') })),
  );
}

function unitOf(room, file) {
  const [first, second, ...deeper] = file.split('/');
  if (first !== room || second === undefined) return null;
  return deeper.length > 0 ? `${second}/` : second;
}

/** Which units of a room each unit imports. */
function unitsOf(room, imports) {
  const units = new Map();
  for (const { from, to } of imports) {
    const [unit, other] = [unitOf(room, from), unitOf(room, to)];
    if (unit !== null && !units.has(unit)) units.set(unit, new Set());
    if (other !== null && !units.has(other)) units.set(other, new Set());
    if (unit !== null && other !== null && unit !== other) units.get(unit).add(other);
  }
  return units;
}

/** The floors of a room from the ground up, or a circle of units that makes floors impossible. */
export function floorsOf(room, imports) {
  const units = unitsOf(room, imports);
  const floors = new Map();
  const path = [];
  let circle = [];
  const floorOf = (unit) => {
    if (path.includes(unit)) circle = [...path.slice(path.indexOf(unit)), unit];
    if (circle.length > 0) return 0;
    if (floors.has(unit)) return floors.get(unit);
    path.push(unit);
    const floor = Math.max(-1, ...[...units.get(unit)].map(floorOf)) + 1;
    path.pop();
    floors.set(unit, floor);
    return floor;
  };
  for (const unit of [...units.keys()].sort()) floorOf(unit);
  if (circle.length > 0) return { circle, floors: [] };
  const count = Math.max(-1, ...floors.values()) + 1;
  return {
    circle: [],
    floors: Array.from({ length: count }, (_, floor) =>
      [...units.keys()].filter((unit) => floors.get(unit) === floor).sort(),
    ),
  };
}

/** The text of ARCHITECTURE.md with a new drawing of these imports. */
export function withFloors(text, imports) {
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new Error('ARCHITECTURE.md has no place for the floors');
  const drawn = roomsWithFloors.map((room) => drawingOf(room, floorsOf(room, imports)));
  return `${text.slice(0, start)}${marks[0]}\n\n\`\`\`text\n${drawn.join('\n\n')}\n\`\`\`\n\n${text.slice(end)}`;
}

function drawingOf(room, { circle, floors }) {
  if (circle.length > 0) throw new Error(`${room}/ has no floors: ${circle.join(' imports ')}`);
  const lines = floors.map((units, floor) => {
    const [first, ...more] = wrapped(units);
    return [`  ${String(floor).padStart(2)} │ ${first}`, ...more.map((line) => `     │ ${line}`)].join('\n');
  });
  return [`${room}/`, ...lines.reverse()].join('\n');
}

/** Wraps names into lines of a readable length. */
function wrapped(names) {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== '' && last.length + name.length > 100) lines.push(name);
    else lines[lines.length - 1] = last === '' ? name : `${last}  ${name}`;
  }
  return lines;
}
