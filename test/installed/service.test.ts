import { serviceCases } from './table/service-cases.ts';
import { runTable } from './table/case.ts';

runTable('the installed service', serviceCases);
