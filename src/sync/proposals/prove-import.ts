import { AppError, isAppError } from '../../base/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { CycleContext } from '../mirror/context.ts';
import { documentsIn } from '../remote/tree.ts';
import type { GitRepository } from '../../git/port.ts';
import { StateStore } from '../state/store.ts';
import type { RootRecord } from '../state/records.ts';
import { publish } from '../mirror/publish.ts';
import { importCheckSubject } from '../remote/window.ts';
import { importSteps } from './by-import.ts';
import type { ImportForm } from './by-import.ts';
import type { ImportHost } from './import-host.ts';
import { textOfPage } from '../remote/page-text.ts';

/** The finding that an import updates the pages that it names, and leaves all others unchanged. */
const importsKeepPages = 'importsKeepPages';

/** A service may improve, so that we try again after this time. */
const tryAgainAfterMs = 24 * 60 * 60_000;

interface Way {
  readonly host: ImportHost;
  readonly form: ImportForm;
}

/**
 * Checks, once for each service and before the first edit, that an import does what we expect: we import one page unchanged into
 * a change request that is made for this alone. Afterwards it must be the same page, with the same bytes, and no other page may
 * be beside it.
 *
 * @throws NOT_SUPPORTED_BY_SERVICE when the service made something else of it; the finding is remembered.
 */
export async function checkImport(
  context: CycleContext,
  space: string,
  { host, form, asks }: Way & { /** False: nothing is tried. */ readonly asks: boolean },
): Promise<void> {
  const { remote, state, clock } = context;
  const known = remote.findings()[importsKeepPages];
  const since = state.root.service.since?.[importsKeepPages] ?? 0;
  if (known === false && Math.abs(clock.now() - since) < tryAgainAfterMs)
    throw importsMakeCopiesMessage({ since });
  if (known === true || !asks) return;
  const isKept = await keepsAPage(context, space, { host, form }).catch((error: unknown) => {
    // Somebody removed the trial's change request: the next cycle makes another one.
    if (isAppError(error, 'NOT_FOUND', 'WRONG_STATE')) state.setOwnDocument(document, null);
    throw error;
  });
  if (isKept === null) return;
  rememberImports(context, isKept);
  if (!isKept) throw importsMakeCopiesMessage({ since: clock.now() });
}

/** Remembers for this service whether imports keep pages, and when we saw that. */
export function rememberImports({ remote, state, clock }: CycleContext, isKept: boolean): void {
  remote.remember({ [importsKeepPages]: isKept });
  const { service } = state.root;
  const findings = { ...service.findings, [importsKeepPages]: isKept };
  const since = { ...service.since, [importsKeepPages]: clock.now() };
  state.setRoot({ ...state.root, service: { ...service, findings, since } });
}

/** A trial import that was begun, noted so that the next cycle looks at its result instead of trying a second one. */
interface Trial {
  readonly space: string;
  readonly id: string;
  /** The change request's revision before the import. */
  readonly before: string;
  readonly pages: readonly string[];
  readonly page: string;
  readonly text: string;
}

const document = 'import-trial.json';

/** Whether an import keeps a page; null: the space has no page to try it with. */
async function keepsAPage(context: CycleContext, space: string, way: Way): Promise<boolean | null> {
  const { remote, state } = context;
  const noted = (await state.ownDocument(document)) as Trial | null;
  const begun = noted?.space === space ? { trial: noted } : await beginTrial(context, space);
  if (!begun) return null;
  const { trial } = begun;
  const place = { kind: 'change-request', space, id: trial.id } as const;
  const textOf = async (id: string): Promise<string> => textOfPage(remote, place, id);
  const content = 'content' in begun ? begun.content : await remote.content(place);
  if (content.id === trial.before) {
    const { page: key, text } = trial;
    const edit = {
      ...{ key, path: 'check.md', from: 'check.md' },
      text,
      baseText: null,
      title: null,
      slug: null,
    };
    const batch = [{ do: 'update', key, edit, place: null }] as const;
    await importSteps(
      { remote, host: way.host, form: way.form, space, changeRequest: trial.id },
      { batch, content, idOf: (each) => each, textOf },
    );
  }
  const after = documentsIn((await remote.content(place)).pages).map(({ id }) => id);
  const isSame = JSON.stringify(after) === JSON.stringify(trial.pages);
  const isKept = isSame && (await textOf(trial.page)) === trial.text;
  try {
    await remote.setChangeRequest(space, trial.id, { status: 'archived' });
  } catch (error) {
    // The answer to an earlier attempt was lost.
    if (!isAppError(error, 'WRONG_STATE', 'CONFLICT')) throw error;
  }
  state.setOwnDocument(document, null);
  return isKept;
}

async function beginTrial(
  context: CycleContext,
  space: string,
): Promise<{ readonly trial: Trial; readonly content: Revision } | null> {
  const { remote, state } = context;
  const drafts = await remote.changeRequests(space, 'draft');
  // A change request whose trial was not noted is still as it was made.
  const left = drafts.find(({ subject }) => subject === importCheckSubject);
  const { id } = left ?? (await remote.createChangeRequest(space, importCheckSubject));
  const place = { kind: 'change-request', space, id } as const;
  const content = await remote.content(place);
  const pages = documentsIn(content.pages).map((each) => each.id);
  const [page] = pages;
  if (page === undefined) {
    await remote.setChangeRequest(space, id, { status: 'archived' });
    return null;
  }
  const text = await textOfPage(remote, place, page);
  const trial: Trial = { space, id, before: content.id, pages, page, text };
  state.setOwnDocument(document, trial);
  await publish(context, async () => ({ result: undefined }));
  return { trial, content };
}

/** The finding that keeps edits from being sent, as the state remembers it. */
export function importsProblem({ findings, since }: RootRecord['service']): AppError | null {
  return findings[importsKeepPages] === false
    ? importsMakeCopiesMessage({ since: since?.[importsKeepPages] ?? 0 })
    : null;
}

/**
 * What a repository knows of imports into its service: when it was seen, and what keeps edits from being sent; null when it knows
 * nothing.
 */
export async function importFinding(
  git: GitRepository,
): Promise<{ readonly at: string; readonly problem: AppError | null } | null> {
  const state = new StateStore(git);
  await state.refresh();
  const { findings, since } = state.root.service;
  if (findings[importsKeepPages] === undefined) return null;
  return { at: timeOf(since?.[importsKeepPages] ?? 0), problem: importsProblem(state.root.service) };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

/** The message about a service that takes no imports, for every place that prints it. */
export function importsMakeCopiesMessage({
  since,
  ...data
}: {
  readonly since: number;
  readonly copiesOn?: string;
}): AppError {
  return new AppError(
    'NOT_SUPPORTED_BY_SERVICE',
    `This service creates another page, or changes the text, when it imports a page (seen at ${timeOf(since)} UTC): Tidemark cannot send edits`,
    {
      hint: 'Nothing was sent; the edits stay in your files. `tidemark todo` says what to enter in the service by hand. Tidemark tries an import again after a day; push.enabled: false ends that.',
      data,
    },
  );
}
