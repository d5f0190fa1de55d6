import { seededRandom } from '../../src/clock/index.ts';
import type { Random } from '../../src/clock/index.ts';
import type { SimulatedWorld } from './world.ts';

const folder = 'docs/';
const contents = `${folder}SUMMARY.md`;

/**
 * A person who arranges files and the table of contents by a chance of their own: pages added with a line for them, files and folders
 * moved with and without their lines, `x.md` made `x/README.md` and back, pages that change places.
 */
export class MovingPerson {
  readonly #random: Random;
  readonly #world: SimulatedWorld;
  readonly #plays: boolean;
  readonly #token: () => string;
  readonly #odd: () => readonly string[];
  #count = 0;

  constructor(
    seed: number,
    world: SimulatedWorld,
    with_: { plays: boolean; token: () => string; odd: () => readonly string[] },
  ) {
    this.#random = seededRandom(seed + 29);
    this.#world = world;
    this.#plays = with_.plays && seed % 2 === 0;
    this.#token = with_.token;
    this.#odd = with_.odd;
  }

  /** Does one thing, or nothing; says what. */
  act(): string | null {
    if (!this.#plays || this.#random.number() < 0.6) return null;
    const kind = this.#random.number();
    if (kind < 0.3) return this.#addListed();
    if (kind < 0.5) return this.#moveFile();
    if (kind < 0.65) return this.#turnIntoFolder();
    if (kind < 0.75) return this.#moveFolder();
    if (kind < 0.9) return this.#swap();
    return this.#takeOffTheList();
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random.number() * items.length)];
  }

  /** Pages that lie here, below the space's folder, without its first one. */
  #pages(): string[] {
    const odd = new Set(this.#odd());
    return [...this.#world.local().keys()]
      .filter((path) => path.endsWith('.md') && path !== contents && !odd.has(path) && !path.includes('/.'))
      .map((path) => path.slice(folder.length))
      .filter((path) => path !== 'README.md');
  }

  #summary(change: (text: string) => string): void {
    const text = this.#world.local().get(contents);
    if (text !== undefined && change(text) !== text)
      this.#world.save(contents, change(text), this.#random.number());
  }

  #addListed(): string | null {
    const number = ++this.#count;
    const token = this.#token();
    const path = `${this.#pick(['', 'alpha/', 'topics/', 'topics/deep/'])!}listed-${number}.md`;
    this.#world.save(`${folder}${path}`, `# Listed ${number}\n\n${token}\n`, 0);
    this.#summary((text) => {
      const lines = text.split('\n');
      const at = this.#pick(lines.flatMap((line, index) => (/^ *\*/.test(line) ? [index] : [])));
      if (at === undefined) return text;
      const indent = /^ */.exec(lines[at]!)![0];
      return lines.toSpliced(at + 1, 0, `${indent}* [Listed ${number}](${path})`).join('\n');
    });
    return `here: ${token} in the new ${path}, with a line in SUMMARY.md`;
  }

  #moveFile(): string | null {
    const from = this.#pick(this.#pages());
    if (from === undefined || from.endsWith('README.md')) return null;
    const name = from.slice(from.lastIndexOf('/') + 1);
    const to = `${this.#pick(['', 'alpha/', 'topics/', 'gamma/'])!}${name}`;
    return this.#move(from, to, this.#random.number() < 0.7);
  }

  #turnIntoFolder(): string | null {
    const from = this.#pick(this.#pages());
    if (from === undefined) return null;
    const to = from.endsWith('/README.md')
      ? from.replace(/\/README\.md$/, '.md')
      : from.replace(/\.md$/, '/README.md');
    return this.#move(from, to, true);
  }

  #moveFolder(): string | null {
    const index = this.#pick(this.#pages().filter((path) => path.endsWith('/README.md')));
    if (index === undefined) return null;
    const from = index.slice(0, -'/README.md'.length);
    const to = `section-${++this.#count}`;
    this.#world.disk.personMoves(`${folder}${from}`, `${folder}${to}`);
    if (this.#random.number() < 0.6) this.#summary((text) => text.replaceAll(`(${from}/`, `(${to}/`));
    return `here: the folder ${from} moved to ${to}`;
  }

  #swap(): string | null {
    const [one, other] = [this.#pick(this.#pages()), this.#pick(this.#pages())];
    if (one === undefined || other === undefined || one === other) return null;
    const { disk } = this.#world;
    disk.personMoves(`${folder}${one}`, `${folder}swapped.tmp`);
    disk.personMoves(`${folder}${other}`, `${folder}${one}`);
    disk.personMoves(`${folder}swapped.tmp`, `${folder}${other}`);
    return `here: ${one} and ${other} swapped`;
  }

  #takeOffTheList(): string | null {
    const path = this.#pick(this.#pages());
    if (path === undefined) return null;
    this.#summary((text) =>
      text
        .split('\n')
        .filter((line) => !line.includes(`(${path})`))
        .join('\n'),
    );
    return `here: ${path} taken off SUMMARY.md`;
  }

  #move(from: string, to: string, withLine: boolean): string | null {
    if (from === to || this.#world.local().has(`${folder}${to}`)) return null;
    this.#world.disk.personMoves(`${folder}${from}`, `${folder}${to}`);
    if (withLine) this.#summary((text) => text.replace(`(${from})`, `(${to})`));
    return `here: ${from} moved to ${to}${withLine ? ', and its line in SUMMARY.md' : ''}`;
  }
}
