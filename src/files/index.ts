export type * from './port.ts';
export type { Disk, DiskRead, Look, PrivateFile } from './disk.ts';
export { contentId } from './content-id.ts';
export { MemoryDisk, type DiskStep } from './memory.ts';
export { SafeFiles, type SafeFilesPorts } from './safe-files.ts';
