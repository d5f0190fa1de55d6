/** Reads comma-separated values (RFC 4180): rows of fields, quoted ones with doubled quotes and line ends inside. */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/u, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    let field = '';
    if (source[at] === '"') {
      at += 1;
      for (;;) {
        const end = source.indexOf('"', at);
        field += source.slice(at, end === -1 ? source.length : end);
        at = end === -1 ? source.length : end + 1;
        if (end === -1 || source[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    const end = endOfField(source, at);
    field += source.slice(at, end);
    row.push(field);
    at = end;
    if (source[at] === ',') {
      at += 1;
      if (at < source.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') at += 1;
  }
  return rows;
}

/** The end of a field that began at `from`, outside quotes. */
function endOfField(source: string, from: number): number {
  for (let at = from; at < source.length; at++) if (',\r\n'.includes(source[at]!)) return at;
  return source.length;
}
