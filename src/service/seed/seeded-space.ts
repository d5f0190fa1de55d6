import type { FolderProblem } from '../../content/index.ts';

/** What a seed made of one folder. */
export interface SeededSpace {
  readonly id: string;
  readonly title: string;
  /** The folder below the seed; `''` for the seed itself. */
  readonly folder: string;
  readonly pages: number;
  readonly files: number;
  /** Markdown that the table of contents does not name: such files are kept as files, not as pages. */
  readonly unlisted: readonly string[];
  readonly problems: readonly FolderProblem[];
}
