// Computes the next version and its section of the changelog, from the files in changes/ (changes/README.md describes them)
// and the text under "Unreleased". Nothing here writes anything.
import { parse } from 'yaml';

/** The sizes of a step, the largest first, and the heading that each has in the changelog. */
const headings = { major: 'Breaking changes', minor: 'New', patch: 'Mended' };
const sizes = Object.keys(headings);

/** Why a release cannot be made, for the person who makes it. */
export class ReleaseRefused extends Error {}

/** Reads a file of changes/. Throws when the size is unknown or the text is empty. */
export function readChange(name, text) {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const size = front === undefined ? undefined : parse(front)?.tidemark;
  if (!sizes.includes(size))
    throw new ReleaseRefused(
      `changes/${name} must begin with “tidemark: ${sizes.join('”, “')}” between two lines “---”.`,
    );
  if (body.trim() === '') throw new ReleaseRefused(`changes/${name} does not say what changed.`);
  return { name, size, text: body.trim() };
}

/** The largest step of these changes. */
export function sizeOf(changes) {
  return sizes.find((size) => changes.some((change) => change.size === size));
}

/** The version that a step of this size leads to. */
export function nextVersion(version, size) {
  const [major, minor, patch] = version.split('.').map(Number);
  if (size === 'major') return `${major + 1}.0.0`;
  return size === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Splits a changelog into its head, the text under "Unreleased", and the earlier versions. */
export function readChangelog(text) {
  const at = text.search(/^## /m);
  const head = at < 0 ? text : text.slice(0, at);
  const rest = at < 0 ? '' : text.slice(at);
  const [whole, unreleased] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(rest) ?? ['', ''];
  return { head: head.trimEnd(), unreleased: unreleased.trim(), before: rest.slice(whole.length).trim() };
}

/** A version's section of the changelog without its heading: the text under "Unreleased", then the changes by size. */
export function notesOf({ unreleased, changes }) {
  const parts = sizes.flatMap((size) => {
    const ofSize = changes.filter((change) => change.size === size);
    // A change of several lines stays one item of the list.
    const items = ofSize.map(({ text }) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`);
    return items.length === 0 ? [] : [`### ${headings[size]}\n\n${items.join('\n')}`];
  });
  return [unreleased, ...parts].filter((part) => part !== '').join('\n\n');
}

/** The changelog with a version on top, and nothing unreleased. */
export function withVersion(text, { version, day, notes }) {
  const { head, before } = readChangelog(text);
  return [head, `## ${version} (${day})`, notes, before].filter((part) => part !== '').join('\n\n') + '\n';
}

/** Replaces the pinned versions of the package (`tidemark@0.1.0`, and the tag `tidemark@v0.1.0`) in a text by the next version. */
export function withPins(text, { from, to }) {
  return text
    .replaceAll(`tidemark@${from}`, `tidemark@${to}`)
    .replaceAll(`tidemark@v${from}`, `tidemark@v${to}`);
}
