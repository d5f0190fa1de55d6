import { element, textOf } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import type { BlockRenderer } from './block.ts';

/** `{% file src="…" %}`: a file to download, with its size and caption. */
export const renderFile: BlockRenderer = (attributes, rendering) => {
  const src = attributes['src'] ?? attributes['url'] ?? '';
  const target = rendering.context.resolve(src, rendering.file);
  const caption = rendering.body();
  const words = textOf(caption).trim() || (attributes['caption'] ?? '');
  if (target.kind === 'broken') {
    rendering.warn(`the file "${src}" is not there: ${target.reason}`);
    return [element('p', { class: 'broken-link' }, words || src.split('/').at(-1) || src)];
  }
  const name =
    target.kind === 'file'
      ? target.name
      : target.kind === 'page'
        ? target.title
        : (target.url.split('/').at(-1) ?? target.url);
  const detail = [
    extensionOf(name),
    target.kind === 'file' && target.size !== undefined ? sizeText(target.size) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return [
    element(
      'figure',
      { class: 'file' },
      element(
        'a',
        {
          href: target.url,
          download: target.kind === 'file' ? true : undefined,
          rel: target.kind === 'external' ? 'noopener noreferrer' : undefined,
        },
        element('span', { class: 'file-icon', 'aria-hidden': 'true' }, [iconOrDot(iconFor(name))]),
        element(
          'span',
          { class: 'file-text' },
          element('span', { class: 'file-name' }, name),
          detail === '' ? null : element('span', { class: 'file-detail', 'data-search': 'off' }, detail),
        ),
      ),
      words === '' ? null : element('figcaption', {}, textOf(caption).trim() === '' ? [words] : caption),
    ),
  ];
};

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
}

function iconFor(name: string): string {
  const extension = extensionOf(name);
  if (extension === 'PDF') return 'file-pdf';
  if (/^(?:ZIP|GZ|TAR|TGZ|7Z|RAR)$/.test(extension)) return 'file-zipper';
  if (/^(?:PNG|JPE?G|GIF|WEBP|SVG|AVIF)$/.test(extension)) return 'file-image';
  if (/^(?:CSV|XLSX?|ODS)$/.test(extension)) return 'file-excel';
  if (/^(?:MP4|MOV|WEBM)$/.test(extension)) return 'file-video';
  return 'file';
}

/** A size for people: binary units, one decimal below ten. */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? 'B'}`;
}
