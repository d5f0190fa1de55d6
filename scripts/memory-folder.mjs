// A folder in memory for the temporary files of tests: on a disk, half an hour of tests spends minutes of a core on the file system.
// Runs on a bare Node: it may import nothing but Node's own modules. As a program it makes the folder and prints its path, or
// nothing; whoever called it removes the folder.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'tidemark-tests-';
const gigabyte = 1024 ** 3;
/** All tests side by side need less than a third of this. */
const roomThatTestsNeed = 6 * gigabyte;
/** The free memory has to hold the tests' processes as well. */
const freeMemoryThatTestsNeed = 10 * gigabyte;

/** The memory that programs can still get, in bytes. */
function freeMemory() {
  const line = /^MemAvailable:\s*(\d+) kB$/mu.exec(fs.readFileSync('/proc/meminfo', 'utf8'));
  return line === null ? 0 : Number(line[1]) * 1024;
}

/** Whether programs in a folder may be run: some machines forbid that for folders in memory. */
function mayRunPrograms(folder) {
  const program = join(folder, 'program');
  fs.writeFileSync(program, '#!/bin/sh\nexit 0\n');
  fs.chmodSync(program, 0o755);
  const { status } = spawnSync(program);
  fs.rmSync(program);
  return status === 0;
}

/** Removes what runs that were killed have left behind. */
function removeLeftOvers() {
  for (const name of fs.readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const run = Number(/^\d+/u.exec(name.slice(prefix.length))?.[0]);
    try {
      process.kill(run, 0);
    } catch (error) {
      if (error.code === 'ESRCH') fs.rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
}

/**
 * Makes an empty folder in memory and gives its path; null where the machine has no such place, or too little memory, or where the
 * temporary folder is in memory already. `run` is the process that the folder belongs to.
 */
export function makeMemoryFolder(run) {
  try {
    if (process.platform !== 'linux' || fs.realpathSync(tmpdir()).startsWith(`${memory}/`)) return null;
    removeLeftOvers();
    const { bavail, bsize } = fs.statfsSync(memory);
    if (bavail * bsize < roomThatTestsNeed || freeMemory() < freeMemoryThatTestsNeed) return null;
    const folder = fs.mkdtempSync(join(memory, `${prefix}${run}-`));
    // A web server in the tests may read its files as another user.
    fs.chmodSync(folder, 0o755);
    if (mayRunPrograms(folder)) return folder;
    fs.rmSync(folder, { recursive: true });
    return null;
  } catch {
    // A machine that shows none of this has a disk all the same.
    return null;
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(makeMemoryFolder(process.ppid) ?? '');
