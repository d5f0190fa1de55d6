/** One file or folder that moves. Paths are relative to the repository. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The path of a file or folder after the moves: its own path if it stays. */
export type LaterPath = (path: string) => string;

/** Turns moves into a function of paths. The content of a folder moves with the folder. */
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
