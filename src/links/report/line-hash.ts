/** How many characters, without blanks, go into the hash of the line that they begin in. */
const blockSize = 100;
const factor = 37n;
const firstFactor = BigInt.asUintN(64, factor ** BigInt(blockSize));

const [tab, lineFeed, carriageReturn, blank, endOfFile] = [9, 10, 13, 32, 65_535];

/**
 * The fingerprint of each line of a file, as code scanning computes `primaryLocationLineHash` for results without one: a
 * rolling hash of the characters from the line's beginning on, and how many earlier lines have the same hash. So a fingerprint
 * stays when lines above are added, and changes with the line or the text after it.
 *
 * @returns one entry for each line, the first line at 0.
 */
export function lineHashes(text: string): string[] {
  const hashes: string[] = [];
  const seen = new Map<string, number>();
  const window = new Array<bigint>(blockSize).fill(0n);
  const lines = new Array<number>(blockSize).fill(-1);
  let hash = 0n;
  let at = 0;
  let line = 0;
  let isLineStart = true;
  let afterReturn = false;

  const give = (): void => {
    const value = hash.toString(16);
    const count = (seen.get(value) ?? 0) + 1;
    seen.set(value, count);
    hashes[lines[at] ?? 0] = `${value}:${count}`;
    lines[at] = -1;
  };
  const take = (sign: number): void => {
    const left = window[at] ?? 0n;
    window[at] = BigInt(sign);
    hash = BigInt.asUintN(64, factor * hash + BigInt(sign) - firstFactor * left);
    at = (at + 1) % blockSize;
  };
  const read = (code: number): void => {
    if (code === blank || code === tab || (afterReturn && code === lineFeed)) {
      afterReturn = false;
      return;
    }
    afterReturn = code === carriageReturn;
    const sign = afterReturn ? lineFeed : code;
    if (lines[at] !== -1) give();
    if (isLineStart) {
      isLineStart = false;
      lines[at] = line;
      line += 1;
    }
    if (sign === lineFeed) isLineStart = true;
    take(sign);
  };

  for (let index = 0; index < text.length; index += 1) read(text.charCodeAt(index));
  read(endOfFile);
  for (let index = 0; index < blockSize; index += 1) {
    if (lines[at] !== -1) give();
    take(0);
  }
  return hashes;
}
