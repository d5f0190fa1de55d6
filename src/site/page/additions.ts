import { analyticsParts, type Analytics, type ScriptView } from './analytics.ts';
import { joinedAllowance, noAllowance, type Allowance } from './csp.ts';

/** What a publisher asks for on all pages. */
export interface WantedAdditions {
  readonly analytics?: Analytics | undefined;
}

/** What that puts on them. */
export interface Additions {
  readonly scripts: readonly ScriptView[];
  /** The script that tells those of other hosts what to do. */
  readonly starter: string | undefined;
  readonly allowance: Allowance;
}

export const noAdditions: Additions = { scripts: [], starter: undefined, allowance: noAllowance };

export function additionsOf({ analytics }: WantedAdditions): Additions {
  if (analytics === undefined) return noAdditions;
  const { scripts, starter, allowance } = analyticsParts(analytics);
  return { scripts, starter, allowance: joinedAllowance(noAllowance, allowance) };
}
