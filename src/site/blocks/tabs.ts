import { element, type BodyElement } from '../html/nodes.ts';
import { icon } from '../icons/icons.ts';
import type { BlockRenderer } from './block.ts';

/**
 * `{% tabs %}` of `{% tab title="…" icon="…" %}`. Without a script every pane is shown under its title; the script makes
 * tabs of them, keeps those of one name in step on the whole site, and remembers the choice.
 */
export const renderTabs: BlockRenderer = (_, { parts, rest, state }) => {
  const group = state.next('tabs');
  const tabs = parts('tab');
  const buttons: BodyElement[] = [];
  const panes: BodyElement[] = [];
  for (const [index, tab] of tabs.entries()) {
    const title = tab.attributes['title']?.trim() || `${index + 1}`;
    const drawn = tab.attributes['icon'] === undefined ? undefined : icon(tab.attributes['icon']);
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
  if (tabs.length === 0) return rest('tab');
  return [
    ...rest('tab'),
    element('div', { class: 'tabs' }, element('div', { class: 'tab-list', role: 'tablist' }, buttons), panes),
  ];
};

/** The name by which tabs of one choice know each other: letters, digits and `+ # . _`, at most 64 of them. */
export function tabKey(title: string): string {
  const folded = title.normalize('NFKC').toLowerCase().trim();
  return Array.from(folded.replace(/[^\p{L}\p{M}\p{N}+#._]+/gu, '-').replace(/^-+|-+$/g, ''))
    .slice(0, 64)
    .join('');
}
