// What commands need for wording a report, without loading the sync itself.
export { asksPerson, needsAction } from './report.ts';
export type { Standing } from './report.ts';
export { checkSpaceNames, isNamed, noSuchSpace } from './space-names.ts';
