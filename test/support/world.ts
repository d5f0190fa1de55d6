import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import type { Output, World } from '../../src/cli/index.ts';

export interface TestOutput extends Output {
  readonly text: string;
}

export function testOutput({ isTTY = false, columns = 80 } = {}): TestOutput {
  let text = '';
  return {
    write: (more) => {
      text += more;
    },
    flush: () => Promise.resolve(),
    isTTY,
    columns,
    get text() {
      return text;
    },
  };
}

/** A process that belongs to a test: its outputs are kept, and its clock does not move. */
export function testWorld(over: Partial<World> = {}): World & { stdout: TestOutput; stderr: TestOutput } {
  return {
    args: [],
    env: {},
    cwd: process.cwd(),
    ask: null,
    clock: new ManualClock(),
    random: seededRandom(1),
    ports: {
      transport: () => Promise.reject(new Error('this test has no network')),
      repository: () => Promise.reject(new Error('this test has no repository')),
      importHost: () => ({ publish: () => Promise.reject(new Error('this test has no import host')) }),
      gitHost: () => Promise.reject(new Error('this test has no git host')),
    },
    stop: new AbortController().signal,
    onReload: () => () => {},
    ...over,
    stdout: (over.stdout as TestOutput | undefined) ?? testOutput(),
    stderr: (over.stderr as TestOutput | undefined) ?? testOutput(),
  };
}
