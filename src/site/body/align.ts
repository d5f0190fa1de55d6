/** The class for a written `align`; undefined for one that says nothing. */
export function alignClass(align: string | undefined): string | undefined {
  return align !== undefined && /^(?:left|center|right)$/i.test(align)
    ? `align-${align.toLowerCase()}`
    : undefined;
}
