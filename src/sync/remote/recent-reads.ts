import { withOverlay } from './overlay.ts';
import type { ContentPlace, Page, Remote, RevisionChanges } from './port.ts';

type WholePage = Page & { readonly markdown: string };

/** How many answers are kept: what is read twice in a cycle was written just before. */
const mostKept = 100;

/**
 * Wraps the service so that one cycle does not ask it twice for what never changes: the changes of a revision, and its pages. We
 * read these back after sending them, and again when their change request is mirrored.
 */
export function withRecentReads(remote: Remote): Remote {
  const changes = new Recent<RevisionChanges | null>();
  const pages = new Recent<WholePage>();
  return withOverlay(remote, {
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
