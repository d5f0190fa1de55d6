import { hash } from 'node:crypto';

/** A pointer of Git LFS is smaller, according to its specification. */
const mostBytes = 1024;
const pattern =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})(?:\n|$)/u;

/** The SHA-256 of the content that a pointer of Git LFS stands for; null for bytes that are no pointer. */
export function pointedContent(bytes: Uint8Array): string | null {
  if (bytes.length >= mostBytes) return null;
  return pattern.exec(new TextDecoder().decode(bytes))?.[1] ?? null;
}

/** Whether the first bytes are a pointer of Git LFS that stands for the second. */
export function isPointerTo(pointer: Uint8Array, content: Uint8Array): boolean {
  const pointed = pointedContent(pointer);
  return pointed !== null && hash('sha256', content, 'hex') === pointed;
}
