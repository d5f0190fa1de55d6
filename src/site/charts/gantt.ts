import { isDayOff, addDuration, ticksOf, timeReader, withDaysOff } from './gantt-times.ts';
import { textAfterKeyword, withoutComment, type Line } from './lines.ts';
import { pathPoint, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Task {
  readonly section: string;
  readonly name: string;
  readonly tags: ReadonlySet<string>;
  readonly id: string;
  readonly start: number;
  /** Where the task's bar ends. */
  readonly drawn: number;
  /** Where the next task may begin. */
  readonly end: number;
}

interface Written {
  readonly line: string;
  readonly section: string;
  readonly name: string;
  readonly tags: ReadonlySet<string>;
  readonly id: string;
  readonly start: string;
  readonly end: string;
}

interface Plan {
  title: string;
  axisFormat: string | undefined;
  readTime: (text: string) => number | undefined;
  readonly free: string[];
  readonly tasks: Written[];
}

const tagNames = new Set(['active', 'crit', 'done', 'milestone', 'vert']);

/** Lines that we skip: settings that only mermaid uses, and links. */
const passedOver =
  /^(?:tickInterval|todayMarker|weekday|weekend|inclusiveEndDates|topAxis|includes|click)(?:\s|$)/;

/** `gantt`: tasks in their time. */
export function drawGantt([first, ...lines]: readonly Line[]): Chart {
  const plan = planOf(lines);
  if ('unread' in plan) return plan;
  const tasks = tasksOf(plan);
  if ('unread' in tasks) return tasks;
  return tasks.length === 0 ? { unread: first?.text ?? '' } : drawn(tasks, plan);
}

function planOf(lines: readonly Line[]): Plan | { readonly unread: string } {
  const readIso = timeReader('YYYY-MM-DD') as Plan['readTime'];
  const plan: Plan = { title: '', axisFormat: undefined, readTime: readIso, free: [], tasks: [] };
  let section = '';
  for (const line of lines) {
    const text = withoutComment(line.text);
    const format = textAfterKeyword('dateFormat', line);
    const task = /^([^:]+?)\s*:(.*)$/.exec(text);
    if (format !== undefined) {
      const reader = timeReader(format);
      if (!reader) return { unread: text };
      plan.readTime = reader;
    } else if (textAfterKeyword('title', line) !== undefined)
      plan.title = textAfterKeyword('title', line) ?? '';
    else if (textAfterKeyword('axisFormat', line) !== undefined)
      plan.axisFormat = textAfterKeyword('axisFormat', line);
    else if (textAfterKeyword('excludes', line) !== undefined)
      plan.free.push(...(textAfterKeyword('excludes', line) ?? '').toLowerCase().split(/[\s,]+/));
    else if (textAfterKeyword('section', line) !== undefined)
      section = textAfterKeyword('section', line) ?? '';
    else if (passedOver.test(text)) continue;
    else if (task) plan.tasks.push(written(text, section, task));
    else return { unread: text };
  }
  return plan;
}

/** Splits a task's words into tags, an optional name, an optional start, and an end. */
function written(line: string, section: string, [, name = '', facts = '']: RegExpExecArray): Written {
  const parts = facts.split(',').map((part) => part.trim());
  const tags = new Set<string>();
  while (tagNames.has(parts[0] ?? '')) tags.add(parts.shift() ?? '');
  const [end = '', start = '', id = ''] = [...parts].reverse();
  return { line, section, name, tags, id, start, end };
}

/** The tasks with their times. Each begins at its written start, or at the end of the task before it. */
function tasksOf({ tasks: plan, readTime, free }: Plan): Task[] | { readonly unread: string } {
  const known = new Map<string, Task>();
  const found = new Map<Written, Task>();
  const isFreeDay = (time: number): boolean => isDayOff(time, free, readTime);
  const startOf = (task: Written, before: Written | undefined): number | undefined => {
    if (task.start === '') return before ? found.get(before)?.end : undefined;
    const after = /^after\s+(.+)$/.exec(task.start)?.[1];
    if (after === undefined) return readTime(task.start);
    const ends = after.split(/\s+/).map((id) => known.get(id)?.end ?? NaN);
    return ends.some(Number.isNaN) ? undefined : Math.max(...ends);
  };
  // A task may follow a task that comes further down in the source.
  for (let round = 0; round <= plan.length && found.size < plan.length; round += 1)
    for (const [at, task] of plan.entries()) {
      const start = found.has(task) ? undefined : startOf(task, plan[at - 1]);
      if (start === undefined) continue;
      const until = /^until\s+(.+)$/
        .exec(task.end)?.[1]
        ?.split(/\s+/)
        .map((id) => known.get(id)?.start ?? NaN);
      if (until?.some(Number.isNaN)) continue;
      const fixed = until ? Math.min(...until) : readTime(task.end);
      const end = fixed ?? addDuration(start, task.end);
      if (end === undefined) continue;
      const times =
        fixed === undefined && free.length > 0 ? withDaysOff(start, end, isFreeDay) : { drawn: end, end };
      const { section, name, tags, id } = task;
      const placed: Task = { section, name, tags, id, start, ...times };
      found.set(task, placed);
      if (id !== '') known.set(id, placed);
    }
  const lost = plan.find((task) => !found.has(task));
  return lost ? { unread: lost.line } : plan.map((task) => found.get(task) as Task);
}

const whole = 760;
const rowHeight = 28;
const barHeight = 20;

function drawn(tasks: readonly Task[], { title, axisFormat }: Plan): Chart {
  const sheet = new Sheet();
  const sections = [...new Set(tasks.map(({ section }) => section))].filter((name) => name !== '');
  const left =
    sections.length === 0 ? 0 : Math.min(160, Math.max(...sections.map((name) => widthOf(name, 15))) + 16);
  const from = Math.min(...tasks.map(({ start }) => start));
  const to = Math.max(...tasks.map(({ drawn: end }) => end), from + 1);
  const at = (time: number): number => left + ((time - from) / (to - from)) * (whole - left);
  const height = tasks.length * rowHeight;
  for (const { time, label } of ticksOf(from, to, axisFormat)) {
    const x = at(time);
    sheet.shape('line', { x1: x, y1: 0, x2: x, y2: height + 4, stroke: 'var(--_inner-stroke)' });
    sheet.text(label, x, height + 16, { anchor: 'middle', size: 12, soft: true });
  }
  for (const [row, task] of tasks.entries()) {
    const y = row * rowHeight;
    const isFirst = task.section !== '' && task.section !== tasks[row - 1]?.section;
    if (isFirst) sheet.text(wrapWords(task.section, left - 8)[0] ?? '', 0, y + rowHeight / 2, { bold: true });
    if (isFirst && row > 0)
      sheet.shape('line', { x1: 0, y1: y, x2: whole, y2: y, stroke: 'var(--_inner-stroke)' });
    drawTask(sheet, task, { from: at(task.start), to: at(task.drawn), middle: y + rowHeight / 2, left });
  }
  sheet.cover(whole, height);
  return sheet.print(title);
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly middle: number;
  readonly left: number;
}

function drawTask(sheet: Sheet, { name, tags }: Task, { from, to, middle, left }: Span): void {
  const isPoint = tags.has('milestone') || tags.has('vert');
  const width = isPoint ? barHeight : Math.max(2, to - from);
  const x = isPoint ? (from + to - barHeight) / 2 : from;
  const look = {
    fill: tags.has('done') ? 'var(--_inner-stroke)' : 'var(--_node-fill)',
    stroke: tags.has('crit') ? '#dc2626' : 'var(--_node-stroke)',
    'stroke-width': tags.has('active') || tags.has('crit') ? 2 : 1,
  };
  const half = barHeight / 2;
  if (isPoint) {
    const points = [
      pathPoint(x + half, middle - half),
      pathPoint(x + width, middle),
      pathPoint(x + half, middle + half),
      pathPoint(x, middle),
    ].join(' ');
    sheet.shape('polygon', { points, ...look });
  } else sheet.shape('rect', { x, y: middle - half, width, height: barHeight, rx: 4, ...look });
  const words = widthOf(name, 13);
  if (!isPoint && words + 12 <= width)
    sheet.text(name, x + width / 2, middle, { anchor: 'middle', size: 13 });
  else if (x + width + words + 8 > whole && x - words - 6 >= left)
    sheet.text(name, x - 6, middle, { anchor: 'end', size: 13 });
  else sheet.text(name, x + width + 6, middle, { size: 13 });
}
