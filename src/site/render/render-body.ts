import { cleanFragment } from '../html/clean.ts';
import { renderFormula } from '../html/formula.ts';
import { codeKey } from '../html/highlight.ts';
import { element, isElement, text, trusted, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { printHtml } from '../html/print.ts';
import { blockRenderer } from '../blocks/index.ts';
import { codeBlock } from '../blocks/code.ts';
import { readDocument, type FlowNode } from '../../content/tree/document.ts';
import { slotElement } from '../../content/tree/html-nodes.ts';
import { markPattern } from '../../content/tree/prepare.ts';
import { isBranchTag } from '../../content/tree/tag.ts';
import { toHtmlTree, type Slot } from '../../content/tree/to-html-tree.ts';
import { messageOf } from '../../base/index.ts';
import type { BodyContext, OutlineEntry, SearchSection, UpdateEntry } from '../body/context.ts';
import { decorators } from './decorate.ts';
import {
  branchesOfDivision,
  divisionBlock,
  shownBranch,
  type Branch,
  type DivisionBlock,
} from './division.ts';
import { placeBefore, settleAnchors } from '../body/anchors.ts';
import { rememberDarkSource } from '../body/images.ts';
import { rememberSources } from './media.ts';
import { placeAt, scanPage, withEmoji } from '../../content/index.ts';
import { searchSectionsOf } from '../body/search-text.ts';
import { WrittenLines } from '../body/written-lines.ts';
import { BodyState, type BlockScope, type ReadText } from '../body/state.ts';

/** A page's text as HTML, with the facts that the rest of the site needs. */
export interface RenderedBody {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  readonly updates: readonly UpdateEntry[];
  readonly sections: readonly SearchSection[];
  /** The first words, for pages without a written description. */
  readonly summary: string;
  readonly features: readonly string[];
  /** What the body loads from other hosts, as `img-src https://images.example.com`. */
  readonly loads: readonly string[];
  /** The offsets of coloured code in the HTML, by {@link codeKey}. */
  readonly codes: readonly { readonly key: string; readonly at: number; readonly length: number }[];
}

/** To be changed when the same text would give another body, so that older caches are not used. */
export const bodyVersion = '27';

/** What the hosted editor writes for a character that is not there, in front of emphasis at the start of a line. It shows nothing for it. */
const emptyReference = '&#xNAN;';

/** The deepest nesting of includes. */
const maximumIncludes = 8;

/** Renders the text of a page (without its front matter); `firstLine` is the line of the file where the text begins. */
export async function renderBody(source: string, context: BodyContext, firstLine = 1): Promise<RenderedBody> {
  const state = new BodyState();
  const nodes = nodesOfBody(source, context, { state, firstLine });
  const colored: { key: string; html: string }[] = [];
  for (const { element: target, code, language } of state.pendingCode) {
    const key = codeKey(code, language);
    const html =
      (key === undefined ? undefined : context.codes?.get(key)) ??
      (await context.highlighter.highlight(code, language));
    target.children = [trusted(html, code)];
    if (key !== undefined) colored.push({ key, html });
  }
  for (const { place, formula, display, warn } of state.pendingFormulas) {
    const { html, problem } = await renderFormula(formula, display);
    place.html = html.html;
    if (problem !== undefined) warn(problem);
  }
  for (const { element: figure, source: diagram, number, warn } of state.pendingDiagrams) {
    // Loaded late, because most pages have no diagram, and its code is a fifth of the exporter's.
    const { drawDiagram } = await import('../blocks/diagram.ts');
    const drawn = await drawDiagram(diagram, { number, label: context.texts.code });
    if ('content' in drawn) figure.children = drawn.content;
    else warn(drawn.problem);
  }
  const sections = searchSectionsOf(nodes, context.title);
  const summary = (
    sections
      .map((section) => section.text)
      .join(' ')
      .trim()
      .slice(0, 400)
      .match(/^.{0,200}(?=\s|$)/su)?.[0] ?? ''
  ).trim();
  const html = printHtml(nodes);
  return {
    html,
    outline: state.outline,
    updates: state.updates,
    sections,
    summary,
    features: [...state.features],
    loads: [...state.loads].sort(),
    codes: colored.flatMap(({ key, html: part }) => {
      const at = html.indexOf(part);
      return at === -1 ? [] : [{ key, at, length: part.length }];
    }),
  };
}

/**
 * The sections of a text, without drawing anything: the same headings, ids and words as in the rendered body, for a part of its time and
 * without waiting.
 */
export function sectionsOfBody(source: string, context: BodyContext): SearchSection[] {
  const state = new BodyState();
  const nodes = nodesOfBody(source, context, { state, firstLine: 1 });
  for (const { element: target, code } of state.pendingCode) target.children = [trusted('', code)];
  return searchSectionsOf(nodes, context.title);
}

/** The nodes of a body. What has yet to be coloured, typeset or drawn waits in the state. */
function nodesOfBody(
  source: string,
  context: BodyContext,
  { state, firstLine }: { state: BodyState; firstLine: number },
): BodyNode[] {
  const renderer = new BodyRenderer(context, state);
  let nodes: BodyNode[];
  try {
    nodes = renderer.text(source, context.file, firstLine);
  } catch (error) {
    const message = `shown as plain text: ${messageOf(error)}`;
    context.warn({ file: context.file, line: firstLine, message });
    nodes = [element('pre', { class: 'plain-source', tabindex: '0' }, source.slice(0, plainLimit))];
  }
  nodes.push(...renderer.footnotes());
  settleAnchors(state);
  return nodes;
}

const plainLimit = 1024 * 1024;

/** Most texts have no such brackets, and need no scan. */
const maybeBlankTarget = /\]\([^\s<()][^\n]*[ \t][^\n]*\.\w+[^\n]*\)/u;

