/** From this many pages to render on, code that V8 has optimized saves more time than the optimizing takes. */
const somePages = 30;
/** From this many pages on, a heap that is collected early is much smaller. */
const manyPages = 400;

let isEarly = false;

/** Sets V8 for a number of pages to render. The settings are for the whole process, including its threads. */
export function prepareFor(pages: number): void {
  if (pages >= somePages) prepareForRun('long');
  // V8 then collects garbage when the heap is 1.5 times as large as the used part, instead of four times, because a large export
  // discards far more than it keeps.
  if (pages >= manyPages) setGrowth(50);
  isEarly = pages >= manyPages;
}

/** Takes back what {@link prepareFor} set for the heap. V8 keeps compiled code for processes with the same settings only. */
export function stopCollectingEarly(): void {
  if (isEarly) setGrowth(0);
  isEarly = false;
}

/**
 * In a long run, V8 compiles functions a second time that are called often, and collects garbage in steps and on several threads. In a short
 * one, all of these take more time than they save: a sixth of an export of one page.
 */
export function prepareForRun(length: 'short' | 'long'): void {
  for (const name of ['opt', 'parallel-scavenge', 'incremental-marking'])
    setFlag(`--${length === 'long' ? '' : 'no-'}${name}`);
}

function setGrowth(percent: number): void {
  setFlag(`--heap-growing-percent=${percent}`);
}

function setFlag(flag: string): void {
  // Not imported, because the module takes a millisecond to load, and the library's exports need none of this.
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}
