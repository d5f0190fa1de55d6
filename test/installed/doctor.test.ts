import { runTable } from './table/case.ts';
import { doctorCases } from './table/doctor-cases.ts';

runTable('an installed doctor tries a service', doctorCases);
