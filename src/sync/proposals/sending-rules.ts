import { contentId } from '../../files/index.ts';
import type { PushConfig } from '../config.ts';
import { stateName } from '../state/names.ts';
import type { StateStore } from '../state/store.ts';
import type { SendingRules } from './unsendable.ts';

const allowedPath = 'allowed.json';
/** Of each space; what is forgotten is asked of the service once more. */
const mostRefusals = 200;

interface Refusal {
  readonly oid: string;
  readonly said: string;
}

/** What people let pass, and what the service refused, as far as it is known for a space. */
export async function sendingRules(
  state: StateStore,
  push: Pick<PushConfig, 'allow'>,
  { space, folder }: { readonly space: string; readonly folder: string },
): Promise<SendingRules> {
  const refusals = await refusalsOf(state, space);
  return {
    folder,
    allowed: new Set([...(push.allow ?? []), ...(await allowedIn(state))]),
    refusal: (path, bytes) => {
      const known = refusals[path];
      return known?.oid === contentId(bytes) ? known.said : null;
    },
  };
}

/** Remembers what a person lets pass, so that the next cycle, and a daemon, do as well. */
export async function rememberAllowed(state: StateStore, fingerprints: readonly string[]): Promise<void> {
  const known = await allowedIn(state);
  const all = [...new Set([...known, ...fingerprints])].sort();
  if (all.length > known.length) state.setDocument(allowedPath, all);
}

/** Remembers that the service refused a content, so that it is not asked again until somebody changes it. */
export async function rememberRefusal(
  state: StateStore,
  space: string,
  { path, bytes, said }: { readonly path: string; readonly bytes: Uint8Array; readonly said: string },
): Promise<void> {
  const { [path]: _before, ...others } = await refusalsOf(state, space);
  const kept = Object.entries(others).slice(1 - mostRefusals);
  state.setDocument(refusalsPath(space), {
    ...Object.fromEntries(kept),
    [path]: { oid: contentId(bytes), said },
  });
}

async function allowedIn(state: StateStore): Promise<readonly string[]> {
  const known = await state.document(allowedPath);
  return Array.isArray(known) ? known.filter((each) => typeof each === 'string') : [];
}

async function refusalsOf(state: StateStore, space: string): Promise<Readonly<Record<string, Refusal>>> {
  return ((await state.document(refusalsPath(space))) ?? {}) as Readonly<Record<string, Refusal>>;
}

function refusalsPath(space: string): string {
  return `spaces/${stateName(space)}/refused.json`;
}
