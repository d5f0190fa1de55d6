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

/** The rules whose result may depend on the colour scheme: colours, and pictures that differ between schemes. */
const ofColours = new Set(['cat.color', 'cat.text-alternatives']);

/**
 * Ends all transitions between colours. A page that has just switched to dark shows colours in between for a moment, and axe
 * would judge those. Endless animations are left alone.
 */
const endTransitions = `for (const animation of document.getAnimations()) {
  if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
}`;

/**
 * The findings of axe for an open page, first in light and then in dark, one line for each broken rule. All rules of WCAG 2.2 A and
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
