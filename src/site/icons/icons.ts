import { createRequire } from 'node:module';
import { trusted, type TrustedHtml } from '../html/nodes.ts';

/*
 * Icons by the names that the service uses (Font Awesome's), as inline SVG from the free set: no font, no request, no
 * script. A name that only the paid set has is mapped to the nearest free icon, so that a page never lacks an icon.
 */

const require = createRequire(import.meta.url);

const packages = [
  '@fortawesome/free-solid-svg-icons',
  '@fortawesome/free-brands-svg-icons',
  '@fortawesome/free-regular-svg-icons',
];

/** Maps paid names, and the service's own, to free ones. */
const nearest: Readonly<Record<string, string>> = {
  'angles-up-down': 'sort',
  'arrow-down-to-line': 'download',
  'arrow-progress': 'bars-progress',
  'arrow-up-right': 'arrow-up-right-from-square',
  'arrows-rotate-reverse': 'arrows-rotate',
  'badge-check': 'certificate',
  'book-open-cover': 'book-open',
  books: 'book',
  'box-taped': 'box',
  brackets: 'code',
  'brackets-curly': 'code',
  browser: 'window-maximize',
  'bullseye-arrow': 'bullseye',
  'calendar-clock': 'calendar-day',
  'chart-mixed': 'chart-column',
  'chart-network': 'diagram-project',
  chip: 'microchip',
  'circle-bolt': 'bolt',
  'circle-nodes': 'circle-nodes',
  'circles-overlap': 'circle-nodes',
  'clock-rotate-left': 'clock-rotate-left',
  'cloud-check': 'cloud',
  'code-simple': 'code',
  'comment-question': 'circle-question',
  'comments-question': 'comments',
  'container-storage': 'box',
  'conveyor-belt': 'boxes-stacked',
  'diagram-nested': 'sitemap',
  'display-code': 'laptop-code',
  'file-magnifying-glass': 'file-lines',
  'folder-gear': 'folder',
  'gear-code': 'gear',
  gitbook: 'book',
  'gitbook-assistant': 'comment-dots',
  'grid-2': 'table-cells-large',
  'hand-wave': 'hand',
  'head-side-gear': 'gears',
  'hexagon-nodes': 'circle-nodes',
  'input-pipe': 'keyboard',
  'key-skeleton': 'key',
  'lightbulb-on': 'lightbulb',
  'list-tree': 'folder-tree',
  'lock-keyhole': 'lock',
  megaphone: 'bullhorn',
  memo: 'file-lines',
  'memo-circle-info': 'file-lines',
  'message-bot': 'robot',
  'messages-question': 'comments',
  'money-bill-transfer': 'money-bill-transfer',
  'mobile-notch': 'mobile',
  nfc: 'wifi',
  'objects-column': 'table-columns',
  'person-to-door': 'door-open',
  puzzle: 'puzzle-piece',
  'rectangle-terminal': 'terminal',
  'rocket-launch': 'rocket',
  'route-interstate': 'route',
  'scale-unbalanced-flip': 'scale-unbalanced',
  'shield-check': 'shield-halved',
  'shield-keyhole': 'shield-halved',
  sidebar: 'table-columns',
  sitemap: 'sitemap',
  sparkle: 'wand-magic-sparkles',
  sparkles: 'wand-magic-sparkles',
  'square-code': 'code',
  'square-question': 'circle-question',
  'square-terminal': 'terminal',
  swatches: 'swatchbook',
  telescope: 'binoculars',
  'text-size': 'text-height',
  'timeline-arrow': 'timeline',
  'toggle-large-on': 'toggle-on',
  'triangle-exclamation': 'triangle-exclamation',
  'user-helmet-safety': 'user-gear',
  'user-robot': 'robot',
  webhook: 'link',
  'x-twitter': 'x-twitter',
  twitter: 'x-twitter',
};

const drawn = new Map<string, string | undefined>();

/** The drawing of an icon, or undefined when no set has one of that name. Icons are decoration, which screen readers skip. */
export function icon(name: string): TrustedHtml | undefined {
  const wanted = name.trim().toLowerCase().replace(/^fa-/, '');
  if (!drawn.has(wanted)) drawn.set(wanted, draw(wanted));
  const html = drawn.get(wanted);
  return html === undefined ? undefined : trusted(html);
}

/** The drawing of an icon, or a plain dot for an unknown name. */
export function iconOrDot(name: string): TrustedHtml {
  return icon(name) ?? trusted('<span class="icon icon-none" aria-hidden="true"></span>');
}

function draw(name: string): string | undefined {
  if (!/^[a-z0-9-]{1,50}$/.test(name)) return undefined;
  const found = load(name) ?? load(nearest[name] ?? name.replace(/^(?:square|circle)-/, ''));
  if (!found) return undefined;
  const [width, height, , , path] = found;
  const data = typeof path === 'string' ? path : path.join('');
  return `<svg class="icon" width="1em" height="1em" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><path d="${data}"/></svg>`;
}

type Drawing = readonly [number, number, readonly string[], string, string | readonly string[]];

function load(name: string): Drawing | undefined {
  const exported = `fa${name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`;
  for (const each of packages) {
    const icons = require(each) as Readonly<Record<string, { icon?: Drawing }>>;
    const icon = Object.hasOwn(icons, exported) ? icons[exported]?.icon : undefined;
    if (icon) return icon;
  }
  return undefined;
}
