import { endingOf, siteTypes } from '../assets/file-types.ts';
import { element, type BodyElement } from '../html/nodes.ts';

/** The element that plays a file of this name; undefined for a file that is neither a video nor a sound. */
export function playerOf(file: string): 'video' | 'audio' | undefined {
  const ending = endingOf(file);
  const type = Object.hasOwn(siteTypes, ending) ? siteTypes[ending] : undefined;
  if (type?.startsWith('video/') === true) return 'video';
  return type?.startsWith('audio/') === true ? 'audio' : undefined;
}

/** A video or a sound that readers start themselves. */
export function player(tagName: string, url: string, label: string): BodyElement {
  return element(tagName, { src: url, controls: true, preload: 'metadata', 'aria-label': label });
}
