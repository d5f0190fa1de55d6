import { withPageId } from '../../content/index.ts';
import type { SyncConfig } from '../config.ts';

/** A page's text as the mirror has it: with the page's identity, where the configuration wants that. */
export function mirroredText(
  { frontMatter }: Pick<SyncConfig, 'frontMatter'>,
  id: string,
  markdown: string,
): string {
  return frontMatter.id ? withPageId(markdown, id) : markdown;
}
