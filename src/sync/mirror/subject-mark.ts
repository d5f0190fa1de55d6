import { markOfClone } from '../state/clone.ts';

/**
 * Each change request of ours has a mark in brackets at the end of its subject: ten digits by which it is found when the answer to its
 * creation was lost, and six for the clone that made it (marks of older versions have none). The interface has no other place that
 * comes back when it is read. It is for Tidemark alone, and taken off wherever people read a subject.
 */
const marked = / ?\[[0-9a-f]{10}(?:-[0-9a-f]{6})?\]$/u;

export function withMark(subject: string, mark: string): string {
  return `${subject} [${mark}]`;
}

export function hasMark(subject: string, mark: string): boolean {
  return subject.endsWith(`[${mark}]`);
}

/** A subject as people read it, and the mark that it has, if any. */
export function markIn(subject: string): { readonly subject: string; readonly mark?: string } {
  const [found] = marked.exec(subject) ?? [];
  if (found === undefined) return { subject };
  return { subject: subject.slice(0, -found.length), mark: found.trim().slice(1, -1) };
}

/** Whether a clone made the change request of this subject. */
export function hasMarkOf(subject: string, clone: string): boolean {
  return clone !== '' && subject.endsWith(`-${markOfClone(clone)}]`);
}

/** A subject as people read it. */
export function withoutMark(subject: string): string {
  return subject.replace(marked, '');
}

/** Another subject with the mark that the first one has, if any. */
export function withMarkOf(before: string, subject: string): string {
  const [mark] = marked.exec(before) ?? [];
  return mark === undefined ? subject : `${subject} ${mark.trim()}`;
}
