/*
 * The names of elements that browsers know. Writers also put other words into angle brackets (`<your-api-key>`, `List<String>`), and
 * those are words to be shown.
 */

const html =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt element em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select selectedcontent shadow slot small source spacer span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp';

const svg =
  'svg animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter foreignobject g glyph lineargradient line marker mask metadata mpath path pattern polygon polyline radialgradient rect set stop switch symbol text textpath tref tspan use view';

const math =
  'math annotation annotation-xml maction menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics';

const known: ReadonlySet<string> = new Set(`${html} ${svg} ${math}`.split(' '));

/** Whether browsers know an element of this name. */
export function isElementName(name: string): boolean {
  return known.has(name.toLowerCase());
}

/** A comment, or the beginning of a tag with its name. */
const tags = /<!--(?:[\s\S]*?-->|[\s\S]*$)|<\/?([a-z][^\s/<>]*)/giu;

/** HTML in which the tags of elements that no browser knows are words, and all else is as it was. */
export function withUnknownTagsShown(html: string): string {
  return html.replace(tags, (tag, name: string | undefined) =>
    name === undefined || isElementName(name) ? tag : `&lt;${tag.slice(1)}`,
  );
}

/** Whether a text is a single tag of an element that no browser knows. */
export function isUnknownTag(text: string): boolean {
  return beginsWithUnknownTag(text) && /^<\/?[a-z][^\s/<>"']*(?:"[^"]*"|'[^']*'|[^"'<>])*>$/iu.test(text);
}

/** Whether a text begins with a tag of an element that no browser knows. */
export function beginsWithUnknownTag(text: string): boolean {
  const name = /^\s*<\/?([a-z][^\s/<>]*)/iu.exec(text)?.[1];
  return name !== undefined && !isElementName(name);
}
