/** One file or folder that moves. Paths are relative to the repository. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Where a file or folder is after the moves: its own path when it stays. */
export type LaterPath = (path: string) => string;

/** Reads moves of files and folders as a function of paths; what lies in a folder goes with the folder. */
export function laterPathOf(moves: readonly Move[]): LaterPath {
  const exact = new Map(moves.map(({ from, to }) => [from, to]));
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const to = exact.get(path.slice(0, end));
      if (to !== undefined) return to + path.slice(end);
    }
    return path;
  };
}
