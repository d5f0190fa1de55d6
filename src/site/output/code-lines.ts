/** A line of a markdown text. */
export interface MarkdownLine {
  readonly line: string;
  /** Whether the line is a part of fenced code, the fences included. */
  readonly isCode: boolean;
}

/** The lines of a markdown text, each with whether it is fenced code. */
export function linesWithCode(text: string): MarkdownLine[] {
  let fence = '';
  return text.split('\n').map((line) => {
    const run = /^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
    const isFence =
      run !== undefined &&
      (fence === '' || (run.startsWith(fence) && /^[ \t>]*(?:`{3,}|~{3,})\s*$/.test(line)));
    if (isFence) fence = fence === '' ? run : '';
    return { line, isCode: isFence || fence !== '' };
  });
}
