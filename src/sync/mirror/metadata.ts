import { stringify } from 'yaml';
import type { Version } from '../../git/port.ts';
import type { MetadataObject } from '../remote/port.ts';
import { stateName } from '../state/names.ts';
import { tidemarkAt } from './commit-text.ts';
import type { CycleContext } from './context.ts';
import { publish } from './publish.ts';

const folder = '.tidemark';
/** Nothing in a list of spaces tells that a site or a specification changed, so that they are looked at by the clock. */
export const metadataIntervalMs = 10 * 60_000;

/** Fields that change without anything of the object's own changing, or that depend on who asks. */
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

/** Brings what an organization has beside its spaces' content into `.tidemark/`, one YAML file for each object. */
export async function mirrorMetadata(context: CycleContext): Promise<void> {
  const { git, remote, state, tip, clock, config } = context;
  const files = new Map<string, Uint8Array>();
  const byOrganization = new Map<string, string[]>();
  for (const record of state.spaces().values()) {
    const spaces = byOrganization.get(record.organization) ?? [];
    spaces.push(record.id);
    byOrganization.set(record.organization, spaces);
  }
  for (const [organization, spaces] of byOrganization)
    for (const object of await remote.metadata(organization, { spaces, comments: config.mirror.comments }))
      files.set(pathOf(object), printMetadata(object));

  if (context.options.dryRun) return;
  await publish(context, async (writer) => {
    const changes = new Map<string, Version | null>();
    if (tip.tree !== null)
      for (const { path } of await git.listTree(tip.tree, { under: folder })) changes.set(path, null);
    for (const [path, bytes] of files) changes.set(path, { mode: '100644', oid: writer.addBlob(bytes) });
    const tree = await writer.updateTree(tip.tree, changes);
    if (tree === tip.tree || (tip.tree === null && files.size === 0)) {
      // A quiet look is remembered by this process alone, so that it writes nothing.
      context.metadataSeen(clock.now());
      return { result: undefined };
    }
    state.setRoot({ ...state.root, metadataAt: clock.now() });
    const us = tidemarkAt(clock.now());
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

function pathOf({ kind, id }: MetadataObject): string {
  return `${folder}/${kind}/${stateName(id)}.yaml`;
}

/** Prints an object the same way each time: sorted keys, nothing volatile. */
export function printMetadata({ value }: MetadataObject): Uint8Array {
  const text = stringify(steady(value, 0), {
    lineWidth: 0,
    sortMapEntries: true,
    aliasDuplicateObjects: false,
  });
  return new TextEncoder().encode(text);
}

function steady(value: unknown, depth: number): unknown {
  if (depth > 40) return null;
  if (Array.isArray(value)) return value.map((part) => steady(part, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !volatile.has(key) && part !== undefined)
      .map(([key, part]) => [key, steady(part, depth + 1)]),
  );
}
