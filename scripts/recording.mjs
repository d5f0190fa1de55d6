// Records the session of the page "Ten minutes" as an animated picture of a terminal: runs the page's commands in a shell, with the
// built program and a separate service, and draws their output. Run it after a change of the page or of the commands' output
// (`npm run recording`), look at the picture, and commit it. A test compares the picture with the page.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled } from './bundled.mjs';
import { build, root } from './ready.mjs';
import { drawSession } from './terminal-picture.mjs';

const page = join(root, 'docs', 'guide', 'start', 'ten-minutes.md');
const picture = join(root, 'docs', 'guide', '.gitbook', 'assets', 'ten-minutes.svg');
/** The port in the page. The recording uses a free port, but the picture shows the page's. */
const portOfPage = '8787';

build();
const story = await bundled('test/support/console-story.ts');
const { isShown, shownOf, stepsOf, Terminal } = await import(pathToFileURL(story).href);
const folder = mkdtempSync(join(tmpdir(), 'tidemark-recording-'));

/** A folder for the commands, with the program on the path and a git with a user name. */
function aDesk() {
  const [desk, bin] = [join(folder, 'desk'), join(folder, 'bin')];
  mkdirSync(desk);
  mkdirSync(bin);
  const program = join(root, 'dist', 'main.js');
  writeFileSync(join(bin, 'tidemark'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(bin, 'tidemark'), 0o755);
  writeFileSync(join(folder, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n');
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C.UTF-8', FORCE_COLOR: '1' };
  return { cwd: desk, env };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const steps = stepsOf('ten-minutes.md', readFileSync(page, 'utf8'));
const shown = new Set(shownOf(steps));
const port = await freePort();
const terminal = new Terminal(aDesk());
try {
  const session = [];
  for (const step of steps) {
    const command = step.command.replaceAll(portOfPage, port);
    const wanted = step.expected.map((line) => line.replaceAll(portOfPage, port));
    const printed = step.stays
      ? await terminal.start(`${command} --port ${port}`, (lines) =>
          isShown(wanted, lines.map(withoutColours)),
        )
      : await terminal.run(command);
    if (!isShown(wanted, printed.map(withoutColours)))
      throw new Error(
        `${step.at}: ${command} printed something else than the page says:\n${printed.join('\n')}`,
      );
    if (shown.has(step))
      session.push({
        command: step.command,
        printed: printed
          .filter((line, at) => line !== '' || at < printed.length - 1)
          .map((line) => line.replaceAll(port, portOfPage)),
      });
  }
  writeFileSync(
    picture,
    drawSession(session, { title: 'A mirror, an edit, a change request and its merge on a terminal' }),
  );
  process.stdout.write(`${session.length} commands are in ${picture}.\n`);
} finally {
  await terminal.close();
  rmSync(folder, { recursive: true, force: true });
}

function withoutColours(line) {
  return line.replaceAll(/\u001B\[[\d;]*m/g, '');
}
