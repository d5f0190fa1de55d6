/**
 * An editor that saves one file without pause, in the ways that editors do: it waits for a number on its input, saves a content
 * with that number a moment later, and says so.
 */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

const file = process.argv[2] ?? '';
const styles = ['in place', 'truncate', 'rename', 'swap file'] as const;

function save(style: (typeof styles)[number], content: string): void {
  if (style === 'truncate') {
    writeFileSync(file, content);
  } else if (style === 'in place') {
    const open = openSync(file, 'a+');
    ftruncateSync(open);
    writeSync(open, content);
    closeSync(open);
  } else if (style === 'rename') {
    writeFileSync(`${file}.tmp`, content);
    renameSync(`${file}.tmp`, file);
  } else {
    try {
      renameSync(file, `${file}~`);
    } catch {
      // It is not there at this very moment; an editor writes it anew.
    }
    writeFileSync(file, content);
    rmSync(`${file}~`, { force: true });
  }
}

/** Blocks until a line comes; null at the end of the input. */
function readLine(): string | null {
  const byte = Buffer.alloc(1);
  let line = '';
  for (;;) {
    try {
      if (readSync(0, byte, 0, 1, null) === 0) return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') continue;
      throw error;
    }
    if (byte[0] === 10) return line;
    line += byte.toString('latin1');
  }
}

for (let line = readLine(); line !== null; line = readLine()) {
  const number = Number(line);
  const style = styles[number % styles.length] ?? 'truncate';
  for (let spin = (number * 7919) % 20_000; spin > 0; spin--);
  save(style, `saved ${number}\n`);
  writeSync(1, `${number}\n`);
}
