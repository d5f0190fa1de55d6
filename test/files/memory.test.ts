import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { bytes, describeFiles } from './files.contract.ts';

describeFiles('SafeFiles on a MemoryDisk', () => {
  const clock = new ManualClock();
  const disk = new MemoryDisk(clock);
  const start = (): SafeFiles => new SafeFiles({ disk, clock, random: seededRandom(1) });
  return {
    files: start(),
    restart: start,
    person: {
      saves: (path, content) => disk.personSaves(path, bytes(content)),
      savesByRename: (path, content) => disk.personSavesByRename(path, bytes(content)),
      opens: (path) => {
        const write = disk.personOpens(path);
        return (content) => write?.(bytes(content));
      },
      removes: (path) => disk.personRemoves(path),
      makesLink: (path) => disk.personPlaces(path, 'symlink'),
    },
    at: (path) => {
      const found = disk.contents().get(path);
      return found === undefined ? null : new TextDecoder().decode(found);
    },
  };
});
