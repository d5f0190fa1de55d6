import type { BodyNode } from './nodes.ts';

const voidElements = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

const attributeNames = new Map<string, string>([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['tabIndex', 'tabindex'],
]);

/** Prints nodes as HTML. Text and attribute values are escaped; {@link TrustedHtml} is copied. */
export function printHtml(nodes: readonly BodyNode[]): string {
  let html = '';
  for (const node of nodes) html += printNode(node);
  return html;
}

/** Escapes text for element content and for double-quoted attribute values. */
export function escapeHtml(value: string): string {
  return /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => entities[character] ?? '') : value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function printNode(node: BodyNode): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type === 'trusted') return node.html;
  let html = `<${node.tagName}`;
  for (const name in node.properties) {
    const value = node.properties[name];
    if (value === undefined || value === null || value === false) continue;
    const attribute = attributeNames.get(name) ?? learnAttributeName(name);
    if (value === true) html += ` ${attribute}`;
    else html += ` ${attribute}="${escapeHtml(Array.isArray(value) ? value.join(' ') : String(value))}"`;
  }
  html += '>';
  if (voidElements.has(node.tagName)) return html;
  for (const child of node.children) html += printNode(child);
  return `${html}</${node.tagName}>`;
}

/** Escapes text for element content. */
export function escapeText(value: string): string {
  return /[&<>]/.test(value) ? value.replace(/[&<>]/g, (character) => entities[character] ?? '') : value;
}

/** The tree names of the HTML parser (`dataCardTarget`, `ariaLabel`, `colSpan`) in their written form. */
function learnAttributeName(name: string): string {
  const written = /^(?:data|aria)[A-Z]/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : name === name.toLowerCase()
      ? name
      : name.toLowerCase();
  attributeNames.set(name, written);
  return written;
}
