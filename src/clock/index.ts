export type { Clock, Random } from './port.ts';
export { longestTimerMs, realClock, realRandom } from './real.ts';
export { ManualClock, seededRandom } from './manual.ts';
