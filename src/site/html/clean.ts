import { createRequire } from 'node:module';
import type { ElementContent, Root } from 'hast';
import type * as Raw from 'hast-util-raw';
import { sanitize } from 'hast-util-sanitize';
import type { DirtyNode } from '../../content/tree/html-nodes.ts';
import type { BodyNode } from './nodes.ts';
import { maximumDepth, sanitizeSchema } from './schema.ts';

/**
 * Turns markdown's elements and the writer's HTML into a tree without anything dangerous. Content gets into a body only
 * through this function; whatever we add ourselves is added afterwards. `onTarget` hears of each link to a scheme that is not kept.
 */
export function cleanFragment(
  nodes: readonly DirtyNode[],
  nonce: string,
  onTarget?: (written: string) => void,
): BodyNode[] {
  const hasHtml = hasRaw(nodes);
  const root = { type: 'root', children: hasHtml ? nodes.map(withEndTags) : nodes } as unknown as Root;
  const parsed = hasHtml ? readHtml(root) : root;
  if (onTarget) for (const node of parsed.children) tellDropped(node, onTarget);
  const safe = sanitize(parsed, sanitizeSchema(nonce));
  return onlyBodyNodes(
    safe.type === 'root' ? (safe.children as ElementContent[]) : [safe as ElementContent],
    0,
  );
}

/** Links to other places than pages, hosts and people, which become plain text. */
const droppedScheme = /^\s*(?!(?:https?|mailto|tel):)[a-z][a-z0-9+.-]*:/i;

function tellDropped(node: Root['children'][number], onTarget: (written: string) => void): void {
  if (node.type !== 'element') return;
  const { href } = node.properties;
  if (node.tagName === 'a' && typeof href === 'string' && droppedScheme.test(href)) onTarget(href);
  for (const child of node.children) tellDropped(child, onTarget);
}

let html: typeof Raw | undefined;

/** Reads a writer's HTML as browsers do. The reader is loaded for the first page with HTML. */
function readHtml(root: Root): Root {
  html ??= createRequire(import.meta.url)('hast-util-raw') as typeof Raw;
  return html.raw(root, { passThrough: [] }) as Root;
}

function hasRaw(nodes: readonly DirtyNode[]): boolean {
  return nodes.some((node) => node.type === 'raw' || (node.type === 'element' && hasRaw(node.children)));
}

/** Elements that writers close in the opening tag, as in XML. HTML would take all that follows for the element's content. */
const endedInTag = /<(a|audio|div|i|iframe|object|p|span|video)(\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/>/gi;

function withEndTags(node: DirtyNode): DirtyNode {
  if (node.type === 'raw')
    return node.value.includes('/>')
      ? { type: 'raw', value: node.value.replace(endedInTag, '<$1$2></$1>') }
      : node;
  return node.type === 'element' && node.children.length > 0
    ? { ...node, children: (node.children as DirtyNode[]).map(withEndTags) }
    : node;
}

/** Drops everything that is not an element or text, such as comments, and flattens nesting beyond the limit. */
function onlyBodyNodes(nodes: readonly ElementContent[], depth: number): BodyNode[] {
  const kept: BodyNode[] = [];
  for (const node of nodes) {
    if (node.type === 'text') kept.push({ type: 'text', value: node.value });
    else if (node.type === 'element') {
      const children = onlyBodyNodes(node.children, depth + 1);
      if (depth >= maximumDepth) kept.push(...children);
      else kept.push({ type: 'element', tagName: node.tagName, properties: node.properties, children });
    }
  }
  return kept;
}
