import { analyticsParts, type Analytics, type ScriptView } from './analytics.ts';
import { joinedAllowance, noAllowance, type Allowance } from './csp.ts';

/** What a publisher asks for on all pages. */
export interface WantedAdditions {
  readonly analytics?: Analytics | undefined;
  readonly offline?: Offline | undefined;
  readonly cards?: unknown;
  readonly tryIt?: boolean | undefined;
}

/**
 * `visited`: a worker keeps what every page needs, and the pages that a reader has read. `withdrawn`: the worker that an earlier
 * export brought to readers goes away, with what it kept.
 */
export type Offline = 'visited' | 'withdrawn';

/** What that puts on them. */
export interface Additions {
  readonly scripts: readonly ScriptView[];
  /** The script that tells those of other hosts what to do. */
  readonly starter: string | undefined;
  readonly offline: Offline | undefined;
  /** Whether pages without a cover have a card. */
  readonly cards: boolean;
  /** Whether operations of interfaces have a form to try them. */
  readonly tryIt: boolean;
  readonly allowance: Allowance;
}

export const noAdditions: Additions = {
  scripts: [],
  starter: undefined,
  offline: undefined,
  cards: false,
  tryIt: false,
  allowance: noAllowance,
};

/** The policy by which `offline.js` says where the worker is. */
const forWorker: Allowance = { loads: [], trustedTypes: ['tidemark-offline'] };

export function additionsOf({ analytics, offline, cards, tryIt }: WantedAdditions): Additions {
  const counted = analytics && analyticsParts(analytics);
  return {
    scripts: counted?.scripts ?? [],
    starter: counted?.starter,
    offline,
    cards: cards !== undefined,
    tryIt: tryIt === true,
    allowance: joinedAllowance(
      counted?.allowance ?? noAllowance,
      offline === 'visited' ? forWorker : noAllowance,
    ),
  };
}
