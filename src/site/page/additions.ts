import { analyticsParts, type Analytics, type ScriptView } from './analytics.ts';
import { joinAllowedSources, noAllowedSources, type AllowedSources } from './csp.ts';

/** The additions that a publisher wants on all pages. */
export interface WantedAdditions {
  readonly analytics?: Analytics | undefined;
  readonly offline?: Offline | undefined;
  readonly cards?: unknown;
  readonly tryIt?: boolean | undefined;
}

/**
 * `visited`: a worker keeps the files that every page needs, and the pages that a reader has visited. `withdrawn`: removes the
 * worker of an earlier export from readers' browsers, with everything that it kept.
 */
export type Offline = 'visited' | 'withdrawn';

/** What the additions put on the pages. */
export interface Additions {
  readonly scripts: readonly ScriptView[];
  /** The script that configures the scripts of other hosts. */
  readonly starter: string | undefined;
  readonly offline: Offline | undefined;
  /** Whether pages without a cover have a card. */
  readonly cards: boolean;
  /** Whether API operations have a form for trying them. */
  readonly tryIt: boolean;
  readonly allowance: AllowedSources;
}

export const noAdditions: Additions = {
  scripts: [],
  starter: undefined,
  offline: undefined,
  cards: false,
  tryIt: false,
  allowance: noAllowedSources,
};

/** The trusted-types policy through which `offline.js` gives the worker's address. */
const forWorker: AllowedSources = { loads: [], trustedTypes: ['tidemark-offline'] };

export function additionsOf({ analytics, offline, cards, tryIt }: WantedAdditions): Additions {
  const counted = analytics && analyticsParts(analytics);
  return {
    scripts: counted?.scripts ?? [],
    starter: counted?.starter,
    offline,
    cards: cards !== undefined,
    tryIt: tryIt === true,
    allowance: joinAllowedSources(
      counted?.allowance ?? noAllowedSources,
      offline === 'visited' ? forWorker : noAllowedSources,
    ),
  };
}
