import { AppError } from '../base/index.ts';
import {
  decodeText,
  findTitle,
  isMarkdownPath,
  pageIdOf,
  readPageFields,
  splitFrontMatter,
} from '../content/index.ts';
import type { Files } from '../files/port.ts';
import type { GitRepository } from '../git/port.ts';
import { outOfFolder } from './mirror/tip.ts';
import { readProposals } from './state/proposals.ts';
import { knownCloneName } from './state/clone.ts';
import type { SpaceRecord } from './state/records.ts';
import { StateStore } from './state/store.ts';

/** A page for a person to enter in the service's own editor, and where to enter it. */
export interface Paste {
  /** The page's path in the repository. */
  readonly path: string;
  readonly space: { readonly id: string; readonly title: string };
  /** The page's id; null for a page that the service does not have. */
  readonly page: string | null;
  /** The text for the title field; null where the page has no title. */
  readonly title: string | null;
  /** The text below the title, to be pasted. */
  readonly body: string;
  /** The other fields of the front matter, which have input fields of their own in the editor. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The address of the page in the hosted app, or of its space; null where none is known. */
  readonly url: string | null;
  /** The change request that is open for this space. */
  readonly changeRequest: { readonly number: number; readonly url: string } | null;
}

export interface PastePorts {
  readonly git: GitRepository;
  readonly files: Pick<Files, 'read'>;
}

/** Reads a page for pasting, without a request to the service. */
export async function pasteOf({ git, files }: PastePorts, path: string): Promise<Paste> {
  const state = new StateStore(git, { known: () => knownCloneName(git), drawn: async () => '' });
  await state.refresh();
  const space = spaceAt(state, path);
  const found = await files.read(path);
  const text = found.outcome === 'file' ? decodeText(found.bytes) : null;
  if (space === null || text === null || !isMarkdownPath(path))
    throw new AppError('NOT_FOUND', `${path} is not a page that can be read in the folder of a space`, {
      hint: 'Name a file of markdown as it is in the repository, such as guides/usage.md.',
    });
  const pages = await state.table(space.id).all('page');
  const inner = outOfFolder(space.path, path);
  const own = pageIdOf(text);
  const [page, record] =
    [...pages].find(([id]) => id === own) ?? [...pages].find(([, each]) => each.path === inner) ?? [];
  const proposal = (await readProposals(state)).find(
    (each) => each.space === space.id && each.state === 'open' && each.changeRequest !== null,
  );
  const { number, url } = proposal?.changeRequest ?? { number: 0, url: '' };
  return {
    path,
    space: { id: space.id, title: space.title },
    page: page ?? null,
    title: findTitle(text)?.title ?? null,
    body: bodyOf(text),
    fields: { ...readPageFields(text).fields },
    url: space.app === undefined ? null : space.app + (record?.app ?? ''),
    changeRequest: number === 0 ? null : { number, url },
  };
}

/** The text of a page without front matter and title, byte for byte, from the first line that is not empty. */
function bodyOf(text: string): string {
  const { bodyStart } = splitFrontMatter(text);
  const title = findTitle(text);
  const body =
    title === null
      ? text.slice(bodyStart)
      : text.slice(bodyStart, title.lineStart) + text.slice(title.lineEnd);
  return body.replace(/^(?:[ \t]*\r?\n)+/u, '');
}

/** The innermost space whose folder contains a path. */
function spaceAt(state: StateStore, path: string): SpaceRecord | null {
  const spaces = [...state.spaces().values()].filter((each) => outOfFolder(each.path, path) !== null);
  return spaces.sort((one, other) => other.path.length - one.path.length)[0] ?? null;
}
