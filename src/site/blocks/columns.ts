import { element } from '../html/nodes.ts';
import type { BlockRenderer } from './block.ts';

/** `{% columns %}` of `{% column width="50%" %}`: side by side where there is room. Widths are rounded to twelfths. */
export const renderColumns: BlockRenderer = (_, { parts, rest }) => {
  const columns = parts('column');
  const spans = spansOf(columns.map((column) => Number.parseFloat(column.attributes['width'] ?? '')));
  const cells = columns.map((column, index) => {
    const vertical = column.attributes['valign'];
    const place = vertical === 'middle' || vertical === 'bottom' ? ` valign-${vertical}` : '';
    return element('div', { class: `column span-${spans[index] ?? 6}${place}` }, column.body());
  });
  return [...rest('column'), ...(cells.length === 0 ? [] : [element('div', { class: 'columns' }, cells)])];
};

function spansOf(percentages: readonly number[]): number[] {
  const known = percentages.filter((each) => Number.isFinite(each) && each > 0);
  const left = Math.max(0, 100 - known.reduce((sum, each) => sum + each, 0));
  const unknown = percentages.length - known.length;
  return percentages.map((each) => {
    const share =
      Number.isFinite(each) && each > 0
        ? each
        : unknown > 0
          ? (left || 100) / unknown
          : 100 / percentages.length;
    return Math.min(12, Math.max(2, Math.round((share / 100) * 12)));
  });
}
