import { runTable } from './table/case.ts';
import { mirrorCases, setUpMirror } from './table/mirror-cases.ts';

runTable('the installed mirror', mirrorCases, setUpMirror);
