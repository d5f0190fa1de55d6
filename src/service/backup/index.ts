export { backUp, restore, type BackupReport } from './backup.ts';
