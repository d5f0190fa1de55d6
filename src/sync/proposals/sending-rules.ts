import { contentId } from '../../files/index.ts';
import type { PushConfig } from '../config.ts';
import { allowedIn } from '../state/allowed.ts';
import { stateName } from '../state/names.ts';
import type { StateStore } from '../state/store.ts';
import type { SendingRules } from './unsendable.ts';

/** How many refusals are remembered for each space; a forgotten content is sent to the service once more. */
const mostRefusals = 200;

/** A content of a file that the service refused. Each branch may have its own version of the file. */
interface Refusal {
  readonly path: string;
  readonly oid: string;
  readonly said: string;
}

/** What people let pass, and what the service is known to have refused, for a space. */
export async function sendingRules(
  state: StateStore,
  push: Pick<PushConfig, 'allow'>,
  { space, folder }: { readonly space: string; readonly folder: string },
): Promise<SendingRules> {
  const refusals = await refusalsOf(state, space);
  return {
    folder,
    allowed: await allowedIn(state, push),
    refusal: (path, bytes) => {
      const ofPath = refusals.filter((each) => each.path === path);
      if (ofPath.length === 0) return null;
      const oid = contentId(bytes);
      return ofPath.find((each) => each.oid === oid)?.said ?? null;
    },
  };
}

/** Remembers that the service refused a content, so that it is not sent again until somebody changes it. */
export async function rememberRefused(
  state: StateStore,
  space: string,
  { path, bytes, said }: { readonly path: string; readonly bytes: Uint8Array; readonly said: string },
): Promise<void> {
  const refusal: Refusal = { path, oid: contentId(bytes), said };
  const others = (await refusalsOf(state, space)).filter(
    (each) => each.path !== path || each.oid !== refusal.oid,
  );
  const kept = [...others.slice(1 - mostRefusals), refusal];
  // The document is an object by name, like everything in the state: an older version can read it, and sends the content once
  // more.
  state.setDocument(
    refusalsPath(space),
    Object.fromEntries(kept.map((each) => [`${each.oid} ${each.path}`, each])),
  );
}

async function refusalsOf(state: StateStore, space: string): Promise<readonly Refusal[]> {
  const known = ((await state.document(refusalsPath(space))) ?? {}) as Readonly<
    Record<string, Omit<Refusal, 'path'> & Partial<Refusal>>
  >;
  // In a document of an older version, each path has one refusal.
  return Object.entries(known).map(([name, refusal]) => ({ path: name, ...refusal }));
}

function refusalsPath(space: string): string {
  return `spaces/${stateName(space)}/refused.json`;
}
