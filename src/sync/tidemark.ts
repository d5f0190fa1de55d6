import type { Person } from '../git/port.ts';

/** Tidemark as a person of a commit: always the committer, and the author of what has no other author. */
export function tidemarkAt(at: number): Person {
  return { name: 'Tidemark', email: 'tidemark@localhost', at };
}
