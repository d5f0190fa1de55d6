import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../base/index.ts';

/*
 * Chromium as a printer. We use its own protocol through two pipes, so that no port is opened and no library is needed. Scripts
 * are off.
 */

/** Names on the search path, and paths of common installations. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];
const places = [
  // Debian's binary, because the script of that name in /usr/bin reads the user's files.
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Finds Chromium, or a browser that is based on it; throws USAGE if there is none. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['CHROMIUM_PATH'];
  const found =
    given === undefined || given === ''
      ? [
          ...places,
          ...names.flatMap((name) =>
            (env['PATH'] ?? '')
              .split(delimiter)
              .filter((folder) => folder !== '')
              .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)),
          ),
        ].find(isProgram)
      : given;
  if (found !== undefined && isProgram(found)) return found;
  throw new AppError(
    'USAGE',
    found === undefined
      ? 'a PDF is printed by Chromium, and there is none on this machine'
      : `CHROMIUM_PATH names ${found}, which is not a program`,
    {
      hint: 'Install Chromium, Chrome or Edge, or set CHROMIUM_PATH to its program. The site itself needs none: its pages can be printed by any browser.',
    },
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface PrintOptions {
  /** The path of Chromium. */
  readonly program: string;
  readonly url: string;
  /** The text at the foot of each sheet, beside its number. */
  readonly title: string;
  readonly signal: AbortSignal;
}

/** Prints a page as a PDF with an outline of its headings, tags for screen readers, and page numbers. */
export async function printPage({ program, url, title, signal }: PrintOptions): Promise<Uint8Array> {
  signal.throwIfAborted();
  const profile = mkdtempSync(join(tmpdir(), 'tidemark-print-'));
  const child = spawn(program, flags(profile), { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  try {
    const browser = new Conversation(child);
    const { targetId } = await browser.ask<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const { sessionId } = await browser.ask<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    await browser.ask('Page.enable', {}, sessionId);
    await browser.ask('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
    const loaded = browser.event('Page.loadEventFired');
    const { errorText } = await browser.ask<{ errorText?: string }>('Page.navigate', { url }, sessionId);
    if (errorText !== undefined) throw failed(`the page could not be opened (${errorText})`);
    await loaded;
    const { stream } = await browser.ask<{ stream: string }>('Page.printToPDF', paper(title), sessionId);
    return await browser.read(stream, sessionId);
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill();
    await closed;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function flags(profile: string): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-quic',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--no-default-browser-check',
    '--font-render-hinting=none',
    // Chromium's sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

function paper(title: string): Readonly<Record<string, unknown>> {
  const words = title.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
  return {
    printBackground: true,
    preferCSSPageSize: true,
    generateDocumentOutline: true,
    generateTaggedPDF: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: `<div style="width:100%;margin:0 16mm;display:flex;justify-content:space-between;font:8px sans-serif;color:#555"><span>${words}</span><span class="pageNumber"></span></div>`,
    transferMode: 'ReturnAsStream',
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests to a browser, and events from it. Every message ends with a NUL. */
class Conversation {
  readonly #to: Writable;
  readonly #answers = new Map<number, Waiting>();
  readonly #events = new Map<string, Waiting>();
  #next = 0;
  #ended: AppError | undefined;

  constructor(child: ChildProcess) {
    const [, , talk, to, from] = child.stdio as [null, null, Readable, Writable, Readable];
    this.#to = to;
    let said = '';
    talk.on('data', (bytes: Buffer) => (said = `${said}${bytes.toString()}`.slice(-4000)));
    to.on('error', () => undefined);
    let rest: Buffer[] = [];
    from.on('data', (bytes: Buffer) => {
      let begin = 0;
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, begin)) {
        this.#hear(Buffer.concat([...rest, bytes.subarray(begin, end)]).toString());
        rest = [];
        begin = end + 1;
      }
      rest.push(bytes.subarray(begin));
    });
    child.once('error', (cause) => this.#end(failed(cause.message)));
    child.once('close', () => this.#end(failed(lastLine(said))));
  }

  ask<Result>(method: string, params: object, sessionId?: string): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const id = (this.#next += 1);
      this.#answers.set(id, { resolve, reject });
      this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  event(method: string): Promise<void> {
    const heard = new Promise<void>((resolve, reject) => this.#events.set(method, { resolve, reject }));
    // After another failure, nobody waits for this promise any more.
    heard.catch(() => undefined);
    return heard;
  }

  async read(handle: string, sessionId: string): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    for (;;) {
      const { data, base64Encoded, eof } = await this.ask<{
        data: string;
        base64Encoded?: boolean;
        eof: boolean;
      }>('IO.read', { handle }, sessionId);
      parts.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1'));
      if (eof) return Buffer.concat(parts);
    }
  }

  #hear(text: string): void {
    const { id, method, result, error } = JSON.parse(text) as Message;
    if (method !== undefined) {
      this.#events.get(method)?.resolve(undefined as never);
      return;
    }
    const waiting = this.#answers.get(id ?? 0);
    this.#answers.delete(id ?? 0);
    if (error) waiting?.reject(failed(error.message));
    else waiting?.resolve(result as never);
  }

  #end(error: AppError): void {
    this.#ended ??= error;
    for (const { reject } of [...this.#answers.values(), ...this.#events.values()]) reject(error);
    this.#answers.clear();
    this.#events.clear();
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() || 'it ended';
}

function failed(why: string): AppError {
  return new AppError('INCOMPLETE', `Chromium printed no PDF: ${why}`, {
    hint: 'Start the browser by hand to see what it lacks, or set CHROMIUM_PATH to another one.',
  });
}
