import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { packageRoot } from '../base/index.ts';
import { durationText } from './duration.ts';
import type { DaemonStatus, SpaceStatusLine } from './status.ts';

/** Renders the status page; the template escapes everything that comes from elsewhere. */
export function renderStatusPage(status: DaemonStatus): string {
  const eta = new Eta({ views: join(packageRoot(), 'templates', 'status'), cache: true });
  const now = Date.parse(status.now);
  return eta.render('./page', {
    status,
    headline: headlineOf(status),
    groups: groupSpaces(status.spaces),
    waits: status.spaces.flatMap((space) =>
      space.proposals.map((one) => ({ ...one, url: safeAddress(one.url), space: space.path })),
    ),
    ago: (time: string | null) => (time === null ? 'never' : agoText(now - Date.parse(time))),
    inTime: (ms: number) => durationText(ms),
  });
}

/** An address that a link may have: an address from the service is not trusted with any other scheme. */
function safeAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/** The one thing that a reader should know first. */
function headlineOf({ ready, service, spaces }: DaemonStatus): {
  text: string;
  tone: 'good' | 'warn' | 'bad';
} {
  const behind = spaces.filter((space) => space.state === 'failing').length;
  const conflicts = spaces.filter((space) => space.state === 'conflict').length;
  if (!ready) return { text: 'Not ready', tone: 'bad' };
  if (service.failingSince !== null) return { text: 'The service fails', tone: 'bad' };
  if (behind > 0)
    return { text: behind === 1 ? 'A space is behind' : `${behind} spaces are behind`, tone: 'bad' };
  if (conflicts > 0) return { text: 'Needs action', tone: 'warn' };
  return { text: 'In service', tone: 'good' };
}

export function statusStyles(): string {
  return readFileSync(join(packageRoot(), 'templates', 'status', 'page.css'), 'utf8');
}

/** The spaces, grouped by what they need, the urgent ones first. */
function groupSpaces(
  spaces: readonly SpaceStatusLine[],
): { state: SpaceStatusLine['state']; title: string; spaces: SpaceStatusLine[] }[] {
  const groups = [
    { state: 'failing', title: 'Behind' },
    { state: 'conflict', title: 'Needs action' },
    { state: 'waiting', title: 'Not looked at yet' },
    { state: 'good', title: 'Up to date' },
  ] as const;
  return groups
    .map((group) => ({ ...group, spaces: spaces.filter((space) => space.state === group.state) }))
    .filter((group) => group.spaces.length > 0);
}

function agoText(ms: number): string {
  return ms < 2_000 ? 'just now' : `${durationText(ms)} ago`;
}
