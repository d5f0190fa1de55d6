import { HtmlValidate } from 'html-validate';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Elements whose words are shown as written, or not at all. */
const verbatim = new Set(['code', 'pre', 'kbd', 'math', 'script', 'style', 'svg', 'template']);

/** Text that a reader should never see: raw markup, and missing values. */
const raw: readonly RegExp[] = [
  /\{%.{0,40}/,
  /%\}/,
  /\{\{.{0,40}/,
  /\*\*.{0,40}/,
  /\]\(.{0,40}/,
  /!\[.{0,40}/,
  /<\/?(?:a|b|br|code|details|div|em|figcaption|figure|h[1-6]|i|img|li|mark|ol|p|picture|pre|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/i,
  /&(?:amp|lt|gt|quot|nbsp|#\d+|#x[0-9a-f]+);/i,
  /\[object \w+\]|\bundefined\b.{0,20}undefined\b/,
  /\[\^[\w-]+\]/,
  /user-content-/,
];

/** The parts of a page that a search engine and a chat show. */
function descriptionIn({ attrs }: DefaultTreeAdapterTypes.Element): string | undefined {
  const valueOf = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value;
  return /^(?:og:)?(?:description|title)$/.test(valueOf('name') ?? valueOf('property') ?? '')
    ? valueOf('content')
    : undefined;
}

/** Raw markup in the visible text of a page, each with the words around it. */
export function rawMarkupIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node && verbatim.has(node.tagName)) return;
    const shown =
      node.nodeName === '#text'
        ? (node as DefaultTreeAdapterTypes.TextNode).value
        : node.nodeName === 'meta'
          ? descriptionIn(node)
          : undefined;
    if (shown !== undefined) {
      for (const sign of raw) {
        const match = sign.exec(shown);
        if (match)
          found.push(
            `${match[0]} in "${shown.slice(Math.max(0, match.index - 40), match.index + 60).trim()}"`,
          );
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

/** Links that begin inside another link in the file: a browser's parser would separate them. */
export function linksInLinks(html: string): string[] {
  const found: string[] = [];
  let open: string | undefined;
  for (const [tag] of html
    .replace(/<!--[\s\S]*?-->/g, '')
    .matchAll(/<\/a>|<a(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/g)) {
    if (tag === '</a>') open = undefined;
    else if (open === undefined) open = tag;
    else found.push(`${tag} in ${open}`);
  }
  return found;
}

/** Rules against what the HTML standard forbids or good practice advises against. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Lower case is just as valid.
    'doctype-style': ['error', { style: 'lowercase' }],
    // Ids are the hosted service's anchors, which links elsewhere use: any letters, digits and dots.
    'valid-id': ['error', { relaxed: true }],
    // The writer chooses the title.
    'long-title': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // One screen reader takes a list without markers for a list only if it has the role.
    'no-redundant-role': 'off',
    // The results of the search are links in a list, which no <select> can hold.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
});

/** The places where a page is not valid HTML. */
export function validityFaults(html: string): string[] {
  return validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (line ${line}, ${selector})`,
      ),
    );
}
