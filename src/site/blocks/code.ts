import { element, isElement, trusted, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { BlockScope } from '../body/state.ts';
import type { BlockRenderer } from './block.ts';

export interface CodeBlock {
  readonly code: string;
  readonly language: string;
  readonly title?: string;
  readonly wrap?: boolean;
  readonly lineNumbers?: boolean;
  readonly expandable?: boolean;
}

/** An expandable block with this many lines or more is folded. */
const foldedFrom = 10;

/**
 * A code block with its title, its copy button (shown when scripts run) and a place for the coloured code, which is filled in
 * later.
 */
export function codeBlock(block: CodeBlock, { state, context, warn }: BlockScope): BodyNode[] {
  const language = (block.language.split(/[\s,{]/)[0] ?? '').replace(/^lang(?:uage)?-/, '').toLowerCase();
  if (language === 'mermaid') {
    state.features.add('mermaid');
    const pre = element('pre', { class: 'mermaid-source', tabindex: '0' }, element('code', {}, block.code));
    const figure = element('figure', { class: 'diagram', 'data-diagram': 'mermaid' }, pre);
    state.pendingDiagrams.push({
      element: figure,
      source: block.code,
      number: state.next('diagram'),
      warn: (problem) => {
        warn(problem, { about: block.code });
      },
    });
    return [figure];
  }
  const code = element('code', {
    class: language === '' ? undefined : `language-${language.replace(/[^\w+#.-]/g, '')}`,
  });
  code.children = [{ type: 'text', value: block.code }];
  state.pendingCode.push({ element: code, code: block.code, language });
  const lines = block.code.split('\n').length;
  const folded = block.expandable === true && lines > foldedFrom;
  const classes = [
    'code',
    ...(block.wrap === true ? ['wrap'] : []),
    ...(block.lineNumbers === true ? ['numbered'] : []),
    ...(folded ? ['folded'] : []),
  ];
  const pre = element('pre', { tabindex: '0', class: lines > 99 ? 'many-lines' : undefined }, code);
  const copy = element(
    'button',
    {
      type: 'button',
      class: 'copy-code',
      'aria-label': `${context.texts.copy}: ${block.title ?? context.texts.code}`,
    },
    [copyIcon],
  );
  return [
    element(
      'figure',
      { class: classes },
      block.title === undefined || block.title === '' ? null : element('figcaption', {}, block.title),
      copy,
      pre,
      folded
        ? element(
            'button',
            { type: 'button', class: 'unfold', 'aria-expanded': 'false' },
            context.texts.showMore,
          )
        : null,
    ),
  ];
}

const copyIcon = trusted(
  '<svg class="icon" width="1em" height="1em" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="M5 1h8a2 2 0 0 1 2 2v8h-1.5V3a.5.5 0 0 0-.5-.5H5zM3 4.5h7a2 2 0 0 1 2 2V13a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V6.500a2 2 0 0 1 2-2zM3 6a.5.5 0 0 0-.5.5V13a.5.5 0 0 0 .5.5h7a.5.5 0 0 0 .5-.5V6.500A.5.5 0 0 0 10 6z"/></svg>',
);

/**
 * `{% code title overflow lineNumbers expandable %}` around a fence: applies its settings to the code inside. Its title stays above content
 * that is not code, because nothing that a writer put on a page may be lost silently.
 */
export const renderCode: BlockRenderer = (attributes, rendering) => {
  const children = rendering.body();
  const title = (attributes['title'] ?? '').trim();
  if (applySettings(children, attributes, rendering) || title === '') return children;
  return [element('figure', {}, element('figcaption', {}, title), children)];
};

/** Applies a block's settings to all code among nodes; returns whether there was any. */
function applySettings(
  nodes: readonly BodyNode[],
  attributes: Readonly<Record<string, string>>,
  rendering: BlockScope,
): boolean {
  let hasCode = false;
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (
      isElement(node, 'figure') &&
      String(node.properties['class'] ?? '')
        .split(' ')
        .includes('code')
    ) {
      hasCode = true;
      replaceCode(node, attributes, rendering);
    } else if (applySettings(node.children, attributes, rendering)) hasCode = true;
  }
  return hasCode;
}

function replaceCode(
  figure: BodyElement,
  attributes: Readonly<Record<string, string>>,
  rendering: BlockScope,
): void {
  const pending = rendering.state.pendingCode.find(({ element: code }) => contains(figure, code));
  const replaced = codeBlock(
    {
      code: pending?.code ?? '',
      language: pending?.language ?? '',
      ...(attributes['title'] === undefined ? {} : { title: attributes['title'] }),
      wrap: attributes['overflow'] === 'wrap',
      lineNumbers: attributes['lineNumbers'] === 'true',
      expandable: attributes['expandable'] === 'true',
    },
    rendering,
  )[0];
  if (!isElement(replaced)) return;
  // The new figure replaces the old one, whose pending work must not run as well.
  if (pending) rendering.state.pendingCode.splice(rendering.state.pendingCode.indexOf(pending), 1);
  if (attributes['fullWidth'] === 'true')
    replaced.properties['class'] = `${String(replaced.properties['class'])} full-width`;
  Object.assign(figure, replaced);
}

function contains(node: BodyNode, wanted: BodyNode): boolean {
  return node === wanted || (isElement(node) && node.children.some((child) => contains(child, wanted)));
}
