/** Text as HTML in a page's text, escaped so that markdown and our own tags find nothing in it. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/gu, '&#x26;')
    .replace(/</gu, '&#x3C;')
    .replace(/>/gu, '&#x3E;')
    .replace(/\{(?=%)/gu, '&#x7B;')
    .replace(/\$(?=\$)|(?<=\$)\$/gu, '&#x24;')
    .replace(/\\/gu, '&#x5C;')
    .replace(/`/gu, '&#x60;');
}

/** Text between inline tags. Markdown reads this text too, so everything that means something in markdown is escaped. */
export function escapeInline(text: string): string {
  return escapeHtml(text).replace(
    /[*[\]~|@^]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\./giu,
    (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replace(/"/gu, '&#x22;').replace(/\r?\n/gu, '&#xA;');
}

/** An element's opening tag. Absent and false attributes are left out; true ones have no value. */
export function openTag(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [key] : [`${key}="${escapeAttribute(value)}"`];
  });
  return `<${[name, ...written].join(' ')}>`;
}

export function wrap(
  name: string,
  content: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  return `${openTag(name, attributes)}${content}</${name}>`;
}
