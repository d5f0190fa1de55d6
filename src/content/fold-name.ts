/** Folds what file systems take for one and the same: case, compatibility forms, composed and decomposed letters. */
export function foldName(name: string): string {
  // Most names are ASCII, which these forms leave alone.
  return /^[\x20-\x7e]*$/u.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
