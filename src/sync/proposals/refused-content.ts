import { isAppError, messageOf } from '../../base/index.ts';
import type { AppError } from '../../base/index.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { Step } from './steps.ts';
import { withUntoldPages } from './untold.ts';
import { nextBatch } from './writing.ts';
import type { WriteMethod } from './writing.ts';

/** A file whose content the service refuses. */
export interface RefusedContent {
  /** The path in the space's folder. */
  readonly path: string;
  readonly said: string;
}

/** How many refusals one cycle looks for; the next cycle goes on with the others. */
const mostRefused = 20;

/**
 * Chooses the batches. A batch that the service refuses for its content is sent in halves, until only the refused content is
 * left; everything else is sent without it.
 */
export class BatchSplitter {
  readonly refused: RefusedContent[] = [];
  readonly #way: WriteMethod;
  #most = Infinity;

  constructor(way: WriteMethod) {
    this.#way = way;
  }

  /** Whether so much was refused in this cycle that the rest waits for the next cycle. */
  get exhausted(): boolean {
    return this.refused.length >= mostRefused;
  }

  next(steps: readonly Step[]): readonly Step[] {
    return firstOf(nextBatch(this.#way, steps), this.#most);
  }

  /** Notes that a batch was accepted. */
  sent(): void {
    this.#most *= 2;
  }

  /**
   * Notes that a batch failed; returns the file that the service refuses, or null when a smaller batch has to find it.
   *
   * @throws The failure itself, when the content is not its cause.
   */
  failed(error: unknown, batch: readonly Step[]): string | null {
    if (!isRefusal(error, this.#way)) throw error;
    const size = batch.reduce((sum, step) => sum + sizeOf(step), 0);
    if (size > 1) {
      this.#most = Math.ceil(size / 2);
      return null;
    }
    const path = pathOf(batch[0]!);
    if (path === null) throw error;
    this.#most = Infinity;
    this.refused.push({ path, said: shortened(messageOf(error)) });
    return path;
  }
}

/** Whether the service refused what was sent, and did nothing. An import may also fail like this for reasons other than its content. */
function isRefusal(error: unknown, way: WriteMethod): error is AppError {
  if (isAppError(error, 'TOO_LARGE')) return true;
  return way.kind === 'content' && isAppError(error, 'BAD_REQUEST', 'UNPROCESSABLE', 'CONTENT_INVALID');
}

function sizeOf(step: Step): number {
  return step.do === 'files' ? step.files.length : 1;
}

/** As many of the first parts: whole changes, and single files of one change. */
function firstOf(batch: readonly Step[], most: number): readonly Step[] {
  const first: Step[] = [];
  let left = most;
  for (const step of batch) {
    if (left <= 0) break;
    if (step.do === 'files') first.push({ ...step, files: step.files.slice(0, left) });
    else first.push(step);
    left -= sizeOf(step);
  }
  return first;
}

/** The file behind a single step; null for a step that carries no content. */
function pathOf(step: Step): string | null {
  if (step.do === 'files') return step.files[0]?.path ?? null;
  return step.do === 'delete' ? null : (step.edit?.path ?? null);
}

/** The edits without those of one file, of which the service is then not told. */
export function withoutFile(edits: FolderEdits, path: string): FolderEdits {
  const others = {
    ...edits,
    texts: edits.texts.filter((each) => each.path !== path),
    places: edits.places.filter((each) => each.path !== path),
    files: edits.files.filter((each) => each.path !== path),
  };
  return withUntoldPages(others, edits);
}

/** The service's own words, without the name of the operation. */
function shortened(message: string): string {
  const said = message.replace(/^\w+ \([A-Z]+ \S+\) answered (\d+)(?:: )?/u, '$1 ').trim();
  return said.length > 200 ? `${said.slice(0, 199)}…` : said;
}
