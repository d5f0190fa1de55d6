import { parse, stringify } from 'yaml';
import type { Version } from '../../git/port.ts';
import type { MetadataObject } from '../remote/port.ts';
import { stateName } from '../state/names.ts';
import { tidemarkAt } from '../tidemark.ts';
import type { CycleContext } from './context.ts';
import { publish } from './publish.ts';

const folder = '.tidemark';
/** How often sites and specifications are looked at: no list of spaces shows that one of them changed. */
export const metadataIntervalMs = 10 * 60_000;

/** Fields that change although the object itself does not, or that depend on who asks. */
const volatile = new Set([
  'urls',
  'permissions',
  'updatedAt',
  'revision',
  'comments',
  'changeRequests',
  'changeRequestsOpen',
  'changeRequestsDraft',
  'lastProcessedAt',
  'processingState',
  'reactions',
]);

export function metadataIsDue(context: CycleContext): boolean {
  const metadataAt = Math.max(context.state.root.metadataAt, context.metadataSeenAt);
  const now = context.clock.now();
  return (
    context.config.mirror.metadata &&
    (metadataAt === 0 || now - metadataAt >= metadataIntervalMs || metadataAt > now)
  );
}

/**
 * Brings what an organization has besides its spaces' content into `.tidemark/`: one YAML file for each object, and the texts of
 * its OpenAPI specifications.
 */
export async function mirrorMetadata(context: CycleContext): Promise<void> {
  const { git, remote, state, tip, clock, config } = context;
  const files = new Map<string, Uint8Array | Version>();
  const known = await mirroredTexts(context);
  const specifications = new Map([...known].map(([slug, { version }]) => [slug, version]));
  const byOrganization = new Map<string, string[]>();
  for (const record of state.spaces().values()) {
    const spaces = byOrganization.get(record.organization) ?? [];
    spaces.push(record.id);
    byOrganization.set(record.organization, spaces);
  }
  for (const [organization, spaces] of byOrganization)
    for (const object of await remote.metadata(organization, {
      spaces,
      comments: config.mirror.comments,
      specifications,
    })) {
      files.set(pathOf(object), printMetadata(object));
      const { id, text } = object;
      const here = text === 'here' ? known.get(id) : undefined;
      if (here) files.set(here.path, here.file);
      else if (text instanceof Uint8Array) files.set(textPathOf(object, text), text);
    }

  if (context.options.dryRun) return;
  await publish(context, async (writer) => {
    const changes = new Map<string, Version | null>();
    if (tip.tree !== null)
      for (const { path } of await git.listTree(tip.tree, { under: folder })) changes.set(path, null);
    for (const [path, file] of files)
      changes.set(path, file instanceof Uint8Array ? { mode: '100644', oid: writer.addBlob(file) } : file);
    const tree = await writer.updateTree(tip.tree, changes);
    if (tree === tip.tree || (tip.tree === null && files.size === 0)) {
      // If nothing changed, the time is noted outside of the state, so that it needs no commit. If the state has no time at all, because
      // it was lost, each process without a cache would read the metadata again.
      if (state.root.metadataAt === 0) state.setRoot({ ...state.root, metadataAt: clock.now() });
      context.metadataSeen(clock.now());
      return { result: undefined };
    }
    state.setRoot({ ...state.root, metadataAt: clock.now() });
    // The time is that of the commit below, so that another clone makes the same commit of the same metadata.
    const below = tip.commit === null ? null : await git.readCommit(tip.commit);
    const us = tidemarkAt(below?.committer.at ?? clock.now());
    const commit = writer.addCommit({
      tree,
      parents: tip.commit === null ? [] : [tip.commit],
      author: us,
      committer: us,
      message: 'Metadata of the organization\n',
    });
    return { result: undefined, tip: { commit, tree }, commits: 1 };
  });
}

function pathOf({ kind, id }: Pick<MetadataObject, 'kind' | 'id'>): string {
  return `${folder}/${kind}/${stateName(id)}.yaml`;
}

const textEnding = /\.spec\.(?:json|yaml)$/;

/** The path of a specification's text, beside the specification's facts; the text is stored as it was received. */
function textPathOf(object: Pick<MetadataObject, 'kind' | 'id'>, text: Uint8Array): string {
  const start = new TextDecoder().decode(text.subarray(0, 200));
  return pathOf(object).replace(/\.yaml$/, /^\uFEFF?\s*\{/.test(start) ? '.spec.json' : '.spec.yaml');
}

interface MirroredText {
  readonly version: string;
  readonly path: string;
  readonly file: Version;
}

/** The texts of the specifications that the mirror has, by slug, with the version that their facts name. */
async function mirroredTexts({ git, tip }: CycleContext): Promise<Map<string, MirroredText>> {
  const texts = new Map<string, MirroredText>();
  if (tip.tree === null) return texts;
  const entries = await git.listTree(tip.tree, { under: `${folder}/openapi` });
  const facts = new Map(entries.map((entry) => [entry.path, entry.oid]));
  for (const { path, mode, oid } of entries) {
    const about = textEnding.test(path) ? facts.get(path.replace(textEnding, '.yaml')) : undefined;
    if (about === undefined) continue;
    const { slug, lastVersion } = factsIn(await git.readBlob(about));
    if (typeof slug === 'string' && typeof lastVersion === 'string')
      texts.set(slug, { version: lastVersion, path, file: { mode, oid } });
  }
  return texts;
}

function factsIn(bytes: Uint8Array): { readonly slug?: unknown; readonly lastVersion?: unknown } {
  try {
    return (parse(new TextDecoder().decode(bytes), { maxAliasCount: 0 }) ?? {}) as object;
  } catch {
    return {};
  }
}

/** Prints an object the same way each time: with sorted keys and without volatile fields. */
export function printMetadata({ value }: MetadataObject): Uint8Array {
  const text = stringify(steadyFields(value, 0), {
    lineWidth: 0,
    sortMapEntries: true,
    aliasDuplicateObjects: false,
  });
  return new TextEncoder().encode(text);
}

function steadyFields(value: unknown, depth: number): unknown {
  if (depth > 40) return null;
  if (Array.isArray(value)) return value.map((part) => steadyFields(part, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !volatile.has(key) && part !== undefined)
      .map(([key, part]) => [key, steadyFields(part, depth + 1)]),
  );
}
