export type * from './port.ts';
export type { Disk, DiskRead, Look, PrivateFile } from './disk.ts';
export { contentId } from './content-id.ts';
export { MemoryDisk, type DiskStep } from './memory.ts';
export { SafeFiles, type SafeFilesPorts } from './safe-files.ts';
export { RealDisk, type RealDiskOptions } from './real-disk.ts';
export { codeOf, fileSystemError, settleFile, settleFolder, writeAll, writeNewFile } from './durable.ts';
export { compareBytes } from './text-order.ts';
export { zipOf } from './zip.ts';
