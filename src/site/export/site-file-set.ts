import { createHash } from 'node:crypto';
import type { SiteModel } from '../model/site-model.ts';
import type { SiteFileNames } from '../page/view-context.ts';
import { noAdditions, type Additions } from '../page/additions.ts';
import { ownStyles, type Templates } from '../page/templates.ts';
import type { Customization } from '../profile/profile.ts';
import { parseHex } from '../profile/color-math.ts';
import { themeCss } from '../profile/theme-css.ts';

/** The site's own styles and scripts. Their names contain a digest, so browsers may cache them for ever. */
export function siteFileSet(
  templates: Templates,
  model: SiteModel,
  { starter, offline, tryIt }: Pick<Additions, 'starter' | 'offline' | 'tryIt'> = noAdditions,
): {
  readonly names: SiteFileNames;
  readonly files: readonly { readonly file: string; readonly text: string }[];
} {
  const files = new Map<string, string>();
  const add = (name: string, text: string): string => {
    const [stem = name, extension = ''] = name.split(/\.(?=[^.]+$)/);
    const file = `_site/${stem}.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.${extension}`;
    files.set(file, text);
    return file;
  };
  const themes = new Map<string, string>();
  const theme = (customization: Customization): string => {
    const css = themeCss(customization);
    let file = themes.get(css);
    if (file === undefined) themes.set(css, (file = add('theme.css', css)));
    return file;
  };
  const known = new Map<Customization, string>();
  for (const customization of [model.customization, ...model.spaces.map((space) => space.customization)])
    known.set(customization, theme(customization));
  const { primaryColor } = model.customization.styling ?? {};
  const names: SiteFileNames = {
    icon: add(
      'icon.svg',
      defaultIcon(parseHex(primaryColor?.light) ? (primaryColor?.light ?? '') : '#0f62a8'),
    ),
    css: add(
      'site.css',
      [templates.file('site.css'), templates.file('print.css'), templates.file(ownStyles)]
        .filter((text) => text !== '')
        .join('\n'),
    ),
    theme: (customization) => known.get(customization) ?? theme(customization),
    head: add('head.js', templates.file('head.js')),
    reader: add('reader.js', templates.file('reader.js')),
    search: add('search.js', `${templates.file('search-engine.js')}\n${templates.file('search.js')}`),
    tryIt: tryIt
      ? {
          script: add('try-it.js', templates.file('try-it.js')),
          style: add('try-it.css', templates.file('try-it.css')),
        }
      : undefined,
    starter: starter === undefined ? undefined : add('analytics.js', starter),
    offline: offline === 'visited' ? add('offline.js', templates.file('offline.js')) : undefined,
  };
  return { names, files: [...files].map(([file, text]) => ({ file, text })) };
}

/** The icon for a site without its own icon. */
function defaultIcon(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><path d="M9 8h14v3H9zM9 14.5h14v3H9zM9 21h9v3H9z" fill="#fff"/></svg>\n`;
}
