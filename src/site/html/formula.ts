import type Temml from 'temml';
import { escapeHtml } from './print.ts';
import { trusted, type TrustedHtml } from './nodes.ts';

/** The longest formula that we typeset; a longer one is shown as written. */
const longestFormula = 10_000;

/** Loaded for the first formula, because most pages have none. */
let temml: typeof Temml | undefined;

/**
 * Typesets a TeX formula as MathML, which browsers draw without fonts or scripts. After an error, the formula is shown as written.
 */
export async function renderFormula(
  formula: string,
  display: boolean,
): Promise<{ html: TrustedHtml; problem?: string }> {
  temml ??= (await import('temml')).default;
  const source = formula.trim();
  if (source.length > longestFormula)
    return { html: plain(source), problem: `a formula of ${source.length} characters is shown as written` };
  try {
    const html = temml.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 500,
      strict: false,
    });
    return { html: trusted(withoutStyles(html), source) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable';
    return { html: plain(source), problem: `a formula is shown as written: ${reason}` };
  }
}

function plain(source: string): TrustedHtml {
  return trusted(`<code class="formula-source">${escapeHtml(source)}</code>`, source);
}

/** Removes inline styles, which the pages' policy forbids. MathML looks well without them. */
function withoutStyles(html: string): string {
  return html.replace(/ (?:style|href|src|on\w+)="[^"]*"/g, '');
}
