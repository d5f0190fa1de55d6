import { hash } from 'node:crypto';
import type { findConflictMarkers } from '../../content/index.ts';
import type { PushConfig } from '../config.ts';
import type { StateStore } from './store.ts';

const allowedPath = 'allowed.json';

/** The fingerprints of what people let pass, in the configuration or with a command. */
export async function allowedIn(
  state: Pick<StateStore, 'document'>,
  push: Pick<PushConfig, 'allow'>,
): Promise<ReadonlySet<string>> {
  return new Set([...(push.allow ?? []), ...(await rememberedIn(state))]);
}

/** Remembers what a person lets pass, so that the next cycle and a daemon let it pass, too. */
export async function rememberAllowed(state: StateStore, fingerprints: readonly string[]): Promise<void> {
  const known = await rememberedIn(state);
  const all = [...new Set([...known, ...fingerprints])].sort();
  if (all.length > known.length) state.setDocument(allowedPath, all);
}

async function rememberedIn(state: Pick<StateStore, 'document'>): Promise<readonly string[]> {
  const known = await state.document(allowedPath);
  return Array.isArray(known) ? known.filter((each) => typeof each === 'string') : [];
}

export function fingerprint(parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'hex').slice(0, 16);
}

/**
 * The fingerprint by which a person lets the conflict marks of a text pass, because they belong to the page.
 *
 * @param path The path in the space's folder.
 */
export function fingerprintOfMarkers(path: string, markers: ReturnType<typeof findConflictMarkers>): string {
  return fingerprint([path, ...markers.map(({ text }) => text)]);
}
