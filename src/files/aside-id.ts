/** What the name of an old content tells: when it was taken from its path, why, and what we expected there. */
export interface Aside {
  at: number;
  /** A unique serial; that of the new content where one takes the path. */
  serial: string;
  purpose: 'replace' | 'remove';
  expected: string;
  /** The id of the file's own bytes, where those differ from the content. */
  raw?: string;
}

/** Names sort by time, so that the newest of several is the last. */
export function asideId({ at, serial, purpose, expected, raw = expected }: Aside): string {
  const time = Math.max(0, Math.floor(at)).toString(36).padStart(9, '0');
  return `${time}-${serial}-${purpose}-${expected}${raw === expected ? '' : `-${raw}`}`;
}

/** Reads a name; null for a name that we did not make. */
export function readAsideId(id: string): Required<Aside> | null {
  const found = /^([0-9a-z]{9,})-([0-9a-z]+)-(replace|remove)-([0-9a-f]{40})(?:-([0-9a-f]{40}))?$/u.exec(id);
  const [, at, serial, purpose, expected, raw = expected] = found ?? [];
  if (at === undefined || serial === undefined || expected === undefined || raw === undefined) return null;
  return {
    at: parseInt(at, 36),
    serial,
    purpose: purpose === 'remove' ? 'remove' : 'replace',
    expected,
    raw,
  };
}
