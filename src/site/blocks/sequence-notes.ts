const note = /^\s*Note\s+(?:left of|right of|over)\s+([^:]+):/i;
const message = /^\s*([^\s:%]+?)\s*--?(?:>>?|[)x])\s*[+-]?([^\s:]+)\s*:/;
const border = /^\s*(?:(?:loop|alt|opt|par|critical|break|rect|else|and)\b|(end)\s*$)/;

/** The words of a message that is not shown. */
const hidden = '\u2063';
const hiddenMessage = new RegExp(`<g class="message"[^>]* data-label="${hidden}"[\\s\\S]*?</g>`, 'g');

/**
 * Writes a sequence diagram so that its notes are drawn where the text has them. The drawing library puts a note below the message before
 * it, even across the border of a block. It leaves out a note that has no message before it, and it ends a block right below the block's
 * last message. So this function adds messages that are not shown: before a note at the beginning or after a border, and after a note
 * at the end of a block.
 */
export function withNotesInPlace(text: string): string {
  const written: string[] = [];
  let shown: Between | undefined;
  let before: 'message' | 'note' | 'start' | 'end' = 'start';
  for (const line of text.split('\n')) {
    const noted = note.exec(line)?.[1]?.split(',');
    const sent = message.exec(line);
    const bordered = border.exec(line);
    if (noted) {
      if (before === 'start' || !shown) shown = { from: noted[0], to: noted.at(-1) };
      if (before === 'start' || before === 'end') written.push(hiddenBetween(shown));
      before = 'note';
    } else if (bordered) {
      // A message between the same two as the last one makes no block wider.
      if (bordered[1] !== undefined && before === 'note' && shown) written.push(hiddenBetween(shown));
      before = bordered[1] !== undefined && shown ? 'end' : 'start';
    } else if (sent) {
      shown = { from: sent[1], to: sent[2] };
      before = 'message';
    }
    written.push(line);
  }
  return written.join('\n');
}

interface Between {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function hiddenBetween({ from = '', to = '' }: Between): string {
  return `${from.trim()}->>${to.trim()}: ${hidden}`;
}

/** Takes the messages that are not shown out of a drawing. */
export function withoutHiddenMessages(svg: string): string {
  return svg.replace(hiddenMessage, '');
}
