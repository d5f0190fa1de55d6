import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { packageRoot } from '../base/index.ts';
import type { DaemonStatus, SpaceStatusLine } from './status.ts';

/** Renders the status page; everything from elsewhere is escaped by the template. */
export function renderStatusPage(status: DaemonStatus): string {
  const eta = new Eta({ views: join(packageRoot(), 'templates', 'status'), cache: true });
  const now = Date.parse(status.now);
  return eta.render('./page', {
    status,
    groups: groupSpaces(status.spaces),
    waits: status.spaces.flatMap((space) => space.proposals.map((one) => ({ ...one, space: space.path }))),
    ago: (time: string | null) => (time === null ? 'never' : agoText(now - Date.parse(time))),
    inTime: (ms: number) => durationText(ms),
  });
}

export function statusStyles(): string {
  return readFileSync(join(packageRoot(), 'templates', 'status', 'page.css'), 'utf8');
}

/** Spaces by what they need, the urgent ones first. */
function groupSpaces(
  spaces: readonly SpaceStatusLine[],
): { state: SpaceStatusLine['state']; title: string; spaces: SpaceStatusLine[] }[] {
  const groups = [
    { state: 'failing', title: 'Behind' },
    { state: 'conflict', title: 'Waits for a person' },
    { state: 'waiting', title: 'Not looked at yet' },
    { state: 'good', title: 'In step' },
  ] as const;
  return groups
    .map((group) => ({ ...group, spaces: spaces.filter((space) => space.state === group.state) }))
    .filter((group) => group.spaces.length > 0);
}

function agoText(ms: number): string {
  return ms < 2_000 ? 'just now' : `${durationText(ms)} ago`;
}

/** A duration in its one or two largest units. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}
