import { hash } from 'node:crypto';
import type { Random } from '../../clock/index.ts';
import { markOfClone } from '../state/clone.ts';

/**
 * Each change request of ours has a mark in brackets at the end of its subject: ten digits by which we find it when the answer to
 * its creation was lost, and six for the clone that made it (older versions made marks without these). The last four of the ten stand
 * for the branch that it was made for; older versions drew all ten. The interface returns no other field in which the mark could be
 * kept. The mark is for Tidemark alone, and is taken off wherever people read a subject.
 */
const marked = / ?\[[0-9a-f]{10}(?:-[0-9a-f]{6})?\]$/u;

/** Draws the mark of a new change request. */
export function newMark(random: Random, clone: string, branch: string): string {
  const drawn = [...random.bytes(3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${drawn}${digitsOfBranch(branch)}-${markOfClone(clone)}`;
}

/** Whether a mark was drawn for this branch, as far as four digits can tell. */
export function isMarkFor(mark: string, branch: string): boolean {
  return mark.slice(6, 10) === digitsOfBranch(branch);
}

function digitsOfBranch(branch: string): string {
  return hash('sha256', branch, 'hex').slice(0, 4);
}

export function withMark(subject: string, mark: string): string {
  return `${subject} [${mark}]`;
}

export function hasMark(subject: string, mark: string): boolean {
  return subject.endsWith(`[${mark}]`);
}

/** A subject as people read it, and its mark, if any. */
export function markIn(subject: string): { readonly subject: string; readonly mark?: string } {
  const [found] = marked.exec(subject) ?? [];
  if (found === undefined) return { subject };
  return { subject: subject.slice(0, -found.length), mark: found.trim().slice(1, -1) };
}

/** Whether the mark in a subject is that of this clone. */
export function hasMarkOf(subject: string, clone: string): boolean {
  return clone !== '' && subject.endsWith(`-${markOfClone(clone)}]`);
}

/** A subject without its mark, as people read it. */
export function withoutMark(subject: string): string {
  return subject.replace(marked, '');
}

/** A new subject with the mark of the old one, if any. */
export function withMarkOf(before: string, subject: string): string {
  const [mark] = marked.exec(before) ?? [];
  return mark === undefined ? subject : `${subject} ${mark.trim()}`;
}
