import { createHash } from 'node:crypto';
import type { SiteModel } from '../model/site-model.ts';
import { hrefTo, placeOf, offlinePlace } from '../model/urls.ts';
import type { Offline } from '../page/additions.ts';
import type { Templates } from '../page/templates.ts';

/** The worker's file, which is at the root because a worker controls the pages of its own folder. */
export const workerFile = 'sw.js';

/** The worker's script: the facts of this export, followed by the template. */
export function workerScript(
  offline: Offline,
  {
    model,
    templates,
    shell,
    version,
  }: {
    readonly model: SiteModel;
    readonly templates: Templates;
    /** Files that every page needs. */
    readonly shell: readonly string[];
    /** The version of the export, which changes with any page. */
    readonly version: readonly string[];
  },
): string {
  const base = model.urls.basePath;
  if (offline === 'withdrawn')
    return `const site = ${JSON.stringify({ base })};\n${templates.file('sw-withdrawn.js')}`;
  const address = (file: string): string => hrefTo(model.urls, placeOf(''), file);
  const site = {
    version: createHash('sha256').update(JSON.stringify(version)).digest('hex').slice(0, 16),
    base,
    shell: [
      ...(model.home ? [hrefTo(model.urls, placeOf(''), model.home.place)] : []),
      address(offlinePlace.file),
      ...shell.map(address),
    ],
  };
  return `const site = ${JSON.stringify(site, null, 2)};\n${templates.file('sw.js')}`;
}
