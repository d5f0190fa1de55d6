import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Rule {
  readonly ruleId: string;
  readonly tags: readonly string[];
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What a change of colours can change in the judgement: colours themselves, and pictures of which one scheme shows another. */
const ofColours = new Set(['cat.color', 'cat.text-alternatives']);

/**
 * Ends each change of colours that is under way. A page that has just been told to be dark shows colours between the two for a
 * moment, and axe would judge whichever of them it meets. An animation without an end is left as it is.
 */
const endTransitions = `for (const animation of document.getAnimations()) {
  if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
}`;

/**
 * What axe says of a page that is open, first in light and then in dark, one line for each broken rule. All rules of WCAG 2.2 A and
 * AA and of good practice; in dark those that depend on colours, since the document is the same.
 */
export async function accessibilityFaults(
  page: Page,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<string[]> {
  const judged = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (colorScheme === 'light') await page.evaluate(source);
    await page.evaluate(endTransitions);
    const rules = (await page.evaluate<Rule[]>(`axe.getRules(${JSON.stringify(judged)})`))
      .filter(({ tags }) => !tags.includes('experimental'))
      .filter(({ tags }) => colorScheme === 'light' || tags.some((tag) => ofColours.has(tag)))
      .map(({ ruleId }) => ruleId)
      .filter((rule) => !without.includes(rule));
    const options = { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] };
    const violations = await page.evaluate<Violation[]>(
      `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
    );
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`),
    );
  }
  return found;
}
