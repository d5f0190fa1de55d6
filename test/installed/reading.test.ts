import { runTable } from './table/case.ts';
import { readingCases, setUpReading } from './table/reading-cases.ts';

runTable('reading with the installed program', readingCases, setUpReading);
