import type { Worker } from 'node:worker_threads';
import { AppError, messageOf } from '../../base/index.ts';
import type { PageDone, PageTask, ThreadAnswer, ThreadSetup } from './render-thread.ts';

/** How many pages are sent to a thread at once. */
const tasksPerMessage = 12;
/** How many messages wait in a thread, so that it is never idle. */
const messagesAhead = 2;

/** Threads that make pages besides the main thread. */
export class RenderThreads {
  readonly #threads: readonly { readonly worker: Worker; waiting: number }[];
  readonly #done: PageDone[] = [];
  #failure: AppError | undefined;
  #wake: (() => void) | undefined;

  /** `script` is a file that does nothing but call `serveRendering`. */
  static async start(script: string, count: number, setup: ThreadSetup): Promise<RenderThreads> {
    const { Worker: Thread } = await import('node:worker_threads');
    return new RenderThreads(Thread, script, count, setup);
  }

  private constructor(Thread: typeof Worker, script: string, count: number, setup: ThreadSetup) {
    this.#threads = Array.from({ length: count }, () => {
      const worker = new Thread(script, {
        workerData: setup,
        // The young generation is small, because pages are short-lived and several heaps exist at once.
        resourceLimits: { maxYoungGenerationSizeMb: 16 },
      });
      const thread = { worker, waiting: 0 };
      worker.on('message', (answer: ThreadAnswer) => {
        thread.waiting -= 1;
        if (answer.kind === 'done') this.#done.push(...answer.pages);
        else
          this.#fail(
            new AppError(answer.code, answer.message, answer.hint === undefined ? {} : { hint: answer.hint }),
          );
        this.#wake?.();
      });
      worker.on('error', (error) =>
        this.#fail(
          new AppError('INTERNAL', `a rendering thread failed: ${messageOf(error)}`, { cause: error }),
        ),
      );
      return thread;
    });
  }

  /** Sends tasks from `next` to threads that have little work left, until there are no more tasks. */
  feed(next: () => PageTask | undefined): void {
    for (const thread of this.#threads)
      while (thread.waiting < messagesAhead) {
        const tasks: PageTask[] = [];
        for (let task = next(); task; task = next()) {
          tasks.push(task);
          if (tasks.length >= tasksPerMessage) break;
        }
        if (tasks.length === 0) return;
        thread.waiting += 1;
        thread.worker.postMessage(tasks);
      }
  }

  /** The results since the last call. */
  collect(): PageDone[] {
    if (this.#failure) throw this.#failure;
    return this.#done.splice(0);
  }

  get busy(): boolean {
    return this.#done.length > 0 || this.#threads.some((thread) => thread.waiting > 0);
  }

  /** Waits for a result. */
  async wait(): Promise<void> {
    if (this.#failure || this.#done.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #fail(error: AppError): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
