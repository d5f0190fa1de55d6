import type { Hover } from 'vscode-languageserver';
import { isMarkdownPath, readPageFields } from '../content/index.ts';
import { contentsOf, isUnlisted, resolveLink } from '../links/resolve.ts';
import { documentOf } from './places.ts';
import { destinationOf, linkAt, linksIn, type LinkDestination } from './links-at.ts';
import type { Workspace } from './workspace.ts';

/** The title and the state of the page that a link leads to, or what is wrong with the link. */
export async function hoverAt(workspace: Workspace, path: string, offset: number): Promise<Hover | null> {
  const { index } = workspace;
  const text = workspace.text(path) ?? '';
  const link = linkAt(text, linksIn(index, path, text), offset);
  if (link === null) return null;
  const goal = destinationOf(index, path, link);
  const verdict = resolveLink(index, path, link);
  const wrong = verdict.outcome === 'fault' ? [`⚠ ${plain(verdict.message)}`] : [];
  const lines = goal === null ? wrong : [...(await aboutGoal(workspace, goal)), ...wrong];
  if (lines.length === 0) return null;
  const document = documentOf(text);
  return {
    contents: { kind: 'markdown', value: lines.join('\n\n') },
    range: { start: document.positionAt(link.start), end: document.positionAt(link.end) },
  };
}

async function aboutGoal(workspace: Workspace, { file, fragment }: LinkDestination): Promise<string[]> {
  const { index, ports } = workspace;
  const title = index.titleOf(file) ?? (isMarkdownPath(file) ? file : null);
  if (title === null) return [code(file)];
  const text = workspace.text(file) ?? '';
  const anchor = fragment === null ? undefined : index.anchorsOf(file)?.anchors.get(fragment);
  const { fields } = readPageFields(text);
  const sync = (await ports.stateOf?.(file, text)) ?? null;
  const space = index.spaceOf(file);
  const states = [
    ...(space !== null && isUnlisted(index, file)
      ? [`not a page: ${contentsOf(space)} does not list it`]
      : []),
    ...(fields.hidden === true ? ['hidden'] : []),
    ...(fields.noIndex === true ? ['not in the search of the site'] : []),
    ...(sync === null ? [] : [sync]),
  ];
  return [
    `**${plain(title)}**${anchor === undefined || anchor.text === '' ? '' : ` › ${plain(anchor.text)}`}`,
    code(file) + (states.length === 0 ? '' : ` · ${states.join(' · ')}`),
    ...(typeof fields.description === 'string' && fields.description !== ''
      ? [plain(fields.description)]
      : []),
  ];
}

/** Text of a page as plain text: a hover must not interpret it as markdown. */
function plain(text: string): string {
  return text
    .slice(0, 500)
    .replace(/[\\`*_{}[\]()#+\-.!|<>&~]/gu, '\\$&')
    .replace(/\s+/gu, ' ');
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
