import { byHandCases } from './table/by-hand-cases.ts';
import { runTable } from './table/case.ts';

runTable('an installed mirror whose service leaves work to people', byHandCases);
