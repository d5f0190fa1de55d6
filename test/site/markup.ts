import { HtmlValidate } from 'html-validate';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Elements whose words are shown as they were written, or not at all. */
const verbatim = new Set(['code', 'pre', 'kbd', 'math', 'script', 'style', 'svg', 'template']);

/** What a reader should never see in a text: markup that nobody made anything of, and values that were none. */
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

/** What a search engine and a chat show of a page. */
function descriptionIn({ attrs }: DefaultTreeAdapterTypes.Element): string | undefined {
  const valueOf = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value;
  return /^(?:og:)?(?:description|title)$/.test(valueOf('name') ?? valueOf('property') ?? '')
    ? valueOf('content')
    : undefined;
}

/** Raw markup in the text of a page that readers see, each with the words around it. */
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

/** Links that begin inside of another link, as the file has them: a browser's parser would move them apart. */
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

/** What the HTML standard forbids, and good practice advises against. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Lower case is as right, and shorter by nothing.
    'doctype-style': ['error', { style: 'lowercase' }],
    // Ids are the hosted service's anchors, which links elsewhere know: any letters, digits and dots.
    'valid-id': ['error', { relaxed: true }],
    // A title is its writer's.
    'long-title': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // A list without marks is no list to one screen reader unless it says so.
    'no-redundant-role': 'off',
    // The results of the search are links in a list, which no <select> can hold.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
});

/** Where a page is not valid HTML. */
export function validityFaults(html: string): string[] {
  return validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (line ${line}, ${selector})`,
      ),
    );
}
