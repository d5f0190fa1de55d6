import type { ContentPlace, Page, Remote, RevisionChanges } from './port.ts';

type WholePage = Page & { readonly markdown: string };

/** More answers than this are not kept: what is read twice in a cycle is what was just written. */
const mostKept = 100;

/**
 * The service without asking it twice in one cycle for what never changes: what a revision changed, and pages of it. What was sent
 * is read back when it was sent, and again when its change request is mirrored.
 */
export function withRecentReads(remote: Remote): Remote {
  const changes = new Recent<RevisionChanges | null>();
  const pages = new Recent<WholePage>();
  const own: Partial<Remote> = {
    changes: (space, revision) =>
      changes.of(
        `${space}/${revision}`,
        () => remote.changes(space, revision),
        (found) => found !== null,
      ),
    page: (place, id) =>
      place.kind === 'revision'
        ? pages.of(nameOf(place, id), () => remote.page(place, id))
        : remote.page(place, id),
  };
  return new Proxy(remote, {
    get: (target, name): unknown => {
      const value: unknown = own[name as keyof Remote] ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

function nameOf({ space, revision }: ContentPlace & { kind: 'revision' }, page: string): string {
  return `${space}/${revision}/${page}`;
}

class Recent<Answer> {
  readonly #kept = new Map<string, Answer>();

  async of(
    name: string,
    ask: () => Promise<Answer>,
    lasts: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const answer = await ask();
    if (!lasts(answer)) return answer;
    this.#kept.set(name, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }
}
