export type { Clock, Random } from './port.ts';
export { realClock, realRandom } from './real.ts';
export { ManualClock, seededRandom } from './manual.ts';
