import { ManualClock } from '../../src/clock/index.ts';

/** A clock on which whoever sleeps wakes at once, at the time that was wanted: nobody else has to move it. */
export class SleeplessClock extends ManualClock {
  override sleep(ms: number): Promise<void> {
    this.jump(ms);
    return Promise.resolve();
  }
}
