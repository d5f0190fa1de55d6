import { element } from '../html/nodes.ts';
import type { BlockRenderer } from './block.ts';

/** `{% stepper %}` of `{% step %}`: a numbered list whose items begin with their titles. */
export const renderStepper: BlockRenderer = (_, { parts, rest }) => {
  const steps = parts('step').map((step) => element('li', { class: 'step' }, step.body()));
  return [...rest('step'), ...(steps.length === 0 ? [] : [element('ol', { class: 'steps' }, steps)])];
};
