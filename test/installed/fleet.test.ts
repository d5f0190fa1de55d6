import { runTable } from './table/case.ts';
import { fleetCases, setUpFleet } from './table/fleet-cases.ts';

runTable('the installed program with a git host and a fleet', fleetCases, setUpFleet);
