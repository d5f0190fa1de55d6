export { backUp, restore, type BackupReport, type RestoreReport } from './backup.ts';
