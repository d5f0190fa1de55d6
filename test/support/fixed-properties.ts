// For mutation testing: properties try the same values in each run, so that a mutant's fate does not change by chance, and they do
// not look for the smallest value that fails.
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 1, endOnFailure: true });
