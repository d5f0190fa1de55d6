// What `npm run mutate` knows about mutants, without running any: how each is named, which ones are in a sample, what the results
// say, and which survivors change nothing that anybody could notice.
import { createHash } from 'node:crypto';

/**
 * The tests that judge a room, where they are others than those of the room's own folder: folders, and files, long ones too; with `!`,
 * files that are left out.
 */
const judges = {
  // The scanner is held against remark in a long test, and what it finds is used by the link check. Emphasis that writers mean, and
  // words in angle brackets, are looked at where they are shown.
  content: [
    ...['test/content', 'test/content/scan.test.ts', 'test/links'],
    ...['test/site/emphasis.test.ts', 'test/site/words-in-angle-brackets.test.ts'],
  ],
  // What several people do in turn is told as days of the simulation, and their kept records tell what each cycle did. Tests on real
  // repositories and with the whole service take most of the time: they are the second judges.
  sync: [
    ...['test/sync', 'test/simulation/told-days.test.ts', 'test/simulation/kept-schedules.test.ts'],
    ...['confirmed-deletions', 'deleted-folder', 'doubles', 'folder-is-a-link', 'fresh-clone'].map(without),
    ...['hostile-answers', 'leaving', 'left-lock', 'left-space', 'lost-mirror', 'odd-contents'].map(without),
    ...['root-folder', 'saves', 'specifications', 'state-version', 'told-differences'].map(without),
    ...['two-working-trees'].map(without),
  ],
};

/** The tests that judge what survived the first judges of a room, all their long tests included. */
const secondJudges = {
  sync: [
    ...['test/sync', 'test/simulation', 'test/sharing', 'test/trial'],
    // Fleets, and processes that are killed in the middle of a cycle, run code that no mutant is in.
    ...['folder-changed', 'kill-mirror', 'kill-sync'].map(without),
    ...['!test/simulation/fleet.test.ts', '!test/simulation/many-schedules.test.ts'],
    ...['test/cli/conflicts.test.ts', 'test/cli/doctor-spaces.test.ts', 'test/cli/status.test.ts'],
  ],
};

function without(name) {
  return `!test/sync/${name}.test.ts`;
}

/** `src/queue/rate/state.ts` → `queue`; a file outside of all rooms is a room by itself. */
export function roomOf(file) {
  return file.split('/')[1].replace(/\.ts$/u, '');
}

/** The tests that judge files: folders and files; with `!`, files that are left out. `second`: those that judge what survived the first. */
export function testsOf(files, { second = false } = {}) {
  const chosen = second ? { ...judges, ...secondJudges } : judges;
  return [...new Set(files.map(roomOf).flatMap((room) => chosen[room] ?? [`test/${room}`]))];
}

/** The text on one line, cut where it is long: as people read it, and as the list of equivalent mutants holds it. */
function brief(text) {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function sliceOf(lines, { start, end }) {
  if (start.line === end.line) return lines[start.line].slice(start.column, end.column);
  return [
    lines[start.line].slice(start.column),
    ...lines.slice(start.line + 1, end.line),
    lines[end.line].slice(0, end.column),
  ].join('\n');
}

/**
 * Names the mutants of a file by their text and not by line numbers, so that a name lasts while lines above it change: the line,
 * what is replaced in it, by what, and the turn among mutants that are equal in all of this. Locations count from 0.
 */
export function namedMutants(file, text, mutants) {
  const lines = text.split('\n');
  const turns = new Map();
  const inOrder = [...mutants].sort(
    ({ location: { start: a } }, { location: { start: b } }) => a.line - b.line || a.column - b.column,
  );
  return inOrder.map((mutant) => {
    const name = {
      file,
      line: brief(lines[mutant.location.start.line]),
      from: brief(sliceOf(lines, mutant.location)),
      to: brief(mutant.replacement ?? ''),
    };
    const alike = JSON.stringify(name);
    const turn = turns.get(alike) ?? 1;
    turns.set(alike, turn + 1);
    return { ...mutant, ...name, turn, at: mutant.location.start.line + 1, key: keyOf({ ...name, turn }) };
  });
}

export function keyOf({ file, line, from, to, turn = 1 }) {
  return [file, line, from, to, turn].join(' ¦ ');
}

/** A random sample that is the same for the same seed, and of which a smaller one is a part. */
export function sampleOf(keys, size, seed) {
  const draw = (key) => createHash('sha256').update(`${seed}\n${key}`).digest('hex');
  return keys
    .map((key) => ({ key, drawn: draw(key) }))
    .sort((a, b) => (a.drawn < b.drawn ? -1 : 1))
    .slice(0, size)
    .map(({ key }) => key);
}

/** The keys of the mutants that a run tries now: of a sample or of all, what is not known yet, and of that so many at most. */
export function choiceOf(keys, { sample, seed, known, only, atMost }) {
  const wanted = sample === undefined ? keys : sampleOf(keys, sample, seed);
  const open = wanted.filter((key) => !known.has(key) && (only?.has(key) ?? true));
  return open.slice(0, atMost ?? open.length);
}

const survived = new Set(['Survived', 'NoCoverage']);

/** Counts by room. `equivalent` has the keys of mutants that change nothing that anybody could notice: they are no part of the score. */
export function countsOf(results, equivalent) {
  const rooms = new Map();
  for (const result of results) {
    const room = roomOf(result.file);
    const counts = rooms.get(room) ?? {
      ...{ room, tried: 0, killed: 0, timedOut: 0, survived: 0, uncovered: 0, equivalent: 0, broken: 0 },
    };
    rooms.set(room, counts);
    counts.tried++;
    if (survived.has(result.status) && equivalent.has(result.key)) counts.equivalent++;
    else if (result.status === 'Killed') counts.killed++;
    else if (result.status === 'Timeout') counts.timedOut++;
    else if (result.status === 'Survived') counts.survived++;
    else if (result.status === 'NoCoverage') counts.uncovered++;
    else counts.broken++;
  }
  return [...rooms.values()].sort((a, b) => (a.room < b.room ? -1 : 1));
}

/** The share of the mutants that the tests found, with the interval that holds it with 95 % (Wilson), where they are a sample. */
export function scoreOf({ killed, timedOut, survived: left, uncovered }) {
  const good = killed + timedOut;
  const all = good + left + uncovered;
  if (all === 0) return null;
  const z = 1.96;
  const share = good / all;
  const middle = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const reach =
    (z / (1 + (z * z) / all)) * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return { share, low: middle - reach, high: middle + reach };
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** A table for people; the first row is its head. */
export function alignedTable(rows) {
  const widths = rows[0].map((_word, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
    )
    .join('\n');
}

const columns = ['tried', 'killed', 'timedOut', 'survived', 'uncovered', 'equivalent', 'broken'];

export function tableOf(counts, { isSample }) {
  const rows = counts.map((each) => {
    const score = scoreOf(each);
    const range = score && isSample ? ` (${percent(score.low)} to ${percent(score.high)})` : '';
    return [
      each.room,
      ...columns.map((column) => String(each[column])),
      score === null ? '–' : percent(score.share) + range,
    ];
  });
  const head = [
    'room',
    'mutants',
    'killed',
    'timed out',
    'survived',
    'not run',
    'equivalent',
    'broken',
    'score',
  ];
  return alignedTable([head, ...rows]);
}

/** What is left to look at, in the order of the files. */
export function survivorsOf(results, equivalent) {
  return results
    .filter(({ status, key }) => survived.has(status) && !equivalent.has(key))
    .sort((a, b) => (a.file === b.file ? a.at - b.at : a.file < b.file ? -1 : 1));
}
