/** Folds the differences that some file systems ignore: case, compatibility forms, composed and decomposed letters. */
export function foldName(name: string): string {
  // Most names are ASCII, which these forms leave alone.
  return /^[\x20-\x7e]*$/u.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
