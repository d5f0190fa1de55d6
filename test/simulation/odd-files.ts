import { seededRandom } from '../../src/clock/index.ts';
import type { Random } from '../../src/clock/index.ts';
import { findConflictMarkers, findEncodingFault } from '../../src/content/index.ts';
import { largestText } from './memory-service.ts';
import type { SimulatedWorld } from './world.ts';

/** A text of one kind that cannot be sent, from a page's own, and how a person mends it. */
interface OddKind {
  readonly name: string;
  make(text: string, token: string): Uint8Array;
  mend(bytes: Uint8Array): string;
}

const filler = 'x'.repeat(largestText);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const kinds: readonly OddKind[] = [
  {
    name: 'Latin-1',
    make: (text, token) => Buffer.concat([utf8(`${text}\n`), Buffer.from(`caf\xe9 ${token}\n`, 'latin1')]),
    mend: (bytes) => new TextDecoder('windows-1252').decode(bytes),
  },
  {
    name: 'conflict markers',
    make: (text, token) => utf8(`${text}\n<<<<<<< HEAD\n${token}\n=======\n>>>>>>> docs/main\n`),
    mend: (bytes) => decode(bytes).replaceAll(/^(?:<{7} HEAD|={7}|>{7} docs\/main)\n/gmu, ''),
  },
  {
    name: 'an over-long page',
    make: (text, token) => utf8(`${text}\n${token}\n\n${filler}\n`),
    mend: (bytes) => decode(bytes).replace(`\n${filler}\n`, ''),
  },
];

function kindOf(bytes: Uint8Array): OddKind | null {
  if (findEncodingFault(bytes) !== null) return kinds[0]!;
  const text = decode(bytes);
  if (findConflictMarkers(text).length > 0) return kinds[1]!;
  return text.includes(filler) ? kinds[2]! : null;
}

/** A person who saves files that cannot be sent, in one of four schedules, by a chance of their own. */
export class OddPerson {
  readonly #random: Random;
  readonly #world: SimulatedWorld;
  /** Whether people with habits of their own take part in this schedule. */
  readonly isInvited: boolean;
  readonly #plays: boolean;
  readonly #tokens: string[] = [];
  readonly #seed: number;

  constructor(seed: number, world: SimulatedWorld, plays: boolean) {
    this.#seed = seed;
    this.#random = seededRandom(seed + 17);
    this.#world = world;
    this.isInvited = plays;
    this.#plays = plays && seed % 4 === 0;
  }

  /** Files that cannot be sent as they lie there now. */
  paths(): string[] {
    return [...this.#world.disk.contents()].flatMap(([path, bytes]) =>
      path.endsWith('.md') && kindOf(bytes) !== null ? [path] : [],
    );
  }

  /** Perhaps saves such a file; says what it did. */
  act(): string | null {
    if (!this.#plays || this.#random.number() > 0.25) return null;
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(this.#random.number() * items.length)]!;
    const odd = new Set(this.paths());
    const pages = [...this.#world.local()].filter(
      ([path]) =>
        path.endsWith('.md') && !path.endsWith('SUMMARY.md') && !path.includes('/.') && !odd.has(path),
    );
    const token = `o${this.#tokens.length + 1}x${this.#seed}.`;
    const fresh: [string, string] = [
      `docs/odd-${this.#tokens.length + 1}.md`,
      `# Odd ${this.#tokens.length + 1}\n`,
    ];
    const [path, text] = pages.length === 0 || this.#random.number() < 0.3 ? fresh : pick(pages);
    const kind = pick(kinds);
    this.#tokens.push(token);
    this.#world.disk.personSaves(path, kind.make(text, token));
    return `here: ${token} into ${path}: ${kind.name}`;
  }

  /** What of these files is in the service, although none of it can be sent; null: nothing. */
  leaked(): string | null {
    const texts = [
      ...this.#world.remote().values(),
      ...[...this.#world.service.requestsById.keys()].flatMap((id) =>
        this.#world.service.pagesOfChangeRequest(id).map(({ text }) => text),
      ),
    ];
    return (
      texts.find((text) => this.#tokens.some((token) => text.includes(token)) || text.includes('\u{fffd}')) ??
      null
    );
  }

  /** Mends every such file; gives the lines that have to arrive now. */
  mend(): string[] {
    for (const path of this.paths()) {
      const bytes = this.#world.disk.contents().get(path)!;
      this.#world.disk.personSaves(path, utf8(kindOf(bytes)!.mend(bytes)));
    }
    const texts = [...this.#world.local().values()];
    return this.#tokens.filter((token) => texts.some((text) => text.includes(token)));
  }

  /** Lines of theirs that are nowhere here. */
  lost(): string[] {
    const texts = [...this.#world.local().values()];
    return this.#tokens.filter((token) => !texts.some((text) => text.includes(token)));
  }
}
