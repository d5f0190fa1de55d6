import type { Evaluation } from '../../content/expression.ts';
import { isBranchTag, readAttributes, type Tag } from '../../content/tree/tag.ts';
import { expressionOf, type DivisionBlock } from '../render/division.ts';
import { linesWithCode } from './code-lines.ts';

/** What the `div` of a block has in its text. */
export const divisionMark = 'data-gb-custom-block';

/** Something open around a place in a text: a condition, a `div` that is one of its branches, or another `div`, which hides nothing. */
interface Open {
  readonly kind: 'tag' | 'division' | 'branch' | 'plain';
  /** Whether the content at the place is hidden. */
  isHidden: boolean;
  /** Whether a branch of the condition was shown already. */
  isTaken: boolean;
}

/** The conditions around a place in a text, written as tags (`{% if … %}`) or as divisions of the hosted editor's export. */
export class OpenConditions {
  readonly #evaluate: (expression: string) => Evaluation;
  /** From the outermost to the innermost. */
  readonly #open: Open[] = [];

  constructor(evaluate: (expression: string) => Evaluation) {
    this.#evaluate = evaluate;
  }

  get isHidden(): boolean {
    return this.#open.some((each) => each.isHidden);
  }

  /** Passes a tag; returns whether the tag belongs to a condition. */
  take(tag: Tag): boolean {
    if (tag.name === 'if') {
      if (tag.closes) this.#close('tag');
      else this.#enter('tag', tag.argument);
      return true;
    }
    return this.#branch('tag', tag.name, tag.argument);
  }

  /** Passes the opening tag of a `div`; returns whether the `div` belongs to a condition. */
  openDivision(division: DivisionBlock | undefined): boolean {
    const expression = division === undefined ? '' : expressionOf(division);
    if (division?.name === 'if') {
      this.#enter('division', expression);
      return true;
    }
    const isOneOfCondition = division !== undefined && this.#branch('division', division.name, expression);
    this.#open.push({ kind: isOneOfCondition ? 'branch' : 'plain', isHidden: false, isTaken: false });
    return isOneOfCondition;
  }

  /** Passes `</div>`; returns whether its opening tag belongs to a condition. */
  closeDivision(): boolean {
    const last = this.#open.at(-1);
    if (last === undefined || last.kind === 'tag') return false;
    this.#open.pop();
    return last.kind !== 'plain';
  }

  #enter(kind: 'tag' | 'division', expression: string): void {
    const holds = this.#holds(expression);
    this.#open.push({ kind, isHidden: !holds, isTaken: holds });
  }

  /** Goes on to another branch of the innermost condition. */
  #branch(kind: 'tag' | 'division', name: string, expression: string): boolean {
    const condition = this.#open.findLast((each) => each.kind === 'tag' || each.kind === 'division');
    if (condition?.kind !== kind || !isBranchTag(name)) return false;
    const isShown = !condition.isTaken && (name === 'else' || this.#holds(expression));
    condition.isHidden = !isShown;
    condition.isTaken ||= isShown;
    return true;
  }

  /** Closes the innermost condition of that kind, with every `div` in it that has no end. */
  #close(kind: 'tag' | 'division'): void {
    const at = this.#open.findLastIndex((each) => each.kind === kind);
    if (at !== -1) this.#open.length = at;
  }

  #holds(expression: string): boolean {
    const result = this.#evaluate(expression);
    return result.ok && Boolean(result.value);
  }
}

const divisionTag = /`[^`\n]*`|<(\/?)div\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/** The parts of a text that its divisions show. Conditions that are still open at the end stay open for the next text. */
export function shownInDivisions(text: string, conditions: OpenConditions): string {
  return linesWithCode(text)
    .flatMap(({ line, isCode }) => {
      const wasHidden = conditions.isHidden;
      const shown = isCode ? (wasHidden ? '' : line) : shownInLine(line, conditions);
      return shown === '' && (wasHidden || line !== '') ? [] : [shown];
    })
    .join('\n');
}

function shownInLine(line: string, conditions: OpenConditions): string {
  let out = '';
  let from = 0;
  const emit = (to: number): void => {
    if (!conditions.isHidden) out += line.slice(from, to);
    from = to;
  };
  for (const match of line.matchAll(divisionTag)) {
    const [tag, slash, attributes] = match;
    if (slash === undefined) continue;
    emit(match.index);
    const wasHidden = conditions.isHidden;
    const isOfCondition =
      slash === '/' ? conditions.closeDivision() : conditions.openDivision(divisionOf(attributes ?? ''));
    if (!isOfCondition && !wasHidden && !conditions.isHidden) out += tag;
    from = match.index + tag.length;
  }
  emit(line.length);
  return out;
}

/** The block that a `div` with these attributes is. */
function divisionOf(text: string): DivisionBlock | undefined {
  if (!new RegExp(`(?:^|\\s)${divisionMark}(?=[\\s=]|$)`, 'i').test(text)) return undefined;
  const attributes = Object.fromEntries(
    Object.entries(readAttributes(text)).map(([name, value]) => [
      name.toLowerCase().replace(/^data-/, ''),
      value,
    ]),
  );
  return { name: (attributes['tag'] ?? '').toLowerCase(), attributes };
}