/** Links and images that are text, because their address has a blank. */
function blankTargetsIn(source: string, firstLine: number): { line: number; message: string }[] {
  if (!maybeBlankTarget.test(source)) return [];
  const { blankTargets, lineStarts } = scanPage(source);
  return blankTargets.map(({ label, start }) => ({
    line: firstLine + placeAt(lineStarts, start).line - 1,
    message: `the address "${label}" has a blank, so readers see the brackets as they are written: write <${label}>`,
  }));
}

class BodyRenderer {
  readonly #context: BodyContext;
  readonly #state: BodyState;

  constructor(context: BodyContext, state: BodyState) {
    this.#context = context;
    this.#state = state;
  }

  /** Reads and renders one text: the page's, or an include's. */
  text(source: string, file: string, firstLine: number): BodyNode[] {
    const document = readDocument(source, { parse: this.#context.parse, firstLine, mends: true });
    for (const problem of document.problems) this.#context.warn({ file, ...problem });
    for (const warning of blankTargetsIn(source, firstLine)) this.#context.warn({ file, ...warning });
    const lines = new WrittenLines(source, firstLine);
    return this.#flow(document.children, { document, file, lines });
  }

  footnotes(): BodyNode[] {
    const { footnotes } = this.#state;
    if (footnotes.length === 0) return [];
    const items: BodyElement[] = [];
    // A note may refer to further notes, which are added to the list.
    for (let index = 0; index < footnotes.length && index < 1000; index += 1) {
      const { identifier, text: read } = footnotes[index] as (typeof footnotes)[number];
      const definition = read.document.footnotes.get(identifier);
      const children = definition ? this.#flow(definition.children, read) : [];
      const back = element(
        'a',
        { href: `#note-ref-${index + 1}`, class: 'note-back', 'aria-label': this.#context.texts.backToText },
        '↩',
      );
      const last = children.at(-1);
      if (isElement(last, 'p')) last.children.push(text(' '), back);
      else children.push(back);
      items.push(element('li', { id: `note-${index + 1}` }, children));
    }
    return [
      element(
        'section',
        { class: 'notes', role: 'doc-endnotes', 'aria-label': this.#context.texts.notes },
        element('ol', {}, items),
      ),
    ];
  }

  #flow(nodes: readonly FlowNode[], read: ReadText): BodyNode[] {
    const { document } = read;
    const { nodes: dirty, slots } = toHtmlTree(nodes, document);
    const { warn } = this.#scope(read, {}, () => []);
    const clean = cleanFragment(dirty, document.prepared.nonce, (written) => {
      warn(`the link to "${written}" leads nowhere: links of this kind are not followed`, { about: written });
    });
    return this.#decorateAll(clean, { slots, read });
  }

  #decorateAll(nodes: readonly BodyNode[], part: Part): BodyNode[] {
    const out: BodyNode[] = [];
    for (const node of nodes) out.push(...this.#decorate(node, part));
    return out;
  }

  #decorate(node: BodyNode, part: Part): BodyNode[] {
    if (node.type === 'text') return this.#words(node.value, part);
    if (node.type !== 'element') return [];
    if (node.tagName === slotElement) return this.#slot(node, part);
    if (node.tagName === 'picture') rememberDarkSource(node);
    if (node.tagName === 'video' || node.tagName === 'audio') rememberSources(node);
    const division = divisionBlock(node);
    if (division) return this.#division(node, division, part);
    const verbatim = part.verbatim === true || node.tagName === 'code' || node.tagName === 'pre';
    node.children = this.#decorateAll(node.children, verbatim ? { ...part, verbatim } : part);
    const decorator = Object.hasOwn(decorators, node.tagName) ? decorators[node.tagName] : undefined;
    const scope = this.#scope(part.read, {}, () => node.children);
    // The decorator of links reads the id itself, because a link without words is only an anchor.
    const place = node.tagName === 'a' ? [] : placeBefore(node, this.#state);
    if (decorator) return [...place, ...decorator(node, scope)];
    delete node.properties['className'];
    delete node.properties['style'];
    return [...place, node];
  }

  #words(written: string, part: Part): BodyNode[] {
    const shown = part.verbatim ? written : withEmoji(written.replaceAll(emptyReference, ''));
    const nodes = this.#formulas(shown, part);
    const [only, ...others] = nodes;
    if (shown !== written && only && others.length === 0) this.#state.asWritten.set(only, written);
    return nodes;
  }

  #formulas(value: string, part: Part): BodyNode[] {
    const { document, file } = part.read;
    const { prepared } = document;
    if (!value.includes(prepared.nonce)) return [text(value)];
    const out: BodyNode[] = [];
    let from = 0;
    for (const match of value.matchAll(markPattern(prepared.nonce))) {
      const mark = prepared.marks[Number(match[1] ?? match[2])];
      if (match.index > from) out.push(text(value.slice(from, match.index)));
      from = match.index + match[0].length;
      if (mark?.kind === 'tag') out.push(text(mark.tag.raw));
      else if (mark) out.push(this.#formula(mark.formula, mark.kind === 'formula', mark.line, file));
    }
    if (from < value.length) out.push(text(value.slice(from)));
    return out;
  }

  #formula(formula: string, display: boolean, line: number, file: string): BodyNode {
    const place = trusted('', formula.trim());
    this.#state.pendingFormulas.push({
      place,
      formula,
      display,
      warn: (message) => this.#context.warn({ file, line, message }),
    });
    return display ? element('div', { class: 'formula', tabindex: '0' }, [place]) : place;
  }

  #slot(node: BodyElement, part: Part): BodyNode[] {
    const number = Number(String(node.properties['dataSlot']).split('-').at(-1));
    const slot: Slot | undefined = part.slots[number];
    if (!slot) return [];
    switch (slot.kind) {
      case 'formula':
        return [this.#formula(slot.formula.formula, true, slot.formula.line, part.read.file)];
      case 'code':
        return codeBlock(
          { code: slot.code, language: slot.language, ...metaOf(slot.meta) },
          this.#scope(part.read, {}, () => []),
        );
      case 'footnote':
        return this.#footnote(slot.identifier, part);
      case 'block':
        return this.#block(slot.block, part);
    }
  }

  #block(block: Extract<Slot, { kind: 'block' }>['block'], part: Part): BodyNode[] {
    const { name } = block.tag;
    const { read } = part;
    const scope = this.#scope(read, { line: block.line }, () => this.#flow(block.children, read));
    if (name === 'include')
      return this.#include(block.tag.argument || (block.tag.attributes['src'] ?? ''), scope);
    if (name === 'if') return this.#conditional(block, part, scope);
    const renderer = blockRenderer(name);
    if (renderer) {
      const child = (node: FlowNode): node is Extract<FlowNode, { type: 'block' }> => node.type === 'block';
      return renderer(
        block.tag.attributes,
        Object.assign(scope, {
          parts: (partName: string) =>
            block.children
              .filter(child)
              .filter((each) => each.tag.name === partName)
              .map((each) => ({
                attributes: each.tag.attributes,
                body: () => this.#flow(each.children, read),
              })),
          /** Children outside all parts, which are shown rather than lost. */
          rest: (...partNames: readonly string[]) =>
            this.#flow(
              block.children.filter((each) => !(child(each) && partNames.includes(each.tag.name))),
              read,
            ),
          name,
        }),
      );
    }
    scope.warn(`the block {% ${name} %} is not known; its content is shown without it`);
    return scope.body();
  }

  /** A block that is written as a `div`, with its parts as inner `div`s. */
  #division(node: BodyElement, division: DivisionBlock, part: Part): BodyNode[] {
    const { name, attributes } = division;
    const body = (): BodyNode[] => this.#decorateAll(node.children, part);
    const [about = ''] = Object.values(attributes);
    const scope = this.#scope(part.read, { about }, body);
    if (name === 'if') {
      const shown = shownBranch(
        branchesOfDivision(division, node.children),
        this.#context.evaluate,
        scope.warn,
      );
      return this.#decorateAll(shown, part);
    }
    const renderer = blockRenderer(name);
    if (!renderer) return body();
    const isPart = (child: BodyNode, wanted: string): DivisionBlock | undefined => {
      const inner = isElement(child) ? divisionBlock(child) : undefined;
      return inner?.name === wanted ? inner : undefined;
    };
    return renderer(
      attributes,
      Object.assign(scope, {
        name,
        parts: (wanted: string) =>
          node.children.flatMap((child) => {
            const inner = isPart(child, wanted);
            return inner && isElement(child)
              ? [{ attributes: inner.attributes, body: () => this.#decorateAll(child.children, part) }]
              : [];
          }),
        rest: (...wanted: readonly string[]) =>
          this.#decorateAll(
            node.children.filter((child) => !wanted.some((name) => isPart(child, name))),
            part,
          ),
      }),
    );
  }

  #conditional(block: Extract<Slot, { kind: 'block' }>['block'], part: Part, scope: BlockScope): BodyNode[] {
    // `{% else %}` and `{% elif … %}` are siblings among the children.
    const branches: Branch<FlowNode>[] = [{ expression: block.tag.argument, content: [] }];
    const take = (nodes: readonly FlowNode[]): void => {
      for (const node of nodes) {
        if (node.type === 'block' && isBranchTag(node.tag.name)) {
          branches.push({
            expression: node.tag.name === 'else' ? undefined : node.tag.argument,
            content: [],
          });
          take(node.children);
        } else branches.at(-1)?.content.push(node);
      }
    };
    take(block.children);
    return this.#flow(shownBranch(branches, this.#context.evaluate, scope.warn), part.read);
  }

  #include(path: string, scope: BlockScope): BodyNode[] {
    const found = this.#context.include(path, scope.file);
    if (!found) {
      scope.warn(
        `the include "${path}" is not among the reusable contents of this space: correct the path, which is relative to this file, or put the text into a file of .gitbook/includes`,
      );
      return [];
    }
    const { openIncludes, endlessIncludes } = this.#state;
    if (openIncludes.includes(found.file)) {
      if (!endlessIncludes.has(found.file)) scope.warn(`the include "${path}" is inside itself`);
      endlessIncludes.add(found.file);
      return [];
    }
    if (openIncludes.length >= maximumIncludes) {
      scope.warn(`the include "${path}" nests more than ${maximumIncludes} deep`);
      return [];
    }
    openIncludes.push(found.file);
    const nodes = this.text(found.text, found.file, found.firstLine ?? 1);
    openIncludes.pop();
    return nodes;
  }

  #footnote(identifier: string, part: Part): BodyNode[] {
    const { footnotes } = this.#state;
    const definition = part.read.document.footnotes.get(identifier);
    if (!definition) return [text(`[^${identifier}]`)];
    let index = footnotes.findIndex((note) => note.identifier === identifier && note.text === part.read);
    const first = index === -1;
    if (first) index = footnotes.push({ identifier, text: part.read }) - 1;
    return [
      element(
        'sup',
        { class: 'note-ref' },
        element(
          'a',
          {
            href: `#note-${index + 1}`,
            role: 'doc-noteref',
            ...(first ? { id: `note-ref-${index + 1}` } : {}),
          },
          String(index + 1),
        ),
      ),
    ];
  }

  /** The scope of a block in a line, or of something whose line is found by its words. */
  #scope(
    { file, lines }: ReadText,
    block: { readonly line?: number; readonly about?: string },
    body: () => BodyNode[],
  ): BlockScope {
    return {
      context: this.#context,
      state: this.#state,
      file,
      body,
      warn: (message, { about = block.about, ...more } = {}) => {
        const line = block.line ?? (about === undefined ? undefined : lines.next(about));
        this.#context.warn({ file, ...(line === undefined ? {} : { line }), message, ...more });
      },
    };
  }
}

interface Part {
  readonly slots: readonly Slot[];
  readonly read: ReadText;
  /** In code, names of emoji are not replaced. */
  readonly verbatim?: boolean;
}

/** The settings in a fence's info line, after the language: `title="a.js" lineNumbers overflow="wrap"`. */
function metaOf(meta: string): { title?: string } {
  const title = /(?:title|filename)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta);
  const value = title?.[1] ?? title?.[2] ?? title?.[3];
  return value === undefined ? {} : { title: value };
}
