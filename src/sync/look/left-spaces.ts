import type { MirrorConfig } from '../config.ts';
import { reportOfRequest } from '../mirror/change-request-record.ts';
import type { CycleContext } from '../mirror/context.ts';
import { isOpen } from '../remote/change-request.ts';
import type { SpaceReport } from '../report.ts';
import type { SpaceRecord } from '../state/records.ts';

/**
 * Whether the configuration still asks for a space that was mirrored. Only the service knows the spaces of an organization, a collection or a
 * site, and which organization is meant if the configuration names nothing.
 */
export function isMirrored({ organization, collections, sites, spaces }: MirrorConfig, id: string): boolean {
  const onlyNamesSpaces = (organization ?? collections ?? sites) === undefined && spaces !== undefined;
  return !onlyNamesSpaces || spaces.some((space) => space.id === id);
}

/** What a person is told of a space that the configuration names no longer. */
export function noLongerMirrored({ path, changeRequests }: SpaceRecord): string {
  const open = changeRequests.filter(({ status }) => isOpen(status)).map(({ number }) => number);
  const [first] = open;
  const names = open.map((number) => `#${number}`).join(', ');
  const requests = open.length === 0 ? '' : `; ${names} ${open.length === 1 ? 'stays' : 'stay'} open`;
  const archive =
    first === undefined ? '' : `archive what is open (tidemark cr archive ${first} --space ${path}), and `;
  const remove =
    path === '.'
      ? 'go on without it'
      : `remove the folder (git rm -r ${path}), which git checkout docs/main -- ${path} brings back`;
  return `No longer mirrored, because the configuration does not name it: ${path} stays as it is, and nothing of it is read or sent${requests}. To mirror it again, name it under mirror.spaces; else ${archive}${remove}.`;
}

/** Reports the spaces that the configuration named until now, each once. */
export function tellLeftSpaces({ state, config, options }: CycleContext): readonly SpaceReport[] {
  const told: SpaceReport[] = [];
  for (const record of [...state.spaces().values()]) {
    const { left, ...rest } = record;
    const isHere = isMirrored(config.mirror, record.id);
    if (isHere === (left === undefined)) continue;
    if (options.dryRun !== true) state.setSpace(isHere ? rest : { ...record, left: true });
    if (!isHere) told.push(reportOfLeft(record));
  }
  return told;
}

function reportOfLeft(record: SpaceRecord): SpaceReport {
  const { id, title, path, revision, pages, changeRequests } = record;
  return {
    ...{ id, title, path, revision, previousRevision: revision, state: 'frozen', pages, changes: [] },
    changeRequests: changeRequests.map((each) => reportOfRequest(each, path, 'unchanged')),
    notes: [noLongerMirrored(record)],
  };
}
