import type { BodyContext } from '../body/context.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { blockMark, markPattern, prepareMarkdown } from '../../content/tree/prepare.ts';
import { operationMarkdown, schemasMarkdown } from '../openapi/markdown.ts';
import { printValue } from '../../content/expression.ts';

export interface MarkdownTwin {
  readonly file: string;
  readonly evaluate: BodyContext['evaluate'];
  readonly include: BodyContext['include'];
  readonly spec: BodyContext['spec'];
  readonly resolve: (written: string, from: string) => LinkTarget;
}

/**
 * A page's text for those who read markdown: as its writer wrote it, with includes put in, variables filled in, links that lead
 * to the other pages' markdown, and without what this visitor may not see.
 */
export function pageMarkdown(source: string, twin: MarkdownTwin, depth = 0): string {
  const prepared = prepareMarkdown(source);
  const hidden: boolean[] = [];
  let out = '';
  let from = 0;
  const emit = (text: string): void => {
    if (!hidden.includes(true)) out += text;
  };
  for (const match of prepared.text.matchAll(markPattern(prepared.nonce))) {
    const number = Number(match[1] ?? match[2]);
    const mark = prepared.marks[number];
    emit(rewrite(prepared.text.slice(from, match.index), twin));
    from = match.index + match[0].length;
    if (!mark) continue;
    if (mark.kind !== 'tag') {
      emit(mark.raw);
      continue;
    }
    const { tag } = mark;
    if (tag.name === 'if') {
      if (tag.closes) hidden.pop();
      else hidden.push(!isTrue(tag.argument, twin));
      if (match[0] === blockMark(prepared.nonce, number) && prepared.text[from] === '\n') from += 1;
    } else if (tag.name === 'else' && hidden.length > 0) hidden.push(!hidden.pop());
    else if (tag.name === 'include' && depth < 8) {
      const found = twin.include(tag.argument, twin.file);
      if (found) emit(pageMarkdown(found.text, { ...twin, file: found.file }, depth + 1).trim());
    } else if (
      !tag.closes &&
      (tag.name === 'openapi-operation' || tag.name === 'openapi-webhook' || tag.name === 'openapi-schemas')
    ) {
      const { spec = '', src, path, method } = tag.attributes;
      const document = twin.spec(spec, { address: src, path, method, file: twin.file });
      if (document)
        emit(
          tag.name === 'openapi-schemas'
            ? schemasMarkdown(document, tag.attributes['schemas'])
            : operationMarkdown(document, tag.attributes),
        );
      else emit(tag.raw);
    } else if (tag.closes && tag.name.startsWith('openapi-') && twin.spec !== undefined) emit('');
    else emit(tag.raw);
  }
  emit(rewrite(prepared.text.slice(from), twin));
  return out;
}

function isTrue(expression: string, twin: MarkdownTwin): boolean {
  const result = twin.evaluate(expression);
  return result.ok && Boolean(result.value);
}

/** Fills in expressions and turns links to pages, outside code. */
function rewrite(text: string, twin: MarkdownTwin): string {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const run = /^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
      if (
        run !== undefined &&
        (fence === '' || (run.startsWith(fence) && /^[ \t>]*(?:`{3,}|~{3,})\s*$/.test(line)))
      ) {
        fence = fence === '' ? run : '';
        return line;
      }
      return fence === '' ? rewriteLine(line, twin) : line;
    })
    .join('\n');
}

function rewriteLine(line: string, twin: MarkdownTwin): string {
  let out = line;
  if (out.includes('class="expression"'))
    out = out.replace(/<code class="expression">([^<]{0,2048})<\/code>/g, (_, expression: string) => {
      const result = twin.evaluate(
        expression
          .replace(/&quot;/g, '"')
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&amp;/g, '&'),
      );
      return result.ok ? printValue(result.value) : '';
    });
  if (!out.includes('](') && !/\b(?:href|src)="/.test(out)) return out;
  return out
    .replace(/(\]\()(<[^<>\n]*>|[^()\s<>]+)/g, (all, open: string, target: string) => {
      const turned = turn(target.startsWith('<') ? target.slice(1, -1) : target, twin);
      return turned === undefined ? all : `${open}${/[\s()<>]/.test(turned) ? `<${turned}>` : turned}`;
    })
    .replace(/\b(href|src)="([^"]*)"/g, (all, name: string, target: string) => {
      const turned = turn(target.replace(/&#x26;|&amp;/g, '&'), twin);
      return turned === undefined ? all : `${name}="${turned.replace(/&/g, '&#x26;').replace(/"/g, '%22')}"`;
    });
}

function turn(written: string, twin: MarkdownTwin): string | undefined {
  if (written.startsWith('#') || /^(?:mailto|tel):/i.test(written)) return undefined;
  const target = twin.resolve(written, twin.file);
  if (target.kind === 'page') return markdownAddress(target.url);
  return target.kind === 'file' ? target.url : undefined;
}

/** The address of a page's markdown, from the page's own. */
export function markdownAddress(url: string): string {
  const [path = '', hash] = url.split('#');
  const file =
    path === '' ? '' : path.endsWith('/') ? `${path}index.md` : `${path.replace(/\.html$/, '')}.md`;
  return hash === undefined ? file : `${file}#${hash}`;
}
