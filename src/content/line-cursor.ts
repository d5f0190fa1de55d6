/** A place in a line: columns count tabs, and a tab may be used up in part, which leaves some of its columns before `at`. */
export interface Cursor {
  at: number;
  column: number;
  left: number;
}

/** Blanks in a line. */
export interface Indent {
  /** How many characters, and how many columns they take. */
  length: number;
  width: number;
}

const columnsOfTab = 4;

/** The blanks from a place on. */
export function indentAt(text: string, { at, column, left }: Cursor, end: number): Indent {
  let index = at;
  let to = column;
  for (; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 32) to += 1;
    else if (code === 9) to += columnsOfTab - (to % columnsOfTab);
    else break;
  }
  return { length: index - at, width: left + to - column };
}

/** Passes the blanks and a number of characters after them. */
export function passCharacters(cursor: Cursor, indent: Indent, characters: number): void {
  cursor.column += indent.width - cursor.left + characters;
  cursor.at += indent.length + characters;
  cursor.left = 0;
}

/** Passes the mark of a quote, and one blank after it. */
export function passQuoteMark(text: string, cursor: Cursor, indent: Indent): void {
  passCharacters(cursor, indent, 1);
  const code = text.charCodeAt(cursor.at);
  if (code === 32 || code === 9) passColumns(text, cursor, 1);
}

/** Passes a number of columns of blanks, and remembers the rest of a tab. */
export function passColumns(text: string, cursor: Cursor, columns: number): void {
  let wanted = columns - cursor.left;
  while (wanted > 0) {
    const code = text.charCodeAt(cursor.at);
    if (code !== 32 && code !== 9) break;
    const width = code === 32 ? 1 : columnsOfTab - (cursor.column % columnsOfTab);
    cursor.at += 1;
    cursor.column += width;
    wanted -= width;
  }
  cursor.left = Math.max(0, -wanted);
}
