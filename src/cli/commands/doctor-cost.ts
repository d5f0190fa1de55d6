import { isAppError } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import type { QuotaReading } from '../../queue/index.ts';
import type { Config } from '../config/schema.ts';
import { durationMs } from '../config/schema.ts';
import { groupsWithFewerRequests, groupNames, groupsOf } from '../spaces-in-groups.ts';
import type { Check } from './doctor.ts';
import { countText } from '../output/count-text.ts';

/** The assumed window of a limit, if answers do not give one. */
const usualWindowMs = 60_000;

/** If a daemon's looks take a larger share of the limit, too little is left for handling what they find. */
const fairShare = 0.5;

export interface LookCost {
  /** The number of requests of one look that finds nothing new. */
  readonly requests: number;
  readonly spaces: number;
  readonly interval: string;
  readonly quota: Pick<QuotaReading, 'limit' | 'windowMs'> | undefined;
  /** A setting that takes fewer requests. */
  readonly cheaper: string | null;
}

/** Compares the requests of the daemon's interval with the limit. */
export function costCheck({ requests, spaces, interval, quota, cheaper }: LookCost): Check {
  const intervalMs = durationMs(interval);
  const looks = `a look at ${countText(spaces, 'space')} takes ${countText(requests, 'request')}`;
  const rate = `${perMinute(requests, intervalMs)} a minute at schedule.interval ${interval}`;
  const limit = quota?.limit ?? null;
  if (limit === null)
    return { name: 'cost', state: 'ok', message: `${looks}: ${rate}`, ...hintOf(null, cheaper) };
  const windowMs = quota?.windowMs ?? usualWindowMs;
  const share = (requests * windowMs) / intervalMs / limit;
  const isMuch = share > fairShare;
  const seconds = Math.ceil((requests * windowMs) / (limit * fairShare) / 1000);
  const percent = share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`;
  return {
    ...{ name: 'cost', state: isMuch ? 'warning' : 'ok' },
    message: `${looks}: ${rate}, ${percent} of what the service allows`,
    ...hintOf(isMuch ? `Set schedule.interval to ${seconds}s or more.` : null, cheaper),
  };
}

function hintOf(slower: string | null, cheaper: string | null): { hint?: string } {
  const hints = [cheaper, slower].filter((hint) => hint !== null);
  return hints.length === 0 ? {} : { hint: hints.join(' ') };
}

function perMinute(requests: number, intervalMs: number): string {
  const rate = (requests * 60_000) / intervalMs;
  if (rate < 0.1) return 'less than 0.1';
  return rate >= 10 || Number.isInteger(rate) ? String(Math.round(rate)) : rate.toFixed(1);
}

/** Finds collections or sites to configure instead of the spaces, if a look then takes fewer requests. */
export async function proposeFewerRequests(
  client: Client,
  { spaces }: Config['mirror'],
  look: { readonly requests: number; readonly organization: string | undefined },
): Promise<string | null> {
  const ids = spaces?.map(({ id }) => id) ?? [];
  if (ids.length < 2 || look.requests < ids.length || look.organization === undefined) return null;
  try {
    const groups = groupsWithFewerRequests(ids, await groupsOf(client, look.organization));
    if (groups === null) return null;
    const option = groups[0]?.kind === 'site' ? 'mirror.sites' : 'mirror.collections';
    return `Name ${groupNames(groups)} under ${option} instead of the spaces: ${countText(groups.length, 'request')} then.`;
  } catch (error) {
    // The token may lack access to them.
    if (!isAppError(error, 'NOT_FOUND', 'FORBIDDEN', 'METHOD_NOT_ALLOWED')) throw error;
    return null;
  }
}
