/**
 * The values of a git configuration file that we need. Keys are `section.name` or `section.subsection.name`, with section and
 * name in lower case; the last value of a key counts. Includes are not followed: the settings that decide how a repository is
 * stored must be in its own file.
 */
export function parseGitConfig(text: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/u)) {
    const header = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]\s*(.*)$/u.exec(line);
    if (header) {
      const [, name = '', subsection] = header;
      section =
        name.toLowerCase() + (subsection === undefined ? '' : `.${subsection.replace(/\\(.)/gu, '$1')}`);
      readValue(values, section, header[3] ?? '');
    } else {
      readValue(values, section, line);
    }
  }
  return values;
}

function readValue(values: Map<string, string>, section: string, line: string): void {
  const found = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/u.exec(line);
  if (!found || section === '') return;
  const [, name = '', raw] = found;
  values.set(`${section}.${name.toLowerCase()}`, raw === undefined ? 'true' : unquote(raw));
}

function unquote(raw: string): string {
  let value = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] ?? '';
    if (character === '"') quoted = !quoted;
    else if (character === '\\') value += escapes[raw[++at] ?? ''] ?? raw[at] ?? '';
    else if (!quoted && (character === '#' || character === ';')) break;
    else value += character;
  }
  return quoted ? value : value.trimEnd();
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Whether git takes a configured value for true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|1)$/iu.test(value);
}
