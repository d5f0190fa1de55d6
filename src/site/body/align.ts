/** The class for the value of `align`; undefined for an unknown value. */
export function alignClass(align: string | undefined): string | undefined {
  return align !== undefined && /^(?:left|center|right)$/i.test(align)
    ? `align-${align.toLowerCase()}`
    : undefined;
}
