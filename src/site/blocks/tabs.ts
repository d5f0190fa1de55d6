import type { BodyState } from '../body/state.ts';
import { element, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { unescapeMarkdown, withEmoji } from '../../content/index.ts';
import { icon } from '../icons/icons.ts';
import type { BlockPart, BlockRenderer, BlockRendering } from './block.ts';
import { renderCode } from './code.ts';

/**
 * `{% tabs %}` of `{% tab title="…" icon="…" %}`. Without a script every pane is shown under its title; the script turns
 * them into tabs, keeps tabs with the same name in step on the whole site, and remembers the choice.
 */
export const renderTabs: BlockRenderer = (_, rendering) => tabsOf(rendering.parts('tab'), 'tab', rendering);

/** `{% code-tabs %}` of `{% code-tabs-item title="…" %}`: the old form of tabs with code. A single item is code with a title. */
export const renderCodeTabs: BlockRenderer = (_, rendering) => {
  const items = rendering.parts('code-tabs-item');
  return items.length === 1
    ? rendering.body()
    : tabsOf(items.map(withPlainTitle), 'code-tabs-item', rendering);
};

/** `{% code-tabs-item title="…" %}` alone. */
export const renderCodeTab: BlockRenderer = (attributes, rendering) =>
  renderCode(withPlainTitle({ attributes, body: rendering.body }).attributes, rendering);

/** The title of an old block, which is written with escapes. */
function withPlainTitle({ attributes, body }: BlockPart): BlockPart {
  return { attributes: { ...attributes, title: unescapeMarkdown(attributes['title'] ?? '') }, body };
}

function tabsOf(parts: readonly BlockPart[], name: string, { rest, state }: BlockRendering): BodyNode[] {
  const group = state.next('tabs');
  const tabs = parts.map(({ attributes, body }, index) => ({
    title: withEmoji(attributes['title']?.trim() || `${index + 1}`),
    icon: attributes['icon'],
    body,
  }));
  return tabs.length === 0 ? rest(name) : [...rest(name), tabGroup(tabs, group, state)];
}

interface Tab {
  readonly title: string;
  readonly icon?: string | undefined;
  readonly body: () => BodyNode[];
}

/** Tabs, and the pane of each. */
export function tabGroup(tabs: readonly Tab[], group: number, state: BodyState): BodyElement {
  const buttons: BodyElement[] = [];
  const panes: BodyElement[] = [];
  for (const [index, tab] of tabs.entries()) {
    const { title } = tab;
    const drawn = tab.icon === undefined ? undefined : icon(tab.icon);
    const key = tabKey(title);
    const id = state.claimId(`tab-${group}-${index + 1}`);
    buttons.push(
      element(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `${id}-button`,
          class: 'tab-button',
          'aria-controls': id,
          'aria-selected': index === 0 ? 'true' : 'false',
          tabindex: index === 0 ? undefined : '-1',
          'data-tab': key,
        },
        drawn ? [drawn, ' '] : null,
        title,
      ),
    );
    panes.push(
      element(
        'div',
        {
          class: index === 0 ? 'tab-pane selected' : 'tab-pane',
          id,
          role: 'tabpanel',
          'aria-labelledby': `${id}-button`,
          'data-tab': key,
        },
        element('p', { class: 'tab-title', 'data-search': 'off' }, drawn ? [drawn, ' '] : null, title),
        tab.body(),
      ),
    );
  }
  return element(
    'div',
    { class: 'tabs' },
    element('div', { class: 'tab-list', role: 'tablist' }, buttons),
    panes,
  );
}

/** The name that links the tabs of one choice: letters, digits and `+ # . _`, at most 64 of them. */
function tabKey(title: string): string {
  const folded = title.normalize('NFKC').toLowerCase().trim();
  return Array.from(folded.replace(/[^\p{L}\p{M}\p{N}+#._]+/gu, '-').replace(/^-+|-+$/g, ''))
    .slice(0, 64)
    .join('');
}
