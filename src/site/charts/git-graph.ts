import type { Line } from './lines.ts';
import { pathPoint, rowColor, Sheet, widthOf, type Chart } from './sheet.ts';

interface Commit {
  readonly branch: string;
  readonly id: string;
  readonly tag: string;
  readonly type: string;
  /** The numbers of the parent commits. */
  readonly parents: readonly number[];
}

const laneHeight = 64;

/** `gitGraph`: commits from left to right, a line for each branch. */
export function drawGitGraph([, ...lines]: readonly Line[]): Chart {
  const history = new History();
  for (const { text } of lines) if (!history.take(text)) return { unread: text };
  return drawn(history);
}

class History {
  readonly commits: Commit[] = [];
  /** The last commit of each branch, by its number. */
  readonly #tips = new Map<string, number | undefined>([['main', undefined]]);
  #branch = 'main';

  get branches(): string[] {
    return [...this.#tips.keys()];
  }

  /** Carries out a line; false for an unknown line. */
  take(text: string): boolean {
    const [, word = '', rest = ''] = /^([\w-]+)\s*(.*)$/.exec(text) ?? [];
    const named = /^(?:"([^"]*)"|(\S+))/.exec(rest);
    const name = named?.[1] ?? named?.[2] ?? '';
    if (word === 'branch') return this.#begin(name);
    if (word === 'checkout' || word === 'switch') {
      this.#branch = name;
      return this.#tips.has(name);
    }
    const own = this.#written(rest);
    if (word === 'commit') return this.#add({ ...own, id: own.id || (named?.[1] ?? '') });
    if (word === 'cherry-pick') return own.id !== '' && this.#add({ ...own, type: 'CHERRY' });
    const other = word === 'merge' ? this.#tips.get(name) : undefined;
    return other !== undefined && this.#add({ ...own, parents: [...own.parents, other] });
  }

  #begin(name: string): boolean {
    if (name === '' || this.#tips.has(name)) return false;
    this.#tips.set(name, this.#tips.get(this.#branch));
    this.#branch = name;
    return true;
  }

  /** Reads the properties of a commit from its line. */
  #written(rest: string): Commit {
    const fact = (name: string): string => new RegExp(`\\b${name}\\s*:\\s*"([^"]*)"`).exec(rest)?.[1] ?? '';
    const tip = this.#tips.get(this.#branch);
    return {
      branch: this.#branch,
      id: fact('id') || fact('msg'),
      tag: fact('tag'),
      type: /\btype\s*:\s*(\w+)/.exec(rest)?.[1] ?? 'NORMAL',
      parents: tip === undefined ? [] : [tip],
    };
  }

  #add(commit: Commit): boolean {
    this.commits.push(commit);
    this.#tips.set(commit.branch, this.commits.length - 1);
    return true;
  }
}

function drawn({ commits, branches }: History): Chart {
  const sheet = new Sheet();
  const first = Math.max(...branches.map((name) => widthOf(name, 13))) + 40;
  const widest = Math.max(
    ...commits.map(({ id, tag }) => Math.max(widthOf(id, 12), widthOf(tag, 12) + 8)),
    0,
  );
  const step = Math.max(48, widest + 10);
  const xOf = (number: number): number => first + number * step;
  const yOf = (branch: string): number => 32 + branches.indexOf(branch) * laneHeight;
  for (const [at, name] of branches.entries()) {
    const y = yOf(name);
    const lane = { x1: first - 20, y1: y, x2: xOf(Math.max(0, commits.length - 1)) + 20, y2: y };
    sheet.shape('line', { ...lane, stroke: 'var(--_inner-stroke)', 'stroke-dasharray': '3 4' });
    sheet.text(name, first - 28, y, { anchor: 'end', bold: true, size: 13 });
    sheet.shape('circle', { cx: first - 20, cy: y, r: 3, fill: rowColor(at) });
  }
  for (const [number, { branch, parents }] of commits.entries())
    for (const parent of parents) {
      const [x1, y1, x2, y2] = [
        xOf(parent),
        yOf(commits[parent]?.branch ?? branch),
        xOf(number),
        yOf(branch),
      ];
      const bend = Math.min(step, 40);
      const curve = `L${pathPoint(x2 - bend, y1)}C${pathPoint(x2 - bend / 2, y1)} ${pathPoint(x2 - bend / 2, y2)} ${pathPoint(x2, y2)}`;
      const d = `M${pathPoint(x1, y1)}${y1 === y2 ? `L${pathPoint(x2, y2)}` : curve}`;
      const colored = parents.length > 1 && parent === parents[1] ? commits[parent]?.branch : branch;
      const stroke = rowColor(branches.indexOf(colored ?? branch));
      sheet.shape('path', {
        d,
        fill: 'none',
        stroke,
        'stroke-width': 3,
      });
    }
  for (const [number, commit] of commits.entries())
    drawCommit(sheet, commit, {
      x: xOf(number),
      y: yOf(commit.branch),
      color: rowColor(branches.indexOf(commit.branch)),
    });
  sheet.cover(xOf(Math.max(0, commits.length - 1)) + 30, yOf(branches.at(-1) ?? '') + 32);
  return sheet.print();
}

function drawCommit(
  sheet: Sheet,
  { id, tag, type, parents }: Commit,
  { x, y, color }: { x: number; y: number; color: string },
): void {
  if (type === 'HIGHLIGHT')
    sheet.shape('rect', { x: x - 9, y: y - 9, width: 18, height: 18, rx: 2, fill: color });
  else sheet.shape('circle', { cx: x, cy: y, r: 8, fill: color });
  if (type === 'REVERSE') {
    const strokes = [
      pathPoint(x - 4, y - 4),
      pathPoint(x + 4, y + 4),
      pathPoint(x + 4, y - 4),
      pathPoint(x - 4, y + 4),
    ];
    const d = `M${strokes[0]}L${strokes[1]}M${strokes[2]}L${strokes[3]}`;
    sheet.shape('path', { d, stroke: 'var(--bg)', 'stroke-width': 2 });
  } else if (parents.length > 1 || type === 'CHERRY')
    sheet.shape('circle', { cx: x, cy: y, r: 4, fill: 'var(--bg)' });
  if (id !== '') sheet.text(id, x, y + 20, { anchor: 'middle', size: 12, soft: true });
  if (tag !== '') {
    const width = widthOf(tag, 12) + 8;
    sheet.box(x - width / 2, y - 31, { width, height: 18 }, { rx: 3 });
    sheet.text(tag, x, y - 22, { anchor: 'middle', size: 12 });
  }
}
