import { escapeForTerminal, isAppError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { slugOfTitle } from '../../content/index.ts';
import { groupsWithFewerRequests, groupNames, groupsOf, spacesIn } from '../spaces-in-groups.ts';
import type { Group, NamedRow } from '../spaces-in-groups.ts';

/** A person's choice: a whole organization, some of its collections or sites, or spaces as `id=folder`. */
export type Choice =
  | { readonly organization: string }
  | { readonly collection: readonly string[] }
  | { readonly site: readonly string[] }
  | { readonly space: readonly string[] };

interface Terminal {
  ask(question: string): Promise<string>;
  write(text: string): void;
}

const pageLength = 20;

/** Lets a person choose from the content that the token can read; null if there is nothing to mirror. */
export async function chooseMirror(client: Client, terminal: Terminal): Promise<Choice | null> {
  const organizations = await readAll(
    client.list('listOrganizationsForAuthenticatedUser', { query: { limit: 1000 } }),
  );
  const organization = await pickOne(organizations, terminal);
  if (organization === null) return null;
  const { spaces, groups } = await findSpaces(client, organization.id);
  if (spaces.length === 0) return groups === null ? { organization: organization.id } : null;
  const picked = await pickSpaces(spaces, terminal);
  const cheaper = groups && groupsWithFewerRequests(idsOf(picked === 'all' ? spaces : picked), groups);
  const count = picked === 'all' ? spaces.length : picked.length;
  if (cheaper && (await wantsGroups(cheaper, { count, terminal }))) {
    const ids = idsOf(cheaper);
    return cheaper[0]?.kind === 'site' ? { site: ids } : { collection: ids };
  }
  return picked === 'all' ? { organization: organization.id } : { space: withFolders(picked) };
}

/** The spaces of an organization; if the service has no list of them, the spaces of its collections and sites. */
async function findSpaces(
  client: Client,
  organizationId: string,
): Promise<{ readonly spaces: readonly NamedRow[]; readonly groups: readonly Group[] | null }> {
  try {
    const list = client.list('listSpacesInOrganizationById', {
      params: { organizationId },
      query: { limit: 1000 },
    });
    return { spaces: await readAll(list), groups: null };
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE')) throw error;
    const groups = await groupsOf(client, organizationId);
    return { spaces: spacesIn(groups), groups };
  }
}

/** Offers to mirror groups, because without a list of all spaces, each named space takes a request in every look. */
async function wantsGroups(
  groups: readonly Group[],
  { count, terminal }: { count: number; terminal: Terminal },
): Promise<boolean> {
  const cost = `${groups.length} request${groups.length === 1 ? '' : 's'} instead of ${count}`;
  terminal.write(`These are the spaces of ${escapeForTerminal(groupNames(groups))}.\n`);
  const question = `Mirror that as a whole? Each look at the service takes ${cost}. [Y/n] `;
  const answer = await terminal.ask(question);
  return /^(?:y(?:es)?)?$/iu.test(answer.trim());
}

function idsOf(named: readonly NamedRow[]): string[] {
  return named.map(({ id }) => id);
}

async function readAll(list: AsyncIterable<{ id: string; title: string }>): Promise<NamedRow[]> {
  const all: NamedRow[] = [];
  for await (const { id, title } of list) all.push({ id, title });
  return all;
}

async function pickOne(found: readonly NamedRow[], terminal: Terminal): Promise<NamedRow | null> {
  const [only, ...others] = found;
  if (only === undefined) return null;
  if (others.length === 0) {
    terminal.write(`The token sees one organization: ${shown(only)}\n`);
    return only;
  }
  return pick(found, {
    terminal,
    question: 'Which organization? (a number) ',
    read: (answer) => {
      const [number, ...more] = numbersIn(answer, found.length) ?? [];
      return number === undefined || more.length > 0 ? null : (found[number - 1] ?? null);
    },
  });
}

function pickSpaces(found: readonly NamedRow[], terminal: Terminal): Promise<readonly NamedRow[] | 'all'> {
  return pick<readonly NamedRow[] | 'all'>(found, {
    terminal,
    question: 'Which spaces? (numbers such as 1,3-5, or "all" for the organization) ',
    read: (answer) => {
      if (answer === 'all') return 'all';
      return numbersIn(answer, found.length)?.flatMap((number) => found[number - 1] ?? []) ?? null;
    },
  });
}

/** Shows a numbered list page by page, and asks until the answer is valid; an empty answer shows the next page. */
async function pick<Answer>(
  found: readonly NamedRow[],
  { terminal, question, read }: { terminal: Terminal; question: string; read(answer: string): Answer | null },
): Promise<Answer> {
  for (let shownTo = showPage(found, 0, terminal); ;) {
    const more = shownTo < found.length;
    const answer = (await terminal.ask(more ? `${question}(Enter: more) ` : question)).trim().toLowerCase();
    if (answer === '') {
      shownTo = showPage(found, more ? shownTo : 0, terminal);
      continue;
    }
    const chosen = read(answer);
    if (chosen !== null) return chosen;
    terminal.write(
      `“${escapeForTerminal(answer)}” names none of them: give numbers from 1 to ${found.length}.\n`,
    );
  }
}

function showPage(found: readonly NamedRow[], from: number, { write }: Terminal): number {
  const to = Math.min(found.length, from + pageLength);
  const width = String(found.length).length;
  for (const [index, each] of found.slice(from, to).entries())
    write(`  ${String(from + index + 1).padStart(width)}  ${shown(each)}\n`);
  if (to < found.length) write(`  … ${found.length - to} more\n`);
  return to;
}

function shown({ id, title }: NamedRow): string {
  return `${escapeForTerminal(title)}  (${escapeForTerminal(id)})`;
}

/** The numbers of `1, 3-5`, each once; null for any other text, or a number beyond the list. */
export function numbersIn(text: string, most: number): number[] | null {
  const numbers = new Set<number>();
  for (const part of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, first = '', last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || from < 1 || to > most || to < from) return null;
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers.size === 0 ? null : [...numbers];
}

/** Gives each space a folder named after its title; a single space gets the whole repository. */
export function withFolders(spaces: readonly NamedRow[]): string[] {
  const [only] = spaces;
  if (only !== undefined && spaces.length === 1) return [`${only.id}=.`];
  const taken = new Set<string>();
  return spaces.map(({ id, title }) => {
    const slug = slugOfTitle(title);
    const name = taken.has(slug) || slug === 'undefined' ? `${slug}-${id}` : slug;
    taken.add(name);
    return `${id}=${name}`;
  });
}
